import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { Execution } from '../../../nodes/Plane/execute/Execution';
import type { ItemResult } from '../../../nodes/Plane/execute/results';
import { requireComplete } from '../../../nodes/Plane/execute/write/WriteResult';
import { runCalls } from '../../../nodes/Plane/execute/runCalls';
import { asText } from '../../../nodes/shared/fields/text';
import type { Call } from '../../../nodes/shared/model/call';
import {
	createWorkItem,
	deleteWorkItem,
	updateWorkItem,
	upsertWorkItem,
} from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { fakePlane, type ReceivedRequest } from '../fakePlane';
import {
	jsonResponse,
	networkFault,
	NO_PATH,
	problemDocument,
	textResponse,
	webPage,
} from '../responses';
import { VirtualTime } from '../scheduler/virtualTime';
import { createClient, createExecution } from './testExecution';

// The responses of API v2 are those of interface/v2/samples/work-items/bulk-*.json and errors/.

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const PROJECT = uuid(0);
const LIST = `projects/${PROJECT}/work-items/`;
const readProject = `GET projects/${PROJECT}/`;
const invalidRow = {
	result: 'failed',
	type: 'invalid_request',
	code: 'invalid_request',
	detail: 'One or more fields failed validation.',
	errors: [{ field: 'state_id', code: 'does_not_exist', message: 'Not in this project.' }],
};

interface ServerOptions {
	/** The response to a request for no record at all. By default, it is refused (row 511). */
	readonly empty?: Outcome;
	/** Replaces the response to a request to API v2, if it is not undefined. */
	readonly bulk?: (request: ReceivedRequest) => Outcome | undefined;
	/** The first reads of the list that do not show new records yet (row 166). */
	readonly outdatedReads?: number;
	/** Whether API v1 refuses the state that API v2 refuses. */
	readonly refusesState?: boolean;
	/** Whether API v1 refuses the first new record. */
	readonly refusesFirst?: boolean;
	/** How many rows a page of the list has. */
	readonly pageSize?: number;
}

/** A server with the work items of a project. */
class Server {
	readonly items = new Map<string, JsonObject>();
	private outdatedReads: number;

	constructor(private readonly options: ServerOptions = {}) {
		this.outdatedReads = options.outdatedReads ?? 0;
	}

	readonly respond = (request: ReceivedRequest): Outcome => {
		const { route, body = {} } = request;
		const { empty = problemDocument('invalid_request', 400), bulk } = this.options;
		if (isEmpty(request)) return empty;
		if (route.includes(' v2/')) return bulk?.(request) ?? this.writeRows(request);

		const id = route.split('/').at(-2) ?? '';
		if (route === readProject) return jsonResponse({ id: PROJECT });
		// The people and labels that a work item may have.
		if (/\/(members|labels)\/$/.test(route))
			return jsonResponse([{ id: uuid(102) }, { id: uuid(103) }]);
		if (route === `POST ${LIST}`) return this.createAlone(body);
		if (route === `GET ${LIST}`) return this.list();
		if (!this.items.has(id)) return jsonResponse({ error: 'Not found.' }, 404);
		if (route.startsWith('DELETE')) return this.delete(id);
		if (route.startsWith('PATCH')) this.update(id, body);

		return jsonResponse(this.items.get(id) ?? {});
	};

	private createAlone(body: JsonObject): Outcome {
		const { refusesState, refusesFirst } = this.options;
		if (refusesState === true && body.state === uuid(100)) {
			return jsonResponse({ state: ['Not in this project.'] }, 400);
		}

		if (refusesFirst === true && body.name === 'Item 0') {
			return jsonResponse({ name: ['No.'] }, 400);
		}

		return jsonResponse(this.create(body), 201);
	}

	/** Carries out a request for many records. Its rows come back in the opposite order. */
	writeRows({ route, body = {} }: ReceivedRequest): Outcome {
		const rows = Array.isArray(body.items) ? body.items : (body.ids ?? []);
		const results = [rows].flat().map((row, index) => ({ index, ...this.writeRow(route, row) }));

		return jsonResponse({ results: results.reverse() });
	}

