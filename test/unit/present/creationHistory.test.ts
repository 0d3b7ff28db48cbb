import { describe, expect, test } from '@jest/globals';

import type { Call } from '../../../nodes/shared/model/call';
import { createEstimate, createWorkItem } from '../../../nodes/shared/operations';
import { writeDefaults } from '../calls';
import { jsonResponse } from '../responses';
import { createExecution } from '../execute/testExecution';
import { presentSaved } from './presentSaved';

test('reads no record for values that the response to its create has shown', async () => {
	const { execution, routes } = createExecution({});
	const call: Call<'create'> = {
		...writeDefaults,
		kind: 'create',
		itemIndex: 0,
		operation: createEstimate,
		workspace: 'acme',
		path: { project_id: 'p1' },
		body: { name: 'Points', external_source: 'sheet', external_id: 'row-1' },
	};

	execution.written.createdIds.add('r1');

	expect(await presentSaved([call], [{ id: 'r1' }], execution)).toEqual({
		outputs: [[{ id: 'r1' }]],
		hints: [],
	});
	expect(routes()).toEqual([]);
});

describe('the original date of new work items', () => {
	const ORIGINAL = '2024-02-29T10:00:00.000Z';
	const NOW = '2026-11-27T08:00:00.000000Z';
	const path = 'projects/p1/work-items/';

	/** Shows the results of creates whose responses have the time of the request (row 68). */
	async function show(ids: readonly string[], stored: string, createdIds = ids) {
		const { execution, routes } = createExecution(() =>
			jsonResponse({ id: ids[0] ?? '', created_at: stored }),
		);
		const calls = ids.map(
			(_, itemIndex): Call<'create'> => ({
				...writeDefaults,
				kind: 'create',
				itemIndex,
				operation: createWorkItem,
				workspace: 'acme',
				path: { project_id: 'p1' },
				body: { name: 'A', created_at: ORIGINAL },
			}),
		);
		const records = ids.map((id) => ({ id, created_at: NOW }));

		for (const id of createdIds) execution.written.createdIds.add(id);

		const { outputs, hints } = await presentSaved(calls, records, execution);
		const times = outputs.map(([output]) => output?.created_at);

		return { times, hints, routes: routes() };
	}

	test('is in the output of all, after one of them was read', async () => {
		expect(await show(['w1', 'w2'], '2024-02-29T10:00:00Z')).toEqual({
			times: [ORIGINAL, ORIGINAL],
			hints: [],
			// The project is for the key.
			routes: [`GET ${path}w1/`, 'GET projects/p1/'],
		});
	});

	test('is not in the output of a work item that was there before', async () => {
		expect((await show(['w1', 'w2'], ORIGINAL, ['w2'])).times).toEqual([NOW, ORIGINAL]);
	});

	test.each([
		[['w1'], 'Plane did not keep Created At of item 0: this'],
		[['w1', 'w2'], 'Plane did not keep Created At of item 0, nor probably of the others: this'],
	])(
		'stays that of the request if the server ignores it, and a hint says so',
		async (ids, hint) => {
			const { times, hints } = await show(ids, NOW);

			expect(times).toEqual(ids.map(() => NOW));
			expect(hints).toEqual([`${hint} version of Plane may not take them.`]);
		},
	);
});
