import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { type ItemResult, type JobResult, toRows } from '../../../nodes/Plane/execute/results';
import {
	planAdditions,
	distributeResults,
} from '../../../nodes/Plane/execute/additions/planAdditions';
import type { Call } from '../../../nodes/shared/model/call';
import { addWorkItemsToCycle, addWorkItemsToModule } from '../../../nodes/shared/operations';
import { isProblem, type Problem, problem } from '../../../nodes/shared/result/problem';
import { create, update, upload } from '../calls';
import { runs } from '../random';

/** A call that adds IDs to a module. */
const addCall = (itemIndex: number, ids: readonly string[], module = 'm1'): Call<'add'> => ({
	kind: 'add',
	itemIndex,
	workspace: 'acme',
	ids,
	operation: addWorkItemsToModule,
	path: { project_id: 'p1', module_id: module },
});

/** The batches of additions: the target, the IDs and the items of each. */
const listRequests = (calls: readonly Call[]) =>
	planAdditions(calls).map(({ call, items }) => {
		if (call.kind !== 'add') throw new Error('Not an addition');

		return [Object.values(call.path).at(-1), call.ids, items] as const;
	});

const listRecords = (result: Exclude<ItemResult, Problem>) =>
	result.kind === 'rows' ? result.rows : [];

/** The records of each item, or the message of its Problem. */
const summarizeResults = (
	calls: readonly Call[],
	jobResults: readonly (JobResult | undefined)[],
) => {
	const itemResults = distributeResults(calls, planAdditions(calls), jobResults);

	return calls.map(({ itemIndex }) => {
		const result = itemResults.get(itemIndex);
		if (result === undefined) return undefined;

		return isProblem(result) ? result.message : listRecords(result);
	});
};

const buildIds = (count: number) =>
	Array.from({ length: count }, (_, index) => `id${String(index)}`);

describe('additions to the same target', () => {
	test('share a request with each ID once, in the order of first appearance', () => {
		expect(
			listRequests([addCall(0, ['b', 'a']), addCall(1, ['a', 'c']), addCall(2, ['b'])]),
		).toEqual([['m1', ['b', 'a', 'c'], [0, 1, 2]]]);
	});

	test('are split into requests of up to 100 IDs, and one item may need several of them', () => {
		const ids = buildIds(250);

		expect(
			listRequests([addCall(0, ids.slice(0, 60)), addCall(1, ids.slice(60, 150)), addCall(2, ids)]),
		).toEqual([
			['m1', ids.slice(0, 100), [0, 1, 2]],
			['m1', ids.slice(100, 200), [1, 2]],
			['m1', ids.slice(200), [2]],
		]);
	});

	test('need as few requests as possible, in the order of their first items', () => {
		const ids = buildIds(200);
		const calls = [
			addCall(0, ids.slice(0, 100)),
			addCall(1, ['a'], 'm2'),
			addCall(2, ids.slice(100)),
		];

		expect(listRequests(calls)).toEqual([
			['m1', ids.slice(0, 100), [0]],
			['m2', ['a'], [1]],
			['m1', ids.slice(100), [2]],
		]);
	});

	test('share the names that users gave the work items', () => {
		const calls = ['a', 'b'].map((id, index) => ({
			...addCall(index, [id]),
			displayNames: { [id]: 'L' },
		}));

		expect(planAdditions(calls)).toMatchObject([{ call: { displayNames: { a: 'L', b: 'L' } } }]);
	});

	test('can be thousands that add the same hundred IDs', () => {
		const ids = buildIds(100);
		const calls = Array.from({ length: 10_000 }, (_, item) => addCall(item, ids));
		const jobs = planAdditions(calls);

		expect(jobs.map(({ items }) => items.length)).toEqual([10_000]);
		const outcomes = new Map(ids.map((id) => [id, { issue: id }]));

		expect(distributeResults(calls, jobs, [{ kind: 'additions', outcomes }]).size).toBe(10_000);
	});

	test('are not mixed with those to another target or in another workspace', () => {
		const inOtherWorkspace = { ...addCall(3, ['a']), workspace: 'other' };

		expect(
			listRequests([
				addCall(0, ['a']),
				addCall(1, ['a'], 'm2'),
				addCall(2, ['b']),
				inOtherWorkspace,
			]),
		).toEqual([
			['m1', ['a', 'b'], [0, 2]],
			['m2', ['a'], [1]],
			['m1', ['a'], [3]],
		]);
	});
});

