import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readRecord, readRecords } from '../../../nodes/Plane/execute/readRecords';
import type { Call, ListQuery } from '../../../nodes/shared/model/call';
import {
	getCycle,
	getCycles,
	getIntakeItems,
	getLabels,
	getProjectMembers,
	getProjectSummary,
	getRelations,
	getWorkItemAttachments,
	getWorkItems,
	searchWorkItems,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { isProblem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, textResponse } from '../responses';
import { createExecution } from './testExecution';

const place = {
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1', work_item_id: 'w1', cycle_id: 'c1' },
};

const listCall = (operation: Operation<'list'>, query: Partial<ListQuery> = {}): Call<'list'> => ({
	...place,
	kind: 'list',
	operation,
	query: { queryParameters: {}, offset: 0, ...query },
});

/** A list in its envelope (row 5). */
const page = (...rows: JsonObject[]) =>
	jsonResponse({ results: rows, total_count: rows.length, next_page_results: false });

/** Reads a list from a server that responds like this. Returns the records, or the Problem, and the queries. */
async function readList(
	operation: Operation<'list'>,
	query: Partial<ListQuery>,
	response: Outcome,
	users: Outcome = jsonResponse([{ id: 'u1', display_name: 'ada', email: 'ada@example.com' }]),
) {
	const server = createExecution(({ route }) => (route === 'GET members/' ? users : response));
	const result = await readRecords(listCall(operation, query), server.execution);
	const records = !isProblem(result) && result.kind === 'rows' ? result.rows : (result as unknown);
	const queries = server.requests.map((requests) => Object.fromEntries(requests.query));

	return { result, records, queries, ...server };
}

const firstRow = { id: 'r1' };
const secondRow = { id: 'r2' };
const search = { order_by: 'name' };
const pagedQuery = { limit: '100', offset: '0', per_page: '100' };

/** The records that a search finds (row 38). */
const buildHits = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `w${index}`, name: String(index) }));

describe('readRecords', () => {
	type Row = [
		title: string,
		operation: Operation<'list'>,
		json: JsonValue,
		query: object,
		records: JsonObject[],
	];
	// The groups contain IDs in Plane's reference, but records on a server (row 33). Members are a bare array
	// (row 5), and so is today's cycle (row 31).
	const relations = { blocking: [firstRow], duplicate: [], relates_to: [secondRow] };
	const blocking = { relation_type: 'blocking' };
	const grouped = [
		{ ...blocking, ...firstRow },
		{ relation_type: 'relates_to', ...secondRow },
	];
	const pageJson = page(firstRow, secondRow).json ?? null;

	test.each<Row>([
		['page by page', getLabels, pageJson, { ...search, ...pagedQuery }, [firstRow, secondRow]],
		['as one array', getProjectMembers, [firstRow, secondRow], search, [firstRow, secondRow]],
		[
			'as one array although it may be paged',
			getCycles,
			[firstRow],
			{ ...search, ...pagedQuery },
			[firstRow],
		],
		[
			'page by page although it may be one array',
			getCycles,
			pageJson,
			{ ...search, ...pagedQuery },
			[firstRow, secondRow],
		],
		['in groups', getRelations, relations, search, grouped],
		[
			'in groups of IDs',
			getRelations,
			{ blocking: ['r1'] },
			search,
			[{ ...blocking, issue_id: 'r1' }],
		],
	])('reads a list that is returned %s', async (_, operation, json, query, expected) => {
		const { result, records, queries } = await readList(
			operation,
			{ queryParameters: search },
			jsonResponse(json),
		);

		expect(records).toEqual(expected);
		expect(queries).toEqual([query]);
		expect(result).toMatchObject({ statistics: [{ received: expected.length }] });
	});

	const nameFilter = { displayName: 'Name', rowPath: 'name', test: 'is', values: ['119'] } as const;

	test.each<[title: string, query: Partial<ListQuery>, limits: string[], count: number]>([
		['a limit', { limit: 5 }, ['5'], 5],
		['a limit and an offset', { limit: 5, offset: 10 }, ['15'], 5],
		['no limit', {}, ['100', '1000'], 120],
		[
			'a limit and a client-side filter',
			{ limit: 5, clientFilters: [nameFilter] },
			['5', '50', '500'],
			1,
		],
	])('requests a list with a limit, for %s, with %j', async (_, query, limits, count) => {
		const server = createExecution((requests) =>
			jsonResponse({ issues: buildHits(Math.min(120, Number(requests.query.get('limit')))) }),
		);
		const call = listCall(searchWorkItems, { ...query, queryParameters: { search: 'a' } });
		const result = await readRecords(call, server.execution);

		expect(result).toMatchObject({ rows: { length: count } });
		const requests = server.requests
			.map(({ query: sent }) => sent.toString())
			.filter((sent) => sent !== '');

		expect(requests).toEqual(limits.map((limit) => `search=a&limit=${limit}`));
	});

	test('reads a list to its end if its pages are bare arrays', async () => {
		const rows = buildHits(120);
		const { execution, requests } = createExecution(({ query }) => {
			const start = Number(query.get('offset'));

			return jsonResponse(rows.slice(start, start + 100));
		});

		expect(await readRecords(listCall(getLabels), execution)).toMatchObject({
			rows,
		});
		expect(requests.length).toBeGreaterThan(1);
	});

	test('fails if the list cannot be read', async () => {
		const { records } = await readList(getLabels, {}, jsonResponse({ error: 'No' }, 403));

		expect(records).toMatchObject({ status: 403 });
	});
});

