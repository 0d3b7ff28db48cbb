import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../shared/client/requestResult';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import type { Draft, LeftOutName, UnknownName } from '../../shared/model/draft';
import { locationKey } from '../../shared/model/place';
import { listKeyFields, normalizeKey } from '../../shared/operations/shared/external';
import type { MissingRecord } from '../../shared/resolve/missingRecords';
import { groupBy } from '../../shared/values/groupBy';
import { foldName } from '../../shared/values/textForms';
import { isProblem, type Result } from '../../shared/result/problem';
import { checkMemberships, listMemberships, markUpdated } from './additions/memberships';
import { listArchives } from './archives';
import { planCommentsAndLinks } from './commentsAndLinks';
import { findMissingRecords } from './furtherRecords';
import { mergeNames, planParents } from './parents';
import { planRelations } from './relations';
import { resolveDrafts } from './resolveDrafts';
import type { ItemResult } from './results';
import { RowNames } from './RowNames';
import { listSavedRows } from './savedRows';
import type { Services } from './services';
import { RecordWriter } from './write/RecordWriter';
import { toCreate } from './write/toCreate';
import { type Saved, savedRecords } from './write/WriteResult';

/** What an import would do. */
export interface ImportCheck {
	/** What it would save, by the index of the item, without items that are left out. */
	readonly results: ReadonlyMap<number, ItemResult>;
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
	readonly unknownNames: ReadonlyMap<number, readonly UnknownName[]>;
	/** The names of the labels and states that it would create. */
	readonly newLabels: readonly string[];
	readonly newStates: readonly string[];
}

/** Finds out what an import would do. Requests only read. */
export async function checkImport(
	drafts: readonly Draft[],
	services: Services,
): Promise<ImportCheck> {
	const { resolver, missingRecords, calls, refused } = await resolveDrafts(drafts, services);
	const checked = await checkCalls(calls, services);
	const memberships = listMemberships(drafts, calls, checked);
	const moved = await checkMemberships(memberships, services);
	const rows = listSavedRows(drafts, calls, checked);
	const names = new RowNames(rows);
	const parents = planParents(names);
	const relations = planRelations(names);
	const children = parents.changes.map(({ call }) => call.itemIndex);
	const pending = [...planCommentsAndLinks(rows), ...relations.pending];
	const further = await findMissingRecords(pending, services);
	const owners = further.records.map(({ call }) => call.itemIndex);
	const archived = listArchives(rows).map(({ itemIndex }) => itemIndex);
	const results = new Map<number, ItemResult>([...refused, ...checked, ...further.failures]);

	for (const itemIndex of [...moved.unsatisfied, ...children, ...owners, ...archived]) {
		const result = results.get(itemIndex);
		if (isProblem(result) || result?.kind !== 'saved') continue;

		results.set(itemIndex, { ...result, records: result.records.map(markUpdated) });
	}

	return {
		results,
		leftOutNames: [moved.leftOutNames, parents.leftOutNames, relations.leftOutNames].reduce(
			mergeNames,
			resolver.leftOutNames,
		),
		unknownNames: resolver.unknownNames,
		newLabels: listNames(missingRecords.filter(({ group }) => group === undefined)),
		newStates: listNames(missingRecords.filter(({ group }) => group !== undefined)),
	};
}

/** Two spellings are one record. */
const listNames = (records: readonly MissingRecord[]): readonly string[] =>
	[...groupBy(records, ({ name }) => foldName(name)).values()].map(([{ name }]) => name);

/** Items that have the same record follow each other, as they would be carried out. */
async function checkCalls(
	calls: readonly Call[],
	services: Services,
): Promise<Map<number, ItemResult>> {
	const writer = new RecordWriter(services, calls);
	const results = new Map<number, ItemResult>();
	/** The records as the items before would leave them, by what identifies them. */
	const records = new Map<string, JsonObject>();

	for (const call of calls) {
		if (call.kind !== 'upsert') continue;
		if (services.scheduler.isClosed) break;

		const key = recordOf(call);
		const check = async () => await writer.check(toCreate(call), records.get(key));
		const saved: Result<Saved> = await catchProblem(check);

		if (isProblem(saved)) {
			results.set(call.itemIndex, withoutResponse(saved));
		} else {
			records.set(key, saved.record);
			results.set(call.itemIndex, savedRecords([saved]));
		}
	}

	return results;
}

const recordOf = (call: Call<'upsert'>): string =>
	[
		locationKey(call),
		...listKeyFields(call.matchField).map((name) => normalizeKey(call.body[name])),
	].join('\n');
