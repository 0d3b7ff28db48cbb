import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createMissingLabels } from '../../../nodes/Plane/execute/createMissingLabels';
import { createRecord } from './inside';
import { requiredValuesMissing } from '../../../nodes/shared/errors/propertyErrors';
import { text } from '../../../nodes/shared/fields/kinds';
import type { Call } from '../../../nodes/shared/model/call';
import {
	createComment,
	createCycle,
	createLabel,
	createWorkItem,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import { createExecution } from './testExecution';

const place = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };
const externalId = { external_source: 'sheet', external_id: 'row-1' };
/** The refusal of a record that exists (row 12). */
const conflict = jsonResponse({ error: 'already exists', id: 'r1' }, 409);

/** The words of the test service for an external ID that is taken. */
const EXTERNAL_ID_EXISTS = 'Comment with the same external id and external source already exists';
const labels = 'projects/p1/labels/';

const buildCall = (
	operation: Operation<'create'>,
	body: JsonObject,
	more: Partial<Call<'create'>> = {},
): Call<'create'> => ({ ...writeDefaults, ...place, kind: 'create', operation, body, ...more });

/** A server with this record. It refuses new ones, and responds to changes like this. */
const serverWithRecord = (record: JsonObject, changed: Outcome = jsonResponse(record)) =>
	createExecution(({ route }) => {
		if (route.startsWith('POST')) return conflict;

		return route.startsWith('PATCH') ? changed : jsonResponse(record);
	});

test('repeats path parameters in the body of a create if its operation declares that', async () => {
	const { execution, requests } = createExecution(() => jsonResponse({ id: 'r1' }, 201));

	await createRecord(buildCall(createCycle, { name: 'Week' }), execution);
	await createRecord(buildCall(createLabel, { name: 'bug' }), execution);

	expect(requests.map(({ body }) => body)).toEqual([
		{ name: 'Week', project_id: 'p1' },
		{ name: 'bug' },
	]);
});

describe('an existing record with the same name', () => {
	const useExisting = { ifExists: 'use' } as const;
	const importedLabel = { id: 'r1', name: 'bug', ...externalId };
	const message = 'Plane already has a record of this name (ID r1), imported as sheet:row-1';

	test.each<[title: string, record: JsonObject, external: JsonObject, result: object]>([
		[
			'is not used if it has another external ID',
			importedLabel,
			{ external_id: 'row-2' },
			{ message },
		],
		['is used if it has the same external ID', importedLabel, {}, [{ record: importedLabel }]],
		['is used if it has no external ID', { id: 'r1' }, {}, [{ record: { id: 'r1' } }]],
	])('%s', async (_, record, external, result) => {
		const { execution, routes } = serverWithRecord(record);
		const body = { name: 'bug', ...externalId, ...external };

		expect(await createRecord(buildCall(createLabel, body, useExisting), execution)).toMatchObject(
			result,
		);
		expect(routes()).toEqual([`POST ${labels}`, `GET ${labels}r1/`]);
	});

	test('is used if only the record has an external ID', async () => {
		const result = await createRecord(
			buildCall(createLabel, { name: 'bug' }, useExisting),
			serverWithRecord(importedLabel).execution,
		);

		expect(result).toEqual([{ record: importedLabel, outcome: 'used' }]);
	});
});

describe('a comment of another work item with the same external ID', () => {
	const comments = 'projects/p1/work-items/w2/comments/';
	const path = { project_id: 'p1', work_item_id: 'w2' };
	const body = { comment_html: '<p>B</p>', ...externalId };
	const howIdsAreCompared =
		'Plane compares the External IDs of comments in the whole project. Put the key or the External ID of the work item in front of that of the comment, so that each is used once.';

	/** The real server answers like this, with the ID of the other comment (row 67). */
	const createExisting = async (ifExists: Call<'create'>['ifExists']) => {
		const { execution, routes } = createExecution({
			'POST *': jsonResponse({ error: EXTERNAL_ID_EXISTS, id: 'r1' }, 409),
			'*': jsonResponse({ error: 'The requested resource does not exist.' }, 404),
		});
		const result = await createRecord(
			buildCall(createComment, body, { path, ifExists }),
			execution,
		);

		return { result, routes: new Set(routes()) };
	};

	test.each(['use', 'update'] as const)('is not changed, and is named (%s)', async (ifExists) => {
		const { result, routes } = await createExisting(ifExists);

		expect(result).toMatchObject({
			tag: 'failed',
			message:
				'A comment of another work item has the External ID sheet:row-1 (ID of the comment: r1)',
			description: `${howIdsAreCompared} Nothing was created or changed.`,
		});
		expect([...routes]).toEqual([`POST ${comments}`, `GET ${comments}r1/`]);
	});

	test('may be the reason of a refusal, too, which takes no other request', async () => {
		const { result, routes } = await createExisting('fail');

		expect(result).toMatchObject({
			message: `Plane already has this record: ${EXTERNAL_ID_EXISTS}`,
			description: `Its ID is r1. To return or update it, add the option If It Already Exists. It may also be a comment of another work item. ${howIdsAreCompared}`,
		});
		expect([...routes]).toEqual([`POST ${comments}`]);
	});
});

