import { labelNotCreated } from '../errors/nameErrors';
import { foldName } from '../fields/foldName';
import type { ServiceCall } from '../model/call';
import { isProblem, isUnfinished, type Result } from '../result/problem';
import type { Lookup, ToCreate } from './lookup';
import { listKey } from './RecordLists';

/** The item that a label is created for, and where. */
export type LabelPlace = Pick<ServiceCall, 'itemIndex' | 'workspace' | 'path'>;

/** Creates a label with this name, or returns the ID of the one that exists by now. */
export type CreateLabel = (place: LabelPlace, name: string) => Promise<Result<string>>;

/** Creates the labels that items need, each once. */
export class LabelCreator {
	private readonly ids = new Map<string, Result<string>>();

	constructor(private readonly createLabel: CreateLabel) {}

	/**
	 * Creates the label that a lookup did not find.
	 *
	 * @param itemIndex of the item that needs it
	 * @returns its ID, or why the item cannot have it
	 */
	async create(lookup: Lookup, { name }: ToCreate, itemIndex: number): Promise<Result<string>> {
		const key = [listKey(lookup), foldName(name)].join('\n');
		const { workspace } = lookup.target;
		const place: LabelPlace = { itemIndex, workspace, path: lookup.parents };
		const id = this.ids.get(key) ?? (await this.createLabel(place, name));

		this.ids.set(key, id);
		if (!isProblem(id)) return id;

		return isUnfinished(id) ? id : labelNotCreated(name, id);
	}
}
