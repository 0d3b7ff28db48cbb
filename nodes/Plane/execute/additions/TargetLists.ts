import { findOtherList } from '../../../shared/fields/field';
import { parseInstant } from '../../../shared/values/instant';
import { normalizeId } from '../../../shared/values/textForms';
import type { Call } from '../../../shared/model/call';
import { type Place, placeWithin, withPlace } from '../../../shared/model/place';
import { isProblem, type Result } from '../../../shared/result/problem';
import { type ListSource, readRowId } from '../../../shared/records/ListSource';

/** Finds out which records are in cycles and modules. */
export class TargetLists {
	constructor(private readonly lists: ListSource) {}

	/** The IDs of the records in the target of an addition, or in another target of the same kind. */
	async readIds(call: Call<'add'>, target: Place = call): Promise<Result<ReadonlySet<string>>> {
		const { path } = call.operation.request;
		const about = withPlace(call, target);

		return await this.lists.readIds({ place: target, path, about, onlyIds: true });
	}

	/** Whether a record is in another target of the same kind: a work item is in one cycle at most. */
	async isInAnother(call: Call<'add'>, id: string): Promise<Result<boolean>> {
		const { locators } = call.operation;
		const { wire: placeholder = '', source } = locators.at(-1) ?? {};
		const archived = source && findOtherList(source, 'archived');
		const lists = [source, archived].filter((list) => list !== undefined);

		for (const { path } of lists) {
			const targets = await this.lists.readIds({ place: call, path, about: call });
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

	/** Whether the target of an addition has ended, as only cycles do, and takes no records any more (row 31). */
	async hasEnded(call: Call<'add'>): Promise<boolean> {
		const { wire = '', source } = call.operation.locators.at(-1) ?? {};
		if (source === undefined) return false;

		const list = await this.lists.readAvailable({ place: call, path: source.path, about: call });
		if (isProblem(list)) return false;

		const targetId = normalizeId(call.path[wire] ?? '');
		const row = list.rows.find((candidate) => readRowId(candidate) === targetId);
		const now = Number.isNaN(list.serverTime) ? Date.now() : list.serverTime;

		return (parseInstant(row?.end_date) ?? Infinity) < now;
	}
}
