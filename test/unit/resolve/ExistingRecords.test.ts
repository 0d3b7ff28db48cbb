import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isDuplicate } from '../../../nodes/shared/errors/badRequest';
import { asText } from '../../../nodes/shared/fields/text';
import type { Call } from '../../../nodes/shared/model/call';
import {
	createLabel,
	createModule,
	createPage,
	createWorkItem,
} from '../../../nodes/shared/operations';
import {
	ExistingRecords,
	hasDirectLookup,
} from '../../../nodes/Plane/execute/write/ExistingRecords';
import { recordKey } from '../../../nodes/Plane/execute/write/recordRequest';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { createExecution } from '../execute/testExecution';
import { inTurn, type Respond, type Routes } from '../fakePlane';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';

const createLabelCall = (name: string): Call<'create'> => ({
	kind: 'create',
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	body: { name },
	operation: createLabel,
	path: { project_id: 'p1' },
});

const keyOfLabel = (id: string): string => recordKey(createLabelCall(''), id);

const createLabels = (names: readonly string[]): JsonObject[] =>
	names.map((name) => ({ id: `id of ${name}`, name }));

/** A response that refuses a name which exists already (row 12). */
const conflict = (json: JsonValue = { error: 'Label with the same name already exists' }) =>
	jsonResponse(json, 409);

/** The response of a server that has no such record (row 27). */
const NO_RECORD = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

const LABELS_ROUTE = 'GET projects/p1/labels/';
const LABEL_ROUTE = 'GET projects/p1/labels/l1/';

/** Looks for the label that conflicts with a name. Returns its record, or the problem. */
async function findConflicting(name: string, refusal: HttpResponse, answers: Routes) {
	const { execution, routes } = createExecution(answers);
	const records = new ExistingRecords(execution);

	const result = await records.findConflicting(createLabelCall(name), refusal);

	return {
		found: result !== undefined && 'record' in result ? result.record : result,
		routes: routes(),
	};
}

