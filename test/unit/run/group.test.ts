import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { addWorkItemsToModule } from '../../../nodes/Plane/operations';
import type { ServiceCall } from '../../../nodes/Plane/run/call';
import { grouped } from '../../../nodes/Plane/run/group';
import { outcomesOf, type Done } from '../../../nodes/Plane/run/outcomes';
import { isProblem, problem as problemOf } from '../../../nodes/Plane/run/problem';
import { create, update, upload } from './calls';

/** An item that adds these IDs to a module. */
const add = (itemIndex: number, issues: string[], module = 'm1'): ServiceCall => ({
	itemIndex,
	operation: addWorkItemsToModule,
	workspace: 'acme',
	path: { project_id: 'p1', module_id: module },
	body: { issues },
});

const shown = (calls: readonly ServiceCall[]) =>
	grouped(calls).map(({ call, items }) => [
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
		const jobs = grouped([add(0, ids.slice(0, 60)), add(1, ids.slice(60, 150)), add(2, ids)]);
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
		const jobs = grouped(calls);
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

test('other calls are jobs of their own, also of the same path', () => {
	const calls = [update, { ...update, itemIndex: 1 }, { ...create, itemIndex: 2 }];
	expect(grouped(calls).map(({ call, items }) => [call, items])).toEqual(
		calls.map((call) => [call, [call.itemIndex]]),
	);
	const file = upload();
	expect(grouped([file])).toEqual([{ call: file, items: [0] }]);
});

describe('the outcome of an item', () => {
	const row = (id: string): JsonObject => ({ id: `row of ${id}`, issue: id });
	const refusal = problemOf({ message: 'Refused', description: 'Check.', cause: { status: 400 } });
	const added = (...ids: string[]): Done =>
		new Map(ids.map((id) => [id, id.startsWith('x') ? refusal : row(id)]));
	const outcomes = (calls: readonly ServiceCall[], dones: readonly (Done | undefined)[]) => {
		const found = outcomesOf(calls, grouped(calls), dones);
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
