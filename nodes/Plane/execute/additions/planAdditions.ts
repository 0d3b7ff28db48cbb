import { deepCopy } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { locationKey } from '../../../shared/model/place';
import { isProblem } from '../../../shared/result/problem';
import { type AdditionOutcome, type ItemResult, type JobResult, toRows } from '../results';
import { orderingKey, targetKey } from '../orderingKey';
import { summarizeAddition } from './summarizeAddition';

/** The most IDs that one request adds. */
const MAX_IDS_PER_REQUEST = 100;

/** A call to carry out, and the items that get their results from it. */
export interface Job {
	readonly call: Call;
	/** Sorted indexes. */
	readonly items: readonly number[];
	/** For an addition: by ID, the items that add it in this job. A later job may add the same ID again. */
	readonly itemsById?: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Additions to the same target that can share requests. */
interface SharedAdditions {
	readonly call: Call<'add'>;
	/** The names that its items have for records, by ID. */
	readonly displayNames: Record<string, string>;
	/** How many additions to other targets must be sent first, because they contain some of its IDs. */
	readonly order: number;
	/** By ID, the items that add it; the IDs in the order in which they first appear. */
	readonly itemsById: Map<string, Set<number>>;
}

/**
 * Plans which calls share a request, because servers limit the number of requests: additions to the
 * same target, each ID once, in the order in which the IDs first appear, up to 100 in a request
 * (docs/architecture.md). Every other call is a job of its own.
 *
 * If adding to one target removes from another, the order of the items decides: a job ends where one of
 * its IDs is added to another target, and the next job follows that.
 *
 * @returns the jobs in the order of their first items, but after the jobs that must be done first
 */
export function planAdditions(calls: readonly Call[]): Job[] {
	const additions = calls.filter((call) => call.kind === 'add');
	const otherJobs = calls
		.filter(({ kind }) => kind !== 'add')
		.map((call): OrderedJob => ({ order: 0, job: { call, items: [call.itemIndex] } }));
	const jobs = [...otherJobs, ...shareRequests(additions).flatMap(splitIntoJobs)];

	return jobs
		.sort((a, b) => a.order - b.order || (a.job.items[0] ?? 0) - (b.job.items[0] ?? 0))
		.map(({ job }) => job);
}

interface OrderedJob {
	/** Jobs of a lower order must be done first. */
	readonly order: number;
	readonly job: Job;
}

/** Splits additions to one target into jobs of one request each. */
function splitIntoJobs({ call, displayNames, order, itemsById }: SharedAdditions): OrderedJob[] {
	const entries = [...itemsById];
	const jobs: OrderedJob[] = [];

	for (let start = 0; start < entries.length; start += MAX_IDS_PER_REQUEST) {
		const part = entries.slice(start, start + MAX_IDS_PER_REQUEST);
		const ids = part.map(([id]) => id);
		const items = new Set(part.flatMap(([, addingItems]) => [...addingItems]));

		jobs.push({
			order,
			job: {
				call: { ...call, displayNames, ids },
				items: [...items].sort((a, b) => a - b),
				itemsById: new Map(part),
			},
		});
	}

	return jobs;
}

function shareRequests(calls: readonly Call<'add'>[]): SharedAdditions[] {
	const byTarget = new Map<string, SharedAdditions>();
	const countMoves = createMoveCounter();

	for (const call of calls) {
		for (const id of call.ids) {
			const order = countMoves(call, id);
			const key = [order, targetKey(call)].join('\n');
			const shared = byTarget.get(key) ?? {
				call,
				displayNames: {},
				order,
				itemsById: new Map<string, Set<number>>(),
			};
			const items = shared.itemsById.get(id) ?? new Set();

			byTarget.set(key, shared);
			Object.assign(shared.displayNames, call.displayNames);
			shared.itemsById.set(id, items.add(call.itemIndex));
		}
	}

	return [...byTarget.values()];
}

/** Counts how often each ID has moved to another target, for targets that exclude each other. */
function createMoveCounter(): (call: Call<'add'>, id: string) => number {
	const lastTargetById = new Map<string, { readonly target: string; readonly order: number }>();

	return (call, id) => {
		if (call.operation.targetsPerRecord !== 'one') return 0;

		const target = locationKey(call);
		const key = [orderingKey(call), id].join('\n');
		const last = lastTargetById.get(key) ?? { target, order: 0 };
		const order = last.target === target ? last.order : last.order + 1;

		lastTargetById.set(key, { target, order });

		return order;
	};
}

/**
 * Distributes the results of jobs to the items.
 *
 * @param results in the order of the jobs; undefined for jobs that were not started
 * @returns by the index of the item, without items that were not started at all
 */
export function distributeResults(
	calls: readonly Call[],
	jobs: readonly Job[],
	results: readonly (JobResult | undefined)[],
): Map<number, ItemResult> {
	const shares = new Map<number, JobShare[]>(calls.map(({ itemIndex }) => [itemIndex, []]));

	for (const [index, { items, itemsById }] of jobs.entries()) {
		const result = results[index];
		if (result === undefined) continue;

		for (const item of items) shares.get(item)?.push({ itemsById, result });
	}

	const itemResults = new Map<number, ItemResult>();

	for (const call of calls) {
		const result = mergeShares(call, shares.get(call.itemIndex) ?? []);
		if (result !== undefined) itemResults.set(call.itemIndex, result);
	}

	return itemResults;
}

/** The result of a job that an item has a share in. */
interface JobShare {
	readonly itemsById: Job['itemsById'];
	readonly result: JobResult;
}

/** Merges the results of an item's jobs. Returns undefined if no job was started. */
function mergeShares(call: Call, shares: readonly JobShare[]): ItemResult | undefined {
	if (call.kind !== 'add') {
		const result = shares[0]?.result;

		return result === undefined || isProblem(result) || result.kind !== 'additions'
			? result
			: toRows([]);
	}

	const outcomes = new Map<string, AdditionOutcome>();

	for (const id of call.ids) {
		const share = shares.find(({ itemsById }) => itemsById?.get(id)?.has(call.itemIndex));
		const outcome = share && readOutcome(share.result, id);
		if (outcome !== undefined) outcomes.set(id, outcome);
	}

	if (outcomes.size === 0) return undefined;

	const records = summarizeAddition(outcomes, call.ids.length);
	if (isProblem(records)) return records;

	// Copies: several items may share one record, and a later node may change its item.
	return toRows(records.map((record) => deepCopy(record)));
}

/** Returns the outcome of one ID in a job. If the whole job failed, its Problem is the outcome of each ID. */
function readOutcome(result: JobResult, id: string): AdditionOutcome | undefined {
	if (isProblem(result)) return result;

	return result.kind === 'additions' ? result.outcomes.get(id) : undefined;
}
