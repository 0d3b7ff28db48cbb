import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createByName, createRecord } from '../../../nodes/Plane/execute/write/createRecord';
import type { Call } from '../../../nodes/shared/model/call';
import { createCycle, createLabel, createWorkItem } from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import { createExecution } from './testExecution';

const place = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };
const imported = { external_source: 'sheet', external_id: 'row-1' };
/** Row 12. */
const taken = jsonResponse({ error: 'already exists', id: 'r1' }, 409);
const labels = 'projects/p1/labels/';

const call = (
	operation: Operation<'create'>,
	body: JsonObject,
	more: Partial<Call<'create'>> = {},
): Call<'create'> => ({ ...writeDefaults, ...place, kind: 'create', operation, body, ...more });

/** A server that has this record, to which a change comes to this. */
const having = (record: JsonObject, changed: Outcome = jsonResponse(record)) =>
	createExecution(({ route }) => {
		if (route.startsWith('POST')) return taken;

		return route.startsWith('PATCH') ? changed : jsonResponse(record);
	});

test('repeats path parameters in the body of a create if the operation declares so', async () => {
	const { execution, requests } = createExecution(() => jsonResponse({ id: 'r1' }, 201));

	await createRecord(call(createCycle, { name: 'Week' }), execution);
	await createRecord(call(createLabel, { name: 'bug' }), execution);
	expect(requests.map(({ body }) => body)).toEqual([
		{ name: 'Week', project_id: 'p1' },
		{ name: 'bug' },
	]);
});

describe('an existing record with the same name', () => {
	const use = { ifExists: 'use' } as const;
	const held = { id: 'r1', name: 'bug', ...imported };
	const message = 'Plane already has a record of this name (ID r1), imported as sheet:row-1';

	test.each<[title: string, record: JsonObject, external: JsonObject, result: object]>([
		['is not used if it has another external ID', held, { external_id: 'row-2' }, { message }],
		['is used if it has the same external ID', held, {}, { outputs: [{ json: held }] }],
		['is used if it has no external ID', { id: 'r1' }, {}, { outputs: [{ json: { id: 'r1' } }] }],
	])('%s', async (_, record, external, result) => {
		const { execution, routes } = having(record);
		const body = { name: 'bug', ...imported, ...external };

		expect(await createRecord(call(createLabel, body, use), execution)).toMatchObject(result);
		expect(routes()).toEqual([`POST ${labels}`, `GET ${labels}r1/`]);
	});

	test('is used if only the record has an external ID', async () => {
		const result = await createRecord(
			call(createLabel, { name: 'bug' }, use),
			having(held).execution,
		);

		expect(result).toEqual({ kind: 'outputs', outputs: [{ json: held }] });
	});
});

test('creates nothing if it cannot look for the record first', async () => {
	const { execution, requests } = createExecution(() => textResponse('', 403));
	const using = call(createWorkItem, { name: 'A', ...imported }, { ifExists: 'use' });

	expect(await createRecord(using, execution)).toMatchObject({ status: 403 });
	expect(requests.map(({ route }) => route)).toEqual(['GET projects/p1/work-items/']);
});

describe('updating an existing record', () => {
	const record = { id: 'r1', name: 'bug', color: '' };

	test.each<[title: string, changed: Outcome, result: object]>([
		['returns its ID if the response is empty', textResponse('', 204), { id: 'r1' }],
		['returns the record in the response', jsonResponse({ id: 'r1', x: 1 }), { id: 'r1', x: 1 }],
	])('%s', async (_, changed, json) => {
		const { execution } = having(record, changed);
		const updating = call(createLabel, { name: 'bug', color: '#ff0000' }, { ifExists: 'update' });

		expect(await createRecord(updating, execution)).toMatchObject({ outputs: [{ json }] });
	});

	test.each<[title: string, changed: Outcome, failure: object]>([
		['is refused', textResponse('', 403), { status: 403 }],
		[
			'has an unknown outcome',
			networkFault('ECONNRESET'),
			{
				tag: 'unknownOutcome',
				description: expect.stringContaining('Running the item again is safe: it changes nothing'),
			},
		],
		[
			'returns no record',
			jsonResponse(['a']),
			{ message: expect.stringContaining('not a record') },
		],
	])('fails if the request %s', async (_, changed, failure) => {
		const { execution } = having(record, changed);
		const updating = call(createLabel, { name: 'bug', color: '#ff0000' }, { ifExists: 'update' });

		expect(await createRecord(updating, execution)).toMatchObject(failure);
	});
});

test('adds an existing work item to its modules, whenever it was last changed (finding 1)', async () => {
	const times = { created_at: '2026-11-21T08:00:00Z', updated_at: '2026-11-21T08:00:30Z' };
	const { execution } = having({ id: 'r1', ...imported, ...times });
	const using = { ifExists: 'use', targets: { modules: ['m1'] } } as const;

	await createRecord(call(createWorkItem, { name: 'A', ...imported }, using), execution);

	expect(execution.pendingMemberships).toMatchObject([
		{ recordId: 'r1', targetId: 'm1', recordState: 'used' },
	]);
});

