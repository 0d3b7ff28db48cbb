import { describe, expect, test } from '@jest/globals';

import type { ItemResult } from '../../../nodes/Plane/execute/results';
import { batchAdditions } from '../../../nodes/Plane/execute/additions/batchAdditions';
import {
	membershipCalls,
	findSatisfied,
	failedMemberships,
} from '../../../nodes/Plane/execute/additions/memberships';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem, updateWorkItem } from '../../../nodes/shared/operations';
import type { PendingMembership } from '../../../nodes/Plane/execute/additions/PendingMembership';
import { problem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, textResponse } from '../responses';
import { createExecution } from './testExecution';

type Written = Call<'create' | 'update'>;

/** A create of item 4 that goes to a cycle. */
const intoCycle = (more: Partial<Call<'create'>> = {}): Call<'create'> => ({
	...writeDefaults,
	kind: 'create',
	operation: createWorkItem,
	itemIndex: 4,
	workspace: 'acme',
	path: { project_id: 'p1' },
	body: {},
	displayNames: { c1: 'Week 1' },
	targets: { cycle: ['c1'] },
	...more,
});

const written = (kind: 'create' | 'update', itemIndex: number, targets: Written['targets']) => {
	const displayNames = { c1: 'Week 1' };
	const common = {
		...writeDefaults,
		itemIndex,
		workspace: 'acme',
		body: {},
		targets,
		displayNames,
	};
	const path = { project_id: 'p1', work_item_id: `w${String(itemIndex)}` };

	return kind === 'create'
		? { ...common, kind, path: { project_id: 'p1' }, operation: createWorkItem }
		: { ...common, kind, path, operation: updateWorkItem };
};

/** What an execution notes that writes these, each as a record called like its item. */
function membershipsOf(...calls: Written[]) {
	const { execution } = createExecution(() => jsonResponse({}));

	for (const call of calls) execution.recordWrite(call, [{ id: `w${String(call.itemIndex)}` }]);

	return execution.pendingMemberships;
}

test.each(['create', 'update'] as const)(
	'adds the records of a %s by one request for each target',
	(kind) => {
		const cycle = ['c1'];
		const targets = [{ cycle, modules: ['m1', 'm2'] }, {}, { cycle }, { cycle: ['c2'] }];
		const memberships = membershipsOf(...targets.map((each, index) => written(kind, index, each)));
		const jobs = batchAdditions(membershipCalls(memberships)).map(({ call }) => call);

		expect(jobs.map((call) => 'ids' in call && 'path' in call && [call.path, call.ids])).toEqual([
			[{ project_id: 'p1', cycle_id: 'c1' }, ['w0', 'w2']],
			[{ project_id: 'p1', module_id: 'm1' }, ['w0']],
			[{ project_id: 'p1', module_id: 'm2' }, ['w0']],
			[{ project_id: 'p1', cycle_id: 'c2' }, ['w3']],
		]);
	},
);

test('keeps the names that the user gave to records', () => {
	const one = written('create', 0, { modules: ['m1'] });
	const { displayNames, ...other } = written('create', 1, { modules: ['m2'] });
	const calls = membershipCalls(membershipsOf(one, other));

	expect(calls.map((call) => 'displayNames' in call && call.displayNames)).toEqual([
		displayNames,
		false,
	]);
});

test.each([
	[{ cycle: ['c1'] }, {}, 'partlyDone'],
	[{ cycle: ['c1'] }, { id: 5 }, 'partlyDone'],
	[{}, {}, undefined],
	[{ cycle: ['c1'] }, { id: 'w0' }, undefined],
])('refuses to add to %j a record saved as %j: %s', (targets, record, tag) => {
	const { execution } = createExecution(() => jsonResponse({}));

	const result = execution.recordWrite(written('create', 0, targets), [{ id: 'w1' }, record]);

	expect('tag' in result ? result.tag : undefined).toBe(tag);
	if (tag === undefined) return;

	expect(result).toMatchObject({
		description: expect.stringMatching(/^Do not run the item again before you have looked/),
	});
	expect(execution.pendingMemberships).toEqual([]);
});

