import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { addWorkItemsToCycle, addWorkItemsToModule } from '../../../nodes/shared/operations';
import type { ServiceCall } from '../../../nodes/shared/model/call';
import { batchAdditions } from '../../../nodes/shared/execute/batchAdditions';
import { laneOf } from '../../../nodes/shared/execute/lane';
import { outcomesOf, type Done } from '../../../nodes/shared/execute/jobResults';
import { isProblem, problem as problemOf } from '../../../nodes/shared/result/problem';
import { create, update, upload } from '../calls';

/** An item that adds these IDs to a module. */
const add = (itemIndex: number, issues: string[], module = 'm1'): ServiceCall => ({
	itemIndex,
	operation: addWorkItemsToModule,
	workspace: 'acme',
	path: { project_id: 'p1', module_id: module },
	body: { issues },
});

const shown = (calls: readonly ServiceCall[]) =>
	batchAdditions(calls).map(({ call, items }) => [
		'path' in call ? call.path.module_id : '',
		'path' in call ? call.body?.issues : undefined,
		items,
	]);

describe('items with the same target', () => {
	test('share a request, each ID once, in the order in which they appear first', () => {
		expect(shown([add(0, ['b', 'a']), add(1, ['a', 'c']), add(2, ['b'])])).toEqual([
			['m1', ['b', 'a', 'c'], [0, 1, 2]],
		]);
	});

	test('have requests of up to 100 IDs, and an item may have a part in several', () => {
		const ids = Array.from({ length: 250 }, (_, index) => `id${String(index)}`);
		const jobs = batchAdditions([add(0, ids.slice(0, 60)), add(1, ids.slice(60, 150)), add(2, ids)]);
		expect(jobs.map(({ call }) => ('path' in call ? call.body?.issues : []))).toEqual([
			ids.slice(0, 100),
			ids.slice(100, 200),
			ids.slice(200),
		]);
		expect(jobs.map(({ items }) => items)).toEqual([[0, 1, 2], [1, 2], [2]]);
	});

	test('may be thousands that add the same hundred', () => {
		const ids = Array.from({ length: 100 }, (_, index) => `id${String(index)}`);
		const calls = Array.from({ length: 10_000 }, (_, item) => add(item, ids));
		const jobs = batchAdditions(calls);
		expect(jobs.map(({ items }) => items.length)).toEqual([10_000]);
		const done: Done = new Map(ids.map((id) => [id, { issue: id }]));
		expect(outcomesOf(calls, jobs, [done]).size).toBe(10_000);
	});

	test('share an ID in upper and in lower case', () => {
		const id = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
		expect(shown([add(0, [id.toUpperCase()]), add(1, [id]), add(2, ['Own-ID'])])).toEqual([
			['m1', [id, 'Own-ID'], [0, 1, 2]],
		]);
	});

	test('are told apart from those of another target or workspace', () => {
		const elsewhere = { ...add(3, ['a']), workspace: 'other' };
		expect(shown([add(0, ['a']), add(1, ['a'], 'm2'), add(2, ['b']), elsewhere])).toEqual([
			['m1', ['a', 'b'], [0, 2]],
			['m2', ['a'], [1]],
			['m1', ['a'], [3]],
		]);
	});
});

