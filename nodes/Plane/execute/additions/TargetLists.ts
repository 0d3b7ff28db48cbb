import { normalizeId } from '../../../shared/fields/identifier';
import type { Call } from '../../../shared/model/call';
import { type Place, placeWithin, withPlace } from '../../../shared/model/place';
import { isProblem, type Result } from '../../../shared/result/problem';
import { type IdLists, type Ids, ROW_FIELDS } from '../IdLists';

/** Finds out which records are in cycles and modules. */
export class TargetLists {
	constructor(private readonly lists: IdLists) {}

	/** The IDs of the records in the target of an addition, or in another target of the same kind. */
	async readIds(call: Call<'add'>, target: Place = call): Promise<Result<Ids>> {
		const { path } = call.operation.request;

		return await this.lists.read(target, {
			path,
			query: ROW_FIELDS,
			about: withPlace(call, target),
		});
	}

	/** Whether a record is in another target of the same kind: a work item is in one cycle at most. */
	async isInAnother(call: Call<'add'>, id: string): Promise<Result<boolean>> {
		const { targetListPaths = [], locators } = call.operation;
		const placeholder = locators.at(-1)?.wire ?? '';

		for (const listPath of targetListPaths) {
			const targets = await this.lists.read(call, { path: listPath, about: call });
			if (isProblem(targets)) return targets;

			for (const targetId of targets) {
				const target = placeWithin(call, { [placeholder]: targetId });
				const ids = await this.readIds(call, target);
				if (isProblem(ids)) return ids;
				if (ids.has(normalizeId(id))) return true;
			}
		}

		return false;
	}
}