describe('additions that remove a work item from another target', () => {
	/** A call that adds IDs to a cycle. */
	const moveCall = (itemIndex: number, ids: readonly string[], cycle: string): Call<'add'> => ({
		...addCall(itemIndex, ids),
		operation: addWorkItemsToCycle,
		path: { project_id: 'p1', cycle_id: cycle },
	});

	test('share requests, and each follows the one that it depends on', () => {
		const calls = ['u', 'v', 'w', 'x'].flatMap((id, index) => [
			moveCall(2 * index, [id], 'a'),
			moveCall(2 * index + 1, [id], 'b'),
		]);

		expect(listRequests([...calls, moveCall(8, ['y'], 'b')])).toEqual([
			['a', ['u', 'v', 'w', 'x'], [0, 2, 4, 6]],
			['b', ['y'], [8]],
			['b', ['u', 'v', 'w', 'x'], [1, 3, 5, 7]],
		]);
	});

	const anyItem = fc.record({
		ids: fc.uniqueArray(fc.constantFrom('u', 'v', 'w', 'x'), { minLength: 1, maxLength: 3 }),
		cycle: fc.constantFrom('a', 'b', 'c'),
	});

	type Items = (typeof anyItem extends fc.Arbitrary<infer Item> ? Item : never)[];
	const buildMoves = (items: Items) =>
		items.map(({ ids, cycle }, index) => moveCall(index, ids, cycle));

	test('leave each work item in the target of its last item, in random histories', () => {
		fc.assert(
			fc.property(fc.array(anyItem), (items) => {
				const calls = buildMoves(items);
				const expected = items.flatMap(({ ids, cycle }) => ids.map((id) => [id, cycle] as const));
				const actual = listRequests(calls).flatMap(([cycle, ids]) =>
					ids.map((id) => [id, cycle] as const),
				);

				expect(new Map(actual)).toEqual(new Map(expected));
			}),
			{ numRuns: runs(2000) },
		);
	});

	/** For each ID of each item, the job that moves it. Whenever the cycle of an ID changes, the next job does. */
	function findMovingJobs(items: Items) {
		const jobs = listRequests(buildMoves(items));
		const cyclesById = new Map<string, string[]>();

		return items.map(({ ids, cycle }) =>
			ids.map((id) => {
				const cycles = cyclesById.get(id) ?? [];
				if (cycles.at(-1) !== cycle) cyclesById.set(id, [...cycles, cycle]);

				const moves = [...jobs.keys()].filter((job) => jobs[job]?.[1].includes(id));

				return { id, job: moves[(cyclesById.get(id) ?? []).length - 1] ?? -1 };
			}),
		);
	}

	test('give each item the outcome of its own moves, in random histories', () => {
		const anyJobOutcome = fc.record({
			isJobRefused: fc.boolean(),
			refusedIds: fc.subarray(['u', 'v', 'w', 'x']),
		});
		const anyJobOutcomes = fc.infiniteStream(anyJobOutcome);

		fc.assert(
			fc.property(fc.array(anyItem), anyJobOutcomes, (items, stream) => {
				const calls = buildMoves(items);
				const sent = listRequests(calls);
				const jobOutcomes = [...stream.take(sent.length)];
				const isRefused = (job: number, id: string) =>
					jobOutcomes[job]?.refusedIds.includes(id) === true;
				const refusal = (job: number) =>
					problem({ cause: 'failed', message: `Job ${String(job)}`, description: '' });
				const jobResults = sent.map(([, ids], job): JobResult => {
					if (jobOutcomes[job]?.isJobRefused === true) return refusal(job);

					const getOutcome = (id: string) => (isRefused(job, id) ? refusal(job) : { id, job });

					return { kind: 'additions', outcomes: new Map(ids.map((id) => [id, getOutcome(id)])) };
				});
				const expected = findMovingJobs(items).map((movers) => {
					const failed = movers.find(
						({ id, job }) => jobOutcomes[job]?.isJobRefused === true || isRefused(job, id),
					);

					return failed === undefined ? movers : `Job ${String(failed.job)}`;
				});

				expect(summarizeResults(calls, jobResults)).toEqual(expected);
			}),
			{ numRuns: runs(2000) },
		);
	});
});

