import { describe, expect, test } from '@jest/globals';

import { type ItemResult, toRows } from '../../../nodes/Plane/execute/results';
import { batchAdditions } from '../../../nodes/Plane/execute/additions/batchAdditions';
import {
	buildMembershipCalls,
	findSatisfiedMemberships,
	collectFailedMemberships,
} from '../../../nodes/Plane/execute/additions/memberships';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem, updateWorkItem } from '../../../nodes/shared/operations';
import type { PendingMembership } from '../../../nodes/Plane/execute/additions/PendingMembership';
import { requireComplete, toSaved } from '../../../nodes/Plane/execute/write/WriteResult';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, NO_PATH, textResponse } from '../responses';
import { createExecution } from './testExecution';
import { withWholeRemedy } from '../wholeRemedy';

type WriteCall = Call<'create' | 'update'>;

/** A call of item 4 that creates a work item in a cycle. */
const createInCycle = (more: Partial<Call<'create'>> = {}): Call<'create'> => ({
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

const buildCall = (kind: 'create' | 'update', itemIndex: number, targets: WriteCall['targets']) => {
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

/** The pending memberships after these calls saved the records `w0`, `w1` and so on, by their items. */
function collectMemberships(...calls: WriteCall[]) {
	const { execution } = createExecution(() => jsonResponse({}));

	for (const call of calls)
		execution.recordWrite(call, toSaved([{ id: `w${String(call.itemIndex)}` }], 'created'));

	return execution.pendingMemberships;
}

test.each(['create', 'update'] as const)(
	'adds the records of calls to %s by one request for each target',
	(kind) => {
		const cycle = ['c1'];
		const targets = [{ cycle, modules: ['m1', 'm2'] }, {}, { cycle }, { cycle: ['c2'] }];
		const memberships = collectMemberships(
			...targets.map((itemTargets, index) => buildCall(kind, index, itemTargets)),
		);
		const jobs = batchAdditions(buildMembershipCalls(memberships)).map(({ call }) => call);

		expect(jobs.map((call) => 'ids' in call && 'path' in call && [call.path, call.ids])).toEqual([
			[{ project_id: 'p1', cycle_id: 'c1' }, ['w0', 'w2']],
			[{ project_id: 'p1', module_id: 'm1' }, ['w0']],
			[{ project_id: 'p1', module_id: 'm2' }, ['w0']],
			[{ project_id: 'p1', cycle_id: 'c2' }, ['w3']],
		]);
	},
);

test('keeps the names that the user gave to records', () => {
	const withNames = buildCall('create', 0, { modules: ['m1'] });
	const { displayNames, ...withoutNames } = buildCall('create', 1, { modules: ['m2'] });
	const calls = buildMembershipCalls(collectMemberships(withNames, withoutNames));

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

	const saved = toSaved([{ id: 'w1' }, record], 'created');
	const written = execution.recordWrite(buildCall('create', 0, targets), saved);
	const result = isProblem(written) ? written : requireComplete(written);

	expect('tag' in result ? result.tag : undefined).toBe(tag);
	if (tag === undefined) return;

	expect(result).toMatchObject({
		rerunAdvice: expect.stringMatching(/^Do not run the item again before you have looked/),
	});
	expect(execution.pendingMemberships).toEqual([]);
});

describe('collectFailedMemberships', () => {
	const refusal = problem({ tag: 'failed', message: 'No', description: 'Ask Ada.', status: 403 });
	const resultsByMembership = (...all: [number, ItemResult][]) => new Map(all);
	const external = { external_source: 'sheet', external_id: '1' };
	const savedMessage = 'It was saved (ID w4), but not added to Cycle "Week 1": No';

	test.each<[title: string, call: WriteCall, result: ItemResult | undefined, problem: object]>([
		[
			'a create without a unique value must not be run again',
			createInCycle(),
			refusal,
			{
				status: 403,
				message: savedMessage,
				description:
					'Ask Ada. Do not run the item again, because that would create a duplicate: add this one with Add Work Items.',
			},
		],
		[
			'a create with an external ID can be run again with another option',
			createInCycle({ body: external }),
			refusal,
			{
				message: savedMessage,
				description:
					'Ask Ada. Then run the item again with If It Already Exists set to "Skip, and Return the Existing One" or "Update the Existing One", so that nothing is created twice.',
			},
		],
		[
			'a create that uses existing records can be run again',
			createInCycle({ body: external, ifExists: 'use' }),
			refusal,
			{
				description:
					'Ask Ada. Then run the item again: the record is found, and nothing is created twice.',
			},
		],
		[
			'an update can be run again',
			buildCall('update', 4, { cycle: ['c1'] }),
			refusal,
			{
				message: savedMessage,
				description: 'Ask Ada. Running the item again is safe: it changes nothing twice.',
			},
		],
		[
			'advice for additions is not given for creates (finding 11)',
			createInCycle(),
			{ ...refusal, tag: 'unknownOutcome', rerunAdvice: 'Running the item again is safe.' },
			{
				description: expect.stringMatching(
					/^Plane may or may not have added it\. Do not run the item again, .*Work Items\.$/,
				),
			},
		],
		[
			'advice about the values of an addition is not given for the item',
			createInCycle(),
			{ ...refusal, status: 400, description: 'Check the values of this item.' },
			{ description: expect.stringMatching(/^Do not run the item again, /) },
		],
		[
			'an addition that was not started has failed (finding 12)',
			createInCycle(),
			undefined,
			{
				message: 'It was saved (ID w4), but not added to Cycle "Week 1": the execution ended',
				description: expect.stringMatching(/^Do not run the item again, /),
			},
		],
	])('reports the item as partly carried out: %s', (_, call, result, words) => {
		const memberships = collectMemberships(call);

		const failed = collectFailedMemberships(
			memberships,
			result === undefined ? resultsByMembership() : resultsByMembership([0, result]),
		);

		const problems = [...failed].map(([index, failure]) => [index, withWholeRemedy(failure)]);

		expect(problems).toEqual([[4, expect.objectContaining(words)]]);
	});

	test('names each target of an item', () => {
		const refusalSaying = (message: string) =>
			problem({ tag: 'failed', message, description: 'Fix.' });
		const memberships = collectMemberships(
			buildCall('create', 4, { cycle: ['c1'], modules: ['m1'] }),
		);

		const failed = collectFailedMemberships(
			memberships,
			resultsByMembership([0, refusalSaying('One')], [1, refusalSaying('Two')]),
		);

		expect(failed.get(4)).toMatchObject({
			message: 'It was saved (ID w4), but not added to Cycle "Week 1": One; nor to Module m1: Two',
			description: 'Fix.',
			rerunAdvice: expect.stringMatching(/^Do not run/),
		});
	});

	test('returns nothing if all additions succeeded', () => {
		const memberships = collectMemberships(createInCycle());

		expect(collectFailedMemberships(memberships, resultsByMembership([0, toRows([])])).size).toBe(
			0,
		);
	});
});

describe('findSatisfiedMemberships', () => {
	const cycles = 'projects/p1/cycles/';
	/** A server with these lists of IDs (rows 5 and 143). Other requests get the default response. */
	const serverWithLists = (
		lists: Readonly<Record<string, readonly string[]>>,
		defaultResponse: Outcome = jsonResponse({ results: [], total_count: 0 }),
	) =>
		createExecution(({ route }) => {
			const list = lists[route.replace('GET projects/p1/', '')];
			if (list === undefined) return defaultResponse;

			return jsonResponse({ results: list.map((id) => ({ id })), total_count: list.length });
		});
	const membership = (
		recordState: PendingMembership['recordState'],
		recordId: string,
		targets: WriteCall['targets'],
	): PendingMembership[] =>
		collectMemberships(buildCall('create', 0, targets)).map((pending) => ({
			...pending,
			recordId,
			recordState,
		}));

	test('finds records that are in their targets, and reads each list once (finding 16)', async () => {
		const memberships = ['w1', 'w2', 'w3'].flatMap((id) =>
			membership('changed', id, { cycle: ['c1'], modules: ['m1'] }),
		);
		const server = serverWithLists({
			'cycles/c1/cycle-issues/': ['w1', 'w2'],
			'modules/m1/module-issues/': ['w2', 'w3'],
		});

		const satisfied = await findSatisfiedMemberships(memberships, server.execution);

		expect([...satisfied.keys()]).toEqual([0, 2, 3, 5]);
		expect(server.routes()).toEqual([
			`GET ${cycles}c1/cycle-issues/`,
			'GET projects/p1/modules/m1/module-issues/',
		]);
	});

	test('reads no list for a record that was just created', async () => {
		const server = serverWithLists({});

		const satisfied = await findSatisfiedMemberships(
			membership('new', 'w1', { cycle: ['c1'], modules: ['m1'] }),
			server.execution,
		);

		expect([satisfied.size, server.routes()]).toEqual([0, []]);
	});

	test.each<[title: string, lists: Parameters<typeof serverWithLists>[0], isKept: boolean]>([
		['in another cycle', { 'cycles/': ['c1', 'c2'], 'cycles/c2/cycle-issues/': ['w1'] }, true],
		[
			'in an archived cycle',
			{ 'archived-cycles/': ['c3'], 'cycles/c3/cycle-issues/': ['w1'] },
			true,
		],
		['in no cycle', { 'cycles/': ['c1', 'c2'], 'cycles/c2/cycle-issues/': ['w2'] }, false],
	])('leaves a record that is used where it is: %s (finding 3)', async (_, lists, isKept) => {
		const server = serverWithLists(lists);

		const satisfied = await findSatisfiedMemberships(
			membership('used', 'w1', { cycle: ['c1'] }),
			server.execution,
		);

		expect([...satisfied.keys()]).toEqual(isKept ? [0] : []);
	});

	test('treats a missing list of archived cycles as empty (row 39)', async () => {
		const uuid = (digit: number) => `0c7da278-21b6-4225-9d30-${String(digit).padStart(12, '0')}`;
		const { execution } = createExecution(({ route }) =>
			route.includes('archived') ? NO_PATH : jsonResponse({ results: [], total_count: 0 }),
		);
		const call = createInCycle({
			ifExists: 'use',
			path: { project_id: uuid(1) },
			targets: { cycle: [uuid(2)] },
		});

		const satisfied = await findSatisfiedMemberships(collectMemberships(call), execution);

		expect(satisfied.size).toBe(0);
	});

	test('moves a changed record to its cycle without reading the others', async () => {
		const server = serverWithLists({ 'cycles/': ['c2'], 'cycles/c2/cycle-issues/': ['w1'] });

		const satisfied = await findSatisfiedMemberships(
			membership('changed', 'w1', { cycle: ['c1'] }),
			server.execution,
		);

		expect(satisfied.size).toBe(0);
		expect(server.routes()).toEqual([`GET ${cycles}c1/cycle-issues/`]);
	});

	test('returns why a list could not be read', async () => {
		const server = serverWithLists({}, textResponse('', 403));

		const satisfied = await findSatisfiedMemberships(
			membership('used', 'w1', { cycle: ['c1'] }),
			server.execution,
		);

		expect([...satisfied]).toEqual([[0, expect.objectContaining({ status: 403 })]]);
	});

	test('adds a record only to the cycle of the last item, but to the modules of all', async () => {
		const memberships = [
			...membership('new', 'w1', { cycle: ['c1'], modules: ['m1'] }),
			...membership('new', 'w1', { cycle: ['c2'], modules: ['m2'] }),
		];

		const satisfied = await findSatisfiedMemberships(memberships, serverWithLists({}).execution);

		expect([...satisfied.keys()]).toEqual([0]);
	});
});
