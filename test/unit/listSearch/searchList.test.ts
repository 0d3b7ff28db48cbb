import { describe, expect, it, test } from '@jest/globals';
import { type JsonObject, type JsonValue, NodeOperationError } from 'n8n-workflow';

import { loadAllRows, searchList } from '../../../nodes/shared/listSearch/searchList';
import { cycles, projectMembers, projects } from '../../../nodes/shared/lists/lists';
import { namedRecord, picker, type Picker } from '../../../nodes/shared/lists/picker';
import { epics, workItems } from '../../../nodes/shared/lists/workItems';
import { jsonResponse, webPage, withHeaders } from '../responses';
import { causes } from '../../nodeTexts';
import { byId, createEditor, servePages, createModules, type Respond } from './editor';

/** A list of the workspace that no server can search. */
const modules = picker('searchModules', 'modules/', namedRecord);

const PROJECT = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const inProject = { projectId: byId(PROJECT) };

/** Searches a list of a server that responds like this. */
async function search(
	respond: Respond,
	{ list = modules, text = '', token }: { list?: Picker; text?: string; token?: string } = {},
) {
	const { context, requests } = await createEditor(respond, inProject);
	const { results, paginationToken } = await searchList(context, list, text, token);

	return { results, token: paginationToken, requests, names: results.map(({ name }) => name) };
}

/** A server that responds to every request with these rows. */
const serveRows =
	(...results: readonly JsonObject[]): Respond =>
	() =>
		jsonResponse({ results: [...results] });

describe('a list', () => {
	const first = { limit: '100', offset: '0', per_page: '100' };

	it('requests its first page once', async () => {
		const { requests } = await search(servePages(createModules(250)));

		expect(requests).toEqual([{ path: 'workspaces/acme/modules/', query: first }]);
	});

	it('requests its first page once, even if it is small', async () => {
		const small: Respond = () => jsonResponse({ results: createModules(4), total: 12 });

		expect((await search(small)).requests).toHaveLength(1);
	});

	it('requests its own path, not that of the search, if there is no text', async () => {
		const { requests } = await search(servePages([]), { list: workItems });

		expect(requests[0]?.path).toBe(`workspaces/acme/projects/${PROJECT}/work-items/`);
	});

	it.each([
		['work items', workItems],
		['epics', epics],
	])('of %s requests the project, which is a part of the keys that it shows', async (_, list) => {
		const { requests } = await search(servePages([]), { list });

		expect(requests[0]?.query).toEqual({ expand: 'project', ...first });
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
	])('requests the page of the token %j', async (token, query) => {
		const { requests } = await search(servePages(createModules(2000)), { token });

		expect(requests[0]?.query).toEqual(query);
	});
});

describe('the next page', () => {
	/** A server that returns this number of rows, and more about the page. */
	const page =
		(count: number, more: Readonly<Record<string, JsonValue>> = {}): Respond =>
		() =>
			jsonResponse({ results: createModules(count), ...more });
	const PAGED = { next_cursor: '100:1:0', next_page_results: true };

	test.each<[title: string, next: string | undefined, Respond, token?: string]>([
		['follows a full page', '100:100:id m0', page(100)],
		['does not follow a page that is not full', undefined, page(99)],
		['does not follow a page with more rows than requested', undefined, page(101)],
		['does not follow such a page, whatever the total is', undefined, page(101, { total: 500 })],
		['does not follow a full page with all rows', undefined, page(100, { total: 100 })],
		['follows a short page if the total is larger', '100:40:id m0', page(40, { total: 41 })],
		[
			'does not follow a second page that reaches the total',
			undefined,
			page(40, { total: 140 }),
			'100:100:id x',
		],
		[
			'follows a second page that does not reach the total',
			'100:140:id m0',
			page(40, { total: 141 }),
			'100:100:id x',
		],
		['is at the cursor', '100:100:id m0', page(100, PAGED)],
		[
			'is at the cursor of smaller pages',
			'30:60:id m0',
			page(30, { ...PAGED, next_cursor: '30:2:0' }),
		],
		[
			'does not follow the last page, although that has a cursor',
			undefined,
			page(100, { ...PAGED, next_page_results: false }),
		],
		['does not follow an empty page', undefined, page(0, { total: 500 }), '100:100:id x'],
	])('%s', async (_, next, respond, token = '') => {
		expect((await search(respond, { token })).token).toBe(next);
	});

	it('is left out if the server returns the previous page again', async () => {
		const samePage = await search(page(100), { token: '100:100:id m0' });

		expect(samePage).toMatchObject({ results: [], token: undefined });
		expect((await search(page(100), { token: '100:100:id m1' })).results).toHaveLength(100);
	});

	it('has neither rows nor a message if it is empty', async () => {
		expect((await search(serveRows(), { token: '100:100:id m0' })).results).toEqual([]);
	});
});

