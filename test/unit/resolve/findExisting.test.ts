import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isDuplicate } from '../../../nodes/shared/errors/badRequest';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createPage, createWorkItem } from '../../../nodes/shared/operations';
import {
	ExistingRecords,
	hasDirectLookup,
} from '../../../nodes/Plane/execute/write/ExistingRecords';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { createClient, createExecution } from '../execute/testExecution';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';

const create = (name: string): Call<'create'> => ({
	kind: 'create',
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	body: { name },
	operation: createLabel,
	path: { project_id: 'p1' },
});

/** Looks for the existing record on a server that responds like this, and gives what was asked. */
async function find(name: string, refusal: HttpResponse, respond: (url: URL) => HttpResponse) {
	const requests: string[] = [];
	const client = createClient({
		service: ({ method, url, body }) => {
			const address = new URL(url);
			const path = address.pathname.replace('/api/v1/workspaces/acme', '');

			requests.push(`${method} ${path}${body === undefined ? '' : ' with a body'}`);

			return Promise.resolve(respond(address));
		},
	});
	const paging = { concurrency: 8, pause: () => Promise.resolve() };
	const found = await new ExistingRecords(client, paging).findConflicting(create(name), refusal);

	return { found: found !== undefined && 'record' in found ? found.record : found, requests };
}

const labels = (names: readonly string[]): JsonObject[] =>
	names.map((name) => ({ id: `id of ${name}`, name }));
/** Row 12; an ID stands for the whole of it. */
const conflict = (json: JsonValue = { error: 'Label with the same name already exists' }) =>
	jsonResponse(json, 409);

describe('the record that has the name already', () => {
	const list = { results: labels(['text', 'bug']), total_count: 2 };

	test.each<[title: string, refusal: JsonObject, path: string, json: JsonObject, id: string]>([
		['fetched by the ID that the refusal gives (row 12)', { id: 'l1' }, 'l1/', { id: 'l1' }, 'l1'],
		['found by its name in the list where there is no ID', {}, '', list, 'id of bug'],
	])('is %s', async (_, refusal, path, json, id) => {
		const { found, requests } = await find('bug', conflict(refusal), () => jsonResponse(json));

		expect(found).toMatchObject({ id });
		expect(requests).toEqual([`GET /projects/p1/labels/${path}`]);
	});

	test('is found on a later page too', async () => {
		const names = Array.from({ length: 150 }, (_, index) => `label ${String(index)}`);
		const { found } = await find('label 149', conflict(), ({ searchParams }) => {
			const offset = Number(searchParams.get('offset'));

			return jsonResponse({ results: labels(names.slice(offset, offset + 100)), total_count: 150 });
		});

		expect(found).toMatchObject({ name: 'label 149' });
	});

	test('is the one with the same name before one with the same letters', async () => {
		// No server is known to have a name that is a number.
		const list = () => jsonResponse([{ id: 'l5', name: 5 }, ...labels(['Bug ', 'bug', 'BUG'])]);

		expect((await find('bug', conflict(), list)).found).toMatchObject({ name: 'bug' });
		expect((await find('buG', conflict(), list)).found).toMatchObject({ name: 'Bug ' });
	});

	test('is nothing where the list has no such name', async () => {
		const { found } = await find('bug', conflict(), () => jsonResponse(labels(['text'])));

		expect(found).toBeUndefined();
		// Two words to whoever reads them, although their capitals are the same.
		const list = () => jsonResponse(labels(['Straße']));

		expect((await find('Strasse', conflict(), list)).found).toBeUndefined();
	});

	test.each([
		['by its ID', conflict({ id: 'l1' })],
		['in the list', conflict()],
	])('is a problem where the server does not give it %s', async (_, refusal) => {
		for (const status of [403, 500]) {
			const { found } = await find('bug', refusal, () => textResponse('', status));

			expect(found).toMatchObject({ tag: 'failed', status });
		}
	});
});

test('a record that its server names and does not give is most likely archived', async () => {
	const missing = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
	const { found } = await find('bug', conflict({ id: 'l1' }), () => missing);

	expect(found).toMatchObject({
		message: 'Plane already has this record (ID l1), but does not return it',
		description: expect.stringContaining('archived'),
	});
});