	private writeRow(route: string, row: unknown): JsonObject {
		const values = typeof row === 'string' ? { id: row } : ({ ...(row as object) } as JsonObject);
		const { id, state_id: state, ...others } = values;
		const fields: JsonObject = { ...others, ...(state !== undefined && { state }) };
		if (state === uuid(100)) return invalidRow;
		if (route.endsWith('/bulk-create/'))
			return { result: 'created', id: this.create(fields).id ?? '' };

		const key = asText(id) ?? '';
		if (!this.items.has(key))
			return { result: 'failed', type: 'not_found', code: 'not_found', detail: '…' };

		if (route.endsWith('/bulk-delete/')) {
			this.items.delete(key);

			return { result: 'deleted', id: key };
		}

		this.update(key, fields);

		return { result: 'updated', id: key };
	}

	private create(fields: JsonObject): JsonObject {
		const record = { id: uuid(this.items.size + 1), ...fields };

		this.items.set(record.id, record);

		return record;
	}

	update(id: string, fields: JsonObject): void {
		const record = { ...this.items.get(id), ...fields };

		// The one that was changed last comes first in the list.
		this.items.delete(id);
		this.items.set(id, record);
	}

	private delete(id: string): Outcome {
		this.items.delete(id);

		return textResponse('', 204);
	}

	private list(): Outcome {
		this.outdatedReads -= 1;
		const rows = this.outdatedReads >= 0 ? [] : [...this.items.values()].reverse();

		return jsonResponse({
			results: rows.slice(0, this.options.pageSize ?? 100),
			total_count: rows.length,
		});
	}
}

/** Whether a request is for no record at all. */
const isEmpty = ({ body }: ReceivedRequest): boolean =>
	[body?.items, body?.ids].some((rows) => Array.isArray(rows) && rows.length === 0);

const defaults = { ...writeDefaults, workspace: 'acme' };

const createCalls = (count: number, body: (index: number) => JsonObject = () => ({})) =>
	Array.from(
		{ length: count },
		(_, itemIndex): Call<'create'> => ({
			...defaults,
			kind: 'create',
			operation: createWorkItem,
			itemIndex,
			path: { project_id: PROJECT },
			body: { name: `Item ${itemIndex}`, ...body(itemIndex) },
		}),
	);

const updateCalls = (bodies: readonly (JsonObject & { readonly id: string })[]) =>
	bodies.map(
		({ id, ...body }, itemIndex): Call<'update'> => ({
			...defaults,
			kind: 'update',
			operation: updateWorkItem,
			itemIndex,
			path: { project_id: PROJECT, work_item_id: id },
			body,
		}),
	);

/** Calls that find their work items by the external ID, or by the name if the body has none. */
const upsertCalls = (bodies: readonly JsonObject[]) =>
	bodies.map(
		(body, itemIndex): Call<'upsert'> => ({
			...defaults,
			kind: 'upsert',
			operation: upsertWorkItem,
			itemIndex,
			path: { project_id: PROJECT },
			body,
			matchField: 'external_id' in body ? 'external_id' : 'name',
			unmatchedColumns: [],
		}),
	);

const deleteCalls = (ids: readonly string[], ignoreMissing = false) =>
	ids.map(
		(id, itemIndex): Call<'action'> => ({
			kind: 'action',
			operation: deleteWorkItem,
			itemIndex,
			workspace: 'acme',
			path: { project_id: PROJECT, work_item_id: id },
			ignoreMissing,
		}),
	);

function readFirstRecord(result: ItemResult | undefined) {
	if (result === undefined || isProblem(result)) return result;

	if (result.kind === 'rows') return result.rows[0];
	if (result.kind === 'files') throw new Error('Nothing was to be downloaded');

	const records = requireComplete(result);

	return isProblem(records) ? records : records[0]?.record;
}

