import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { loadAllRows, searchList } from '../../../nodes/shared/listSearch/searchList';
import { cycles, projects } from '../../../nodes/shared/lists/lists';
import { namedRecord, picker, type Picker } from '../../../nodes/shared/lists/picker';
import { workItems } from '../../../nodes/shared/lists/workItems';
import { jsonResponse } from '../responses';
import { byId, editorOf, listing, numbered, type Respond } from './editor';

/** A list of the workspace, which no server searches. */
const modules = picker('searchModules', 'modules/', namedRecord);

const PROJECT = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const inProject = { projectId: byId(PROJECT) };

/** Opens a list on a server that responds like this. */
async function open(
	respond: Respond,
	{ list = modules, text = '', token }: { list?: Picker; text?: string; token?: string } = {},
) {
	const { context, asked } = await editorOf(respond, inProject);
	const { results, paginationToken } = await searchList(context, list, text, token);

	return { results, token: paginationToken, asked, names: results.map(({ name }) => name) };
}

/** A server that gives these rows, whatever it is asked for. */
const giving =
	(...results: readonly JsonObject[]): Respond =>
	() =>
		jsonResponse({ results: [...results] });

describe('A list is asked for', () => {
	const first = { limit: '100', offset: '0', per_page: '100' };

	it('by one request for its first page', async () => {
		const { asked } = await open(listing(numbered(250)));

		expect(asked).toEqual([{ path: 'workspaces/acme/modules/', query: first }]);
	});

	it('by one request where its pages are small, too', async () => {
		const small: Respond = () => jsonResponse({ results: numbered(4), total: 12 });

		expect((await open(small)).asked).toHaveLength(1);
	});

	it('by its own path where the server searches it, as long as nothing is searched for', async () => {
		const { asked } = await open(listing([]), { list: workItems });

		expect(asked[0]?.path).toBe(`workspaces/acme/projects/${PROJECT}/work-items/`);
	});

	it('with what its picker asks for besides', async () => {
		const list = { ...modules, query: { expand: 'project' } };
		const { asked } = await open(listing([]), { list });

		expect(asked[0]?.query).toEqual({ expand: 'project', ...first });
	});

	test.each([
		['40:80:id m79', { limit: '40', offset: '80', per_page: '40', cursor: '40:2:0' }],
		['40:80:{"a":\n1}', { limit: '40', offset: '80', per_page: '40', cursor: '40:2:0' }],
		['100:1200:', { limit: '100', offset: '1200', per_page: '100', cursor: '100:12:0' }],
		['', first],
		['0:80:id m79', first],
		['x40:80:id m79', first],
		['40:x:id m79', first],
		['40:80', first],
	])('by the token %j', async (token, query) => {
		const { asked } = await open(listing(numbered(2000)), { token });

		expect(asked[0]?.query).toEqual(query);
	});
});

describe('The page after', () => {
	/** What a server says besides its rows. */
	const page =
		(count: number, more: Readonly<Record<string, JsonValue>> = {}): Respond =>
		() =>
			jsonResponse({ results: numbered(count), ...more });
	const PAGED = { next_cursor: '100:1:0', next_page_results: true };

	test.each<[title: string, next: string | undefined, Respond, token?: string]>([
		['a full one is the next hundred', '100:100:id m0', page(100)],
		['one that is not full is not there', undefined, page(99)],
		['one that is longer than was asked for is not there', undefined, page(101)],
		['that one is not there, whatever the total', undefined, page(101, { total: 500 })],
		['a full one is not there where the total is as much', undefined, page(100, { total: 100 })],
		[
			'a short one begins behind it where the total is more',
			'100:40:id m0',
			page(40, { total: 41 }),
		],
		['a second one ends with the total', undefined, page(40, { total: 140 }), '100:100:id x'],
		['a second one goes on before it', '100:140:id m0', page(40, { total: 141 }), '100:100:id x'],
		['one with a cursor is at the cursor', '100:100:id m0', page(100, PAGED)],
		[
			'one with a cursor of smaller pages is at that cursor',
			'30:60:id m0',
			page(30, { ...PAGED, next_cursor: '30:2:0' }),
		],
		[
			'the last one is not there, although its cursor goes on',
			undefined,
			page(100, { ...PAGED, next_page_results: false }),
		],
		['one that is empty is not there', undefined, page(0, { total: 500 }), '100:100:id x'],
	])('%s', async (_, next, respond, token = '') => {
		expect((await open(respond, { token })).token).toBe(next);
	});

	it('has no rows where the server gives the same page again', async () => {
		const again = await open(page(100), { token: '100:100:id m0' });

		expect(again).toMatchObject({ results: [], token: undefined });
		expect((await open(page(100), { token: '100:100:id m1' })).results).toHaveLength(100);
	});

	it('has no rows where it is empty, and no sentence either', async () => {
		expect((await open(giving(), { token: '100:100:id m0' })).results).toEqual([]);
	});
});

