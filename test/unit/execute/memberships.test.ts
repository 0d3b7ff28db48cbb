import { describe, expect, test } from '@jest/globals';

import type { ItemResult } from '../../../nodes/shared/execute/execution';
import { batchAdditions } from '../../../nodes/shared/execute/jobs';
import { joiningCalls, notJoined } from '../../../nodes/shared/execute/memberships';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem, updateWorkItem } from '../../../nodes/shared/operations';
import { problem } from '../../../nodes/shared/result/problem';
import { plainly } from '../calls';
import { jsonResponse } from '../responses';
import { executionOf } from './clientOf';

type Written = Call<'create' | 'update'>;

const written = (kind: 'create' | 'update', itemIndex: number, targets: Written['targets']) => {
	const called = { c1: 'Week 1' };
	const common = { ...plainly, itemIndex, workspace: 'acme', body: {}, targets, called };
	const path = { project_id: 'p1', work_item_id: `w${String(itemIndex)}` };
	return kind === 'create'
		? { ...common, kind, path: { project_id: 'p1' }, operation: createWorkItem }
		: { ...common, kind, path, operation: updateWorkItem };
};

/** What an execution notes that writes these, each as a record called like its item. */
function membershipsOf(...calls: Written[]) {
	const { execution } = executionOf(() => jsonResponse({}));
	for (const call of calls) execution.written(call, [{ id: `w${String(call.itemIndex)}` }]);
	return execution.memberships;
}

test.each(['create', 'update'] as const)(
	'records of the %s are added by one request for each target, last to what takes them from another',
	(kind) => {
		const cycle = ['c1'];
		const targets = [{ cycle, modules: ['m1', 'm2'] }, {}, { cycle }, { cycle: ['c2'] }];
		const memberships = membershipsOf(...targets.map((each, index) => written(kind, index, each)));
		const jobs = joiningCalls(memberships)
			.flatMap(batchAdditions)
			.map(({ call }) => call);
		expect(jobs.map((call) => 'ids' in call && 'path' in call && [call.path, call.ids])).toEqual([
			[{ project_id: 'p1', module_id: 'm1' }, ['w0']],
			[{ project_id: 'p1', module_id: 'm2' }, ['w0']],
			[{ project_id: 'p1', cycle_id: 'c1' }, ['w0', 'w2']],
			[{ project_id: 'p1', cycle_id: 'c2' }, ['w3']],
		]);
	},
);

test('additions keep what the user calls records, where there is anything', () => {
	const one = written('create', 0, { modules: ['m1'] });
	const { called, ...other } = written('create', 1, { modules: ['m2'] });
	const [calls] = joiningCalls(membershipsOf(one, other));
	expect(calls.map((call) => 'called' in call && call.called)).toEqual([called, false]);
});

test.each([
	[{ cycle: ['c1'] }, {}, 'partial'],
	[{ cycle: ['c1'] }, { id: 5 }, 'partial'],
	[{}, {}, undefined],
	[{ cycle: ['c1'] }, { id: 'w0' }, undefined],
])('a record to be added to %j that is saved as %j is a problem: %s', (targets, record, tag) => {
	const { execution } = executionOf(() => jsonResponse({}));
	const result = execution.written(written('create', 0, targets), [{ id: 'w1' }, record]);
	expect('tag' in result ? result.tag : undefined).toBe(tag);
	if (tag !== undefined) {
		expect(result).toMatchObject({
			description: 'Find it in Plane, and add it with Add Work Items.',
		});
		expect(execution.memberships).toEqual([]);
	}
});

describe('a record that was written and not added', () => {
	const refusal = problem({ tag: 'failed', message: 'No', description: 'Check.', status: 403 });
	const results = (...all: [number, ItemResult][]) => new Map(all);

	test('fails its item, with its ID and what is left to do', () => {
		const memberships = membershipsOf(
			written('create', 4, { cycle: ['c1'] }),
			written('update', 5, { modules: ['m1'] }),
			written('create', 6, { cycle: ['c1'] }),
		);
		const failed = notJoined(memberships, results([0, refusal], [1, refusal], [2, []]));
		// What was not begun was not added.
		expect(notJoined(memberships, results()).get(6)).toMatchObject({
			...{ tag: 'partial', description: 'Add it there with Add Work Items.' },
			message: expect.stringContaining(': the execution ended'),
		});
		const description = 'Check. Add it there with Add Work Items.';
		const created = 'It was saved (ID w4), but not added to Cycle "Week 1": No';
		const changed = 'It was saved (ID w5), but not added to Module m1: No';
		expect([...failed]).toEqual([
			[4, { ...refusal, description, message: created }],
			[5, { ...refusal, description, message: changed }],
		]);
	});
});

test('a record that was not added to several targets says so of each', () => {
	const refused = (message: string) => problem({ tag: 'failed', message, description: message });
	const memberships = membershipsOf(written('create', 4, { cycle: ['c1'], modules: ['m1'] }));
	const results = new Map<number, ItemResult>([
		[0, refused('One')],
		[1, refused('Two')],
	]);
	expect([...notJoined(memberships, results)]).toEqual([
		[
			4,
			{
				...refused('One'),
				message:
					'It was saved (ID w4), but not added to Cycle "Week 1": One; nor to Module m1: Two',
				description: 'One Add it there with Add Work Items.',
			},
		],
	]);
});
