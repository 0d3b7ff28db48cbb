import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { executeCalls } from '../../../nodes/Plane/execute/executeCalls';
import { presentRun } from '../../../nodes/Plane/present/presentRun';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem, getLabels, updateLabel } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { useStubServers } from '../../service/testing/useStubServers';
import { executeContext } from '../contexts';
import * as calls from '../calls';

// The servers return lists in envelopes (row 5), new records, rows of additions (rows 9 and 10) and
// refusals (row 17).

const startStubServer = useStubServers();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const path = { project_id: uuid(1) };
const place = { workspace: 'acme', path };

/** A request as the server receives it. */
interface Request {
	/** The method and the path below the project: `GET labels/`. */
	readonly route: string;
	readonly body: JsonObject;
	/** Counted from 1. */
	readonly count: number;
}

/** A promise, and the function that resolves it. */
function createSignal() {
	let send: () => void = () => undefined;
	const received = new Promise<void>((resolve) => (send = resolve));

	return { send, received };
}

type Response = readonly [status: number, json?: JsonValue];

interface Options {
	readonly continueOnFail?: boolean;
	readonly signal?: AbortSignal;
	/** Builds the calls if they need the address of the server. */
	readonly buildCalls?: (url: string) => readonly Call[];
}

/** Executes calls, each as an item of its own, on a server that responds like this. */
async function execute(
	itemCalls: readonly Call[],
	respond: (request: Request) => Response | Promise<Response>,
	{ continueOnFail = false, signal, buildCalls = () => itemCalls }: Options = {},
) {
	const requests: Request[] = [];
	const keys = new Set<unknown>();
	const root = `/api/v1/workspaces/acme/projects/${uuid(1)}/`;
	const stub = await startStubServer(({ method = '', url = '', headers }, response) => {
		const text = stub.arrived.at(-1)?.body.toString() ?? '';
		const body = (text.startsWith('{') ? JSON.parse(text) : {}) as JsonObject;
		const [subPath = ''] = url.replace(root, '').split('?');
		const request = { route: `${method} ${subPath}`, body, count: requests.length + 1 };

		requests.push(request);
		keys.add(headers['x-api-key']);
		void Promise.resolve(respond(request)).then(([status, json]) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(json === undefined ? '' : JSON.stringify(json));
		});
	});
	const apiKey = 'plane_api_1';
	const workspaceSlug = 'acme';
	const context = await executeContext(
		{},
		{ credential: { apiKey, baseUrl: stub.url, workspaceSlug }, ...(signal && { signal }) },
	);
	const sending = {
		connection: {
			root: stub.url,
			authentication: 'apiKey' as const,
			secret: apiKey,
			extraHeaders: {},
			workspaceSlug,
			ignoreSslIssues: false,
			allowsApiV2: true,
		},
		settings: { concurrency: 8, maxWaitMs: 10_000, retries: 0, timeoutMs: 2000 },
	};
	const indexedCalls = buildCalls(stub.url).map((call, itemIndex) => ({ ...call, itemIndex }));
	const run = await executeCalls(context, indexedCalls, sending, continueOnFail);
	const { results, hints } = await presentRun(run);
	const resultEntries = [...results].map(([index, result]) => [
		index,
		isProblem(result) ? result.message : result.map(({ json }) => json),
	]);
	const routes = requests.map(({ route }) => route);

	return { results: Object.fromEntries(resultEntries) as object, hints, requests, routes, keys };
}

const list: Call = {
	...place,
	kind: 'list',
	itemIndex: 0,
	operation: getLabels,
	query: { queryParameters: {}, offset: 0 },
};

const create = (body: JsonObject, more: Partial<Call<'create'>> = {}): Call<'create'> => ({
	...calls.create,
	...place,
	operation: createWorkItem,
	body,
	...more,
});

const update = (label: number, name: string): Call<'update'> => ({
	...calls.update,
	...place,
	operation: updateLabel,
	body: { name },
	path: { ...path, label_id: uuid(label) },
});

const page = (...rows: JsonObject[]): Response => [
	200,
	{ results: rows, total_count: rows.length },
];
const refusal: Response = [403, { error: 'No' }];
const deniedMessage = expect.stringContaining('denied');