describe('the records of a list', () => {
	const full = { id: 'w1', name: 'A', state: { id: 's1', name: 'Done' }, priority: null };

	type Row = [
		title: string,
		operation: Operation<'list'>,
		query: Partial<ListQuery>,
		row: JsonObject,
		record: JsonObject,
	];
	const expandedStates = { expandedForFilters: ['state', 'parent'] };
	const simplified = { id: 'w1', name: 'A', state: 'Done', priority: null };

	test.each<Row>([
		['unchanged', getCycles, {}, full, full],
		[
			'with those of the selected fields that they have',
			getWorkItems,
			{ fields: ['priority', 'name', 'x'] },
			full,
			{ name: 'A', priority: null },
		],
		['simplified', getWorkItems, { simplify: true, ...expandedStates }, full, simplified],
		['unchanged if they have no simplified form', getRelations, { simplify: true }, full, full],
		[
			'without records that were expanded for a filter',
			getCycles,
			expandedStates,
			full,
			{ ...full, state: 's1' },
		],
		[
			'with selected fields, without records that were expanded for a filter',
			getWorkItems,
			{ ...expandedStates, fields: ['state'] },
			full,
			{ state: 's1' },
		],
		['unchanged if nothing was expanded', getCycles, expandedStates, simplified, simplified],
		[
			'with null for an expanded record without an ID',
			getCycles,
			expandedStates,
			{ id: 'w1', state: null, parent: { name: 'B' } },
			{ id: 'w1', state: null, parent: { name: 'B' } },
		],
		[
			'with null for an expanded record whose ID is null',
			getCycles,
			expandedStates,
			{ id: 'w1', state: { id: null } },
			{ id: 'w1', state: null },
		],
	])('are returned %s', async (_, operation, query, row, record) => {
		const { result, routes } = await readList(operation, { limit: 1, ...query }, page(row));

		expect('rows' in result && result.rows).toStrictEqual([record]);
		expect(routes()).toHaveLength(1);
	});

	const row = { id: 'w1', sequence_id: 12, project: 'p1' };
	const launch = jsonResponse({ id: 'p1', identifier: 'LNCH', name: 'Launch' });
	const reference = { key: 'LNCH-12', url: 'https://plane.example.com/acme/browse/LNCH-12/' };

	test.each<
		[
			title: string,
			query: Partial<ListQuery>,
			project: Outcome,
			row: JsonObject,
			record: JsonObject,
		]
	>([
		['their keys and addresses', {}, launch, row, { ...row, ...reference }],
		['only the selected ones of them', { fields: ['key'] }, launch, row, { key: 'LNCH-12' }],
		[
			'addresses with IDs if the project cannot be read',
			{},
			jsonResponse({ error: 'No' }, 403),
			row,
			{ ...row, url: 'https://plane.example.com/acme/projects/p1/issues/w1/' },
		],
	])(
		'have %s if they are raw work items, for one more request',
		async (_, query, project, row, record) => {
			const server = createExecution(({ route }) =>
				route === 'GET projects/p1/' ? project : page(row),
			);

			const result = await readRecords(listCall(getWorkItems, query), server.execution);

			expect('rows' in result && result.rows).toStrictEqual([record]);
			expect(server.requests).toHaveLength(2);
		},
	);

	test.each<[title: string, entry: JsonValue, record: JsonObject]>([
		[
			'an address in the project of the other work item',
			{ project_id: 'p2', issue_id: 'w2' },
			{
				project_id: 'p2',
				issue_id: 'w2',
				url: 'https://plane.example.com/acme/projects/p2/issues/w2/',
			},
		],
		['no address if only its ID is listed', 'w2', { issue_id: 'w2' }],
	])('have %s if they are relations, without another request', async (_, entry, record) => {
		const { records, routes } = await readList(
			getRelations,
			{},
			jsonResponse({ blocking: [entry], relates_to: [] }),
		);

		expect(records).toEqual([{ relation_type: 'blocking', ...record }]);
		expect(routes()).toHaveLength(1);
	});

	test('have keys without another request if their projects were expanded', async () => {
		const expanded = { ...row, project: { id: 'p1', identifier: 'LNCH' } };
		const { records, routes } = await readList(getWorkItems, {}, page(expanded));

		expect(records).toEqual([{ ...expanded, ...reference }]);
		expect(routes()).toHaveLength(1);
	});
});