describe('ExistingRecords, after a refusal of a name,', () => {
	const list = { results: createLabels(['text', 'bug']), total_count: 2 };

	test.each<[title: string, refusal: JsonObject, route: string, json: JsonObject, id: string]>([
		[
			'reads the record whose ID the refusal contains (row 12)',
			{ id: 'l1' },
			LABEL_ROUTE,
			{ id: 'l1' },
			'l1',
		],
		[
			'looks for the name in the list if the refusal contains no ID',
			{},
			LABELS_ROUTE,
			list,
			'id of bug',
		],
	])('%s', async (_, refusal, route, json, id) => {
		const answers = { [route]: jsonResponse(json) };

		const { found, routes } = await findConflicting('bug', conflict(refusal), answers);

		expect(found).toMatchObject({ id });
		expect(routes).toEqual([route]);
	});

	describe('reads the list once for several names,', () => {
		const refusal = conflict();
		const date = (time: string) => ({ date: `Tue, 24 Nov 2026 08:00:${time} GMT` });

		/** Looks for names in turn, on a server with these lists in turn. Returns their IDs, and the number of requests. */
		async function findInTurn(
			names: readonly string[],
			lists: readonly [JsonObject[], ...JsonObject[][]],
			latest: JsonObject = {},
		) {
			const [first, ...others] = lists.map((rows) =>
				jsonResponse({ results: rows, total_count: rows.length }),
			);
			const server = createExecution(inTurn(first ?? refusal, ...others));
			const records = new ExistingRecords(server.execution);

			server.execution.written.noteRecord(keyOfLabel(asText(latest.id) ?? ''), latest);
			const ids = [];

			for (const name of names) {
				const found = await records.findConflicting(createLabelCall(name), refusal);

				ids.push(found !== undefined && 'record' in found ? found.record.id : found);
			}

			return { ids, requestCount: server.requests.length };
		}

		test('and finds each in it', async () => {
			const { ids, requestCount } = await findInTurn(
				['bug', 'text', 'bug'],
				[createLabels(['text', 'bug'])],
			);

			expect(ids).toEqual(['id of bug', 'id of text', 'id of bug']);
			expect(requestCount).toBe(1);
		});

		test('and again for a name that it does not have: its record is newer', async () => {
			const { ids, requestCount } = await findInTurn(
				['bug', 'new', 'new'],
				[createLabels(['bug']), createLabels(['bug', 'new'])],
			);

			expect(ids).toEqual(['id of bug', 'id of new', 'id of new']);
			expect(requestCount).toBe(2);
		});

		test('and again for a name that it has only in another case', async () => {
			const { ids } = await findInTurn(
				['bug', 'TEXT'],
				[createLabels(['text', 'bug']), createLabels(['text', 'bug', 'TEXT'])],
			);

			expect(ids).toEqual(['id of bug', 'id of TEXT']);
		});

		test('but not the record that an earlier item has renamed', async () => {
			const renamed = { id: 'id of bug', name: 'fault' };

			const { ids } = await findInTurn(
				['text', 'bug', 'fault'],
				[createLabels(['text', 'bug']), [{ id: 'l9', name: 'bug' }, renamed]],
				renamed,
			);

			expect(ids).toEqual(['id of text', 'l9', 'id of bug']);
		});

		test('and a record is as old as the time of its own refusal shows', async () => {
			const row = { id: 'l1', name: 'bug', created_at: '2026-11-24T08:00:00Z' };
			const { execution } = createExecution(() => withHeaders(jsonResponse([row]), date('01')));
			const records = new ExistingRecords(execution);
			const call = createLabelCall('bug');

			const first = await records.findConflicting(call, withHeaders(refusal, date('01')));
			const later = await records.findConflicting(call, withHeaders(refusal, date('31')));

			expect(first).toMatchObject({ ageMs: 1000 });
			expect(later).toMatchObject({ ageMs: 31_000 });
		});
	});

	test('finds the name on a later page', async () => {
		const names = Array.from({ length: 150 }, (_, index) => `label ${String(index)}`);

		const answerPage: Respond = ({ query }) => {
			const offset = Number(query.get('offset'));
			const results = createLabels(names.slice(offset, offset + 100));

			return jsonResponse({ results, total_count: 150 });
		};

		const { found } = await findConflicting('label 149', conflict(), {
			[LABELS_ROUTE]: answerPage,
		});

		expect(found).toMatchObject({ name: 'label 149' });
	});

	test.each([
		['prefers the name in the same case', 'bug', 'bug'],
		['takes the first name in another case', 'buG', 'Bug '],
	])('%s', async (_, name, foundName) => {
		// No server is known to have a name that is a number.
		const rows = [{ id: 'l5', name: 5 }, ...createLabels(['Bug ', 'bug', 'BUG'])];

		const { found } = await findConflicting(name, conflict(), {
			[LABELS_ROUTE]: jsonResponse(rows),
		});

		expect(found).toMatchObject({ name: foundName });
	});

	test.each([
		['that the list does not contain', 'bug', 'text'],
		// A person reads two different words, although their capitals are the same.
		['that is the same only in capitals', 'Strasse', 'Straße'],
	])('finds nothing for a name %s', async (_, name, existingName) => {
		const { found } = await findConflicting(name, conflict(), {
			[LABELS_ROUTE]: jsonResponse(createLabels([existingName])),
		});

		expect(found).toBeUndefined();
	});

	test.each([
		['record', conflict({ id: 'l1' }), 403],
		['record', conflict({ id: 'l1' }), 500],
		['list', conflict(), 403],
		['list', conflict(), 500],
	])(
		'returns a problem if the server answers the request for the %s by %j',
		async (_, refusal, status) => {
			const { found } = await findConflicting('bug', refusal, { '*': textResponse('', status) });

			expect(found).toMatchObject({ tag: 'failed', status });
		},
	);

	test.each([
		[
			'a module is most likely archived',
			createModule,
			/^Most likely, it is archived: unarchive it/,
		],
		['a label, which cannot be archived, may be gone', createLabel, /^It may have been deleted/],
		// Row 27.
		['a work item would be found if it were archived', createWorkItem, /^It may have been deleted/],
	])('reports that %s if the server does not return it', async (_, operation, description) => {
		const { execution } = createExecution({ '*': NO_RECORD });
		const records = new ExistingRecords(execution);
		const call = { ...createLabelCall('bug'), operation };

		const found = await records.findConflicting(call, conflict({ id: 'l1' }));

		expect(found).toMatchObject({
			message: 'Plane already has this record (ID l1), but does not return it',
			description: expect.stringMatching(description),
		});
	});

	test('reads a record again that a replica does not have yet (row 166, finding 18)', async () => {
		const label = jsonResponse({ id: 'l1', name: 'bug' });

		const { found } = await findConflicting('bug', conflict({ id: 'l1' }), {
			[LABEL_ROUTE]: inTurn(NO_RECORD, NO_RECORD, label),
		});

		expect(found).toMatchObject({ id: 'l1', name: 'bug' });
	});

	test('sends no request for a record that an earlier item has created (row 166)', async () => {
		const { execution, routes } = createExecution({ '*': NO_RECORD });
		const createdRecord = { id: 'l1', name: 'bug', color: '#ff0000' };
		const records = new ExistingRecords(execution);

		execution.written.noteRecord(keyOfLabel('l1'), createdRecord);

		const found = await records.findConflicting(createLabelCall('bug'), conflict({ id: 'l1' }));

		expect(found).toMatchObject({ record: createdRecord });
		expect(routes()).toEqual([]);
	});
});