describe('a record that a replica does not have yet (row 166, finding 18)', () => {
	const missing = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

	test('is looked for again a moment later', async () => {
		let looks = 0;

		const { found } = await find('bug', conflict({ id: 'l1' }), () =>
			looks++ < 2 ? missing : jsonResponse({ id: 'l1', name: 'bug' }),
		);

		expect(found).toMatchObject({ id: 'l1', name: 'bug' });
	});

	test('needs no look at all if a row before it has made it', async () => {
		const { execution, routes } = createExecution(() => missing);
		const answer = { id: 'l1', name: 'bug', color: '#ff0000' };
		const records = new ExistingRecords(execution.client, execution.paging, (id) =>
			id === 'l1' ? answer : undefined,
		);

		const found = await records.findConflicting(create('bug'), conflict({ id: 'l1' }));

		expect(found).toMatchObject({ record: answer });
		expect(routes()).toEqual([]);
	});
});

test('a label with the external ID comes before one with the name (finding 25)', async () => {
	const external = { external_source: 'sheet', external_id: 'row-1' };
	const rows = [
		{ id: 'l1', name: 'bug', external_source: null, external_id: null },
		{ id: 'l2', name: 'text', ...external },
	];
	const { execution } = createExecution(() => jsonResponse(rows));
	const call = { ...create('bug'), body: { name: 'bug', ...external } };

	const found = await new ExistingRecords(execution.client, execution.paging).findMatching(call);

	expect(found).toMatchObject({ record: { id: 'l2' } });
});