describe('scrolling to the end', () => {
	const rows = createModules(250);

	/** A server that has the largest page of this size, and puts pages into an envelope. */
	const serve =
		(largest: number, envelope: (page: JsonObject[]) => JsonValue): Respond =>
		({ query: { offset, limit } }) => {
			const start = Number(offset);

			return jsonResponse(envelope(rows.slice(start, start + Math.min(Number(limit), largest))));
		};

	test.each<[server: string, Respond, requests: number, rows: number]>([
		['sends smaller pages', serve(40, (page) => ({ results: page, total_count: 250 })), 7, 250],
		['sends bare arrays (row 5)', serve(100, (page) => page), 3, 250],
		['has an envelope in an envelope', serve(100, (page) => ({ data: { items: page } })), 3, 250],
		['sends all rows at once', () => jsonResponse({ results: rows }), 1, 250],
		['sends the same page again and again', serveRows(...rows.slice(0, 100)), 2, 100],
	])('shows each row once if the server %s', async (_, respond, requestCount, rowCount) => {
		const values: unknown[] = [];
		let token: string | undefined;
		let requests = 0;

		do {
			const page: Awaited<ReturnType<typeof search>> = await search(respond, {
				...(token !== undefined && { token }),
			});

			values.push(...page.results.map(({ value }) => value));
			token = page.token;
			requests += page.requests.length;
		} while (token !== undefined && requests < 50);

		expect(requests).toBe(requestCount);
		expect(values).toEqual(rows.slice(0, rowCount).map(({ id }) => id));
	});

	it('has more rows than a function call can have arguments, if the server sends them at once', async () => {
		const { results } = await search(() => jsonResponse({ results: createModules(130_000) }));

		expect(results).toHaveLength(130_000);
	});
});

describe('a row', () => {
	test.each<[title: string, rows: JsonObject[], expected: object[], list?: Picker]>([
		['has the name of its record', [{ id: 'm1', name: ' A ' }], [{ name: 'A', value: 'm1' }]],
		['shows its ID if it has no name', [{ id: 'm1' }], [{ name: 'm1', value: 'm1' }]],
		['shows its ID if its name is blank', [{ id: 'm1', name: ' ' }], [{ name: 'm1', value: 'm1' }]],
		['may have a number as its ID', [{ id: 7, name: 'A' }], [{ name: 'A', value: '7' }]],
		['without an ID is left out', [{ name: 'A' }, { id: '', name: 'B' }], []],
		[
			'has the ID in the field that the list declares',
			[{ id: 'm1', issue: 'w1', name: 'A' }],
			[{ name: 'A', value: 'w1' }],
			{ ...modules, idField: 'issue' },
		],
		[
			'comes last and is marked if the user has no access to it',
			[
				{ id: 'm1', name: 'A', is_member: false },
				{ id: 'm2', name: 'B', is_member: true },
				{ id: 'm3', name: 'C', is_member: false },
				{ id: 'm4', name: 'D' },
			],
			[
				{ name: 'B', value: 'm2' },
				{ name: 'D', value: 'm4' },
				{ name: 'A – no access', value: 'm1' },
				{ name: 'C – no access', value: 'm3' },
			],
		],
	])('%s', async (_, rows, expected, list = modules) => {
		expect((await search(serveRows(...rows), { list })).results).toEqual(expected);
	});
});

describe('the rows of a list', () => {
	const cycle = (name: string, start: string | null) => ({
		id: name,
		name,
		start_date: start,
		end_date: start,
	});
	const member = (name: string) => ({ id: name, display_name: name });

	test.each<[what: string, list: Picker, rows: JsonObject[], order: string[]]>([
		[
			'cycles begin with the latest, and end with those without days',
			cycles,
			[
				cycle('W47', '2026-11-16T00:00:00Z'),
				cycle('Later', null),
				cycle('W49', '2026-11-30T00:00:00Z'),
				cycle('W48', '2026-11-23T00:00:00Z'),
			],
			['current', 'W49', 'W48', 'W47', 'Later'],
		],
		[
			'members are sorted by name, in any case',
			projectMembers,
			['bob', 'Cleo', 'Ada'].map(member),
			['Ada', 'bob', 'Cleo'],
		],
		['others keep the order of the server', modules, ['B', 'A'].map(member), ['B', 'A']],
	])('%s', async (_, list, rows, order) => {
		const { results } = await search(serveRows(...rows), { list });

		expect(results.map(({ value }) => value)).toEqual(order);
	});
});