test('A label with the same external ID is preferred to one with the same name (finding 25)', async () => {
	const external = { external_source: 'sheet', external_id: 'row-1' };
	const rows = [
		{ id: 'l1', name: 'bug', external_source: null, external_id: null },
		{ id: 'l2', name: 'text', ...external },
	];
	const { execution } = createExecution(() => jsonResponse(rows));
	const call = { ...createLabelCall('bug'), body: { name: 'bug', ...external } };

	const found = await new ExistingRecords(execution).findMatching(call);

	expect(found).toMatchObject({ record: { id: 'l2' } });
});

describe('ExistingRecords, for a work item with an external ID,', () => {
	const body = { name: 'Print', external_source: 'sheet', external_id: 'row-1' };
	const workItem = { id: 'w1', ...body, created_at: '2026-11-24T08:00:00Z' };

	/** The lookups on a server with these responses in turn. `overrides` change the body of the call. */
	function createLookups(
		overrides: JsonObject,
		...responses: readonly [HttpResponse, ...HttpResponse[]]
	) {
		const { execution, requests } = createExecution(inTurn(...responses, NO_RECORD));
		const call: Call<'create'> = {
			...createLabelCall(''),
			operation: createWorkItem,
			body: { ...body, ...overrides },
		};
		const records = new ExistingRecords(execution);
		const refusal = conflict({ id: 'w1' });

		return {
			findMatching: async () => await records.findMatching(call),
			findConflicting: async () => await records.findConflicting(call, refusal),
			addresses: () => requests.map(({ route, query }) => `${route}?${String(query)}`),
		};
	}

	const searchAddress = 'GET projects/p1/work-items/?external_id=row-1&external_source=sheet';
	const withDate = (response: HttpResponse) =>
		withHeaders(response, { date: 'Tue, 24 Nov 2026 08:00:05 GMT' });

	test('finds the work item, with its age by the clock of the server', async () => {
		const { findMatching, addresses } = createLookups({}, withDate(jsonResponse(workItem)));

		const found = await findMatching();

		expect(found).toEqual({ record: workItem, ageMs: 5000 });
		expect(addresses()).toEqual([searchAddress]);
	});

	test.each([
		['what time it is', jsonResponse(workItem)],
		['when it was created', withDate(jsonResponse({ ...workItem, created_at: null }))],
	])('takes the work item for old if the server does not say %s', async (_, response) => {
		const { findMatching } = createLookups({}, response);

		const found = await findMatching();

		expect(found).toMatchObject({ record: { id: 'w1' }, ageMs: Infinity });
	});

	test('lists the work items that share the external ID, which makes the server fail (row 65)', async () => {
		const createRow = (id: string, sequence_id: number) => ({ ...workItem, id, sequence_id });
		const crash = jsonResponse({ error: 'Something went wrong please try again later' }, 500);
		const rows = [
			createRow('w1', 3),
			{ ...workItem, id: 'w2', external_id: 'row-2' },
			createRow('w3', 9),
		];
		const page = jsonResponse({ results: rows, total_count: rows.length });
		const { execution, requests } = createExecution(({ query }) =>
			query.has('external_id') ? crash : page,
		);
		const call: Call<'create'> = { ...createLabelCall(''), operation: createWorkItem, body };

		const found = await new ExistingRecords(execution).findMatching(call);

		expect(found).toMatchObject({
			tag: 'failed',
			message:
				'2 records have the External ID sheet:row-1: "Print" (number 3, ID w1) and "Print" (number 9, ID w3)',
		});
		expect(requests.filter(({ query }) => !query.has('external_id'))).toHaveLength(1);
	});

	test('finds nothing if the server says that there is no such record', async () => {
		const { findMatching } = createLookups({}, NO_RECORD);

		expect(await findMatching()).toBeUndefined();
	});

	test.each([403, 500])('returns a problem if the server answers %i', async (status) => {
		const { findMatching } = createLookups({}, jsonResponse({ detail: 'No.' }, status));

		expect(await findMatching()).toMatchObject({ tag: 'failed', status });
	});

	test.each<[title: string, rows: JsonObject[], record: JsonObject | undefined]>([
		[
			'finds it in the list',
			[{ ...workItem, id: 'w0', external_id: 'row-10' }, workItem],
			workItem,
		],
		[
			'takes no other work item from the list',
			[{ ...workItem, external_source: 'crm' }],
			undefined,
		],
	])('%s if the server ignores the external ID', async (_, rows, record) => {
		const page = jsonResponse({ results: rows, total_count: rows.length });
		const { findMatching, addresses } = createLookups({}, page, withDate(page));

		const found = await findMatching();

		expect(found).toEqual(record && { record, ageMs: 5000 });
		expect(addresses()).toHaveLength(2);
	});

	test('does not compare an empty external ID', async () => {
		const rows = [{ ...workItem, external_id: null }];
		const page = jsonResponse({ results: rows, total_count: 1 });
		const { findMatching, addresses } = createLookups({ external_id: '' }, page);

		const found = await findMatching();

		expect(found).toBeUndefined();
		expect(addresses()).toEqual([expect.not.stringContaining('external_id')]);
	});

	test('finds a conflicting work item by its external ID if the server does not return it by ID', async () => {
		const { findConflicting, addresses } = createLookups({}, NO_RECORD, jsonResponse(workItem));

		const found = await findConflicting();

		expect(found).toMatchObject({ record: { id: 'w1' } });
		expect(addresses()).toEqual(['GET projects/p1/work-items/w1/?', searchAddress]);
	});

	test('reports a conflicting work item that the server returns in neither way', async () => {
		const { findConflicting } = createLookups({}, NO_RECORD, NO_RECORD);

		const found = await findConflicting();

		expect(found).toMatchObject({
			message: 'Plane already has this record (ID w1), but does not return it',
		});
	});

	test('returns a problem if the server does not respond', async () => {
		const { execution } = createExecution(() => networkFault('ECONNREFUSED'));
		const call: Call<'create'> = { ...createLabelCall(''), operation: createWorkItem, body };
		const records = new ExistingRecords(execution);

		expect(await records.findMatching(call)).toMatchObject({ tag: 'failed' });
		expect(await records.findConflicting(call, conflict({ id: 'w1' }))).toMatchObject({
			tag: 'failed',
		});
	});
});

