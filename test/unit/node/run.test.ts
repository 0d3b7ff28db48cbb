import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RequestListener } from 'node:http';

import { run } from '../../../nodes/Plane/run';
import { byId, withRequestOptions } from '../../engine/samples';
import { respondWith } from '../../service/testing/stubServer';
import { useStubServers } from '../../service/testing/useStubServers';
import { stableId } from '../../service/state';
import { executeContext } from '../contexts';

const startStubServer = useStubServers();

const PROJECT = stableId('project', 1);

/** The modules of the items, by their numbers. */
const MODULE = Array.from({ length: 5 }, (_, number) => stableId('module', number));

/** Renames a module of its own for each item. */
const updateModule: INodeParameters = {
	resource: 'module',
	operation: 'update',
	projectId: byId(PROJECT),
	moduleId: byId('={{ $json.id }}'),
	updateFields: { name: 'Next' },
};

const getModules: INodeParameters = {
	resource: 'module',
	operation: 'getAll',
	projectId: byId('={{ $json.id }}'),
	returnAll: true,
	simple: false,
};

/** A server that has all modules but those with these numbers, and of which others take long. */
const without =
	(missing: readonly number[], slow: readonly number[] = []): RequestListener =>
	(request, response) => {
		const number = MODULE.findIndex((id) => request.url?.includes(id) === true);
		const answer = missing.includes(number)
			? respondWith(400, { error: 'It is archived' })
			: respondWith(200, { id: String(number) });

		setTimeout(() => answer(request, response), slow.includes(number) ? 100 : 0);
	};

interface Around {
	readonly parameters?: INodeParameters;
	readonly ids?: readonly string[];
	readonly onError?: INode['onError'];
	readonly signal?: AbortSignal;
	/** At once. */
	readonly requests?: number;
	/** Seconds. */
	readonly maxWait?: number;
	readonly baseUrl?: string;
}

/** What a run against this server comes to, and what arrived there. */
async function runAt(
	answer: RequestListener,
	{ parameters = updateModule, ids = MODULE, onError, signal, ...more }: Around = {},
) {
	const { url, arrived } = await startStubServer(answer);
	const { requests: concurrentRequests = 1, maxWait = 0, baseUrl = url } = more;
	const options = { retries: 0, maxWait, concurrentRequests };
	const items = ids.map((id): INodeExecutionData => ({ json: { id } }));
	const context = await executeContext(withRequestOptions(options, parameters), {
		items,
		credential: { apiKey: 'plane_api_1', baseUrl, workspaceSlug: 'acme' },
		node: { ...(onError && { onError }) },
		...(signal && { signal }),
	});
	const done: { output: readonly INodeExecutionData[]; error?: unknown } = await run(context).then(
		(output) => ({ output }),
		(error: unknown) => ({ output: [], error }),
	);
	const hints = 'hints' in context ? context.hints : undefined;

	return { ...done, hints, urls: arrived.map(({ url: path }) => path) };
}

const out = (json: IDataObject, item: number) => ({ json, pairedItem: { item } });

const GOING_ON = ['continueRegularOutput', 'continueErrorOutput'] as const;