test('creates nothing if an existing record cannot be looked up first', async () => {
	const { execution, requests } = createExecution(() => textResponse('', 403));
	const useCall = buildCall(createWorkItem, { name: 'A', ...externalId }, { ifExists: 'use' });

	expect(await createRecord(useCall, execution)).toMatchObject({ status: 403 });
	expect(requests.map(({ route }) => route)).toEqual(['GET projects/p1/work-items/']);
});

describe('updating an existing record', () => {
	const record = { id: 'r1', name: 'bug', color: '' };

	test.each<[title: string, changed: Outcome, result: object]>([
		['returns its ID if the response is empty', textResponse('', 204), { id: 'r1' }],
		['returns the record in the response', jsonResponse({ id: 'r1', x: 1 }), { id: 'r1', x: 1 }],
	])('%s', async (_, changed, json) => {
		const { execution } = serverWithRecord(record, changed);
		const updateCall = buildCall(
			createLabel,
			{ name: 'bug', color: '#ff0000' },
			{ ifExists: 'update' },
		);

		expect(await createRecord(updateCall, execution)).toMatchObject([{ record: json }]);
	});

	test.each<[title: string, changed: Outcome, failure: object]>([
		['is refused', textResponse('', 403), { status: 403 }],
		[
			'has an unknown outcome',
			networkFault('ECONNRESET'),
			{
				tag: 'unknownOutcome',
				rerunAdvice: expect.stringContaining('Running the item again is safe: it changes nothing'),
			},
		],
		[
			'returns no record',
			jsonResponse(['a']),
			{ message: expect.stringContaining('not a record') },
		],
	])('fails if the request %s', async (_, changed, failure) => {
		const { execution } = serverWithRecord(record, changed);
		const updateCall = buildCall(
			createLabel,
			{ name: 'bug', color: '#ff0000' },
			{ ifExists: 'update' },
		);

		expect(await createRecord(updateCall, execution)).toMatchObject(failure);
	});
});

test('reads a record that a list shows, but the server does not return, only a few times', async () => {
	const row = { id: 'r1', name: 'A', ...externalId };
	// A server that does not know external IDs ignores the query for one.
	const { execution, requests } = createExecution(({ route }) => {
		if (route.startsWith('POST')) return conflict;

		return route.endsWith('/r1/')
			? jsonResponse({ error: 'The requested resource does not exist.' }, 404)
			: jsonResponse({ results: [row], next_page_results: false });
	});
	const body = { name: 'A', description_html: '<p>B</p>', ...externalId };
	const call = buildCall(createWorkItem, body, { ifExists: 'update' });

	expect(await createRecord(call, execution)).toMatchObject({
		message: 'Plane lists this record (ID r1), but does not return it',
	});
	expect(requests.length).toBeLessThan(12);
});

test('adds an existing work item to its modules, whenever it was last changed (finding 1)', async () => {
	const times = { created_at: '2026-11-21T08:00:00Z', updated_at: '2026-11-21T08:00:30Z' };
	const { execution } = serverWithRecord({ id: 'r1', ...externalId, ...times });
	const useCall = { ifExists: 'use', targets: { modules: ['m1'] } } as const;

	await createRecord(buildCall(createWorkItem, { name: 'A', ...externalId }, useCall), execution);

	expect(execution.pendingMemberships).toMatchObject([
		{ recordId: 'r1', targetId: 'm1', recordState: 'used' },
	]);
});

