import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../shared/client/requestResult';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import type { Draft, LeftOutName, UnknownName } from '../../shared/model/draft';
import { locationKey } from '../../shared/model/place';
import { listKeyFields, normalizeKey } from '../../shared/operations/shared/external';
import type { MissingRecord } from '../../shared/resolve/missingRecords';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { groupBy } from '../../shared/values/groupBy';
import { foldName } from '../../shared/values/textForms';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { resolveDrafts } from './resolveDrafts';
import type { ItemResult } from './results';
import { checkSecondPass, mergeNames, planSecondPass } from './secondPass/secondPass';
import type { Services } from './services';
import type { CheckedRecord } from './write/RecordCreates';
import { RecordWriter } from './write/RecordWriter';
import { toCreate } from './write/toCreate';
import { savedRecords } from './write/WriteResult';

/** What an import would do. */
export interface ImportCheck {
	/** What it would save, by the index of the item, without items that are left out. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** How many records no list has: an import would create them, or update them if they are archived. */
	readonly createdUnlessArchived: number;
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
	const results = new Map([...refused, ...checked.results]);
	const pass = planSecondPass(drafts, calls, checked.results);
	const completed = await checkSecondPass(pass, results, services);

	return {
		results: completed.results,
		createdUnlessArchived: checked.unlisted.length,
		leftOutNames: mergeNames(resolver.leftOutNames, completed.leftOutNames),
		unknownNames: resolver.unknownNames,
		newLabels: listNames(missingRecords.filter(({ group }) => group === undefined)),
		newStates: listNames(missingRecords.filter(({ group }) => group !== undefined)),
	};
}

/** Two spellings are one record. */
const listNames = (records: readonly MissingRecord[]): readonly string[] =>
	[...groupBy(records, ({ name }) => foldName(name)).values()].map(([{ name }]) => name);

/** How many records that no list has are looked up by themselves: ten requests take seconds. */
const MAX_LOOKUPS = 10;

/** What would become of calls. */
interface CallCheck {
	/** By the index of the item. */
	readonly results: ReadonlyMap<number, ItemResult>;
	/** The calls that would create their records, unless these are archived. */
	readonly unlisted: readonly Call<'upsert'>[];
}

async function checkCalls(calls: readonly Call[], services: Services): Promise<CallCheck> {
	const writer = new RecordWriter(services, calls);
	const upserts = calls.filter((call) => call.kind === 'upsert');
	const listed = await checkEach(upserts, new Map(), { writer, services });
	const unlisted = new Map(
		[...groupBy(listed.unlisted, identifyRecord)].map(([key, [call]]) => [key, call]),
	);
	if (unlisted.size === 0 || unlisted.size > MAX_LOOKUPS) return listed;

	const found = await findArchived(unlisted, { writer, services });
	const archived = upserts.filter((call) => found.records.has(identifyRecord(call)));
	const checked = await checkEach(archived, found.records, { writer, services });
	const failures = upserts.flatMap((call): [number, Problem][] => {
		const failure = found.failures.get(identifyRecord(call));

		return failure === undefined ? [] : [[call.itemIndex, failure]];
	});

	return {
		results: new Map([...listed.results, ...checked.results, ...failures]),
		unlisted: [],
	};
}

/** What calls are checked with. */
interface Checking {
	readonly writer: RecordWriter;
	readonly services: Services;
}

/**
 * Items that have the same record follow each other, as they would be carried out.
 *
 * @param known records that were found before, by what identifies them
 */
async function checkEach(
	calls: readonly Call<'upsert'>[],
	known: ReadonlyMap<string, JsonObject>,
	{ writer, services }: Checking,
): Promise<CallCheck> {
	const results = new Map<number, ItemResult>();
	const unlisted: Call<'upsert'>[] = [];
	/** The records as the items before would leave them. */
	const records = new Map(known);

	for (const call of calls) {
		if (services.scheduler.isClosed) break;

		const key = identifyRecord(call);
		const check = async () => await writer.check(toCreate(call), records.get(key));
		const checked: Result<CheckedRecord> = await catchProblem(check);

		if (isProblem(checked)) {
			results.set(call.itemIndex, withoutResponse(checked));
			continue;
		}

		const { record, outcome, mayBeArchived } = checked;

		if (mayBeArchived === true) unlisted.push(call);

		records.set(key, record);
		results.set(call.itemIndex, savedRecords([{ record, outcome }]));
	}

	return { results, unlisted };
}

/** Archived records, and why it cannot be said whether there is one, by what identifies the record. */
interface ArchivedRecords {
	readonly records: ReadonlyMap<string, JsonObject>;
	readonly failures: ReadonlyMap<string, Problem>;
}

/** @param calls one for each record, by what identifies it */
async function findArchived(
	calls: ReadonlyMap<string, Call<'upsert'>>,
	{ writer, services }: Checking,
): Promise<ArchivedRecords> {
	const { concurrency } = services.scheduler.settings;
	const records = new Map<string, JsonObject>();
	const failures = new Map<string, Problem>();

	await mapConcurrently([...calls], { concurrency }, async ([key, call]) => {
		const find = async () => await writer.findUnlisted(toCreate(call));
		const found = withoutResponse(await catchProblem(find));

		if (isProblem(found)) {
			failures.set(key, found);
		} else if (found !== undefined) {
			records.set(key, found);
		}
	});

	return { records, failures };
}

const identifyRecord = (call: Call<'upsert'>): string =>
	[
		locationKey(call),
		...listKeyFields(call.matchField).map((name) => normalizeKey(call.body[name])),
	].join('\n');
