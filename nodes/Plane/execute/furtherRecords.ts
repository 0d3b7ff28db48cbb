import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../shared/errors/problemFrom';
import type { Call } from '../../shared/model/call';
import { catchProblem } from '../../shared/model/catchProblem';
import type { Draft, FurtherRecord } from '../../shared/model/draft';
import { isSameHtml } from '../../shared/fields/html';
import { haveSameKey, normalizeKey } from '../../shared/operations/shared/external';
import { isProblem, type Problem } from '../../shared/result/problem';
import type { ListRef } from '../../shared/records/ListSource';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { shortHash } from '../../shared/text/shortHash';
import { asText } from '../../shared/values/asText';
import { groupBy } from '../../shared/values/groupBy';
import { isEmpty } from '../../shared/values/valueChecks';
import { markUpdated } from './additions/memberships';
import type { ItemResult } from './results';
import { runJobs } from './runJobs';
import type { Services } from './services';
import { listOf } from './write/recordRequest';
import { withFailure } from './write/WriteResult';

/** A comment, a link or a relation that the saved record of a row is to have. */
export interface PendingRecord {
	/** Creates it. Its item index is that of the row. */
	readonly call: Call<'create'>;
	/** Whether this run has created the record, so that it has none yet. */
	readonly isOfNew: boolean;
	/** How the list is read that has it. */
	readonly list?: Pick<ListRef, 'grouped'>;
	/** Whether a row of that list is this one. */
	readonly isSame: (row: JsonObject) => boolean;
	/** Whether a row of that list is this one, and has been changed since, if none is the same. */
	readonly isChanged?: (row: JsonObject) => boolean;
}

/** What is not there yet. */
interface MissingRecords {
	readonly records: readonly PendingRecord[];
	/** Why it cannot be said what rows lack, by the index of the item. */
	readonly failures: ReadonlyMap<number, Problem>;
}

/**
 * Lists the comments and links that the saved records of an import are to have, each once.
 *
 * @param results by the index of the item
 */
