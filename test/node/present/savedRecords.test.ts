import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { byId, matchByTitle } from '../../engine/samples';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse, networkFault } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { useAnswers } from '../useAnswers';
import { acceptAddition } from '../additions/targets';
import { listOf } from '../writes/lostCreate';
import { ADA, GUEST, PROJECT, RECORD } from '../writes/useProject';

// The response to a write has the IDs of related records, and no key (observed exchange "14 create work
// item"); rows 4, 5 and 13 show the lists.

const startServer = useAnswers();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const STATE = uuid(1);
const LABEL = uuid(2);
const CYCLE = uuid(3);
const MODULE = uuid(4);
const OTHER_MODULE = uuid(5);

const inProject = { projectId: byId(PROJECT) };
const projectRoute = `GET projects/${PROJECT}/`;
const denied = jsonResponse({ error: 'No' }, 403);

const saved = {
	id: RECORD,
	name: 'A',
	sequence_id: 12,
	project: PROJECT,
	state: STATE,
	assignees: [ADA],
	labels: [LABEL],
	priority: 'none',
	start_date: null,
	target_date: null,
	description_html: '<p>Hello</p>',
	parent: null,
};

const reference = { key: 'LNCH-12', url: 'https://plane.example.com/acme/browse/LNCH-12/' };
const addressWithIds = `https://plane.example.com/acme/projects/${PROJECT}/issues/${RECORD}/`;

const ada = { id: ADA, display_name: 'ada' };
const guest = { id: GUEST, display_name: 'bob' };

const answers: Routes = {
	[projectRoute]: jsonResponse({ id: PROJECT, identifier: 'LNCH', name: 'Launch' }),
	[`${projectRoute}states/`]: listOf({ id: STATE, name: 'To do' }),
	[`${projectRoute}members/`]: jsonResponse([ada]),
	[`${projectRoute}labels/`]: listOf({ id: LABEL, name: 'bug' }),
	'GET members/': jsonResponse([ada]),
};

const threeItems: NodeRun = { items: [{}, {}, {}] };

/** Writes work items on a server that answers each write with this record. */
async function write(
	operation: 'create' | 'update' | 'upsert',
	record: JsonObject,
	{ routes = {}, parameters = {}, ...more }: WriteOptions = {},
) {
	const server = startServer({
		...answers,
		[`GET projects/${PROJECT}/work-items/`]: listOf(),
		[`POST projects/${PROJECT}/work-items/`]: jsonResponse(record, 201),
		[`PATCH projects/${PROJECT}/work-items/*`]: jsonResponse(record),
		'POST *': acceptAddition,
		...routes,
	});
	const { json, error } = await server.run(
		`workItem.${operation}`,
		{ ...inProject, ...PARAMETERS[operation], ...parameters },
		more,
	);

	expect(error).toBeUndefined();

	return { json, reads: server.routes().filter((route) => route.startsWith('GET')) };
}

interface WriteOptions extends NodeRun {
	readonly routes?: Routes;
	readonly parameters?: INodeParameters;
}

const PARAMETERS = {
	create: { name: 'A' },
	update: { workItemId: byId(RECORD), updateFields: { name: 'A' } },
	upsert: {
		columns: matchByTitle,
	},
};

const simplified = { simple: true };