describe('a run', () => {
	test('puts out what each item came to, in their order, paired with them', async () => {
		const { output, hints, urls } = await runAt(without([], [0, 2]), { requests: 8 });

		expect(output).toEqual(MODULE.map((_, item) => out({ id: String(item) }, item)));
		expect(hints).toEqual([]);
		expect(urls).toHaveLength(MODULE.length);
	});

	test('puts out each record of a list, paired with the item that asked for it', async () => {
		const answer: RequestListener = (request, response) => {
			const rows = request.url?.includes(MODULE[1] ?? '-') === true ? [] : ['a', 'b'];

			respondWith(
				200,
				rows.map((id) => ({ id })),
			)(request, response);
		};

		const ids = MODULE.slice(0, 3);
		const { output } = await runAt(answer, { parameters: getModules, ids });
		const both = (item: number) => ['a', 'b'].map((id) => out({ id }, item));

		expect(output).toEqual([...both(0), ...both(2)]);
	});

	test('tells by a hint that the server ignored a filter', async () => {
		const state = stableId('state', 1);
		const rows = [state, stableId('state', 2)].map((id, number) => ({
			id: String(number),
			state: id,
		}));
		const { output, hints } = await runAt(respondWith(200, rows), {
			parameters: {
				resource: 'workItem',
				operation: 'getAll',
				projectId: byId(PROJECT),
				simple: false,
				filters: { state: byId(state) },
			},
			ids: [''],
		});

		expect(output).toEqual([out({ id: '0', state }, 0)]);
		expect(hints).toEqual([
			{
				message: expect.stringMatching(/^Plane ignored the State filter: .* 2 work items to 1$/),
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test('without an operation says where to choose one', async () => {
		const parameters = { ...updateModule, operation: 'rename' };

		expect((await runAt(without([]), { parameters })).error).toMatchObject({
			message: 'There is no operation "rename" of the resource "module"',
			description: 'Choose a Resource and an Operation from the lists.',
		});
	});
});

describe('an item that fails', () => {
	test.each([
		[
			'after those before it, and before those behind it',
			[1],
			1,
			1,
			'1 of 5 items (0). Failed: 1. Not carried out: 2-4.',
		],
		['beside others that are carried out', [1], 8, 1, '4 of 5 items (0, 2-4). Failed: 1.'],
		['beside another one', [1, 3], 8, 1, '3 of 5 items (0, 2, 4). Failed: 1, 3.'],
	])('%s stops the run', async (_, missing, requests, first, extent) => {
		const { error } = await runAt(without(missing, [1, 2, 3, 4]), { requests });

		expect(error).toMatchObject({
			message: `Plane refused the request: It is archived [item ${String(first)}]`,
			description: expect.stringMatching(/^[A-Z].*\. Carried out: /),
			context: { itemIndex: first },
		});
		expect(error).toHaveProperty('description', expect.stringContaining(` Carried out: ${extent}`));
	});

	test('is told of, and not one before it that still waited for the server', async () => {
		const answer: RequestListener = (request, response) => {
			const waits = request.url?.includes(MODULE[1] ?? '-') === true;
			const wait = respondWith(429, {}, { 'retry-after': '5' });

			(waits ? wait : without([2], [2]))(request, response);
		};

		const { error } = await runAt(answer, { requests: 2, maxWait: 60 });

		expect(error).toMatchObject({
			message: 'Plane refused the request: It is archived [item 2]',
			description: expect.stringContaining(
				' Carried out: 1 of 5 items (0). Failed: 2. Not carried out: 1, 3-4.',
			),
		});
	});

	test('stops a run of lists, which have no extent', async () => {
		const { error } = await runAt(respondWith(400, { error: 'It is archived' }), {
			parameters: getModules,
		});

		expect(error).toMatchObject({
			message: 'Plane refused the request: It is archived [item 0]',
			description: expect.stringMatching(/^(?!.*arried out).*\.$/),
		});
	});

	test.each(GOING_ON)('goes out with its error beside the others with %s', async (onError) => {
		const { output, urls } = await runAt(without([1]), { onError });
		const [first, second, ...rest] = output;

		expect([first, ...rest]).toEqual([0, 2, 3, 4].map((item) => out({ id: String(item) }, item)));
		const { error, ...json } = second?.json ?? {};

		expect(error).toMatch(/^Plane refused the request: It is archived \[item 1\]\. \w/);
		expect(json).toEqual(onError === 'continueRegularOutput' ? { id: MODULE[1] } : {});
		expect(urls).toHaveLength(5);
	});
});

describe('an item that cannot be sent', () => {
	const ids = [MODULE[0] ?? '', '..', MODULE[2] ?? ''];

	test('stops the run before anything is sent', async () => {
		const { error, urls } = await runAt(without([]), { ids });

		expect(error).toMatchObject({
			message: 'Module: ".." is not an ID [item 1]',
			description: 'Enter only the ID, as text. Nothing was sent.',
		});
		expect(urls).toEqual([]);
	});

	test.each(GOING_ON)(
		'goes out with its error, and the others are sent, with %s',
		async (onError) => {
			const { output, urls } = await runAt(without([]), { ids, onError });

			expect(output.map(({ json }) => json)).toMatchObject([
				{ id: '0' },
				{ error: 'Module: ".." is not an ID [item 1]. Enter only the ID, as text.' },
				{ id: '2' },
			]);
			expect(urls).toHaveLength(2);
		},
	);

	test('fails along with all others where the credential is unfit', async () => {
		const unfit = { baseUrl: 'nothing', ids: MODULE.slice(0, 2) };
		const message = 'Base URL: "nothing" is not a web address';
		const { output, hints } = await runAt(without([]), {
			...unfit,
			onError: 'continueRegularOutput',
		});

		expect(hints).toEqual([]);
		expect(output.map(({ json }) => json.error)).toEqual(
			[0, 1].map((item) => expect.stringContaining(`${message} [item ${String(item)}]. Open the`)),
		);
		const { error } = await runAt(without([]), unfit);

		expect(error).toHaveProperty('message', `${message} [item 0]`);
	});
});

describe('a run that is canceled', () => {
	const CANCELED = 'The execution was canceled';

	test.each<[when: string, ids: readonly string[], onError: INode['onError']]>([
		['before it began', MODULE, 'stopWorkflow'],
		['before it began, although an item is unfit', ['..'], 'stopWorkflow'],
		['before it began, whatever is to go on', MODULE, 'continueRegularOutput'],
	])('%s sends nothing', async (_, ids, onError) => {
		const { error, urls } = await runAt(without([]), { ids, onError, signal: AbortSignal.abort() });

		expect(error).toMatchObject({
			message: CANCELED,
			description: expect.stringMatching(/^Nothing more was sent\./),
		});
		expect(urls).toEqual([]);
	});

	test('says how far it has come', async () => {
		const cancel = new AbortController();
		const answer = without([1]);
		const { error } = await runAt(
			(request, response) => {
				if (request.url?.includes(MODULE[2] ?? '-') === true) cancel.abort();
				else answer(request, response);
			},
			{ signal: cancel.signal, onError: 'continueRegularOutput' },
		);

		expect(error).toMatchObject({
			message: CANCELED,
			description:
				'Nothing more was sent. Carried out: 1 of 5 items (0). Failed or interrupted: 1-2. Not carried out: 3-4.',
		});
	});
});
