import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from '../../../nodes/Plane/execute/write/createRecord';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createWorkItem } from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { problem } from '../../../nodes/shared/result/problem';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import { type ReceivedRequest, createExecution } from './testExecution';

const body = { name: 'bug' };
const external = { ...body, external_source: 'sheet', external_id: 'row-1' };
const stored = { id: 'r1', ...external, color: '#000000' };

type IfTaken = Call<'create'>['ifExists'];

const call = (operation: Operation<'create'>, values: JsonObject, ifExists: IfTaken = 'fail') => ({
	kind: 'create' as const,
	operation,
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	path: { project_id: 'p1', work_item_id: 'w1' },
	body: values,
	ifExists,
});

/** Row 12; without the ID as in row 23. */
const taken = (id?: string): HttpResponse =>
	jsonResponse({ error: 'already exists', ...(id !== undefined && { id }) }, 409);

/** A server that refuses new records so, and has one that is like them, alone by external ID (row 27). */
const having =
	(refusal: Outcome, held: JsonObject = stored) =>
	({ route, query, body: sent }: ReceivedRequest): Outcome => {
		if (route.startsWith('POST')) return refusal;
		if (route.startsWith('PATCH')) return jsonResponse({ ...held, ...sent, changed: true });

		const isOne = route.endsWith('/r1/') || query.has('external_id');
		const results = [{ id: 'r0', name: 'x' }, held];

		return jsonResponse(isOne ? held : { results, total_count: 2 });
	};

/** Row 77. */
const tooLong = { name: ['Ensure this field has no more than 255 characters.'] };

const items = 'projects/p1/work-items/';
const labels = 'projects/p1/labels/';

describe('createRecord, if the record exists,', () => {
	const color = '#ffffff';
	const changed = { outputs: [{ json: { ...stored, color, changed: true } }] };
	const [denied, requests] = [textResponse('', 403), [`POST ${labels}`, `GET ${labels}r1/`]];
	const looked = [`POST ${labels}`, `GET ${labels}`];
	const fails = { message: expect.stringContaining('Plane already has') };
	const use = { outputs: [{ json: stored }] };

	test.each<[IfTaken, title: string, Outcome, outcome: object, routes: string[]]>([
		['fail', 'fails', taken('r1'), fails, [`POST ${labels}`]],
		['use', 'returns it by the ID in the refusal', taken('r1'), use, requests],
		['use', 'finds it by its name', taken(), use, looked],
		[
			'update',
			'sends the values that differ',
			taken('r1'),
			changed,
			[...requests, `PATCH ${labels}r1/`],
		],
		[
			'use',
			'fails if the create is refused for another reason',
			denied,
			{ status: 403 },
			[`POST ${labels}`],
		],
		['use', 'fails if the list does not contain it', taken(), fails, looked],
	])('(%s) %s', async (ifExists, _, refusal, outcome, routes) => {
		const held = outcome === fails ? { id: 'r2', name: 'y' } : stored;
		const server = createExecution(having(refusal, held));
		const values = ifExists === 'update' ? { ...body, color } : body;
		const result = await createRecord(call(createLabel, values, ifExists), server.execution);

		expect(result).toMatchObject(outcome);
		expect(server.routes()).toEqual(routes);
		const [change] = server.requests.filter(({ route }) => route.startsWith('PATCH'));
		if (ifExists === 'update') expect(change?.body).toEqual({ color });
	});

	test('looks for it first by its external ID, until one does not exist, and again after a conflict', async () => {
		let held = 2;
		const server = createExecution(({ route }) => {
			if (route.startsWith('POST')) return held-- > 0 ? taken('r1') : jsonResponse(stored, 201);
			if (route.endsWith('/r1/')) return jsonResponse(stored);

			return server.requests.length === 1 ? jsonResponse(stored) : textResponse('', 404);
		});
		const sent: string[][] = [];

		for (let run = 0; run < 5; run++) {
			const before = server.requests.length;
			const result = await createRecord(call(createWorkItem, external, 'use'), server.execution);

			expect(result).toMatchObject(use);
			sent.push(server.routes().slice(before));
		}

		const [get, post, one] = [`GET ${items}`, `POST ${items}`, `GET ${items}r1/`];

		expect(sent).toEqual([[get], [get, post, one], [get, post, one], [get, post], [post]]);
		const { query } = server.requests[0] ?? {};

		expect(query?.toString()).toBe('external_id=row-1&external_source=sheet');
	});

	test.each<[title: string, JsonObject, IfTaken]>([
		['without an external ID', body, 'use'],
		['if an existing record is an error', external, 'fail'],
	])('does not look for it first %s', async (_, values, ifExists) => {
		const server = createExecution(() => jsonResponse(stored, 201));

		await createRecord(call(createWorkItem, values, ifExists), server.execution);
		expect(server.routes()).toEqual([`POST ${items}`]);
	});
});