describe('runCalls', () => {
	const updates = [1, 2, 3, 4].map((label) => update(label, 'x'));

	test('returns the records of each call to its item, and sends the API key', async () => {
		const { results, hints, keys } = await execute([list, list], ({ count }) =>
			page({ id: `l${count}` }),
		);

		expect(results).toEqual({ 0: [{ id: 'l1' }], 1: [{ id: 'l2' }] });
		expect(hints).toEqual([]);
		expect([...keys]).toEqual(['plane_api_1']);
	});

	test('sends nothing without calls', async () => {
		const { results, hints, routes } = await execute([], () => refusal);

		expect([results, hints, routes]).toEqual([{}, [], []]);
	});

	test('waits for the first call before it sends the others', async () => {
		const { results, routes } = await execute(updates, () => refusal);

		expect(routes).toHaveLength(1);
		expect(results).toEqual({ 0: deniedMessage });
	});

	test('sends all calls if the run continues on failures', async () => {
		const { results, routes } = await execute(
			updates,
			({ count }) => (count === 2 ? [200, { id: 'l2' }] : refusal),
			{ continueOnFail: true },
		);

		const successes = Object.values(results).filter((result) => typeof result !== 'string');

		expect(routes).toHaveLength(4);
		expect(successes).toMatchObject([[{ id: 'l2' }]]);
	});

	test('starts no call after a failure unless the run continues on failures', async () => {
		const updates = Array.from({ length: 100 }, (_, index) => update(index, 'x'));
		const { results } = await execute(updates, ({ route }) =>
			route.endsWith(`${uuid(1)}/`) ? refusal : [200, { id: 'l' }],
		);

		expect(results).toMatchObject({ 1: deniedMessage });
		expect(Object.keys(results).length).toBeLessThan(100);
	});

	test('sends calls that change the same record in the order of their items', async () => {
		const otherArrived = createSignal();
		const { requests } = await execute(
			[update(1, 'first'), update(2, 'second'), update(2, 'last'), update(3, 'other')],
			async ({ body: { name } }) => {
				if (name === 'other') otherArrived.send();
				// The second update ends only after the other one, which must not wait for it, has arrived.
				if (name === 'second') await otherArrived.received;

				return [200, { id: 'l1' }];
			},
		);
		const names = requests.map(({ body }) => body.name);

		expect([names[0], names.length, names[3]]).toEqual(['first', 4, 'last']);
	});

	test('sends uploads to a storage at once and without the API key', async () => {
		const allArrived = createSignal();
		const { results, keys } = await execute(
			[],
			async ({ count }) => {
				if (count === 3) allArrived.send();

				await allArrived.received;

				return [204];
			},
			{
				buildCalls: (url) =>
					['a', 'b', 'c'].map((key) => ({ ...calls.upload(), url, form: [['key', key]] })),
			},
		);

		expect(Object.values(results)).toMatchObject([[{ key: 'a' }], [{ key: 'b' }], [{ key: 'c' }]]);
		expect([...keys]).toStrictEqual([undefined]);
	});

	test('turns an exception into a Problem of its own item only', async () => {
		const { results } = await execute([], () => [204], {
			continueOnFail: true,
			buildCalls: (url) => [url, 'nowhere'].map((address) => ({ ...calls.upload(), url: address })),
		});

		expect(results).toMatchObject({ 0: [{ status: 204 }], 1: expect.stringContaining('URL') });
	});
});

describe('a canceled run', () => {
	const updates = [1, 2, 3].map((label) => update(label, 'x'));

	test('sends nothing if it was canceled before it started', async () => {
		const { results, routes } = await execute(updates, () => page(), {
			signal: AbortSignal.abort(),
			continueOnFail: true,
		});

		expect(routes).toEqual([]);
		expect(results).toEqual({});
	});

	test('sends nothing more after it is canceled', async () => {
		const cancellation = new AbortController();
		const { results, routes } = await execute(
			updates,
			() => {
				cancellation.abort();

				return [200, { id: 'l1' }];
			},
			{ signal: cancellation.signal, continueOnFail: true },
		);

		expect(routes).toHaveLength(1);
		expect(Object.keys(results)).toEqual(['0']);
	});
});

describe('names in calls', () => {
	const bug = { id: uuid(5), name: 'bug' };
	const creates = [create({ name: 'A', labels: ['bug'] }), create({ name: 'B', labels: ['new'] })];

	const server = ({ route, body }: Request): Response => {
		if (route === 'POST labels/') return [201, { id: uuid(6), ...body }];
		if (route === 'GET labels/') return page(bug);

		return [201, { ...body, id: uuid(7) }];
	};

	const notFoundMessage = expect.stringContaining('there is no label "new"');

	test('stop a run before anything is changed if they are unknown', async () => {
		const { results, routes } = await execute(creates, server);

		expect(results).toMatchObject({ 1: notFoundMessage });
		expect(routes).toEqual(['GET labels/']);
	});

	test('fail only their own items if they are unknown and the run continues on failures', async () => {
		const { results, requests } = await execute(creates, server, { continueOnFail: true });

		expect(results).toMatchObject({ 0: [{ name: 'A' }], 1: notFoundMessage });
		const writes = requests.filter(({ route }) => route.startsWith('POST'));

		expect(writes.map(({ body }) => body)).toEqual([{ name: 'A', labels: [bug.id] }]);
	});

	test('can be created for labels', async () => {
		const creatingLabels = creates.map((call) => ({ ...call, createsLabels: true }));
		const { results, requests } = await execute(creatingLabels, server);

		const writes = requests.filter(({ route }) => route.startsWith('POST'));

		expect(writes.map(({ route, body }) => [route, body])).toEqual([
			['POST labels/', { name: 'new' }],
			['POST work-items/', { name: 'A', labels: [bug.id] }],
			['POST work-items/', { name: 'B', labels: [uuid(6)] }],
		]);
		expect(results).toMatchObject({ 0: [{ name: 'A' }], 1: [{ name: 'B' }] });
	});
});