describe('an empty list', () => {
	test.each([
		['The user of the credential sees no modules in this workspace', modules],
		['This project has no cycles', cycles],
		[
			'This work item has no links',
			{ ...modules, path: 'projects/{project_id}/modules/{work_item_id}/', records: 'links' },
		],
	])('shows "%s"', async (sentence, list) => {
		const { context } = await createEditor(serveRows(), {
			...inProject,
			workItemId: byId(PROJECT),
		});

		expect(await searchList(context, list, '')).toEqual({
			results: [{ name: sentence, value: '' }],
		});
	});
});

describe('a search by the node', () => {
	const rows = [
		{ id: 'm1', name: 'Week opening' },
		{ id: 'm2', name: 'Opening night' },
		{ id: 'm3', name: 'Week 2', is_member: false },
	];

	test.each([
		['week', ['Week opening', 'Week 2 – no access']],
		['OPENING', ['Week opening', 'Opening night']],
		['opening  week', ['Week opening']],
		['m2', ['Opening night']],
		['access', []],
	])('finds %j in names and IDs', async (text, names) => {
		expect((await search(serveRows(...rows), { text })).names).toEqual(names);
	});

	test.each([
		['reads the next page after 9 results', 9, 3],
		['stops after 10 results', 10, 1],
	])('%s', async (_, count, requestCount) => {
		const rows = createModules(250).map((row, index) => ({
			...row,
			name: index < count ? 'hit' : 'x',
		}));
		const { results, requests, token } = await search(servePages(rows), { text: 'hit' });

		expect([results.length, requests.length]).toEqual([count, requestCount]);
		expect(token).toBe(requestCount === 1 ? '100:100:id m0' : undefined);
	});

	it('continues with the page of its token', async () => {
		const { names, requests } = await search(servePages(createModules(350)), {
			text: '7',
			token: '100:100:id m0',
		});

		expect(names[0]).toBe('Module 107');
		expect(requests[0]?.query.offset).toBe('100');
	});

	it('stops after ten pages without results, and says so', async () => {
		const { names, requests, token } = await search(servePages(createModules(1500)), {
			text: 'm1234',
		});

		expect(names).toEqual(['Not among the first 1000 modules: choose By ID']);
		expect([requests.length, token]).toEqual([10, undefined]);
	});

	it('continues after ten pages with results', async () => {
		const { names, requests, token } = await search(servePages(createModules(1500)), {
			text: 'm123',
		});

		expect(names).toEqual(['Module 123']);
		expect([requests.length, token]).toEqual([10, '100:1000:id m900']);
	});

	it('fails if a later page fails', async () => {
		const respond: Respond = (request, count) =>
			count === 1
				? servePages(createModules(250))(request, count)
				: jsonResponse({ error: 'Oh' }, 500);

		await expect(search(respond, { text: 'm240' })).rejects.toThrow('Plane failed with status 500');
	});
});

describe('a search by the server', () => {
	it('sends one request, and keeps the order of the results', async () => {
		const hits = [
			{ id: 'w2', name: 'Print', sequence_id: 12, project__identifier: 'LNCH' },
			{ id: 'w1', name: 'Draft' },
		];
		const { results, requests, token } = await search(serveRows(...hits), {
			list: workItems,
			text: 'x y',
		});

		expect(results).toEqual([
			{ name: 'LNCH-12 Print', value: 'w2' },
			{ name: 'Draft', value: 'w1' },
		]);
		expect(requests).toEqual([
			{
				path: 'workspaces/acme/work-items/search/',
				query: { search: 'x y', project_id: PROJECT, limit: '100' },
			},
		]);
		expect(token).toBeUndefined();
	});

	it('puts the work item with the whole number or key first', async () => {
		const found = (number: number, name: string) => ({
			id: `w${number}`,
			name,
			sequence_id: number,
			project__identifier: 'EDL',
		});
		const rows = [found(212, 'A'), found(129, 'B'), found(12, 'C'), found(120, 'Bring 12 chairs')];
		const respond: Respond = () => jsonResponse({ issues: rows });

		for (const text of ['12', 'edl-12']) {
			const { results } = await search(respond, { list: workItems, text });

			expect(results.map(({ name }) => name)).toEqual(
				text === '12'
					? ['EDL-12 C', 'EDL-120 Bring 12 chairs', 'EDL-212 A', 'EDL-129 B']
					: ['EDL-12 C', 'EDL-212 A', 'EDL-129 B', 'EDL-120 Bring 12 chairs'],
			);
		}
	});

	it('is not sent for epics, which the search leaves out', async () => {
		const { requests } = await search(servePages([]), { list: epics, text: 'x' });

		expect(requests[0]?.path).toBe(`workspaces/acme/projects/${PROJECT}/epics/`);
	});

	it('shows no message if there are no results', async () => {
		expect((await search(serveRows(), { list: workItems, text: 'x' })).results).toEqual([]);
	});

	it('fails if its request fails', async () => {
		const failed = search(() => jsonResponse({ error: 'Oh' }, 500), { list: workItems, text: 'x' });

		await expect(failed).rejects.toThrow('Plane failed with status 500');
	});
});