describe('A saved work item', () => {
	it('begins with its key and ends with its ID, if it is simplified', async () => {
		const { json } = await write('create', saved, { parameters: simplified });
		const columns = Object.keys({ ...json[0] });

		expect(columns.slice(0, 2)).toEqual(['key', 'name']);
		expect(columns.at(-1)).toBe('id');
	});

	it('has its key and its address beside the fields of the response, for one read in a run', async () => {
		const { json, reads } = await write('create', saved, threeItems);
		const record = { ...saved, ...reference };

		expect(json).toEqual([record, record, record]);
		expect(reads).toEqual([projectRoute]);
	});

	it('shows names if it is simplified, from lists that are read once for all items', async () => {
		const record = { ...saved, assignees: [ADA, GUEST] };

		const { json, reads } = await write('create', record, {
			parameters: simplified,
			...threeItems,
		});

		const card = {
			id: RECORD,
			name: 'A',
			state: 'To do',
			assignees: ['ada', GUEST],
			labels: ['bug'],
			priority: 'none',
			start_date: null,
			target_date: null,
			...reference,
			description: 'Hello',
			parent: null,
			project: PROJECT,
			project_name: 'Launch',
		};

		expect(json).toEqual([card, card, card]);
		expect(reads.toSorted()).toEqual(Object.keys(answers).toSorted());
	});

	it('shows the name of an assignee who has left the project, from a list that is read once', async () => {
		const { json, reads } = await write(
			'create',
			{ ...saved, assignees: [ADA, GUEST] },
			{
				...threeItems,
				parameters: simplified,
				routes: { 'GET members/': jsonResponse([ada, guest]) },
			},
		);

		expect(json).toMatchObject([1, 2, 3].map(() => ({ assignees: ['ada', 'bob'] })));
		expect(reads.filter((route) => route === 'GET members/')).toHaveLength(1);
	});

	it('needs no members of the workspace if all assignees are in the project', async () => {
		const { reads } = await write('create', saved, { parameters: simplified });

		expect(reads).not.toContain('GET members/');
	});

	it('needs no list for fields without an ID', async () => {
		const bare = { ...saved, assignees: [], labels: [], state: null };

		const { reads } = await write('create', bare, { parameters: simplified });

		expect(reads).toEqual([projectRoute]);
	});

	it('has IDs, and an address with IDs, if the server refuses every list', async () => {
		const { json } = await write('create', saved, {
			parameters: simplified,
			routes: {
				[projectRoute]: denied,
				[`${projectRoute}states/`]: denied,
				[`${projectRoute}labels/`]: denied,
				[`${projectRoute}members/`]: denied,
				'GET members/': denied,
			},
		});

		expect(json).toMatchObject([{ state: STATE, labels: [LABEL], url: addressWithIds }]);
	});

	it('has an address with its ID if its project cannot be reached, which is tried for the first item only', async () => {
		const routes = { [projectRoute]: networkFault('ECONNREFUSED') };

		const one = await write('update', saved, { routes });
		const three = await write('update', saved, { ...threeItems, routes });

		expect(three.json).toMatchObject([1, 2, 3].map(() => ({ url: addressWithIds })));
		expect(three.reads).toEqual(one.reads);
	});

	it('has no key if the response has no record', async () => {
		const { json } = await write('create', { success: true });

		expect(json).toEqual([{ success: true }]);
	});
});

describe('A simplified work item that was added to a cycle and a module', () => {
	const parameters = {
		...simplified,
		additionalFields: {
			cycle: { __rl: true, mode: 'list', value: CYCLE, cachedResultName: 'Old week' },
			modules: [MODULE, OTHER_MODULE],
		},
	};
	const cycles = `${projectRoute}cycles/`;
	const modules = `${projectRoute}modules/`;

	it('shows their current names, from lists that are read once for all items', async () => {
		const { json, reads } = await write('create', saved, {
			...threeItems,
			parameters,
			routes: {
				[cycles]: listOf({ id: CYCLE, name: 'Week 49' }),
				[modules]: listOf({ id: MODULE, name: 'Backend' }),
			},
		});

		expect(json).toMatchObject(
			[1, 2, 3].map(() => ({ cycle: 'Week 49', modules: ['Backend', OTHER_MODULE] })),
		);
		expect(reads.filter((route) => /cycles|modules/.test(route))).toEqual([cycles, modules]);
	});

	it('shows the name from when it was chosen if the list is refused', async () => {
		const { json } = await write('create', saved, {
			parameters,
			routes: { [cycles]: denied, [modules]: denied },
		});

		expect(json).toMatchObject([{ cycle: 'Old week', modules: [MODULE, OTHER_MODULE] }]);
	});
});

it('A label that was created with a simplified work item has its name', async () => {
	const label = { id: uuid(9), name: 'new label' };

	const { json } = await write(
		'create',
		{ ...saved, labels: [label.id] },
		{
			parameters: {
				...simplified,
				additionalFields: { labels: 'new label' },
				options: { createMissingLabels: true },
			},
			routes: { [`POST projects/${PROJECT}/labels/`]: jsonResponse(label, 201) },
		},
	);

	expect(json).toMatchObject([{ labels: ['new label'] }]);
});

// No server is known to have such a field.
it.each([
	['a simplified record', true, saved],
	['a record as the server returned it', false, saved],
	['a response without a record', false, { success: true }],
])('An upsert says first what was done, whatever %s has under this name', async (...row) => {
	const [, simple, record] = row;

	const { json } = await write(
		'upsert',
		{ ...record, outcome: 'theirs' },
		{ parameters: { simple }, items: [{ json: { name: 'A' } }] },
	);

	expect(JSON.stringify(json)).toMatch(/^\[\{"outcome":"created",/);
	expect(JSON.stringify(json)).not.toContain('theirs');
});