test('A label is looked for by its unique name even if it has an external ID', async () => {
	const { execution, requests } = createExecution(() =>
		jsonResponse(createLabels(['text', 'bug'])),
	);
	const external = { external_source: 'sheet', external_id: 'row-1' };
	const call = { ...createLabelCall('bug'), body: { name: 'bug', ...external } };
	const otherCase = createLabelCall('BUG');

	const found = await new ExistingRecords(execution).findMatching(call);
	const foundInOtherCase = await new ExistingRecords(execution).findMatching(otherCase);

	expect(found).toEqual({ record: { id: 'id of bug', name: 'bug' }, ageMs: Infinity });
	expect(requests.map(({ query }) => query.has('external_id'))).not.toContain(true);
	expect(foundInOtherCase).toBeUndefined();
});

test('A record without a unique value cannot be looked up directly', () => {
	const page = { ...createLabelCall('x'), operation: createPage };

	expect(hasDirectLookup(page)).toBe(false);
});

test.each([
	['A conflict', conflict(), true],
	['A conflict without a text', textResponse('', 409), true],
	// In the words of Django REST framework.
	['A refused name', jsonResponse({ name: ['label with this name already exists.'] }, 400), true],
	[
		'A refusal for another reason',
		jsonResponse({ name: ['This field may not be blank.'] }, 400),
		false,
	],
	['A lack of permission', jsonResponse({ detail: 'already' }, 403), false],
	['A success', jsonResponse({ id: 'l1' }, 201), false],
])('%s means that the name exists already: %p', (_, response, isNameTaken) => {
	expect(isDuplicate(response)).toBe(isNameTaken);
});