describe('saved records', () => {
	const cycles = [uuid(11), uuid(12)].map((id) => ({ targets: { cycle: [id] } }));
	const createsInCycles = cycles.map((more, index) => create({ name: `W${index}` }, more));
	const [firstAddition, secondAddition] = [11, 12].map(
		(id) => `POST cycles/${uuid(id)}/cycle-issues/`,
	);
	/** The route that reads the project, to check whether it is archived: all paths here are below it. */
	const projectRead = 'GET ';

	/** A server that saves work items with their names as IDs, and refuses these routes and names. */
	const saveExcept =
		(...refusedRoutesOrNames: readonly unknown[]) =>
		({ route, body: { name = '', issues = [] } }: Request): Response => {
			if (refusedRoutesOrNames.includes(route) || refusedRoutesOrNames.includes(name))
				return refusal;
			if (route === projectRead) return [200, { id: uuid(1), archived_at: null }];
			if (route === 'POST work-items/') return [201, { id: name, name }];

			return [200, Array.isArray(issues) ? issues.map((issue) => ({ issue })) : []];
		};

	test('are added to their cycles and modules when all are saved', async () => {
		const { results, routes, requests } = await execute(createsInCycles, saveExcept());

		expect(results).toEqual({ 0: [{ id: 'W0', name: 'W0' }], 1: [{ id: 'W1', name: 'W1' }] });
		expect(routes).toEqual([
			projectRead,
			'POST work-items/',
			'POST work-items/',
			firstAddition,
			secondAddition,
		]);
		expect(requests.slice(3).map(({ body }) => body)).toEqual([
			{ issues: ['W0'] },
			{ issues: ['W1'] },
		]);
	});

	test('report both ignored values and failed additions', async () => {
		const [item] = createsInCycles;
		const labeledCreates =
			item === undefined ? [] : [{ ...item, body: { name: 'W0', labels: [uuid(7)] } }];
		const { results } = await execute(labeledCreates, (request) => {
			if (request.route === 'GET labels/') return page({ id: uuid(7), name: 'bug' });
			if (request.route !== 'POST work-items/') return saveExcept(firstAddition)(request);

			return [201, { id: 'W0', name: 'W0', labels: [] }];
		});

		expect(results).toEqual({
			0: expect.stringMatching(
				/^Plane did not take Label Names or IDs .*; It was saved \(ID W0\), but not added to Cycle /,
			),
		});
	});

	test.each([
		['', createsInCycles, {}],
		[', or not saved', [...createsInCycles, create({ name: 'W2' })], { 2: deniedMessage }],
	])('are added even if another one was not added%s', async (_, all, others) => {
		const { results, routes } = await execute(all, saveExcept(firstAddition, 'W2'));

		expect(routes.slice(1 + all.length)).toEqual([firstAddition, secondAddition]);
		expect(results).toEqual({
			0: expect.stringMatching(/^It was saved \(ID W0\), but not added to Cycle .* denied/),
			1: [{ id: 'W1', name: 'W1' }],
			...others,
		});
	});
});

test.each<[what: string, call: Call, response: Response, message: RegExp]>([
	[
		'rows that were left out of a list',
		{
			...calls.list,
			...place,
			query: {
				queryParameters: {},
				offset: 0,
				serverFilters: [{ displayName: 'State', rowPath: 'state', values: [uuid(8)] }],
			},
		},
		page({ id: 'w1', state: uuid(8) }, { id: 'w2', state: uuid(9) }),
		/^This server does not filter by State, .* 1 of 2 work items match/,
	],
])('a hint under the output mentions %s', async (_, call, response, message) => {
	const { hints } = await execute([call], ({ route }) =>
		route === 'GET labels/' ? page({ id: 'ada', name: 'ada' }) : response,
	);

	expect(hints).toEqual([
		{ message: expect.stringMatching(message), type: 'info', location: 'outputPane' },
	]);
});