describe('failedMemberships', () => {
	const refusal = problem({ tag: 'failed', message: 'No', description: 'Ask Ada.', status: 403 });
	const results = (...all: [number, ItemResult][]) => new Map(all);
	const external = { external_source: 'sheet', external_id: '1' };
	const saved = 'It was saved (ID w4), but not added to Cycle "Week 1": No';

	test.each<[title: string, call: Written, result: ItemResult | undefined, problem: object]>([
		[
			'a create without a unique value must not be run again',
			intoCycle(),
			refusal,
			{
				status: 403,
				message: saved,
				description:
					'Ask Ada. Do not run the item again, because that would create a duplicate: add this one with Add Work Items.',
			},
		],
		[
			'a create with an external ID can be run again with another option',
			intoCycle({ body: external }),
			refusal,
			{
				message: saved,
				description:
					'Ask Ada. Then run the item again with If It Already Exists set to Use the Existing One or Update the Existing One, so that nothing is created twice.',
			},
		],
		[
			'a create that uses existing records can be run again',
			intoCycle({ body: external, ifExists: 'use' }),
			refusal,
			{
				description:
					'Ask Ada. Then run the item again: the record is found, and nothing is created twice.',
			},
		],
		[
			'an update can be run again',
			written('update', 4, { cycle: ['c1'] }),
			refusal,
			{
				message: saved,
				description: 'Ask Ada. Running the item again is safe: it changes nothing twice.',
			},
		],
		[
			'advice for additions is not given for creates (finding 11)',
			intoCycle(),
			{ ...refusal, tag: 'unknownOutcome', description: 'Running the item again is safe.' },
			{
				description: expect.stringMatching(
					/^Plane may or may not have added it\. Do not run the item again, /,
				),
			},
		],
		[
			'advice about the values of an addition is not given for the item',
			intoCycle(),
			{ ...refusal, status: 400, description: 'Check the values of this item.' },
			{ description: expect.stringMatching(/^Do not run the item again, /) },
		],
		[
			'an addition that was not started has failed (finding 12)',
			intoCycle(),
			undefined,
			{
				message: 'It was saved (ID w4), but not added to Cycle "Week 1": the execution ended',
				description: expect.stringMatching(/^Do not run the item again, /),
			},
		],
	])('reports the item as partly carried out: %s', (_, call, result, words) => {
		const memberships = membershipsOf(call);

		const failed = failedMemberships(
			memberships,
			result === undefined ? results() : results([0, result]),
		);

		expect([...failed]).toEqual([[4, expect.objectContaining({ tag: 'partlyDone', ...words })]]);
	});

	test('names each target of an item', () => {
		const refused = (message: string) => problem({ tag: 'failed', message, description: 'Fix.' });
		const memberships = membershipsOf(written('create', 4, { cycle: ['c1'], modules: ['m1'] }));

		const failed = failedMemberships(
			memberships,
			results([0, refused('One')], [1, refused('Two')]),
		);

		expect(failed.get(4)).toMatchObject({
			message: 'It was saved (ID w4), but not added to Cycle "Week 1": One; nor to Module m1: Two',
			description: expect.stringMatching(/^Fix\. Do not run/),
		});
	});

	test('returns nothing if all additions succeeded', () => {
		const memberships = membershipsOf(intoCycle());

		expect(failedMemberships(memberships, results([0, []])).size).toBe(0);
	});
});

