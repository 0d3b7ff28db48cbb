import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from './inside';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createWorkItem } from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { problem } from '../../../nodes/shared/result/problem';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import type { ReceivedRequest } from '../fakePlane';
import { createExecution } from './testExecution';

const labelBody = { name: 'bug' };
const importedBody = { ...labelBody, external_source: 'sheet', external_id: 'row-1' };
const stored = { id: 'r1', ...importedBody, color: '#000000' };

type IfExists = Call<'create'>['ifExists'];

const buildCall = (
	operation: Operation<'create'>,
	values: JsonObject,
	ifExists: IfExists = 'fail',
) => ({
	kind: 'create' as const,
	operation,
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	path: { project_id: 'p1', work_item_id: 'w1' },
	body: values,
	ifExists,
});

/** The refusal of a record that exists: with its ID as in row 12, without it as in row 23. */
const conflict = (id?: string): HttpResponse =>
	jsonResponse({ error: 'already exists', ...(id !== undefined && { id }) }, 409);

/**
 * A server that refuses new records, and has one record, which can also be looked up by external ID (row 27).
 */
const respondWithConflict =
	(refusal: Outcome, existing: JsonObject = stored) =>
	({ route, query, body: sent }: ReceivedRequest): Outcome => {
		if (route.startsWith('POST')) return refusal;
		if (route.startsWith('PATCH')) return jsonResponse({ ...existing, ...sent, changed: true });

		const isLookup = route.endsWith('/r1/') || query.has('external_id');
		const results = [{ id: 'r0', name: 'x' }, existing];

		return jsonResponse(isLookup ? existing : { results, total_count: 2 });
	};

/** The refusal of a name that is too long (row 77). */
const invalidName = { name: ['Ensure this field has no more than 255 characters.'] };

const items = 'projects/p1/work-items/';
const labels = 'projects/p1/labels/';

describe('createRecord, if the record exists,', () => {
	const color = '#ffffff';
	const updatedOutput = [{ record: { ...stored, color, changed: true } }];
	const forbidden = textResponse('', 403);
	const directLookup = [`POST ${labels}`, `GET ${labels}r1/`];
	const lookupInList = [`POST ${labels}`, `GET ${labels}`];
	const duplicateProblem = { message: expect.stringContaining('Plane already has') };
	const existingOutput = [{ record: stored }];

	test.each<[IfExists, title: string, Outcome, outcome: object, routes: string[]]>([
		['fail', 'fails', conflict('r1'), duplicateProblem, [`POST ${labels}`]],
		['use', 'returns it by the ID in the refusal', conflict('r1'), existingOutput, directLookup],
		['use', 'finds it by its name', conflict(), existingOutput, lookupInList],
		[
			'update',
			'sends the values that differ',
			conflict('r1'),
			updatedOutput,
			[...directLookup, `PATCH ${labels}r1/`],
		],
		[
			'use',
			'fails if the create is refused for another reason',
			forbidden,
			{ status: 403 },
			[`POST ${labels}`],
		],
		['use', 'fails if the list does not contain it', conflict(), duplicateProblem, lookupInList],
	])('(%s) %s', async (ifExists, _, refusal, outcome, routes) => {
		const existing = outcome === duplicateProblem ? { id: 'r2', name: 'y' } : stored;
		const server = createExecution(respondWithConflict(refusal, existing));
		const values = ifExists === 'update' ? { ...labelBody, color } : labelBody;
		const result = await createRecord(buildCall(createLabel, values, ifExists), server.execution);

		expect(result).toMatchObject(outcome);
		expect(server.routes()).toEqual(routes);

		const updates = server.requests.filter(({ route }) => route.startsWith('PATCH'));

		expect(updates.map(({ body }) => body)).toEqual(ifExists === 'update' ? [{ color }] : []);
	});

	test('looks for the record by its external ID first, until one does not exist, and again after a conflict', async () => {
		let conflicts = 2;
		const server = createExecution(({ route }) => {
			if (route.startsWith('POST'))
				return conflicts-- > 0 ? conflict('r1') : jsonResponse(stored, 201);
			if (route.endsWith('/r1/')) return jsonResponse(stored);

			return server.requests.length === 1 ? jsonResponse(stored) : textResponse('', 404);
		});
		const routesOfRuns: string[][] = [];

		for (let run = 0; run < 5; run++) {
			const before = server.requests.length;
			const result = await createRecord(
				buildCall(createWorkItem, importedBody, 'use'),
				server.execution,
			);

			expect(result).toMatchObject(existingOutput);
			routesOfRuns.push(server.routes().slice(before));
		}

		const lookup = `GET ${items}`;
		const post = `POST ${items}`;
		const get = `GET ${items}r1/`;
		const { query } = server.requests[0] ?? {};

		expect(routesOfRuns).toEqual([
			[lookup],
			[lookup, post, get],
			[lookup, post, get],
			[lookup, post],
			[post],
		]);
		expect(query?.toString()).toBe('external_id=row-1&external_source=sheet');
	});

	test.each<[title: string, JsonObject, IfExists]>([
		['without an external ID', labelBody, 'use'],
		['if an existing record is an error', importedBody, 'fail'],
	])('does not look for an existing record first %s', async (_, values, ifExists) => {
		const server = createExecution(() => jsonResponse(stored, 201));

		await createRecord(buildCall(createWorkItem, values, ifExists), server.execution);

		expect(server.routes()).toEqual([`POST ${items}`]);
	});
});

