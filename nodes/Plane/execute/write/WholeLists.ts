import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { locationKey } from '../../../shared/model/place';
import { listKeyFields } from '../../../shared/operations/shared/external';
import { isProblem } from '../../../shared/result/problem';
import { countPages } from '../countPages';
import type { Services } from '../services';
import { hasDirectLookup } from './ExistingRecords';
import { locateList } from './recordRequest';
import { toCreate } from './toCreate';

/** The longest list that is kept in memory, with all texts of its records, in pages. */
const MAX_PAGES = 300;

const showsKey = (row: JsonObject): boolean =>
	listKeyFields('external_id').every((name) => row[name] !== undefined);

/** Finds out which lists are read whole, because that takes fewer requests than a look for each of their records. */
export class WholeLists {
	/** How many records of a list would be looked up, by its location. */
	private readonly lookups = new Map<string, number>();
	private readonly decisions = new Map<string, Promise<boolean>>();

	/** @param calls all calls of the run */
	constructor(
		calls: readonly Call[],
		private readonly services: Pick<Services, 'client' | 'listSource'>,
	) {
		for (const call of calls) {
			const create = call.kind === 'upsert' ? toCreate(call) : call;
			if (create.kind !== 'create' || create.ifExists === 'fail' || !hasDirectLookup(create))
				continue;

			const key = locationKey(create);

			this.lookups.set(key, (this.lookups.get(key) ?? 0) + 1);
		}
	}

	/** Whether the list of a create is read whole. If it is, it has been read. */
	async isRead(call: Call<'create'>): Promise<boolean> {
		const key = locationKey(call);
		const decision = this.decisions.get(key) ?? this.decide(call, this.lookups.get(key) ?? 0);

		this.decisions.set(key, decision);

		return await decision;
	}

	private async decide(call: Call<'create'>, lookups: number): Promise<boolean> {
		const { client, listSource } = this.services;
		// One request counts the pages, and an empty list has one, too.
		if (lookups <= 2) return false;

		const pages = await countPages(call, call.operation.request.path, client);
		if (pages + 1 >= lookups || pages > MAX_PAGES) return false;

		const list = await listSource.read(locateList(call));
		if (isProblem(list)) return false;

		// Some servers do not show external IDs in lists (row 484). An empty list reveals nothing, and has nothing.
		return list.rows.length === 0 || list.rows.some(showsKey);
	}
}