/** Runs calls, and returns the first record of each item, or its problem. */
async function run(calls: readonly Call[], server: Server) {
	const { execution, requests } = createExecution(server.respond, { continueOnFail: true });
	const { results } = await runCalls(calls, () => execution, true);
	const outputs = calls.map(({ itemIndex }) => readFirstRecord(results.get(itemIndex)));
	const routes = requests.map((request) => (isEmpty(request) ? EMPTY : request.route));
	const writes = routes.filter((route) => !route.startsWith('GET') && route !== EMPTY);

	return { outputs, routes, writes, requests };
}

/** Runs calls with a scheduler, which repeats what is safe to repeat, in virtual time. */
async function runScheduled(calls: readonly Call[], server: Server) {
	const time = new VirtualTime();
	const { send } = fakePlane(server.respond);
	const settings = { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 };

	const startExecution = (continueOnFail: boolean) => {
		const scheduler = new Scheduler(settings, time);

		return new Execution(
			createClient({ service: scheduler.wrap(send) }),
			scheduler,
			continueOnFail,
		);
	};

	const { result } = await time.advanceUntil(runCalls(calls, startExecution, true));

	return calls.map(({ itemIndex }) => readFirstRecord(result.results.get(itemIndex)));
}

/** Runs calls until one of them fails. */
async function runUntilFailure(calls: readonly Call[], server: Server) {
	const { send, routes } = fakePlane(server.respond);
	const settings = { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 };

	const startExecution = () => {
		const scheduler = new Scheduler(settings);

		return new Execution(createClient({ service: scheduler.wrap(send) }), scheduler, false);
	};

	const { results } = await runCalls(calls, startExecution, false);

	return { results, routes };
}

/** How often each entry occurs. */
const count = (entries: readonly string[]) =>
	Object.fromEntries(
		[...new Set(entries)].map((entry) => [
			entry,
			entries.filter((other) => other === entry).length,
		]),
	);

/** A request for no record at all, which shows whether the server has the route. */
const EMPTY = 'empty';
const V2_CREATE = `POST v2/${LIST}bulk-create/`;
const V2_UPDATE = `POST v2/${LIST}bulk-update/`;
const V2_DELETE = `POST v2/${LIST}bulk-delete/`;
const V1_CREATE = `POST ${LIST}`;