describe('createRecord, after an unknown outcome,', () => {
	const now = Date.parse('2026-11-21T12:00:00Z');
	const date = new Date(now).toUTCString();
	const createdAgo = (age: number): JsonObject => ({
		...stored,
		created_at: new Date(now - age).toISOString(),
	});
	const ownOutput = [{ record: { id: 'r1' } }];
	const unknownOutcome = { tag: 'unknownOutcome' };
	const post = `POST ${items}`;
	const get = `GET ${items}`;
	const connectionLost = networkFault('ECONNRESET');
	const retriedRoutes = [post, get, post];

	const byId = `GET ${items}r1/`;
	const fiveAttempts = Array.from({ length: 5 }, () => [post, get]).flat();
	const conflicting = { listed: undefined, secondResponse: conflict('r1') };

	interface ServerState {
		/** The record that the list has after the first attempt, or undefined if it has none. */
		readonly listed: JsonObject | undefined;
		/** The response to the second attempt; default: a lost connection. */
		readonly secondResponse?: Outcome;
		/** The age of the record that is read by its ID, in milliseconds. */
		readonly age?: number;
	}

	const listing = (listed?: JsonObject): ServerState => ({ listed });
	const creating = { listed: undefined, secondResponse: jsonResponse(stored, 201) };

	test.each<[title: string, IfExists, ServerState, outcome: object, routes: string[]]>([
		[
			'succeeds if the record was created since',
			'fail',
			listing(createdAgo(1000)),
			ownOutput,
			[post, get],
		],
		[
			'stays unknown if there is an older record',
			'fail',
			listing(createdAgo(9000)),
			unknownOutcome,
			[post, get],
		],
		[
			'stays unknown if the record has no time of creation',
			'fail',
			listing(stored),
			unknownOutcome,
			[post, get],
		],
		['uses an older record', 'use', listing(createdAgo(9000)), ownOutput, [get, post, get]],
		[
			'does not write to an older record with the same values',
			'update',
			listing(createdAgo(9000)),
			ownOutput,
			[get, post, get],
		],
		['sends the create again if there is no record', 'fail', creating, ownOutput, retriedRoutes],
		[
			'succeeds even if the create took long',
			'fail',
			{ ...conflicting, age: 1000 },
			ownOutput,
			[...retriedRoutes, byId],
		],
		[
			'fails if the conflicting record is old',
			'fail',
			{ ...conflicting, age: 9000 },
			{ status: 409 },
			[...retriedRoutes, byId],
		],
		['sends the create five times at most', 'fail', listing(), unknownOutcome, fiveAttempts],
	])(
		'%s (%s)',
		async (_, ifExists, { listed, secondResponse = connectionLost, age = 0 }, outcome, routes) => {
			let posts = 0;
			const server = createExecution(({ route }): Outcome => {
				if (route === post) return posts++ === 0 ? connectionLost : secondResponse;
				if (route === get && (listed === undefined || posts === 0)) return textResponse('', 404);

				return withHeaders(jsonResponse(route === get && listed ? listed : createdAgo(age)), {
					date,
				});
			});
			const result = await createRecord(
				buildCall(createWorkItem, importedBody, ifExists),
				server.execution,
			);

			expect(result).toMatchObject(outcome);
			expect(server.routes()).toEqual(routes);
		},
	);

	test('sends the create again after random pauses that grow to half a minute', async () => {
		const retries = 12;
		const server = createExecution(
			({ route }) => (route === post ? connectionLost : textResponse('', 404)),
			{
				retries,
			},
		);
		const { scheduler } = server.execution;

		const measurePause = async () => {
			const before = scheduler.now;

			await createRecord(buildCall(createWorkItem, importedBody), server.execution);

			return scheduler.now - before;
		};

		const maxPause = 1000 + 2000 + 4000 + 8000 + 16_000 + 7 * 30_000;
		const pauses = [await measurePause(), await measurePause(), await measurePause()];

		expect(server.routes().filter((route) => route === post)).toHaveLength(3 * (1 + retries));
		expect(Math.max(...pauses)).toBeLessThanOrEqual(maxPause);
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(maxPause / 2);
		expect(new Set(pauses).size).toBe(3);
	});

	const notSent = problem({ tag: 'notSent', message: 'Not sent', description: 'It was canceled.' });

	test.each<[title: string, next: Outcome]>([
		['the server becomes unavailable', networkFault('ECONNREFUSED')],
		['the key has lost its permission', textResponse('', 403)],
		['the execution ends', { fault: 'notSent', problem: notSent }],
	])('stays unknown if, before the next attempt, %s', async (_, next) => {
		let posts = 0;
		const { execution } = createExecution(({ route }): Outcome => {
			if (route !== post) return textResponse('', 404);

			return posts++ === 0 ? connectionLost : next;
		});

		expect(await createRecord(buildCall(createWorkItem, importedBody), execution)).toMatchObject(
			unknownOutcome,
		);
		expect(posts).toBe(2);
	});

	test('stays unknown if the conflicting record cannot be read', async () => {
		let posts = 0;
		const { execution } = createExecution(({ route }): Outcome => {
			if (route === post) return posts++ === 0 ? connectionLost : conflict('r1');

			return posts < 2 ? textResponse('', 404) : textResponse('', 403);
		});

		expect(await createRecord(buildCall(createWorkItem, importedBody), execution)).toMatchObject(
			unknownOutcome,
		);
		expect(posts).toBe(2);
	});

	test.each([400, 422])(
		'fails if the values are refused in the next attempt, as they were before (%i)',
		async (status) => {
			let posts = 0;
			const { execution } = createExecution(({ route }): Outcome => {
				if (route !== post) return textResponse('', 404);

				return posts++ === 0 ? connectionLost : jsonResponse(invalidName, status);
			});
			const result = await createRecord(buildCall(createWorkItem, importedBody), execution);

			expect(result).toMatchObject({ tag: 'failed', status });
		},
	);

	test('fails if the conflicting record has another external ID', async () => {
		const otherRecord = { ...createdAgo(0), external_id: 'row-2' };
		let posts = 0;
		const server = createExecution(({ route }): Outcome => {
			if (route === post) return posts++ === 0 ? connectionLost : conflict('r1');

			return withHeaders(route === byId ? jsonResponse(otherRecord) : textResponse('', 404), {
				date,
			});
		});

		const result = await createRecord(buildCall(createWorkItem, importedBody), server.execution);

		expect(result).toMatchObject({ status: 409 });
	});

	test('stays unknown if the record that was found belongs to another item', async () => {
		const { execution } = createExecution(({ route }) =>
			route === post ? connectionLost : withHeaders(jsonResponse(createdAgo(0)), { date }),
		);

		execution.written.createdIds.add('r1');

		const result = await createRecord(buildCall(createWorkItem, importedBody), execution);

		expect(result).toMatchObject(unknownOutcome);
	});

	test('stays unknown if only a proxy reports that the record is missing', async () => {
		const page = textResponse('<!DOCTYPE html><p>Not Found', 404);
		const server = createExecution(({ route }) => (route === post ? connectionLost : page));
		const result = await createRecord(buildCall(createWorkItem, importedBody), server.execution);

		expect(result).toMatchObject(unknownOutcome);
		expect(server.routes()).toEqual([post, get]);
	});

	test('looks for the exact name in the list', async () => {
		const row = { id: 'r2', name: 'Bug', created_at: new Date(now).toISOString() };
		const list = [row];
		const server = createExecution(({ route }, count) => {
			if (route !== `POST ${labels}`) return withHeaders(jsonResponse(list), { date });
			if (count > 1) list.push({ ...row, id: 'r1', name: 'bug' });

			return connectionLost;
		});
		const result = await createRecord(buildCall(createLabel, labelBody), server.execution);

		expect(result).toMatchObject(ownOutput);
		expect(server.routes().filter((route) => route.startsWith('POST'))).toHaveLength(2);
	});

	test('stays unknown if nothing identifies the record', async () => {
		const server = createExecution(() => connectionLost);
		const result = await createRecord(buildCall(createWorkItem, labelBody), server.execution);

		expect(result).toMatchObject(unknownOutcome);
		expect(server.routes()).toEqual([post]);
	});
});

