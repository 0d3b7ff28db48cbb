import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { presentRun } from '../../../nodes/Plane/present/presentRun';
import {
	createLabel,
	createRelation,
	createWorkItem,
	updateWorkItem,
	upsertWorkItem,
} from '../../../nodes/shared/operations';
import type { Call } from '../../../nodes/shared/model/call';
import { refused } from '../../../nodes/shared/result/problem';
import type { Routes } from '../fakePlane';
import * as calls from '../calls';
import { jsonResponse } from '../responses';
import type { Fault } from '../../../nodes/shared/transport/response';
import { createExecution } from '../execute/testExecution';
import { presentSaved } from './presentSaved';

// The response to a write has the IDs of related records, and no key (observed exchange "14 create work
// item"); rows 4, 5 and 13 show the lists.

const inProject = { workspace: 'acme', path: { project_id: 'p1' } };
const inItem = { workspace: 'acme', path: { project_id: 'p1', work_item_id: 'w1' } };

const create: Call<'create'> = {
	...calls.create,
	...inProject,
	operation: createWorkItem,
	body: { name: 'A' },
};
const update: Call<'update'> = {
	...calls.update,
	...inItem,
	operation: updateWorkItem,
	body: { name: 'A' },
};

const saved = {
	id: 'w1',
	name: 'A',
	sequence_id: 12,
	project: 'p1',
	state: 's1',
	assignees: ['u1', 'u2'],
	labels: ['l1'],
	priority: 'none',
	start_date: null,
	target_date: null,
	description_html: '<p>Hello</p>',
	parent: null,
};

const list = (...rows: readonly JsonObject[]) =>
	jsonResponse({ results: [...rows], next_page_results: false, total_results: rows.length });

const routes = {
	'GET projects/p1/': jsonResponse({ id: 'p1', identifier: 'LNCH', name: 'Launch' }),
	'GET projects/p1/states/': list({ id: 's1', name: 'To do' }),
	'GET projects/p1/members/': jsonResponse([{ id: 'u1', display_name: 'ada' }]),
	'GET projects/p1/labels/': list({ id: 'l1', name: 'bug' }),
	'GET members/': jsonResponse([{ id: 'u1', display_name: 'ada' }]),
};

const reference = { key: 'LNCH-12', url: 'https://plane.example.com/acme/browse/LNCH-12/' };

/** Presents the records of writes whose items are numbered from 0. */
async function present(
	writes: readonly Call[],
	records: readonly JsonObject[],
	answers: Routes = routes,
) {
	const server = createExecution(answers);
	const { outputs } = await presentSaved(writes, records, server.execution);

	return { outputs, routes: server.routes() };
}