export function listFurtherRecords(
	drafts: readonly Draft[],
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly PendingRecord[] {
	const callsByItem = new Map(calls.map((call) => [call.itemIndex, call]));
	const pending = new Map<string, PendingRecord>();

	for (const { itemIndex, row } of drafts) {
		const call = callsByItem.get(itemIndex);
		const result = results.get(itemIndex);
		if (call?.kind !== 'upsert' || result === undefined || isProblem(result)) continue;
		if (result.kind !== 'saved') continue;

		const [saved] = result.records;
		const id = asText(saved?.record.id);
		// A check plans records that have no ID yet.
		if (saved === undefined || id === undefined) continue;

		const tool = row?.tool ?? '';
		const isOfNew = saved.outcome === 'created';

		const counts = new Map<string, number>();

		for (const further of row?.furtherRecords ?? []) {
			const identity = identify(id, further);
			const count = (counts.get(identity) ?? 0) + 1;
			// Another row of the record may have it, too.
			const key = `${identity} ${count}`;

			counts.set(identity, count);

			if (!pending.has(key)) {
				const create = toCall(call, { ...further, id, tool });

				pending.set(key, { call: create, isOfNew, ...compare(create, further) });
			}
		}
	}

	return [...pending.values()];
}

/** @param id of the record */
const identify = (id: string, { operation, body, key }: FurtherRecord): string =>
	JSON.stringify([operation.request.path, id, ...(key === undefined ? [body.url] : [key, body])]);

/** What is to be created, and for which record. */
interface NewRecord extends FurtherRecord {
	/** Of the record. */
	readonly id: string;
	readonly tool: string;
}

/** @param call saves the record of the row */
function toCall(
	{ itemIndex, workspace, path, body }: Call<'upsert'>,
	{ operation, body: values, key, id, tool }: NewRecord,
): Call<'create'> {
	const ownId = normalizeKey(body.external_id) || id;
	const keys = {
		external_source: isEmpty(body.external_source) ? tool : (body.external_source ?? ''),
		external_id: shorten(`${ownId} ${key ?? ''}`),
	};

	return {
		kind: 'create',
		operation,
		itemIndex,
		workspace,
		path: { ...path, work_item_id: id },
		body: key === undefined ? values : { ...values, ...keys },
		ifExists: 'use',
		targets: {},
	};
}

/** The longest External ID that leaves room for a number, in characters (row 77). */
const MAX_ID = 240;

/** Replaces the end of an External ID that is too long by its fingerprint. */
function shorten(id: string): string {
	const characters = Array.from(id);
	const hash = shortHash([id]);

	return characters.length <= MAX_ID
		? id
		: `${characters.slice(0, MAX_ID - hash.length).join('')}${hash}`;
}

/** How a comment or a link is recognized. Somebody can write several comments in a minute, and change them later. */
function compare(
	{ body }: Call<'create'>,
	{ key }: FurtherRecord,
): Pick<PendingRecord, 'isSame' | 'isChanged'> {
	if (key === undefined) return { isSame: (row) => haveSameKey(row, body, 'url') };

	const isChanged = (row: JsonObject) =>
		normalizeKey(row.external_source) === normalizeKey(body.external_source) &&
		withoutNumber(normalizeKey(row.external_id), normalizeKey(body.external_id)) ===
			normalizeKey(body.external_id);

	return {
		isSame: (row) => isChanged(row) && isSameHtml(body.comment_html ?? '', row.comment_html ?? ''),
		isChanged,
	};
}

/** An External ID without the number that tells it from others of the same beginning. */
const withoutNumber = (id: string, start: string): string =>
	id.startsWith(`${start} `) && /^\d+$/.test(id.slice(start.length + 1)) ? start : id;

/** Finds out what is not there yet. Nothing is changed. */
export async function findMissingRecords(
	pending: readonly PendingRecord[],
	{ listSource, scheduler }: Services,
): Promise<MissingRecords> {
	const failures = new Map<number, Problem>();
	const lists = [...groupBy(pending, ({ call }) => call.path.work_item_id).values()].flatMap(
		(own) => [...groupBy(own, ({ call }) => call.operation).values()],
	);
	const { concurrency } = scheduler.settings;

	const missing = await mapConcurrently(lists, { concurrency }, async (own) => {
		const [{ call, isOfNew, list: form }] = own;
		if (isOfNew) return withOwnIds(own, []);

		const ref = { ...listOf(call), ...form };
		const list = await catchProblem(async () => await listSource.read(ref));

		if (isProblem(list)) {
			failures.set(call.itemIndex, list);

			return [];
		}

		return withOwnIds(findUnmatched(own, list.rows), list.rows);
	});

	return { records: missing.flatMap((own) => own ?? []), failures };
}

/** Those that no row of a list is, each row taken for one: first by what is the same, then by what has been changed. */
function findUnmatched(
	pending: readonly PendingRecord[],
	rows: readonly JsonObject[],
): readonly PendingRecord[] {
	const left = [...rows];

	const takeRow = (isMatch: (row: JsonObject) => boolean): boolean => {
		const index = left.findIndex(isMatch);
		if (index !== -1) left.splice(index, 1);

		return index !== -1;
	};

	const unequal = pending.filter(({ isSame }) => !takeRow(isSame));

	return unequal.filter(({ isChanged = () => false }) => !takeRow(isChanged));
}

/** Gives each new comment an External ID that no other of the record has. */
function withOwnIds(
	pending: readonly PendingRecord[],
	rows: readonly JsonObject[],
): readonly PendingRecord[] {
	const taken = new Set(rows.map(({ external_id: id }) => normalizeKey(id)));

	return pending.map((record) => {
		const { call } = record;
		const id = normalizeKey(call.body.external_id);
		if (id === '') return record;

		let number = 1;
		let ownId = id;

		while (taken.has(ownId)) {
			number += 1;
			ownId = `${id} ${number}`;
		}

		taken.add(ownId);

		return { ...record, call: { ...call, body: { ...call.body, external_id: ownId } } };
	});
}

/**
 * Adds comments, links and relations to the records of an import.
 *
 * @param results of the items, by their indexes
 * @param services that go on after a failure
 * @returns these results, with what was added, and what could not be
 */
export async function addFurtherRecords(
	pending: readonly PendingRecord[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<ReadonlyMap<number, ItemResult>> {
	const missing = await findMissingRecords(pending, services);
	const calls = missing.records.map(({ call }, itemIndex) => ({ ...call, itemIndex }));
	const { itemResults } = await runJobs(calls, services);
	const additions = missing.records.map(({ call }, index) => ({
		itemIndex: call.itemIndex,
		result: itemResults.get(index),
	}));
	const completed = new Map(results);

	for (const [itemIndex, own] of groupBy(additions, (addition) => addition.itemIndex)) {
		amend(completed, itemIndex, summarizeAdditions(own.map(({ result }) => result)));
	}

	for (const [itemIndex, reason] of missing.failures) {
		amend(completed, itemIndex, { isChanged: false, failure: notAdded(reason) });
	}

	return completed;
}

/** What has become of the comments, links and relations of an item. */
interface Summary {
	readonly isChanged: boolean;
	readonly failure: Problem | undefined;
}

/** @param results undefined if the execution ended first */
function summarizeAdditions(results: readonly (ItemResult | undefined)[]): Summary {
	const failures: (Problem | undefined)[] = [];
	let isChanged = false;

	for (const result of results) {
		if (result === undefined || isProblem(result)) {
			failures.push(result);
		} else if (result.kind === 'saved') {
			failures.push(...result.failures);
			isChanged ||= result.records.some(({ outcome }) => outcome === 'created');
		}
	}

	return { isChanged, failure: failures.length === 0 ? undefined : notAdded(...failures) };
}

/** @param reasons undefined if the execution ended first */
function notAdded(...reasons: readonly (Problem | undefined)[]): Problem {
	const messages = new Set(reasons.map((reason) => reason?.message ?? 'the execution ended'));
	const remedies = new Set(reasons.flatMap((reason) => reason?.description ?? []));

	return failed(
		`It was saved, but not all of its comments, links and relations were added: ${[...messages].join('; ')}`,
		[...remedies].join(' '),
	);
}

function amend(
	results: Map<number, ItemResult>,
	itemIndex: number,
	{ isChanged, failure }: Summary,
): void {
	const result = results.get(itemIndex);
	if (result === undefined || isProblem(result) || result.kind !== 'saved') return;

	const records = isChanged ? result.records.map(markUpdated) : result.records;
	const amended = { ...result, records };

	results.set(itemIndex, failure === undefined ? amended : withFailure(amended, failure));
}