describe('additions that take a work item out of another target', () => {
	/** An item that adds these IDs to a cycle. */
	const move = (itemIndex: number, issues: string[], cycle: string): ServiceCall => ({
		...add(itemIndex, issues),
		operation: addWorkItemsToCycle,
		path: { project_id: 'p1', cycle_id: cycle },
	});
	const sent = (calls: readonly ServiceCall[]) =>
		batchAdditions(calls).map(({ call, items }) => [
			'path' in call ? call.path.cycle_id : '',
			'path' in call ? call.body?.issues : undefined,
			items,
		]);

	test('go out in the order of the items, where an ID is added to one target and another', () => {
		expect(sent([move(0, ['w'], 'a'), move(1, ['w'], 'b'), move(2, ['w'], 'a')])).toEqual([
			['a', ['w'], [0]],
			['b', ['w'], [1]],
			['a', ['w'], [2]],
		]);
		const upper = '0C7DA278-21B6-4225-9D30-DA0E1A924AE5';
		const calls = [move(0, [upper], 'a'), move(1, [upper.toLowerCase()], 'b')];
		expect(sent(calls).map(([cycle]) => cycle)).toEqual(['a', 'b']);
	});

	test('still share requests with all others, and none goes out before the one that it follows', () => {
		const calls = ['u', 'v', 'w', 'x'].flatMap((id, index) => [
			move(2 * index, [id], 'a'),
			move(2 * index + 1, [id], 'b'),
		]);
		expect(sent([...calls, move(8, ['y'], 'b')])).toEqual([
			['a', ['u', 'v', 'w', 'x'], [0, 2, 4, 6]],
			['b', ['y'], [8]],
			['b', ['u', 'v', 'w', 'x'], [1, 3, 5, 7]],
		]);
	});

	test('end where the last item says, in random histories', () => {
		const anItem = fc.record({
			issues: fc.array(fc.constantFrom('u', 'v', 'w', 'x'), { minLength: 1, maxLength: 3 }),
			cycle: fc.constantFrom('a', 'b', 'c'),
		});
		fc.assert(
			fc.property(fc.array(anItem), (items) => {
				const calls = items.map(({ issues, cycle }, index) => move(index, issues, cycle));
				const wanted = items.flatMap(({ issues, cycle }) => issues.map((id) => [id, cycle]));
				const ended = sent(calls).flatMap(([cycle, issues]) =>
					(issues as string[]).map((id) => [id, cycle]),
				);
				expect(new Map(ended as [])).toEqual(new Map(wanted as []));
				expect(new Set(calls.map(laneOf)).size).toBe(Math.min(1, calls.length));
			}),
			{ numRuns: 2000 },
		);
	});
});

test('other calls are jobs of their own, also of the same path', () => {
	const calls = [update, { ...update, itemIndex: 1 }, { ...create, itemIndex: 2 }];
	expect(batchAdditions(calls).map(({ call, items }) => [call, items])).toEqual(
		calls.map((call) => [call, [call.itemIndex]]),
	);
	const file = upload();
	expect(batchAdditions([file])).toEqual([{ call: file, items: [0] }]);
});

describe('the outcome of an item', () => {
	const row = (id: string): JsonObject => ({ id: `row of ${id}`, issue: id });
	const refusal = problemOf({ message: 'Refused', description: 'Check.', cause: { status: 400 } });
	const added = (...ids: string[]): Done =>
		new Map(ids.map((id) => [id, id.startsWith('x') ? refusal : row(id)]));
	const outcomes = (calls: readonly ServiceCall[], dones: readonly (Done | undefined)[]) => {
		const found = outcomesOf(calls, batchAdditions(calls), dones);
		return calls.map(({ itemIndex }) => {
			const outcome = found.get(itemIndex);
			if (outcome === undefined) return undefined;
			return isProblem(outcome) ? outcome.message : outcome.map(({ json }) => json);
		});
	};

	test('has its own IDs, and each failure is that of its own items', () => {
		const calls = [add(0, ['a', 'b']), add(1, ['x']), add(2, ['b']), add(3, ['x', 'a'])];
		expect(outcomes(calls, [added('a', 'b', 'x')])).toEqual([
			[row('a'), row('b')],
			'Refused',
			[row('b')],
			'Refused',
		]);
	});

	test('comes from all requests that it has a part in', () => {
		const ids = Array.from({ length: 150 }, (_, index) => `id${String(index)}`);
		const calls = [add(0, ids)];
		const all = [added(...ids.slice(0, 100)), added(...ids.slice(100))];
		expect(outcomes(calls, all)).toEqual([ids.map(row)]);
		expect(outcomes(calls, [all[0], undefined])).toEqual([
			'Only 100 of 150 were added before another item failed',
		]);
	});

	test('is none where nothing of it was begun', () => {
		expect(outcomes([add(0, ['a']), add(1, ['b'], 'm2')], [added('a'), undefined])).toEqual([
			[row('a')],
			undefined,
		]);
	});

	test('of a job that broke off is why', () => {
		expect(outcomes([add(0, ['a'])], [refusal])).toEqual(['Refused']);
	});
});