describe('a work item of another system', () => {
	const body = { name: 'Print', external_source: 'sheet', external_id: 'row-1' };
	const there = { id: 'w1', ...body, created_at: '2026-11-24T08:00:00Z' };
	/** Row 27. */
	const gone = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

	/** Looks for it on a server with these responses, one after the other. */
	function like(more: JsonObject, ...responses: readonly HttpResponse[]) {
		const { execution, requests } = createExecution((_, count) => responses[count - 1] ?? gone);
		const { client, paging } = execution;
		const call: Call<'create'> = {
			...create(''),
			operation: createWorkItem,
			body: { ...body, ...more },
		};
		const records = new ExistingRecords(client, paging);
		const refusal = conflict({ id: 'w1' });

		return {
			found: () => records.findMatching(call),
			refusing: () => records.findConflicting(call, refusal),
			addresses: () => requests.map(({ route, query }) => `${route}?${String(query)}`),
		};
	}

	const alone = 'GET projects/p1/work-items/?external_id=row-1&external_source=sheet';
	const dated = (response: HttpResponse) =>
		withHeaders(response, { date: 'Tue, 24 Nov 2026 08:00:05 GMT' });

	test('is given alone, with its age by the clock of its server', async () => {
		const { found, addresses } = like({}, dated(jsonResponse(there)));

		expect(await found()).toEqual({ record: there, ageMs: 5000 });
		expect(addresses()).toEqual([alone]);
	});

	test.each([
		['when it is now', jsonResponse(there)],
		['when it was made', dated(jsonResponse({ ...there, created_at: null }))],
	])('has any age where its server does not say %s', async (_, response) => {
		const { found } = like({}, response);

		expect(await found()).toMatchObject({ record: { id: 'w1' }, ageMs: Infinity });
	});

	test('is named if several have its external ID, which breaks the server (row 65)', async () => {
		const row = (id: string, sequence_id: number) => ({ ...there, id, sequence_id });
		const broken = jsonResponse({ error: 'Something went wrong please try again later' }, 500);
		const rows = [row('w1', 3), { ...there, id: 'w2', external_id: 'row-2' }, row('w3', 9)];
		const page = jsonResponse({ results: rows, total_count: rows.length });
		let lists = 0;
		const { execution } = createExecution(({ query }) => {
			if (query.has('external_id')) return broken;

			lists++;

			return page;
		});
		const call: Call<'create'> = { ...create(''), operation: createWorkItem, body };

		const found = await new ExistingRecords(execution.client, execution.paging).findMatching(call);

		expect(found).toMatchObject({
			tag: 'failed',
			message:
				'2 records have the External ID sheet:row-1: "Print" (number 3, ID w1) and "Print" (number 9, ID w3)',
		});
		expect(lists).toBe(1);
	});

	test('is not there where its server says so, and unknown where it says something else', async () => {
		expect(await like({}, gone).found()).toBeUndefined();

		for (const status of [403, 500]) {
			const { found } = like({}, jsonResponse({ detail: 'No.' }, status));

			expect(await found()).toMatchObject({ tag: 'failed', status });
		}
	});

	test.each<[title: string, JsonObject[], found: object | undefined]>([
		['finds it there', [{ ...there, id: 'w0', external_id: 'row-10' }, there], { id: 'w1' }],
		['takes no other one', [{ ...there, external_source: 'crm' }], undefined],
	])('is looked for in the list, if that comes instead, which %s', async (_, rows, found) => {
		const page = jsonResponse({ results: rows, total_count: rows.length });
		const { found: find, addresses } = like({}, page, dated(page));

		expect(await find()).toEqual(found && { record: there, ageMs: 5000 });
		expect(addresses()).toHaveLength(2);
	});

	test('has no name of its own without an external ID', async () => {
		const rows = jsonResponse({ results: [{ ...there, external_id: null }], total_count: 1 });
		const { found, addresses } = like({ external_id: '' }, rows);

		expect(await found()).toBeUndefined();
		expect(addresses()).toEqual([expect.not.stringContaining('external_id')]);
	});

	test('that its server names and does not give is found by its external ID', async () => {
		const { refusing, addresses } = like({}, gone, jsonResponse(there));

		expect(await refusing()).toMatchObject({ record: { id: 'w1' } });
		expect(addresses()).toEqual(['GET projects/p1/work-items/w1/?', alone]);
	});

	test('that is nowhere to be found is most likely archived', async () => {
		const { refusing } = like({}, gone, gone);

		expect(await refusing()).toMatchObject({
			message: 'Plane already has this record (ID w1), but does not return it',
		});
	});

	test('is unknown where nobody answers', async () => {
		const { client, paging } = createExecution(() => networkFault('ECONNREFUSED')).execution;
		const call: Call<'create'> = { ...create(''), operation: createWorkItem, body };
		const records = new ExistingRecords(client, paging);

		expect(await records.findMatching(call)).toMatchObject({ tag: 'failed' });
		expect(await records.findConflicting(call, conflict({ id: 'w1' }))).toMatchObject({
			tag: 'failed',
		});
	});
});

test('a record that no two have alike is looked for by that, its external ID or not', async () => {
	const { execution, requests } = createExecution(() => jsonResponse(labels(['text', 'bug'])));
	const { client, paging } = execution;
	const own = { external_source: 'sheet', external_id: 'row-1' };
	const label = { ...create('bug'), body: { name: 'bug', ...own } };
	const found = await new ExistingRecords(client, paging).findMatching(label);

	expect(found).toEqual({ record: { id: 'id of bug', name: 'bug' }, ageMs: Infinity });
	expect(requests.map(({ query }) => query.has('external_id'))).not.toContain(true);
	expect(await new ExistingRecords(client, paging).findMatching(create('BUG'))).toBeUndefined();
});

test('a record of a kind that may come twice is never the same', () => {
	const page = { ...create('x'), operation: createPage };

	expect(hasDirectLookup(page)).toBe(false);
});

test.each([
	['a conflict', conflict(), true],
	['a conflict without a word', textResponse('', 409), true],
	// In the words of Django REST framework.
	['a refused name', jsonResponse({ name: ['label with this name already exists.'] }, 400), true],
	['another refusal', jsonResponse({ name: ['This field may not be blank.'] }, 400), false],
	['a lack of rights', jsonResponse({ detail: 'already' }, 403), false],
	['a success', jsonResponse({ id: 'l1' }, 201), false],
])('%s says that the name is taken: %p', (_, response, taken) => {
	expect(isDuplicate(response)).toBe(taken);
});