describe('the people in simplified records', () => {
	const row = (id: string, owned_by: JsonValue): JsonObject => ({ id, project: 'p1', owned_by });
	const url = (id: string) => `https://plane.example.com/acme/projects/p1/cycles/${id}/`;

	const readCycles = async (users: Outcome | undefined, ...owners: JsonValue[]) => {
		const rows = owners.map((owner, index) => row(`c${index}`, owner));
		const { records, routes } = await readList(getCycles, { simplify: true }, page(...rows), users);

		return { records, memberReads: routes().filter((route) => route === 'GET members/').length };
	};

	test.each<[title: string, users: Outcome | undefined, owner: JsonValue, output: JsonValue]>([
		['by name', undefined, 'u1', 'ada'],
		['by email address', jsonResponse([{ id: 'u1', email: 'ada@x' }]), 'u1', 'ada@x'],
		['by ID if they are unknown', undefined, 'u2', 'u2'],
		['by ID if the users cannot be read', jsonResponse({ error: 'No' }, 403), 'u1', 'u1'],
		['by ID if the response is not a list', jsonResponse({ id: 'u1' }), 'u1', 'u1'],
	])('are shown %s', async (_, users, owner, output) => {
		const { records, memberReads } = await readCycles(users, null, owner);

		expect(records).toEqual([
			{ id: 'c0', owned_by: null, project: 'p1', url: url('c0') },
			{ id: 'c1', owned_by: output, project: 'p1', url: url('c1') },
		]);
		expect(memberReads).toBe(1);
	});

	test('are not looked up if there are none', async () => {
		expect((await readCycles(undefined, null, null)).memberReads).toBe(0);
		const labels = await readList(getLabels, { simplify: true }, page({ id: 'l1', name: 'bug' }));

		expect(labels.records).toEqual([{ id: 'l1', name: 'bug' }]);
		expect(labels.routes()).toHaveLength(1);
	});

	test('are shown by ID if they are unknown, even if the service lists a user without an ID', async () => {
		const usersWithoutId = jsonResponse([{ display_name: 'x' }, { id: 'u1', display_name: 'ada' }]);
		const { records } = await readCycles(usersWithoutId, 'u1', 'u2');

		expect(records).toMatchObject([{ owned_by: 'ada' }, { owned_by: 'u2' }]);
	});

	test('are looked up once for all items of a workspace', async () => {
		const { execution, routes } = createExecution(({ route }) =>
			route === 'GET members/' ? jsonResponse([]) : page(row('c1', 'u1')),
		);
		const call = listCall(getCycles, { simplify: true });

		await Promise.all([readRecords(call, execution), readRecords(call, execution)]);
		await readRecords({ ...call, workspace: 'other' }, execution);

		expect(routes().filter((route) => route.endsWith('members/'))).toEqual([
			'GET members/',
			'GET /workspaces/other/members/',
		]);
	});
});