describe('new work items', () => {
	it('take a request for 50 of them, and one to read these', async () => {
		const { outputs, routes } = await run(createCalls(120), new Server());

		expect(outputs).toMatchObject(createCalls(120).map(({ body }) => body));
		expect(count(routes)).toEqual({
			[EMPTY]: 1,
			[V2_CREATE]: 3,
			// It is read once for all items.
			[readProject]: 1,
			[`GET ${LIST}`]: 3,
		});
	});

	it('take fewer requests from three in each of 30 projects on, too', async () => {
		const projects = Array.from({ length: 30 }, (_, index) => uuid(200 + index));
		const calls = createCalls(90).map(
			(call, index): Call<'create'> => ({
				...call,
				path: { project_id: projects[index % 30] ?? '' },
			}),
		);
		const { routes } = await run(calls, new Server());

		expect(routes.filter((route) => route === EMPTY)).toHaveLength(1);
		expect(routes.filter((route) => route.endsWith('/bulk-create/'))).toHaveLength(30);
	});

	it('are sent with the names of API v2', async () => {
		const body = {
			state: uuid(101),
			labels: [uuid(102)],
			assignees: [uuid(103)],
			parent: uuid(104),
			estimate_point: uuid(105),
			type_id: uuid(106),
			priority: 'high',
		};
		const { requests } = await run(
			createCalls(10, () => body),
			new Server(),
		);
		const sent = requests.find((request) => request.route === V2_CREATE && !isEmpty(request))?.body;

		expect(sent).toMatchObject({
			all_or_none: false,
			items: Array.from({ length: 10 }, (_, index) => ({
				name: `Item ${index}`,
				state_id: uuid(101),
				label_ids: [uuid(102)],
				assignee_ids: [uuid(103)],
				parent_id: uuid(104),
				estimate_point_id: uuid(105),
				type_id: uuid(106),
				priority: 'high',
			})),
		});
	});

	it('fail by themselves, with the words of API v1', async () => {
		const server = new Server({ refusesState: true });
		const { outputs } = await run(
			createCalls(12, (index) => ({ state: index === 4 ? uuid(100) : uuid(101) })),
			server,
		);

		expect(outputs[4]).toMatchObject({
			message: 'Plane refused State: Not in this project',
			status: 400,
		});
		expect(outputs.filter(isProblem)).toHaveLength(1);
		expect(server.items.size).toBe(11);
	});

	it('are created one by one without a question for API v2 if there are two in each of 30 projects', async () => {
		const projects = Array.from({ length: 30 }, (_, index) => uuid(200 + index));
		const calls = createCalls(60).map(
			(call, index): Call<'create'> => ({
				...call,
				path: { project_id: projects[index % 30] ?? '' },
			}),
		);
		const { routes } = await run(calls, new Server());

		expect(routes).not.toContain(EMPTY);
	});

	it('are created one by one if there are fewer than ten, without a question for API v2', async () => {
		const { routes } = await run(createCalls(9), new Server());

		expect(count(routes)).toEqual({ [readProject]: 1, [V1_CREATE]: 9 });
	});

	test.each<[server: string, ServerOptions, further?: Record<string, number>]>([
		['without API v2', { empty: NO_PATH }],
		['behind a proxy that answers HTML', { empty: webPage(200) }],
		['behind a gateway that fails', { empty: textResponse('Bad gateway', 502) }],
		['that is a preview', { empty: problemDocument('method_not_allowed', 405) }],
		['whose plan does not include it', { empty: problemDocument('payment_required', 402) }],
		['that lacks the route after all', { bulk: () => NO_PATH }, { [V2_CREATE]: 1 }],
		[
			'that refuses all of them',
			{ bulk: () => problemDocument('forbidden', 403) },
			{ [V2_CREATE]: 1 },
		],
	])('are created one by one, in their order, on a server %s', async (_, options, further = {}) => {
		const server = new Server(options);
		const { outputs, routes } = await run(createCalls(60), server);

		expect(outputs.filter(isProblem)).toEqual([]);
		expect([...server.items.values()].map(({ name }) => name)).toEqual(
			createCalls(60).map(({ body }) => body.name),
		);
		expect(count(routes)).toEqual({
			[EMPTY]: 1,
			[readProject]: 1,
			[V1_CREATE]: 60,
			...further,
		});
	});

	it('that API v1 accepts are created by it although API v2 refuses them', async () => {
		// Such as those of a type whose custom properties are set afterwards.
		const server = new Server();
		const { outputs, writes } = await run(
			createCalls(12, (index) => ({ state: index === 4 ? uuid(100) : uuid(101) })),
			server,
		);

		expect(outputs.filter(isProblem)).toEqual([]);
		expect(server.items.size).toBe(12);
		expect(count(writes)).toEqual({ [V2_CREATE]: 1, [V1_CREATE]: 1 });
	});

	it('are created in the order of the items, although some are looked up before', async () => {
		const server = new Server();

		await run(
			createCalls(12, (index) =>
				index % 3 === 0 ? { external_source: 'sheet', external_id: `row-${index}` } : {},
			),
			server,
		);

		expect([...server.items.values()].map(({ name }) => name)).toEqual(
			createCalls(12).map(({ body }) => body.name),
		);
	});

	test.each([
		['says that it ran out of time', jsonResponse({ detail: 'Timeout' }, 408)],
		['reports an exception', jsonResponse({ error: 'The required key does not exist.' }, 400)],
		['fails', jsonResponse({ error: 'Something went wrong' }, 500)],
	])('are never sent again if the server %s', async (_, answer) => {
		const server = new Server({
			bulk: (request) => {
				server.writeRows(request);

				return answer;
			},
		});
		const { outputs, writes } = await run(createCalls(12), server);

		expect(server.items.size).toBe(12);
		expect(writes).toEqual([V2_CREATE]);
		expect(outputs.filter(isProblem)).toHaveLength(12);
	});

	it('say with their own names what to look for if their outcome is unknown', async () => {
		const { outputs } = await run(
			createCalls(60),
			new Server({ bulk: () => networkFault('ECONNRESET') }),
		);

		expect(outputs[59]).toMatchObject({
			rerunAdvice: expect.stringContaining('Check Plane for "Item 59"'),
		});
	});

	it('stop at the first failure if they are created one by one, unless the node continues', async () => {
		const server = new Server({
			bulk: () => problemDocument('payment_required', 402),
			refusesFirst: true,
		});
		const { results } = await runUntilFailure(createCalls(60), server);

		expect(server.items.size).toBe(0);
		expect(results.get(0)).toMatchObject({ message: 'Plane refused Title: No' });
	});

	it('are created one by one if API v2 lacks one of their fields', async () => {
		const createdAt = '2026-01-01T00:00:00Z';
		const { writes } = await run(
			createCalls(20, () => ({ created_at: createdAt })),
			new Server(),
		);

		expect(count(writes)).toEqual({ [V1_CREATE]: 20 });
	});

	it('are read again if a replica does not show them yet (row 166)', async () => {
		const { outputs, routes } = await run(createCalls(20), new Server({ outdatedReads: 2 }));

		expect(outputs.filter(isProblem)).toEqual([]);
		expect(count(routes)).toMatchObject({ [V2_CREATE]: 1, [`GET ${LIST}`]: 3 });
	});

	it('are read one by one if the first page of the list does not show them', async () => {
		const { outputs, routes } = await run(createCalls(20), new Server({ pageSize: 15 }));

		expect(outputs).toMatchObject(createCalls(20).map(({ body }) => body));
		expect(routes.filter((route) => route.startsWith(`GET ${LIST}0`))).toHaveLength(5);
	});

	it('are split into requests of a million characters', async () => {
		const description = `<p>${'x'.repeat(300_000)}</p>`;
		const { outputs, writes } = await run(
			createCalls(12, () => ({ description_html: description })),
			new Server(),
		);

		expect(outputs.filter(isProblem)).toEqual([]);
		expect(writes).toEqual([V2_CREATE, V2_CREATE, V2_CREATE, V2_CREATE]);
	});

	it('with the same external ID are one work item', async () => {
		const server = new Server();
		const calls = createCalls(30, (index) => ({
			external_source: 'sheet',
			external_id: `row-${index % 20}`,
		})).map((call): Call<'create'> => ({ ...call, ifExists: 'use' }));
		const { outputs } = await run(calls, server);

		expect(server.items.size).toBe(20);
		expect(outputs.slice(20)).toMatchObject(outputs.slice(0, 10));
	});

	it('with external IDs are created one by one if reading the list takes more requests', async () => {
		const server = new Server();

		for (let number = 1; number <= 1_500; number++)
			server.update(uuid(number), { id: uuid(number) });

		const calls = createCalls(15, (index) => ({
			external_source: 'sheet',
			external_id: `row-${index}`,
		}));
		const { writes } = await run(calls, server);

		expect(count(writes)).toEqual({ [V1_CREATE]: 15 });
	});

	it('2,000 with external IDs take fewer than 100 requests', async () => {
		const calls = createCalls(2_000, (index) => ({
			external_source: 'sheet',
			external_id: `row-${index}`,
		}));
		const server = new Server();
		const { outputs, routes } = await run(calls, server);

		expect(outputs.filter(isProblem)).toEqual([]);
		expect(server.items.size).toBe(2_000);
		expect(routes.length).toBeLessThan(100);
	});
});

