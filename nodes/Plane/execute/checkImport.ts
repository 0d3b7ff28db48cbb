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
import { resolveDrafts } from './resolveDrafts';
import type { ItemResult } from './results';
import { checkSecondPass, mergeNames, planSecondPass } from './secondPass/secondPass';
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
	const results = new Map([...refused, ...checked]);
	const pass = planSecondPass(drafts, calls, checked);
	const completed = await checkSecondPass(pass, results, services);

	return {
		results: completed.results,
		leftOutNames: mergeNames(resolver.leftOutNames, completed.leftOutNames),
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