describe('createRecord, after an unknown outcome,', () => {
	const now = Date.parse('2026-11-21T12:00:00Z');
	const date = new Date(now).toUTCString();
	const made = (age: number): JsonObject => ({
		...stored,
		created_at: new Date(now - age).toISOString(),
	});
	const [found, unknown] = [{ outputs: [{ json: { id: 'r1' } }] }, { tag: 'unknownOutcome' }];
	const [post, get] = [`POST ${items}`, `GET ${items}`];
	const lost = networkFault('ECONNRESET');
	const again = [post, get, post];

	const byId = `GET ${items}r1/`;
	const five = Array.from({ length: 5 }, () => [post, get]).flat();
	const taking = { list: undefined, second: taken('r1') };

	/** What the list says of it, what the next try comes to, and how old it is by its ID. */
	interface Server {
		readonly list: JsonObject | undefined;
		readonly second?: Outcome;
		age?: number;
	}
	const held = (list?: JsonObject): Server => ({ list });
	const done = { list: undefined, second: jsonResponse(stored, 201) };

	test.each<[title: string, IfTaken, Server, outcome: object, routes: string[]]>([
		['succeeds if the record was created since', 'fail', held(made(1000)), found, [post, get]],
		['stays unknown if there is an older record', 'fail', held(made(9000)), unknown, [post, get]],
		[
			'stays unknown if the record has no time of creation',
			'fail',
			held(stored),
			unknown,
			[post, get],
		],
		['uses an older record', 'use', held(made(9000)), found, [get, post, get]],
		[
			'does not write to an older record with the same values',
			'update',
			held(made(9000)),
			found,
			[get, post, get],
		],
		['sends the create again if there is no record', 'fail', done, found, again],
		[
			'succeeds even if the create took long',
			'fail',
			{ ...taking, age: 1000 },
			found,
			[...again, byId],
		],
		[
			'fails if the conflicting record is old',
			'fail',
			{ ...taking, age: 9000 },
			{ status: 409 },
			[...again, byId],
		],
		['sends the create five times at most', 'fail', held(), unknown, five],
	])('%s (%s)', async (_, ifExists, { list, second = lost, age = 0 }, outcome, routes) => {
		let posts = 0;
		const server = createExecution(({ route }): Outcome => {
			if (route === post) return posts++ === 0 ? lost : second;
			if (route === get && (list === undefined || posts === 0)) return textResponse('', 404);

			return withHeaders(jsonResponse(route === get && list ? list : made(age)), { date });
		});
		const result = await createRecord(call(createWorkItem, external, ifExists), server.execution);

		expect(result).toMatchObject(outcome);
		expect(server.routes()).toEqual(routes);
	});

	test('sends the create again after random pauses that grow to half a minute', async () => {
		const retries = 12;
		const server = createExecution(({ route }) => (route === post ? lost : textResponse('', 404)), {
			retries,
		});
		const { scheduler } = server.execution;

		const pauses = async () => {
			const before = scheduler.now;

			await createRecord(call(createWorkItem, external), server.execution);

			return scheduler.now - before;
		};

		const most = 1000 + 2000 + 4000 + 8000 + 16_000 + 7 * 30_000;
		const all = [await pauses(), await pauses(), await pauses()];

		expect(server.routes().filter((route) => route === post)).toHaveLength(3 * (1 + retries));
		expect(Math.max(...all)).toBeLessThanOrEqual(most);
		expect(Math.min(...all)).toBeGreaterThanOrEqual(most / 2);
		expect(new Set(all).size).toBe(3);
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

			return posts++ === 0 ? lost : next;
		});

		expect(await createRecord(call(createWorkItem, external), execution)).toMatchObject(unknown);
		expect(posts).toBe(2);
	});

	test('stays unknown if the conflicting record cannot be read', async () => {
		let posts = 0;
		const { execution } = createExecution(({ route }): Outcome => {
			if (route === post) return posts++ === 0 ? lost : taken('r1');

			return posts < 2 ? textResponse('', 404) : textResponse('', 403);
		});

		expect(await createRecord(call(createWorkItem, external), execution)).toMatchObject(unknown);
		expect(posts).toBe(2);
	});

	test.each([400, 422])(
		'fails if the values are refused in the next attempt, as they were before (%i)',
		async (status) => {
			let posts = 0;
			const { execution } = createExecution(({ route }): Outcome => {
				if (route !== post) return textResponse('', 404);

				return posts++ === 0 ? lost : jsonResponse(tooLong, status);
			});
			const result = await createRecord(call(createWorkItem, external), execution);

			expect(result).toMatchObject({ tag: 'failed', status });
		},
	);

	test('does not take a record with another external ID, or of another item, for its own', async () => {
		const other = { ...made(0), external_id: 'row-2' };
		let posts = 0;
		const server = createExecution(({ route }): Outcome => {
			if (route === post) return posts++ === 0 ? lost : taken('r1');

			return withHeaders(route === byId ? jsonResponse(other) : textResponse('', 404), { date });
		});

		expect(await createRecord(call(createWorkItem, external), server.execution)).toMatchObject({
			status: 409,
		});
		const again = createExecution(({ route }) =>
			route === post ? lost : withHeaders(jsonResponse(made(0)), { date }),
		);

		again.execution.createdIds.add('r1');
		const result = await createRecord(call(createWorkItem, external), again.execution);

		expect(result).toMatchObject(unknown);
	});

	test('stays unknown if only a proxy reports that there is no record', async () => {
		const page = textResponse('<!DOCTYPE html><p>Not Found', 404);
		const server = createExecution(({ route }) => (route === post ? lost : page));
		const result = await createRecord(call(createWorkItem, external), server.execution);

		expect(result).toMatchObject(unknown);
		expect(server.routes()).toEqual([post, get]);
	});

	test('looks for the exact name in the list', async () => {
		const row = { id: 'r2', name: 'Bug', created_at: new Date(now).toISOString() };
		const list = [row];
		const server = createExecution(({ route }, count) => {
			if (route !== `POST ${labels}`) return withHeaders(jsonResponse(list), { date });
			if (count > 1) list.push({ ...row, id: 'r1', name: 'bug' });

			return lost;
		});
		const result = await createRecord(call(createLabel, body), server.execution);

		expect(result).toMatchObject(found);
		expect(server.routes().filter((route) => route.startsWith('POST'))).toHaveLength(2);
	});

	test('stays unknown if nothing identifies the record', async () => {
		const server = createExecution(() => lost);
		const result = await createRecord(call(createWorkItem, body), server.execution);

		expect(result).toMatchObject(unknown);
		expect(server.routes()).toEqual([post]);
	});
});