describe('the files of a list', () => {
	const attributes = { name: 'a.txt', type: 'text/plain', size: 3 };
	const rows = ['a1', 'a2', 'a3'].map((id) => ({ id, attributes }));
	const get = 'GET projects/p1/work-items/w1/attachments/';
	const stored = (fileName: string) => ({ data: '', mimeType: 'text/plain', fileName });

	const download = async (query: Partial<ListQuery>, forbiddenId?: string) => {
		const server = createExecution(({ route }) => {
			const id = route.split('/').at(-2) ?? '';
			if (route === get) return page(...rows);
			if (id === forbiddenId) return textResponse('', 403);

			return { ...textResponse(''), file: stored(id) };
		});
		const call = listCall(getWorkItemAttachments, query);

		return { result: await readRecords(call, server.execution), routes: server.routes() };
	};

	test('are added to the items of their records', async () => {
		const { result, routes } = await download({ binaryField: 'file', simplify: true });

		expect(routes).toEqual([get, ...rows.map(({ id }) => `${get}${id}/`)]);
		expect(result).toMatchObject({
			field: 'file',
			files: rows.map(({ id }) => ({ record: { id, ...attributes }, file: stored(id) })),
			statistics: [{ received: 3 }],
		});
	});

	test('are not requested without Download', async () => {
		const { result, routes } = await download({});

		expect(routes).toEqual([get]);
		expect('rows' in result && result.rows).toEqual(rows);
	});

	test('fail together with the list if one of them cannot be downloaded', async () => {
		const { result } = await download({ binaryField: 'file' }, 'a2');

		expect(isProblem(result) && result.message).toMatch(
			/^The file "a.txt" of a2 was not downloaded/,
		);
		expect('statistics' in result).toBe(false);
	});

	test('are no longer requested after one of them could not be downloaded', async () => {
		const many = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}`, attributes }));
		const { execution, routes } = createExecution(({ route }) =>
			route === get ? page(...many) : textResponse('', 403),
		);

		await readRecords(listCall(getWorkItemAttachments, { binaryField: 'file' }), execution);

		expect(routes().length).toBeLessThan(20);
	});

	test('are not requested for a list whose records have none', async () => {
		const { records } = await readList(getLabels, { binaryField: 'file' }, page(firstRow));

		expect(records).toEqual([firstRow]);
	});
});

describe('readRecord', () => {
	const call = (operation: Operation<'get'>, simplify = false): Call<'get'> => ({
		...place,
		kind: 'get',
		operation,
		queryParameters: { fields: 'name' },
		simplify,
		binaryField: 'data',
	});
	const card = { id: 'c1', name: 'Week', owned_by: 'u1' };
	const record = { ...card, project: 'p1', view_props: {} };
	const url = 'https://plane.example.com/acme/projects/p1/cycles/c1/';

	test.each<[title: string, Operation<'get'>, simplify: boolean, json: JsonObject]>([
		['unchanged', getCycle, false, record],
		['simplified', getCycle, true, { ...card, owned_by: 'ada', project: 'p1', url }],
		['unchanged if it has no simplified form', getProjectSummary, true, record],
	])('returns a record %s', async (_, operation, simplify, json) => {
		const { execution, requests } = createExecution(({ route }) =>
			jsonResponse(route === 'GET members/' ? [{ id: 'u1', display_name: 'ada' }] : record),
		);

		expect(await readRecord(call(operation, simplify), execution)).toEqual({
			kind: 'rows',
			rows: [json],
		});
		expect(requests[0]?.query.toString()).toBe('fields=name');
	});

	test.each<[title: string, response: Outcome, failure: object]>([
		['is a refusal', textResponse('', 403), { status: 403 }],
		[
			'is not a record',
			jsonResponse([record]),
			{ message: expect.stringContaining('not a record') },
		],
	])('fails if the response %s', async (_, response, failure) => {
		const { execution } = createExecution(() => response);

		expect(await readRecord(call(getCycle), execution)).toMatchObject(failure);
	});
});

test('Intake items have their key, for one more request in an execution', async () => {
	const item = { issue: 'w1', issue_detail: { sequence_id: 12 }, project: 'p1', status: -2 };
	const { execution, routes } = createExecution(({ route }) =>
		route === 'GET projects/p1/' ? jsonResponse({ id: 'p1', identifier: 'LNCH' }) : page(item),
	);
	const call = listCall(getIntakeItems, { simplify: true });

	const results = [await readRecords(call, execution), await readRecords(call, execution)];
	const shown = { rows: [{ work_item_id: 'w1', key: 'LNCH-12', project: 'p1' }] };

	expect(results).toMatchObject([shown, shown]);

	expect(routes().filter((route) => route === 'GET projects/p1/')).toHaveLength(1);
});