test('does not move an archived work item that is used, because no list shows where it is', async () => {
	const { execution } = having({ id: 'r1', ...imported, archived_at: '2026-11-21' });
	const using = { ifExists: 'use', targets: { modules: ['m1'] } } as const;

	await createRecord(call(createWorkItem, { name: 'A', ...imported }, using), execution);

	expect(execution.pendingMemberships).toEqual([]);
});

test('adds a record that two items use only to the cycle of the first one (finding 3)', async () => {
	const { execution } = having({ id: 'r1', ...imported });
	const body = { name: 'A', ...imported };

	for (const cycle of ['c1', 'c2']) {
		const using = { ifExists: 'use', targets: { cycle: [cycle] } } as const;

		await createRecord(call(createWorkItem, body, using), execution);
	}

	expect(execution.pendingMemberships).toMatchObject([{ targetId: 'c1' }]);
});

describe('a create with an unknown outcome', () => {
	const now = Date.parse('2026-11-21T12:00:00Z');
	const date = new Date(now).toUTCString();
	const made = (age: number) => ({ created_at: new Date(now - age).toISOString() });
	const lost = networkFault('ECONNRESET');
	/** A server whose list has this record. */
	const lists = (record: JsonObject, lookup?: Outcome) =>
		createExecution(({ route }) =>
			route.startsWith('POST') ? lost : (lookup ?? withHeaders(jsonResponse([record]), { date })),
		);
	const body = { name: 'bug', ...imported };
	const unknown = { tag: 'unknownOutcome' };
	const done = { outputs: [{ json: { id: 'r1' } }] };

	test.each<[title: string, age: number, before: number, result: object]>([
		['a record that was created two seconds before', 2000, 0, done],
		['an older record', 2001, 0, unknown],
		['an older record, long after another create', 9000, 60_000, unknown],
	])('is settled by %s', async (_, age, before, result) => {
		const { execution } = lists({ id: 'r1', ...body, ...made(age) });

		await execution.scheduler.pause(before);
		expect(await createRecord(call(createLabel, body), execution)).toMatchObject(result);
	});

	test('is not settled by a record of the same name with another external ID', async () => {
		const { execution, routes } = lists({ id: 'r1', ...body, external_id: 'x', ...made(0) });

		expect(await createRecord(call(createLabel, body), execution)).toMatchObject(unknown);
		expect(routes().filter((route) => route.startsWith('POST'))).toHaveLength(1);
	});

	test.each<[title: string, record: JsonObject]>([
		['that has other values', { color: '#000000' }],
		['that another user has created', { created_by: 'u2' }],
	])('is not settled by a new record %s (finding 24)', async (_, values) => {
		const held = { id: 'r1', ...body, color: '#ffffff', created_by: 'u1', ...made(0), ...values };
		const { execution } = lists(held);

		execution.rememberApiKeyUser([{ id: 'r0', created_by: 'u1' }]);

		const result = await createRecord(call(createLabel, { ...body, color: '#ffffff' }), execution);

		expect(result).toMatchObject(unknown);
	});

	test('is not settled by the record of another item', async () => {
		const record = { id: 'r1', name: 'bug', ...made(0) };
		let posts = 0;
		const { execution } = createExecution(({ route }) => {
			if (!route.startsWith('POST')) return withHeaders(jsonResponse([record]), { date });

			return posts++ === 0 ? jsonResponse(record, 201) : lost;
		});
		const creating = call(createLabel, { name: 'bug' });

		expect(await createRecord(creating, execution)).toMatchObject(done);
		expect(await createRecord(creating, execution)).toMatchObject(unknown);
	});

	test('stays unknown if the record cannot be looked up', async () => {
		const { execution, routes } = lists({}, textResponse('', 403));
		const using = call(createLabel, body, { ifExists: 'use' });

		expect(await createRecord(using, execution)).toMatchObject(unknown);
		expect(routes()).toHaveLength(2);
	});
});

describe('createByName', () => {
	const named = async (...responses: Outcome[]) => {
		const { execution, requests } = createExecution((_, count) => responses[count - 1] ?? taken);

		return { id: await createByName(createLabel, place, 'bug', execution), requests };
	};

	const route = `POST ${labels}`;

	test('returns the ID of the new record', async () => {
		const { id, requests } = await named(jsonResponse({ id: 'r1', name: 'bug' }, 201));

		expect(id).toBe('r1');
		expect(requests).toMatchObject([{ route, body: { name: 'bug' } }]);
	});

	test('returns the ID of an existing record', async () => {
		const { id, requests } = await named(taken, jsonResponse({ id: 'r1', name: 'bug' }));

		expect([id, requests.length]).toEqual(['r1', 2]);
	});

	test.each<[title: string, response: Outcome, failure: object]>([
		['is refused', textResponse('', 403), { status: 403 }],
		[
			'returns no ID',
			jsonResponse({}, 201),
			{ tag: 'partial', message: 'Plane saved "bug", but did not return its ID' },
		],
	])('fails if the request %s', async (_, response, failure) => {
		expect((await named(response)).id).toMatchObject(failure);
	});
});