describe('changes of work items', () => {
	const ids = Array.from({ length: 12 }, (_, index) => uuid(index + 1));

	const fill = (options?: ServerOptions) => {
		const server = new Server(options);

		for (const id of ids) server.update(id, { id, name: `Item ${id}` });

		return server;
	};

	it('of a dozen work items share a request', async () => {
		const server = fill();
		const changes = ids.map((id) => ({ id, name: `New ${id}` }));
		const { outputs, routes } = await run(updateCalls(changes), server);

		expect(outputs).toMatchObject(changes);
		expect(count(routes)).toEqual({ [EMPTY]: 1, [V2_UPDATE]: 1, [`GET ${LIST}`]: 1 });
	});

	it('of the same work item keep their order', async () => {
		const server = fill();
		const changes = [...ids, ...ids, ...ids].map((id, index) => ({ id, name: `Version ${index}` }));
		const { outputs, writes } = await run(updateCalls(changes), server);

		expect(outputs).toMatchObject(changes);
		expect(ids.map((id) => server.items.get(id)?.name)).toEqual(
			ids.map((_, index) => `Version ${24 + index}`),
		);
		expect(writes).toEqual([V2_UPDATE, V2_UPDATE, V2_UPDATE]);
	});

	it('of the same work item keep their order if API v2 lacks a field of one of them', async () => {
		const server = fill();
		const changes = [
			{ id: uuid(1), sort_order: 1 },
			...ids.map((id) => ({ id, name: `New ${id}` })),
			{ id: uuid(1), name: 'Last', sort_order: 2 },
		];
		const { writes } = await run(updateCalls(changes), server);

		expect(server.items.get(uuid(1))).toMatchObject({ name: 'Last', sort_order: 2 });
		expect(count(writes)).toEqual({ [V2_UPDATE]: 1, [`PATCH ${LIST}${uuid(1)}/`]: 3 });
	});

	/** Upserts of all work items by name, of which the first one is found by its external ID once more. */
	const upsertFirstTwice = (server: Server): readonly Call[] => {
		const externalId = { external_source: 'sheet', external_id: 'row-1' };

		server.update(uuid(1), { name: 'Twin', ...externalId });

		return upsertCalls([
			...ids.slice(1).map((id) => ({ name: `Item ${id}`, start_date: '2026-01-01' })),
			{ name: 'Twin', start_date: '2026-01-02' },
			{ name: 'Twin again', ...externalId, start_date: '2026-01-03' },
		]);
	};

	it.each([
		['no day', null],
		['another day', '2025-12-31'],
		['the day of the first of them', '2026-01-02'],
		['the day of the last of them', '2026-01-03'],
	])(
		'of one work item, found by its name and by its external ID, keep their order if it has %s',
		async (_, start_date) => {
			const server = fill();

			server.update(uuid(1), { start_date });
			const { outputs, writes } = await run(upsertFirstTwice(server), server);

			expect(outputs.slice(-2)).toMatchObject([
				{ id: uuid(1), name: 'Twin', start_date: '2026-01-02' },
				{ id: uuid(1), name: 'Twin again', start_date: '2026-01-03' },
			]);
			expect(server.items.get(uuid(1))).toMatchObject({
				name: 'Twin again',
				start_date: '2026-01-03',
			});
			expect(count(writes)).toEqual({ [V2_UPDATE]: 1, [`PATCH ${LIST}${uuid(1)}/`]: 1 });
		},
	);

	it('of one work item, found by its name and by its external ID, keep their order if API v2 fails', async () => {
		const server = fill({ bulk: () => problemDocument('not_found', 404) });
		const { outputs, writes } = await run(upsertFirstTwice(server), server);

		expect(outputs.filter(isProblem)).toEqual([]);
		expect(server.items.get(uuid(1))).toMatchObject({
			name: 'Twin again',
			start_date: '2026-01-03',
		});
		expect(count(writes)).toMatchObject({ [`PATCH ${LIST}${uuid(1)}/`]: 2 });
	});

	it('of one work item, found by its name and by its external ID, end with the first that fails', async () => {
		const server = fill({
			bulk: (request) => (request.route === V2_UPDATE ? jsonResponse({ results: [] }) : undefined),
		});
		const { results, routes } = await runUntilFailure(upsertFirstTwice(server), server);

		expect(isProblem(results.get(ids.length - 1))).toBe(true);
		expect(routes().filter((route) => route.startsWith('PATCH'))).toEqual([]);
	});

	it('whose response is lost have an unknown outcome', async () => {
		const server = fill({ bulk: () => networkFault('ECONNRESET') });
		const changes = ids.map((id) => ({ id, name: `New ${id}` }));
		const { outputs } = await run(updateCalls(changes), server);

		expect(outputs).toMatchObject(
			ids.map(() => ({
				tag: 'unknownOutcome',
				rerunAdvice: expect.stringContaining('Running the item again is safe'),
			})),
		);
	});

	it('report the work item that is missing', async () => {
		const server = fill();

		server.items.delete(uuid(3));
		const { outputs } = await run(
			updateCalls(ids.map((id) => ({ id, name: `New ${id}` }))),
			server,
		);

		expect(outputs.filter(isProblem)).toHaveLength(1);
		expect(outputs[2]).toMatchObject({ status: 404 });
	});
});