describe('a saved work item', () => {
	test('has its key and address beside the fields of the response, for one more request', async () => {
		const { outputs, routes: sent } = await present([create, update], [saved, saved]);
		const record = { ...saved, ...reference };

		expect(outputs).toEqual([[record], [record]]);
		expect(sent).toEqual(['GET projects/p1/']);
	});

	test('shows names if it is simplified, from lists that are read once for all items', async () => {
		const simplified = [create, update, create].map((call) => ({ ...call, simplify: true }));

		const { outputs, routes: sent } = await present(simplified, [saved, saved, saved]);

		const card = {
			id: 'w1',
			name: 'A',
			state: 'To do',
			assignees: ['ada', 'u2'],
			labels: ['bug'],
			priority: 'none',
			start_date: null,
			target_date: null,
			...reference,
			description: 'Hello',
			parent: null,
			project: 'p1',
			project_name: 'Launch',
		};

		expect(outputs).toEqual([[card], [card], [card]]);
		expect(sent.toSorted()).toEqual(Object.keys(routes).toSorted());
	});

	test('shows the current names of what it was added to, and not those from when it was chosen', async () => {
		const call = {
			...create,
			simplify: true,
			targets: { cycle: ['c1'], modules: ['m1'] },
			displayNames: { c1: 'Old week', m1: 'Old module' },
		};

		const { outputs, routes: sent } = await present([call, call], [saved, saved], {
			...routes,
			'GET projects/p1/cycles/': list({ id: 'c1', name: 'Week 49' }),
			'GET projects/p1/modules/': list({ id: 'm1', name: 'Backend' }),
		});

		expect(outputs).toMatchObject([
			[{ cycle: 'Week 49', modules: ['Backend'] }],
			[{ cycle: 'Week 49', modules: ['Backend'] }],
		]);
		expect(sent.filter((route) => /cycles|modules/.test(route))).toEqual([
			'GET projects/p1/cycles/',
			'GET projects/p1/modules/',
		]);
	});

	test('shows the name of an assignee who has left the project, from a list that is read once', async () => {
		const simplified = [create, update].map((call) => ({ ...call, simplify: true }));

		const { outputs, routes: sent } = await present(simplified, [saved, saved], {
			...routes,
			'GET members/': jsonResponse([
				{ id: 'u1', display_name: 'ada' },
				{ id: 'u2', display_name: 'bob' },
			]),
		});

		expect(outputs).toMatchObject([
			[{ assignees: ['ada', 'bob'] }],
			[{ assignees: ['ada', 'bob'] }],
		]);
		expect(sent.filter((route) => route === 'GET members/')).toHaveLength(1);
	});

	test('reads the members of the workspace only if an assignee is not in the project', async () => {
		const assigned = { ...saved, assignees: ['u1'] };

		const { routes: sent } = await present([{ ...create, simplify: true }], [assigned]);

		expect(sent).not.toContain('GET members/');
	});

	test('reads no list for fields without an ID', async () => {
		const bare = { ...saved, assignees: [], labels: [], state: null };

		const { routes: sent } = await present([{ ...create, simplify: true }], [bare]);

		expect(sent).toEqual(['GET projects/p1/']);
	});

	test('shows what it was added to, and records that no list has, by the names of the user', async () => {
		const call = {
			...create,
			simplify: true,
			targets: { cycle: ['c1'], modules: ['m1', 'm2'] },
			displayNames: { c1: 'Week 49', m1: 'Backend', l9: 'new label' },
		};

		const { outputs } = await present([call], [{ ...saved, labels: ['l9'] }], {
			...routes,
			'GET projects/p1/cycles/': jsonResponse({ error: 'No' }, 403),
			'GET projects/p1/modules/': list(),
		});

		expect(outputs).toMatchObject([
			[{ cycle: 'Week 49', modules: ['Backend', 'm2'], labels: ['new label'] }],
		]);
	});

	test('has IDs, and an address with IDs, if the server refuses every list', async () => {
		const refusal = jsonResponse({ error: 'No' }, 403);

		const { outputs } = await present([{ ...create, simplify: true }], [saved], {
			'GET *': refusal,
		});

		expect(outputs).toMatchObject([
			[
				{
					state: 's1',
					labels: ['l1'],
					url: 'https://plane.example.com/acme/projects/p1/issues/w1/',
				},
			],
		]);
	});

	// No server is known to have such a field.
	test.each([
		['a simplified record', true, saved],
		['a record as the server returned it', false, saved],
		['a response without a record', false, { success: true }],
	])('says first what was done, whatever %s has under this name', async (_, simplify, record) => {
		const call: Call<'upsert'> = {
			...create,
			kind: 'upsert',
			operation: upsertWorkItem,
			matchField: 'name',
			unmatchedColumns: [],
			simplify,
		};

		const { outputs } = await present([call], [{ ...record, outcome: 'theirs' }]);

		expect(JSON.stringify(outputs)).toMatch(/^\[\[\{"outcome":"updated",/);
		expect(JSON.stringify(outputs)).not.toContain('theirs');
	});

	test('asks a server that cannot be reached only once about its project, not for each item', async () => {
		const unreachable: Fault = { fault: 'network', code: 'ECONNREFUSED' };
		const answers = { 'GET projects/p1/': unreachable };

		const one = await present([create], [saved], answers);
		const three = await present([create, update, create], [saved, saved, saved], answers);

		expect(three.outputs).toHaveLength(3);
		expect(three.routes).toEqual(one.routes);
	});
});

test('what has no work item is not changed, and takes no request', async () => {
	const label = { ...create, operation: createLabel };
	const done = { success: true };

	const { outputs, routes: sent } = await present([label, create], [saved, done]);

	expect(outputs).toEqual([[saved], [done]]);
	expect(sent).toEqual([]);
});

test('a failed item stays as it is', async () => {
	const server = createExecution(routes);
	const { execution } = server;
	const problem = refused('it is archived', 'Restore it.');

	const { results } = await presentRun({
		calls: [create],
		resolvedCalls: [create],
		results: new Map([[0, problem]]),
		jobResults: [],
		unresolvedMentions: [],
		execution,
		mayHaveChanged: false,
	});

	expect(results.get(0)).toBe(problem);
	expect(server.requests).toEqual([]);
});

describe('a new relation', () => {
	// The record is from the recorded response to "blocking" (row 33).
	const related = {
		id: 'w2',
		project_id: 'p1',
		sequence_id: 2,
		relation_type: 'blocked_by',
		name: 'Second',
		priority: 'none',
	};
	const relate: Call<'create'> = {
		...calls.create,
		...inItem,
		operation: createRelation,
		body: { relation_type: 'blocking', issues: ['w2'] },
	};
	const shown = {
		...related,
		relation_type: 'blocking',
		key: 'LNCH-2',
		url: 'https://plane.example.com/acme/browse/LNCH-2/',
	};

	test('has the type that was chosen, and the key of the other work item, for one more request', async () => {
		const { outputs, routes: sent } = await present([relate, relate], [related, related]);

		expect(outputs).toEqual([[shown], [shown]]);
		expect(sent).toEqual(['GET projects/p1/']);
	});

	test('has the key in the project of the other work item', async () => {
		const { outputs } = await present([relate], [{ ...related, project_id: 'p2' }], {
			...routes,
			'GET projects/p2/': jsonResponse({ id: 'p2', identifier: 'WEB', name: 'Web' }),
		});

		expect(outputs).toMatchObject([[{ key: 'WEB-2', project_id: 'p2' }]]);
	});

	test('has the address with IDs if the project cannot be read', async () => {
		const { outputs } = await present([relate], [related], {
			'GET projects/p1/': jsonResponse({ error: 'No' }, 403),
		});

		expect(outputs).toEqual([
			[
				{
					...related,
					relation_type: 'blocking',
					url: 'https://plane.example.com/acme/projects/p1/issues/w2/',
				},
			],
		]);
	});
});