describe('A row', () => {
	const closable: Picker = { ...modules, isClosed: ({ open }) => open === false };

	test.each<[title: string, rows: JsonObject[], expected: object[], list?: Picker]>([
		['has the name of its record', [{ id: 'm1', name: ' A ' }], [{ name: 'A', value: 'm1' }]],
		['has the ID where there is no name', [{ id: 'm1', name: ' ' }], [{ name: 'm1', value: 'm1' }]],
		['can have a number for its ID', [{ id: 7, name: 'A' }], [{ name: 'A', value: '7' }]],
		['without an ID is left out', [{ name: 'A' }, { id: '', name: 'B' }], []],
		[
			'has the ID that the list says',
			[{ id: 'm1', issue: 'w1', name: 'A' }],
			[{ name: 'A', value: 'w1' }],
			{ ...modules, idField: 'issue' },
		],
		[
			'comes last and is marked where the user may not use it',
			[
				{ id: 'm1', name: 'A', open: false },
				{ id: 'm2', name: 'B', open: true },
				{ id: 'm3', name: 'C', open: false },
				{ id: 'm4', name: 'D' },
			],
			[
				{ name: 'B', value: 'm2' },
				{ name: 'D', value: 'm4' },
				{ name: 'A – no access', value: 'm1' },
				{ name: 'C – no access', value: 'm3' },
			],
			closable,
		],
	])('%s', async (_, rows, expected, list = modules) => {
		expect((await open(giving(...rows), { list })).results).toEqual(expected);
	});
});

describe('Of an empty list, it is said that', () => {
	test.each([
		['The user of the API key sees no modules in this workspace', modules],
		['This project has no cycles', cycles],
		[
			'This work item has no links',
			{ ...modules, path: 'projects/{project_id}/modules/{work_item_id}/', records: 'links' },
		],
	])('%s', async (sentence, list) => {
		const { context } = await editorOf(giving(), { ...inProject, workItemId: byId(PROJECT) });

		expect(await searchList(context, list, '')).toEqual({
			results: [{ name: sentence, value: '' }],
		});
	});
});

describe('A text that the server does not search for', () => {
	const rows = [
		{ id: 'm1', name: 'Week opening' },
		{ id: 'm2', name: 'Opening night' },
		{ id: 'm3', name: 'Week 2', open: false },
	];

	test.each([
		['week', ['Week opening', 'Week 2 – no access']],
		['OPENING', ['Week opening', 'Opening night']],
		['opening  week', ['Week opening']],
		['m2', ['Opening night']],
		['access', []],
	])('is looked for in names and IDs: %j', async (text, names) => {
		const list: Picker = { ...modules, isClosed: ({ open }) => open === false };

		expect((await open(giving(...rows), { list, text })).names).toEqual(names);
	});

	test.each([
		['goes on to the next page with 9 rows', 9, 3],
		['stops with 10 rows', 10, 1],
	])('%s', async (_, count, requests) => {
		const rows = numbered(250).map((row, index) => ({ ...row, name: index < count ? 'hit' : 'x' }));
		const { results, asked, token } = await open(listing(rows), { text: 'hit' });

		expect([results.length, asked.length]).toEqual([count, requests]);
		expect(token).toBe(requests === 1 ? '100:100:id m0' : undefined);
	});

	it('is given up after ten pages where nothing has it', async () => {
		const { names, asked, token } = await open(listing(numbered(1500)), { text: 'm1234' });

		expect(names).toEqual(['Not among the first 1000 modules: choose By ID']);
		expect([asked.length, token]).toEqual([10, undefined]);
	});

	it('is looked for on from there where something has it', async () => {
		const { names, asked, token } = await open(listing(numbered(1500)), { text: 'm123' });

		expect(names).toEqual(['Module 123']);
		expect([asked.length, token]).toEqual([10, '100:1000:id m900']);
	});

	it('is an error where a later page is one', async () => {
		const respond: Respond = (request, count) =>
			count === 1 ? listing(numbered(250))(request, count) : jsonResponse({ error: 'Oh' }, 500);

		await expect(open(respond, { text: 'm240' })).rejects.toThrow('Plane failed with status 500');
	});
});