describe('deletions of work items', () => {
	/** Starts a server that carries out the first request to API v2 if it says so, and does not answer it. */
	function startLossyServer(carriesOut: boolean): Server {
		let requests = 0;
		const server: Server = new Server({
			bulk: (request) => {
				requests++;
				if (requests > 1) return server.writeRows(request);
				if (carriesOut) server.writeRows(request);

				return networkFault('ECONNRESET');
			},
		});

		return server;
	}

	it('that are repeated after a lost request are successful, except those of records that were never there', async () => {
		const server = startLossyServer(false);
		const existing = Array.from({ length: 12 }, (_, index) => uuid(index + 1));

		for (const id of existing) server.update(id, { id });

		const outputs = await runScheduled(deleteCalls([...existing, uuid(90)]), server);

		expect(outputs.slice(0, 12)).toEqual(existing.map((id) => ({ deleted: true, id })));
		expect(outputs[12]).toMatchObject({
			tag: 'unknownOutcome',
			message: 'Plane does not find it, and it is not known whether this item deleted it',
		});
	});

	it.each([
		[false, { tag: 'unknownOutcome' }],
		[
			true,
			{
				deleted: true,
				warning: expect.stringContaining('it is not known whether this item deleted it'),
			},
		],
	])(
		'that are repeated after a lost response say that they may not have deleted it, because those that were never there look alike (If Not Found ignored: %s)',
		async (ignores, outcome) => {
			const server = startLossyServer(true);

			const existing = Array.from({ length: 12 }, (_, index) => uuid(index + 1));

			for (const id of existing) server.update(id, { id });

			const requestedIds = [...existing, uuid(90)];
			const outputs = await runScheduled(deleteCalls(requestedIds, ignores), server);

			expect(server.items.size).toBe(0);
			expect(outputs).toMatchObject(requestedIds.map(() => outcome));
		},
	);

	const ids = Array.from({ length: 12 }, (_, index) => uuid(index + 1));

	it.each([
		[false, { status: 404 }],
		[true, { deleted: false, id: uuid(3) }],
	])(
		'share a request, and report a missing one (If Not Found ignored: %s)',
		async (ignores, third) => {
			const server = new Server();

			for (const id of ids) server.update(id, { id });

			server.items.delete(uuid(3));
			const { outputs, writes } = await run(deleteCalls(ids, ignores), server);

			expect(server.items.size).toBe(0);
			expect(outputs[2]).toMatchObject(third);
			expect(outputs[3]).toEqual({ deleted: true, id: uuid(4) });
			// API v1 may find what API v2 does not.
			expect(writes).toEqual([V2_DELETE, `DELETE ${LIST}${uuid(3)}/`]);
		},
	);
});