test('makes every other call a job of its own, even with the same path', () => {
	const otherCalls = [upload(), update, update, create];
	const calls = otherCalls.map((call, itemIndex) => ({ ...call, itemIndex }));

	expect(planAdditions(calls)).toEqual(calls.map((call) => ({ call, items: [call.itemIndex] })));
});

describe('distributeResults', () => {
	/** A row of the response to an addition, by the fields that matter here (rows 9 and 10). */
	const row = (id: string): JsonObject => ({ id: `row of ${id}`, issue: id });
	const refusal = problem({
		cause: 'failed',
		status: 400,
		message: 'Refused',
		description: 'Check.',
	});
	const additionsResult = (...ids: string[]): JobResult => ({
		kind: 'additions',
		outcomes: new Map(ids.map((id) => [id, id.startsWith('x') ? refusal : row(id)])),
	});

	test('returns to each item the records and failures of its own IDs', () => {
		const calls = [
			addCall(0, ['a', 'b']),
			addCall(1, ['x']),
			addCall(2, ['b']),
			addCall(3, ['x', 'a']),
		];

		expect(summarizeResults(calls, [additionsResult('a', 'b', 'x')])).toEqual([
			[row('a'), row('b')],
			'Refused',
			[row('b')],
			'Refused',
		]);
	});

	test('merges the results of all requests that serve an item', () => {
		const ids = buildIds(150);
		const calls = [addCall(0, ids)];
		const all = [additionsResult(...ids.slice(0, 100)), additionsResult(...ids.slice(100))];

		expect(summarizeResults(calls, all)).toEqual([ids.map(row)]);
		expect(summarizeResults(calls, [all[0], undefined])).toEqual([
			'Only 100 of 150 were added before another item failed',
		]);
		const itemResults = distributeResults(calls, planAdditions(calls), [refusal, all[1]]);

		expect(itemResults.get(0)).toMatchObject({
			message: 'Refused',
			description: expect.stringMatching(/^Check\. .*Added: 50 of 150\.$/),
		});
	});

	test('returns nothing for an item that was not started, and the failure of the job for one whose job failed', () => {
		const calls = [addCall(0, ['a']), addCall(1, ['b'], 'm2'), addCall(2, ['c'], 'm3')];
		const jobs = [additionsResult('a'), undefined, refusal];

		expect(summarizeResults(calls, jobs)).toEqual([[row('a')], undefined, 'Refused']);
		expect([...distributeResults(calls, planAdditions(calls), jobs).keys()]).toEqual([0, 2]);
	});

	test('returns the output of the job for calls of other kinds', () => {
		const calls = [update, update, update, update].map((call, itemIndex) => ({
			...call,
			itemIndex,
		}));
		const jobs = [toRows([row('a')]), undefined, refusal, toRows([])];

		expect(summarizeResults(calls, jobs)).toEqual([[row('a')], undefined, 'Refused', []]);
	});

	test('copies a record that belongs to several items', () => {
		const calls = [addCall(0, ['a']), addCall(1, ['a'])];
		const itemResults = distributeResults(calls, planAdditions(calls), [additionsResult('a')]);
		const [first, second] = [...itemResults.values()].flatMap((result) =>
			isProblem(result) ? [] : listRecords(result),
		);

		expect(first).toEqual(second);
		expect(first).not.toBe(second);
	});
});