describe('A text that the server searches for', () => {
	it('is one request, and what it gives are the rows, in its order', async () => {
		const hits = [
			{ id: 'w2', name: 'Print', sequence_id: 12, project__identifier: 'LNCH' },
			{ id: 'w1', name: 'Draft' },
		];
		const { results, asked, token } = await open(giving(...hits), { list: workItems, text: 'x y' });

		expect(results).toEqual([
			{ name: 'LNCH-12 Print', value: 'w2' },
			{ name: 'Draft', value: 'w1' },
		]);
		expect(asked).toEqual([
			{
				path: 'workspaces/acme/work-items/search/',
				query: { search: 'x y', project_id: PROJECT, limit: '100' },
			},
		]);
		expect(token).toBeUndefined();
	});

	it('finds nothing without a sentence', async () => {
		expect((await open(giving(), { list: workItems, text: 'x' })).results).toEqual([]);
	});

	it('is an error where the search fails', async () => {
		const failing = open(() => jsonResponse({ error: 'Oh' }, 500), { list: workItems, text: 'x' });

		await expect(failing).rejects.toThrow('Plane failed with status 500');
	});
});

describe('The current cycle', () => {
	const CURRENT = {
		name: 'Current (the active cycle each time the workflow runs)',
		value: 'current',
	};
	const respond = listing(numbered(3).map((row) => ({ ...row, name: 'Curry' })));

	test.each([
		['without a text', '', true, undefined],
		['by the beginning of the word', 'CURR', true, undefined],
		['by no other word', 'curry', false, undefined],
		['on the first page alone', '', false, '100:1:id x'],
	])('is offered %s', async (_, text, isOffered, token) => {
		const more = { list: cycles, text, ...(token !== undefined && { token }) };
		const { results } = await open(respond, more);

		expect(results.filter(({ value }) => value === 'current')).toEqual(isOffered ? [CURRENT] : []);
		expect(results[0]).toEqual(isOffered ? CURRENT : { name: 'Curry', value: expect.any(String) });
	});

	it('is offered by no list but that of cycles', async () => {
		expect((await open(respond)).names).toEqual(['Curry', 'Curry', 'Curry']);
	});
});

describe('A list that several are chosen from', () => {
	const load = async (respond: Respond, list = modules) => {
		const { context, asked } = await editorOf(respond);

		return { rows: await loadAllRows(context, list), asked };
	};

	it('has the rows of all pages', async () => {
		const { rows, asked } = await load(listing(numbered(250)));

		expect(rows.map(({ value }) => value)).toEqual(numbered(250).map(({ id }) => id));
		expect(asked).toHaveLength(3);
	});

	it('ends after ten pages and says so in its last row', async () => {
		const { rows, asked } = await load(listing(numbered(1001)));

		expect([rows.length, asked.length]).toEqual([1001, 10]);
		expect(rows.at(-1)).toEqual({
			name: 'Only the first 1000 modules: use an expression for others',
			value: '',
		});
	});

	it('says so, too, where none of that many rows can be chosen', async () => {
		const withoutIds = numbered(1001).map(({ name = '' }) => ({ name }));
		const { rows } = await load(listing(withoutIds));

		expect(rows.map(({ name }) => name)).toEqual([
			'Only the first 0 modules: use an expression for others',
		]);
	});
});

test.each<[tag: string, Respond, message: string, httpCode: string | undefined]>([
	[
		'a refusal',
		() => jsonResponse({ detail: 'Given API token is not valid' }, 403),
		'Plane did not accept the API key: Given API token is not valid',
		'403',
	],
	[
		'a server that is not there',
		() => {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		},
		'plane.example.com refused the connection',
		undefined,
	],
	[
		'no list',
		() => jsonResponse({ a: 1 }),
		'The response of the server is not a list of records',
		'200',
	],
])('%s is an error of the node, after one request', async (_, respond, message, httpCode) => {
	const { context, asked } = await editorOf(respond);
	const error = await searchList(context, projects, '').catch((thrown: unknown) => thrown);

	expect(error).toMatchObject({ name: 'NodeApiError', message });
	expect(error).toHaveProperty('httpCode', httpCode ?? null);
	expect(asked).toHaveLength(1);
});