describe('findSatisfied', () => {
	const cycles = 'projects/p1/cycles/';
	/** A server with these lists (rows 5 and 143), each of records with these IDs. */
	const having = (
		lists: Readonly<Record<string, readonly string[]>>,
		otherwise: Outcome = jsonResponse({ results: [], total_count: 0 }),
	) =>
		createExecution(({ route }) => {
			const list = lists[route.replace('GET projects/p1/', '')];
			if (list === undefined) return otherwise;

			return jsonResponse({ results: list.map((id) => ({ id })), total_count: list.length });
		});
	const membership = (
		recordState: PendingMembership['recordState'],
		recordId: string,
		targets: Written['targets'],
	): PendingMembership[] =>
		membershipsOf(written('create', 0, targets)).map((pending) => ({
			...pending,
			recordId,
			recordState,
		}));

	test('finds records that are in their targets, and reads each list once (finding 16)', async () => {
		const memberships = ['w1', 'w2', 'w3'].flatMap((id) =>
			membership('changed', id, { cycle: ['c1'], modules: ['m1'] }),
		);
		const server = having({
			'cycles/c1/cycle-issues/': ['w1', 'w2'],
			'modules/m1/module-issues/': ['w2', 'w3'],
		});

		const done = await findSatisfied(memberships, server.execution);

		expect([...done]).toEqual([0, 2, 3, 5].map((index) => [index, []]));
		expect(server.routes()).toEqual([
			`GET ${cycles}c1/cycle-issues/`,
			'GET projects/p1/modules/m1/module-issues/',
		]);
	});

	test('reads no list for a record that was just created', async () => {
		const server = having({});

		const done = await findSatisfied(
			membership('new', 'w1', { cycle: ['c1'], modules: ['m1'] }),
			server.execution,
		);

		expect([done.size, server.routes()]).toEqual([0, []]);
	});

	test.each<[title: string, lists: Parameters<typeof having>[0], isKept: boolean]>([
		['in another cycle', { 'cycles/': ['c1', 'c2'], 'cycles/c2/cycle-issues/': ['w1'] }, true],
		[
			'in an archived cycle',
			{ 'archived-cycles/': ['c3'], 'cycles/c3/cycle-issues/': ['w1'] },
			true,
		],
		['in no cycle', { 'cycles/': ['c1', 'c2'], 'cycles/c2/cycle-issues/': ['w2'] }, false],
	])('leaves a record that is used where it is: %s (finding 3)', async (_, lists, isKept) => {
		const server = having(lists);

		const done = await findSatisfied(membership('used', 'w1', { cycle: ['c1'] }), server.execution);

		expect([...done]).toEqual(isKept ? [[0, []]] : []);
	});

	test('treats a missing list of archived cycles as empty (row 39)', async () => {
		const uuid = (digit: number) => `0c7da278-21b6-4225-9d30-${String(digit).padStart(12, '0')}`;
		const missing = jsonResponse({ error: 'Page not found.' }, 404);
		const { execution } = createExecution(({ route }) =>
			route.includes('archived') ? missing : jsonResponse({ results: [], total_count: 0 }),
		);
		const call = intoCycle({
			ifExists: 'use',
			path: { project_id: uuid(1) },
			targets: { cycle: [uuid(2)] },
		});

		const done = await findSatisfied(membershipsOf(call), execution);

		expect(done.size).toBe(0);
	});

	test('moves a changed record to its cycle without reading the others', async () => {
		const server = having({ 'cycles/': ['c2'], 'cycles/c2/cycle-issues/': ['w1'] });

		const done = await findSatisfied(
			membership('changed', 'w1', { cycle: ['c1'] }),
			server.execution,
		);

		expect(done.size).toBe(0);
		expect(server.routes()).toEqual([`GET ${cycles}c1/cycle-issues/`]);
	});

	test('returns why a list could not be read', async () => {
		const server = having({}, textResponse('', 403));

		const done = await findSatisfied(membership('used', 'w1', { cycle: ['c1'] }), server.execution);

		expect([...done]).toEqual([[0, expect.objectContaining({ status: 403 })]]);
	});

	test('adds a record only to the cycle of the last item, but to the modules of all', async () => {
		const memberships = [
			...membership('new', 'w1', { cycle: ['c1'], modules: ['m1'] }),
			...membership('new', 'w1', { cycle: ['c2'], modules: ['m2'] }),
		];

		const done = await findSatisfied(memberships, having({}).execution);

		expect([...done]).toEqual([[0, []]]);
	});
});