describe('a work item that exists with another type', () => {
	const customValues = {
		timezone: 'UTC',
		input: {},
		values: [{ field: text('severity', '', { displayName: 'Severity' }), valueToSend: 'High' }],
	};
	const bug = { name: 'A', type_id: 't-bug', ...externalId };

	test.each<[form: string, type: JsonObject]>([
		['type_id', { type_id: 't-task' }],
		['type', { type: 't-task' }],
	])('is not given the custom properties of the type of the item (%s)', async (_, type) => {
		const { execution } = serverWithRecord({ id: 'r1', ...externalId, ...type });
		const call = buildCall(createWorkItem, bug, { ifExists: 'use', customValues });

		expect(await createRecord(call, execution)).toMatchObject({
			message:
				'The work item exists already (ID r1), but with another type: Severity could not be set',
		});
	});

	test.each<[why: string, type: JsonObject, values: typeof customValues.values]>([
		['it has the same type', { type_id: 't-bug' }, customValues.values],
		['it does not show its type', {}, customValues.values],
		['the item has no custom properties', { type_id: 't-task' }, []],
	])('is used if %s', async (_, type, values) => {
		const { execution } = serverWithRecord({ id: 'r1', ...externalId, ...type });
		const call = buildCall(createWorkItem, bug, {
			ifExists: 'use',
			customValues: { ...customValues, values },
		});

		expect(await createRecord(call, execution)).toMatchObject([{ record: { id: 'r1' } }]);
	});

	test('is updated, because that changes its type', async () => {
		const existing = { id: 'r1', ...externalId, type_id: 't-task' };
		const { execution, routes } = serverWithRecord(existing, jsonResponse({ ...existing, ...bug }));
		const call = buildCall(createWorkItem, bug, { ifExists: 'update', customValues });

		expect(await createRecord(call, execution)).toMatchObject([{ outcome: 'updated' }]);
		expect(routes()).toContain('PATCH projects/p1/work-items/r1/');
	});
});

describe('a work item without a value that its type requires', () => {
	const message = 'Severity: there is no value';
	const customValues = {
		timezone: 'UTC',
		input: {},
		values: [],
		newRecordRefusal: requiredValuesMissing('Severity', ['Severity']),
	};
	const body = { name: 'A', ...externalId };

	test.each(['use', 'update'] as const)('is found if it exists (%s)', async (ifExists) => {
		const { execution, routes } = serverWithRecord({ id: 'r1', ...body });
		const call = buildCall(createWorkItem, body, { ifExists, customValues });

		// As after an item whose record did not exist.
		execution.expectsExisting = false;

		expect(await createRecord(call, execution)).toMatchObject([{ record: { id: 'r1' } }]);
		expect(routes()).toEqual(['GET projects/p1/work-items/']);
	});

	test('is not created', async () => {
		// What a server responds to a search for an external ID that no work item has (row 27).
		const { execution, routes } = createExecution(() => jsonResponse({}, 404));
		const call = buildCall(createWorkItem, body, { ifExists: 'use', customValues });

		expect(await createRecord(call, execution)).toMatchObject({ tag: 'invalid', message });
		expect(routes()).toEqual(['GET projects/p1/work-items/']);
	});
});

test('does not move an archived work item that is used, because no list shows where it is', async () => {
	const { execution } = serverWithRecord({ id: 'r1', ...externalId, archived_at: '2026-11-21' });
	const useCall = { ifExists: 'use', targets: { modules: ['m1'] } } as const;

	await createRecord(buildCall(createWorkItem, { name: 'A', ...externalId }, useCall), execution);

	expect(execution.pendingMemberships).toEqual([]);
});

test('adds a record that two items use only to the cycle of the first one (finding 3)', async () => {
	const { execution } = serverWithRecord({ id: 'r1', ...externalId });
	const body = { name: 'A', ...externalId };

	for (const cycle of ['c1', 'c2']) {
		const useCall = { ifExists: 'use', targets: { cycle: [cycle] } } as const;

		await createRecord(buildCall(createWorkItem, body, useCall), execution);
	}

	expect(execution.pendingMemberships).toMatchObject([{ targetId: 'c1' }]);
});

