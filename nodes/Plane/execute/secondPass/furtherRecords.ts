import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import type { Call } from '../../../shared/model/call';
import { catchProblem } from '../../../shared/model/catchProblem';
import { normalizeKey } from '../../../shared/operations/shared/external';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { ListRef } from '../../../shared/records/ListSource';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { groupBy } from '../../../shared/values/groupBy';
import { markUpdated } from '../additions/memberships';
import type { ItemResult } from '../results';
import { runJobs } from '../runJobs';
import type { Services } from '../services';
import { locateList } from '../write/recordRequest';
import { withFailure } from '../write/WriteResult';

/** A comment, a link or a relation that the saved record of a row is to have. */
export interface PendingRecord {
	/** Creates it, as a part of the item of the row. */
	readonly call: Call<'create'>;
	/** Whether this run has created the record, so that it has none yet. */
	readonly isOfNew: boolean;
	/** How the list is read that has it. */
	readonly list?: Pick<ListRef, 'grouped'>;
	/** By what a row of that list is this one: what says so most surely comes first. */
	readonly matches: readonly RowMatch[];
}

/** Whether a row of a list is the record that is looked for. */
type RowMatch = (row: JsonObject) => boolean;

/** What is not there yet. */
interface MissingRecords {
	readonly records: readonly PendingRecord[];
	/** Why it cannot be said what rows lack, by the index of the item. */
	readonly failures: ReadonlyMap<number, Problem>;
}

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

		const ref = { ...locateList(call), ...form };
		const list = await catchProblem(async () => await listSource.read(ref));

		if (isProblem(list)) {
			for (const record of own) failures.set(record.call.itemIndex, list);

			return [];
		}

		return withOwnIds(findUnmatched(own, list.rows), list.rows);
	});

	return { records: missing.flatMap((own) => own ?? []), failures };
}

/**
 * Finds the records that a list does not have yet. Each row stands for one of them at most: what matches surely is taken
 * before what matches otherwise.
 */
function findUnmatched(
	pending: readonly PendingRecord[],
	rows: readonly JsonObject[],
): readonly PendingRecord[] {
	const left = [...rows];

	const takeRow = (isMatch: RowMatch | undefined): boolean => {
		const index = isMatch === undefined ? -1 : left.findIndex(isMatch);
		if (index !== -1) left.splice(index, 1);

		return index !== -1;
	};

	const rounds = Math.max(...pending.map(({ matches }) => matches.length));
	let unmatched = pending;

	for (let round = 0; round < rounds; round++) {
		unmatched = unmatched.filter(({ matches }) => !takeRow(matches[round]));
	}

	return unmatched;
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

		const body = { ...call.body, external_id: ownId };

		return { ...record, call: { ...call, body } };
	});
}

/**
 * Adds comments, links and relations to the records of an import.
 *
 * @param results of the items, by their indexes
 * @param services that continue after a failure
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
