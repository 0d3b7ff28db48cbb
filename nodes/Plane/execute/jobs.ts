import { deepCopy } from 'n8n-workflow';

import { type Call, forCall, type Located, type PerCall } from '../../shared/model/call';
import { isProblem } from '../../shared/result/problem';
import { formValue } from '../storage/uploadCredentials';
import { addedRecords } from './addIds';
import type { Added, ItemResult, JobResult } from './execution';

const recordOf = ({ workspace, path }: Located): string =>
	[workspace, ...Object.values(path)].join('\n');

const anyTime = () => undefined;

/** What a call of each kind changes. */
const CHANGED: PerCall<string | undefined> = {
	list: anyTime,
	get: anyTime,
	create: recordOf,
	update: recordOf,
	action: recordOf,
	// Where adding to one target takes out of another, all targets of the same kind are one.
	add: ({ operation, workspace, path }) =>
		operation.isExclusive === true
			? [workspace, ...Object.values(path).slice(0, -1)].join('\n')
			: recordOf({ workspace, path }),
	remove: recordOf,
	// Each file that is attached is a record of its own.
	attach: anyTime,
	// One object of the storage.
	upload: ({ url, form }) => [url, formValue(form, 'key') ?? ''].join('\n'),
};

/**
 * What a call changes: calls that change the same go out in the order of their items, so that the
 * last one has the last word (docs/limits-and-faults.md).
 *
 * @returns undefined: it changes nothing that another one does, and may go out at any time
 */
export const changedBy = (call: Call): string | undefined => forCall(CHANGED, call);

/** The most IDs that one request adds. */
const MOST = 100;

/** What is carried out in one go: a call, and the items that get their result from it. */
export interface Job {
	readonly call: Call;
	/** Counted from 0, in their order. */
	readonly items: readonly number[];
	/** Of an addition, the items that add an ID by this job: another one may move it back later. */
	readonly itemsOf?: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Additions to the same target that can share requests. */
interface Batch {
	readonly call: Call<'add'>;
	/** What the users of its items called records. */
	readonly called: Record<string, string>;
	/** How many batches of other targets must be done before, because they have some of its IDs. */
	readonly level: number;
	/** The items that add an ID, by the ID, in the order in which the IDs appear first. */
	readonly itemsOf: Map<string, Set<number>>;
}

/**
 * Batches the calls that can share a request, because a server counts requests: additions to the
 * same target, each ID once, in the order in which they appear first, up to 100 in a request
 * (docs/running-again.md). Every other call is a job of its own.
 *
 * Where adding to one target takes out of another one, the order of the items decides: a batch ends
 * where one of its IDs is added to another target, and the next one goes out behind that.
 *
 * @returns the jobs in the order of the first item of each, those of a batch behind those that must
 *   be done before
 */
export function batchAdditions(calls: readonly Call[]): Job[] {
	const jobs: { readonly level: number; readonly job: Job }[] = calls
		.filter(({ kind }) => kind !== 'add')
		.map((call) => ({ level: 0, job: { call, items: [call.itemIndex] } }));

	for (const { level, itemsOf, ...batch } of batchesOf(
		calls.filter((each) => each.kind === 'add'),
	)) {
		const all = [...itemsOf];

		for (let start = 0; start < all.length; start += MOST) {
			const part = all.slice(start, start + MOST);
			const items = new Set(part.flatMap(([, adding]) => [...adding]));
			const ids = part.map(([id]) => id);
			const call = { ...batch.call, called: batch.called, ids };
			const sorted = [...items].sort((a, b) => a - b);

			jobs.push({ level, job: { call, items: sorted, itemsOf: new Map(part) } });
		}
	}

	return jobs
		.sort((a, b) => a.level - b.level || (a.job.items[0] ?? 0) - (b.job.items[0] ?? 0))
		.map(({ job }) => job);
}

function batchesOf(calls: readonly Call<'add'>[]): Iterable<Batch> {
	const batches = new Map<string, Batch>();
	/** Of IDs that are moved, the batch that adds them last. */
	const lastOf = new Map<string, { readonly target: string; readonly level: number }>();

	for (const call of calls) {
		const target = recordOf(call);

		for (const id of call.ids) {
			let level = 0;
			if (call.operation.isExclusive === true) {
				const moved = [changedBy(call), id].join('\n');
				const last = lastOf.get(moved) ?? { target, level };

				level = last.level + (last.target === target ? 0 : 1);
				lastOf.set(moved, { target, level });
			}

			const key = [level, target].join('\n');
			const batch = batches.get(key) ?? {
				call,
				called: {},
				level,
				itemsOf: new Map<string, Set<number>>(),
			};

			batches.set(key, batch);
			Object.assign(batch.called, call.called);
			const items = batch.itemsOf.get(id) ?? new Set();

			batch.itemsOf.set(id, items.add(call.itemIndex));
		}
	}

	return batches.values();
}

/**
 * What each item came to, from what the jobs came to that it has a part in.
 *
 * @param results in the order of the jobs; undefined: not begun
 * @returns by the index of the item; an item of which nothing was begun is not among them
 */
export function itemResults(
	calls: readonly Call[],
	jobs: readonly Job[],
	results: readonly (JobResult | undefined)[],
): Map<number, ItemResult> {
	const parts = new Map<number, Part[]>(calls.map(({ itemIndex }) => [itemIndex, []]));

	for (const [index, { items, itemsOf }] of jobs.entries()) {
		const result = results[index];
		if (result === undefined) continue;

		for (const item of items) parts.get(item)?.push({ itemsOf, result });
	}

	return new Map(
		calls.flatMap((call) => {
			const result = together(call, parts.get(call.itemIndex) ?? []);

			return result === undefined ? [] : [[call.itemIndex, result]];
		}),
	);
}

/** A job that an item has a part in, and what it came to. */
interface Part {
	readonly itemsOf: Job['itemsOf'];
	readonly result: JobResult;
}

/** @returns undefined: nothing of it was begun */
function together(call: Call, parts: readonly Part[]): ItemResult | undefined {
	if (call.kind !== 'add') {
		const first = parts[0]?.result;
		if (first === undefined || isProblem(first)) return first;

		return 'outputs' in first ? first.outputs : [];
	}

	const added = new Map<string, Added>();

	for (const id of call.ids) {
		const own = parts.find(({ itemsOf }) => itemsOf?.get(id)?.has(call.itemIndex));
		const outcome = own && outcomeOf(own.result, id);
		if (outcome !== undefined) added.set(id, outcome);
	}

	if (added.size === 0) return undefined;

	const records = addedRecords(added, call.ids.length);

	// One record may be that of several items, and a later node may change its item.
	return isProblem(records) ? records : records.map((json) => ({ json: deepCopy(json) }));
}

/** What a job came to for one of its IDs: what failed as a whole failed for each. */
function outcomeOf(result: JobResult, id: string): Added | undefined {
	if (isProblem(result)) return result;

	return 'added' in result ? result.added.get(id) : undefined;
}