describe('createRecord, if the external ID comes from a column that is only called ID,', () => {
	const first = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
	const second = 'd0e1a924-21b6-4225-9d30-0c7da2784ae5';
	const buildRow = (id: string): Call<'create'> => ({
		...buildCall(createWorkItem, { ...importedBody, external_id: id }, 'update'),
		matchField: 'name',
		mayHaveOwnId: true,
	});
	/** By the External ID. */
	const lookup = `GET ${items}`;
	const post = `POST ${items}`;

	/** A project without the external IDs, and with the work items of these IDs. */
	const createProject = (...ids: readonly string[]) =>
		createExecution(({ route, body }) => {
			if (route.startsWith('POST')) return jsonResponse({ id: 'new', ...body }, 201);

			const id = route.split('/').at(-2) ?? '';

			return ids.includes(id) ? jsonResponse({ id }) : textResponse('', 404);
		});

	test('refuses every row if the first ID is that of a work item in the project', async () => {
		const { execution, routes } = createProject(first);
		const results = [
			await createRecord(buildRow(first), execution),
			await createRecord(buildRow(second), execution),
		];

		expect(results).toMatchObject([
			{ message: `External ID: Plane has a work item with the ID ${first} in this project` },
			{ message: `External ID: Plane has a work item with the ID ${second} in this project` },
		]);
		expect(routes()).toEqual([lookup, `GET ${items}${first}/`]);
	});

	test('asks for the first ID alone, and creates the rows of another tool', async () => {
		const { execution, routes } = createProject();
		const results = [
			await createRecord(buildRow(first), execution),
			await createRecord(buildRow(second), execution),
		];

		expect(results).toMatchObject([[{ outcome: 'created' }], [{ outcome: 'created' }]]);
		expect(routes()).toEqual([lookup, `GET ${items}${first}/`, post, post]);
	});

	test('creates nothing if the server does not respond', async () => {
		const { execution, routes } = createExecution(({ route }) =>
			route.endsWith(`${first}/`) ? networkFault('ECONNREFUSED') : textResponse('', 404),
		);

		expect(await createRecord(buildRow(first), execution)).toMatchObject({ tag: 'failed' });
		expect(routes()).toEqual([lookup, `GET ${items}${first}/`]);
	});
});