describe('the current cycle', () => {
	const CURRENT = {
		name: 'Current (the active cycle each time the workflow runs)',
		value: 'current',
	};
	const respond = servePages(createModules(3).map((row) => ({ ...row, name: 'Curry' })));

	test.each([
		['without a text', '', true, undefined],
		['for the beginning of its word', 'CURR', true, undefined],
		['for other words', 'curry', false, undefined],
		['on the second page', '', false, '100:1:id x'],
	])('%s (text %j) is offered: %s', async (_, text, isOffered, token) => {
		const more = { list: cycles, text, ...(token !== undefined && { token }) };
		const { results } = await search(respond, more);

		expect(results.filter(({ value }) => value === 'current')).toEqual(isOffered ? [CURRENT] : []);
		expect(results[0]).toEqual(isOffered ? CURRENT : { name: 'Curry', value: expect.any(String) });
	});

	it('is offered only by the list of cycles', async () => {
		expect((await search(respond)).names).toEqual(['Curry', 'Curry', 'Curry']);
	});
});

describe('a list that allows several choices', () => {
	const load = async (respond: Respond, list = modules) => {
		const { context, requests } = await createEditor(respond);

		return { rows: await loadAllRows(context, list), requests };
	};

	it('has the rows of all pages', async () => {
		const { rows, requests } = await load(servePages(createModules(250)));

		expect(rows.map(({ value }) => value)).toEqual(createModules(250).map(({ id }) => id));
		expect(requests).toHaveLength(3);
	});

	it('ends after ten pages, and its last row says so', async () => {
		const { rows, requests } = await load(servePages(createModules(1001)));

		expect([rows.length, requests.length]).toEqual([1000, 10]);
		expect(rows.at(-1)).toMatchObject({
			value: 'm999',
			description: 'Only the first 1000 modules are listed: use an expression for others',
		});
		expect(rows.filter((row) => 'description' in row)).toHaveLength(1);
	});

	it('is empty if no row has an ID', async () => {
		const withoutIds = createModules(1001).map(({ name = '' }) => ({ name }));
		const { rows } = await load(servePages(withoutIds));

		expect(rows).toEqual([]);
	});

	// A sentence in place of a row could be chosen, and an error would be marked in a panel that is in order.
	it('is empty if the server has no records', async () => {
		const { rows } = await load(servePages([]));

		expect(rows).toEqual([]);
	});

	// A NodeApiError would show as "[object Object]" there.
	it('throws an error whose message is the whole text if the server refuses', async () => {
		const refusal = jsonResponse({ detail: 'You do not have permission' }, 403);

		const error: unknown = await load(() => refusal).catch((thrown: unknown) => thrown);

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: expect.stringContaining(
				`${causes.noAccess} workspace acme: You do not have permission. `,
			),
		});
	});
});

test.each<[title: string, Respond, message: string, httpCode: string | undefined]>([
	[
		'a refusal',
		() => jsonResponse({ detail: 'Given API token is not valid' }, 403),
		`${causes.keyRefused}: Given API token is not valid`,
		'403',
	],
	[
		'a refused connection',
		() => {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		},
		'plane.example.com refused the connection',
		undefined,
	],
	['a response that is not a list', () => jsonResponse({ a: 1 }), causes.notAList, '200'],
	['a web page', () => webPage(), causes.webPage, '200'],
	[
		'a limit',
		() =>
			withHeaders(jsonResponse({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }, 429), {
				'retry-after': '9',
			}),
		`Plane ${causes.tooManyRequests}: rate limit exceeded`,
		'429',
	],
	[
		'a failure',
		() => jsonResponse({ error: 'Oh' }, 500),
		'Plane failed with status 500: Oh',
		'500',
	],
])('%s is an error after one request', async (_, respond, message, httpCode) => {
	const { context, requests } = await createEditor(respond);
	const error = await searchList(context, projects, '').catch((thrown: unknown) => thrown);

	expect(error).toMatchObject({ name: 'NodeApiError', message });
	expect(error).toHaveProperty('httpCode', httpCode ?? null);
	expect(requests).toHaveLength(1);
});