describe('a create with an unknown outcome', () => {
	const now = Date.parse('2026-11-21T12:00:00Z');
	const date = new Date(now).toUTCString();
	const createdAgo = (age: number) => ({ created_at: new Date(now - age).toISOString() });
	const connectionLost = networkFault('ECONNRESET');
	/** A server that loses the connection of creates, and whose list has this record. */
	const serverWithList = (record: JsonObject, lookup?: Outcome) =>
		createExecution(({ route }) =>
			route.startsWith('POST')
				? connectionLost
				: (lookup ?? withHeaders(jsonResponse([record]), { date })),
		);
	const body = { name: 'bug', ...externalId };
	const unknownOutcome = { tag: 'unknownOutcome' };
	const createdOutput = [{ record: { id: 'r1' } }];

	test.each<[title: string, age: number, before: number, result: object]>([
		['is settled by a record that was created at most two seconds before', 2000, 0, createdOutput],
		['is not settled by an older record', 2001, 0, unknownOutcome],
		['is not settled by an older record, long after another create', 9000, 60_000, unknownOutcome],
	])('%s', async (_, age, before, result) => {
		const { execution } = serverWithList({ id: 'r1', ...body, ...createdAgo(age) });

		await execution.scheduler.pause(before);

		expect(await createRecord(buildCall(createLabel, body), execution)).toMatchObject(result);
	});

	test('is not settled by a record of the same name with another external ID', async () => {
		const { execution, routes } = serverWithList({
			id: 'r1',
			...body,
			external_id: 'x',
			...createdAgo(0),
		});

		expect(await createRecord(buildCall(createLabel, body), execution)).toMatchObject(
			unknownOutcome,
		);
		expect(routes().filter((route) => route.startsWith('POST'))).toHaveLength(1);
	});

	test.each<[title: string, record: JsonObject]>([
		['that has other values', { color: '#000000' }],
		['that another user has created', { created_by: 'u2' }],
	])('is not settled by a new record %s (finding 24)', async (_, values) => {
		const record = {
			id: 'r1',
			...body,
			color: '#ffffff',
			created_by: 'u1',
			...createdAgo(0),
			...values,
		};
		const { execution } = serverWithList(record);

		execution.written.noteCreator([{ id: 'r0', created_by: 'u1' }]);

		const result = await createRecord(
			buildCall(createLabel, { ...body, color: '#ffffff' }),
			execution,
		);

		expect(result).toMatchObject(unknownOutcome);
	});

	test('is settled although a former record was created for somebody else', async () => {
		const record = { id: 'r1', name: 'bug', created_by: 'u1', ...createdAgo(0) };
		let posts = 0;
		const { execution } = createExecution(({ route }) => {
			if (!route.startsWith('POST')) return withHeaders(jsonResponse([record]), { date });

			return posts++ === 0
				? jsonResponse({ id: 'r0', name: 'other', created_by: 'u2' }, 201)
				: connectionLost;
		});

		await createRecord(buildCall(createLabel, { name: 'other', created_by: 'u2' }), execution);

		expect(await createRecord(buildCall(createLabel, { name: 'bug' }), execution)).toMatchObject(
			createdOutput,
		);
	});

	test('is not settled by the record of another item', async () => {
		const record = { id: 'r1', name: 'bug', ...createdAgo(0) };
		let posts = 0;
		const { execution } = createExecution(({ route }) => {
			if (!route.startsWith('POST')) return withHeaders(jsonResponse([record]), { date });

			return posts++ === 0 ? jsonResponse(record, 201) : connectionLost;
		});
		const createCall = buildCall(createLabel, { name: 'bug' });

		expect(await createRecord(createCall, execution)).toMatchObject(createdOutput);
		expect(await createRecord(createCall, execution)).toMatchObject(unknownOutcome);
	});

	test('stays unknown if the record cannot be looked up', async () => {
		const { execution, routes } = serverWithList({}, textResponse('', 403));
		const useCall = buildCall(createLabel, body, { ifExists: 'use' });

		expect(await createRecord(useCall, execution)).toMatchObject(unknownOutcome);
		expect(routes()).toHaveLength(2);
	});
});

describe('createMissingLabels', () => {
	const key = 'bug in p1';

	const createBug = async (...responses: Outcome[]) => {
		const { execution, requests } = createExecution((_, count) => responses[count - 1] ?? conflict);
		const { ids, failures } = await createMissingLabels(
			[{ key, itemIndex: 0, name: 'bug', place }],
			execution,
		);

		return { id: ids.get(key), failure: failures.get(0), requests };
	};

	const route = `POST ${labels}`;

	test('returns the ID of the new label', async () => {
		const { id, requests } = await createBug(jsonResponse({ id: 'r1', name: 'bug' }, 201));

		expect(id).toBe('r1');
		expect(requests).toMatchObject([{ route, body: { name: 'bug' } }]);
	});

	test('returns the ID of a label that somebody else has created since', async () => {
		const { id, requests } = await createBug(conflict, jsonResponse({ id: 'r1', name: 'bug' }));

		expect([id, requests.length]).toEqual(['r1', 2]);
	});

	test.each<[title: string, response: Outcome, problem: object]>([
		['is refused', textResponse('', 403), { status: 403 }],
		[
			'returns no ID',
			jsonResponse({}, 201),
			{ tag: 'partial', message: 'Plane saved "bug", but did not return its ID' },
		],
	])('fails the item if the request %s', async (_, response, problem) => {
		expect((await createBug(response)).failure).toMatchObject(problem);
	});
});
