import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RequestListener } from 'node:http';

import { run } from '../../../nodes/Plane/run';
import { withLimits } from '../../engine/limits';
import { byId } from '../../engine/samples';
import { respondWith } from '../../service/testing/stubServer';
import { useStubServers } from '../../service/testing/useStubServers';
import { stableId } from '../../service/state';
import { executeContext } from '../contexts';
import { advice, causes, outcomes } from '../../nodeTexts';

const startStubServer = useStubServers();

const projectId = stableId('project', 1);

/** The IDs of the modules, one for each item. */
const moduleIds = Array.from({ length: 5 }, (_, number) => stableId('module', number));

/** The parameters for renaming one module for each item. */
const updateModule: INodeParameters = {
	resource: 'module',
	operation: 'update',
	projectId: byId(projectId),
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

/** A server that refuses the modules with the indexes `missing`, and responds late for those in `slow`. */
const serverWithout =
	(missing: readonly number[], slow: readonly number[] = []): RequestListener =>
	(request, response) => {
		const number = moduleIds.findIndex((id) => request.url?.includes(id) === true);
		const respond = missing.includes(number)
			? respondWith(400, { error: 'It is archived' })
			: respondWith(200, { id: String(number) });

		setTimeout(() => respond(request, response), slow.includes(number) ? 100 : 0);
	};

interface RunOptions {
	readonly parameters?: INodeParameters;
	readonly ids?: readonly string[];
	readonly onError?: INode['onError'];
	/** The type of the node, if an agent uses it as a tool. */
	readonly type?: string;
	readonly signal?: AbortSignal;
	/** How many requests are sent at the same time. */
	readonly concurrentRequests?: number;
	/** In seconds. */
	readonly maxWait?: number;
	readonly baseUrl?: string;
}

/** Runs the node against a server. Returns the output or the error, the hints, and the paths of the requests. */
async function runAgainst(
	respond: RequestListener,
	{ parameters = updateModule, ids = moduleIds, onError, type, signal, ...more }: RunOptions = {},
) {
	const { url, arrived } = await startStubServer(respond);
	const { concurrentRequests = 1, maxWait = 0, baseUrl = url } = more;
	const options = { retries: 0, maxWait, concurrentRequests };
	const items = ids.map((id): INodeExecutionData => ({ json: { id } }));
	const context = await executeContext(withLimits(options, parameters), {
		items,
		credential: { apiKey: 'plane_api_1', baseUrl, workspaceSlug: 'acme' },
		node: { ...(onError && { onError }), ...(type && { type }) },
		...(signal && { signal }),
	});
	const outcome: { output: readonly INodeExecutionData[]; error?: unknown } = await run(
		context,
	).then(
		(output) => ({ output }),
		(error: unknown) => ({ output: [], error }),
	);
	const hints = 'hints' in context ? context.hints : undefined;

	return { ...outcome, hints, urls: arrived.map(({ url: path }) => path) };
}

const outputItem = (json: IDataObject, item: number) => ({ json, pairedItem: { item } });

const CONTINUE_SETTINGS = ['continueRegularOutput', 'continueErrorOutput'] as const;

describe('a run', () => {
	test('returns the results in the order of the items, each paired with its item', async () => {
		const { output, hints, urls } = await runAgainst(serverWithout([], [0, 2]), {
			concurrentRequests: 8,
		});

		expect(output).toEqual(moduleIds.map((_, item) => outputItem({ id: String(item) }, item)));
		expect(hints).toEqual([]);
		expect(urls).toHaveLength(moduleIds.length);
	});

	test('returns each record of a list, paired with the item that requested it', async () => {
		const respond: RequestListener = (request, response) => {
			const rows = request.url?.includes(moduleIds[1] ?? '-') === true ? [] : ['a', 'b'];

			respondWith(
				200,
				rows.map((id) => ({ id })),
			)(request, response);
		};

		const ids = moduleIds.slice(0, 3);
		const { output } = await runAgainst(respond, { parameters: getModules, ids });
		const outputOf = (item: number) => ['a', 'b'].map((id) => outputItem({ id }, item));

		expect(output).toEqual([...outputOf(0), ...outputOf(2)]);
	});

	test('shows a hint if the server ignored a filter', async () => {
		const state = stableId('state', 1);
		const rows = [state, stableId('state', 2)].map((id, number) => ({
			id: String(number),
			state: id,
		}));
		const { output, hints } = await runAgainst(respondWith(200, rows), {
			parameters: {
				resource: 'workItem',
				operation: 'getAll',
				projectId: byId(projectId),
				simple: false,
				filters: { state: byId(state) },
			},
			ids: [''],
		});

		expect(output).toEqual([outputItem({ id: '0', state }, 0)]);
		expect(hints).toEqual([
			{
				message: expect.stringMatching(
					new RegExp(`^${causes.notFiltered} State, .* 1 of 2 work items match State$`),
				),
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test('fails with advice to choose an operation if there is none of that name', async () => {
		const parameters = { ...updateModule, operation: 'rename' };

		expect((await runAgainst(serverWithout([]), { parameters })).error).toMatchObject({
			message: 'There is no operation "rename" of the resource "module"',
			description: 'Choose a Resource and an Operation from the lists.',
		});
	});
});

describe('an item that fails', () => {
	test.each([
		[
			'after the items before it, and before the items after it',
			[1],
			1,
			1,
			'1 of 5 items (0). Failed: 1. Not done: 2-4.',
		],
		['while the others are carried out', [1], 8, 1, '4 of 5 items (0, 2-4). Failed: 1.'],
		['together with another one', [1, 3], 8, 1, '3 of 5 items (0, 2, 4). Failed: 1, 3.'],
	])('stops the run %s', async (_, missing, concurrentRequests, first, progress) => {
		const { error } = await runAgainst(serverWithout(missing, [1, 2, 3, 4]), {
			concurrentRequests,
		});

		expect(error).toMatchObject({
			message: `Plane refused the request: It is archived [item ${String(first)}]`,
			description: expect.stringMatching(/^[A-Z].*\.<br>Done: /),
			context: { itemIndex: first },
		});
		expect(error).toHaveProperty('description', expect.stringContaining(`<br>Done: ${progress}`));
	});

	test('is reported rather than an earlier one that was still waiting for the server', async () => {
		const respond: RequestListener = (request, response) => {
			const isRateLimited = request.url?.includes(moduleIds[1] ?? '-') === true;
			const rateLimited = respondWith(429, {}, { 'retry-after': '5' });

			(isRateLimited ? rateLimited : serverWithout([2], [2]))(request, response);
		};

		const { error } = await runAgainst(respond, { concurrentRequests: 2, maxWait: 60 });

		expect(error).toMatchObject({
			message: 'Plane refused the request: It is archived [item 2]',
			description: expect.stringContaining(
				'<br>Done: 1 of 5 items (0). Failed: 2. Not done: 1, 3-4.',
			),
		});
	});

	test('says that nothing was changed if its name is unknown, but not once something was sent', async () => {
		const parameters = { ...updateModule, projectId: { __rl: true, mode: 'name', value: 'Moon' } };
		const projects = [{ id: projectId, identifier: 'LNCH', name: 'Launch' }];
		const unknown = await runAgainst(respondWith(200, projects), { parameters });
		const refused = await runAgainst(serverWithout([0]));

		expect(unknown.error).toMatchObject({
			message: expect.stringContaining('"Moon"'),
			description: expect.stringMatching(/<br>Done: 0 of 5 items\..* Nothing was changed\.$/),
		});
		expect(unknown.urls.filter((path) => path.includes('modules'))).toEqual([]);
		expect(refused.error).toHaveProperty('description', expect.not.stringContaining('Nothing'));
	});

	test('stops a run of lists, for which no progress is reported', async () => {
		const { error } = await runAgainst(respondWith(400, { error: 'It is archived' }), {
			parameters: getModules,
		});

		expect(error).toMatchObject({
			message: 'Plane refused the request: It is archived [item 0]',
			description: expect.stringMatching(/^(?!.*arried out).*\.$/),
		});
	});

	test.each(CONTINUE_SETTINGS)(
		'is returned with its error among the results of the others with %s',
		async (onError) => {
			const { output, urls } = await runAgainst(serverWithout([1]), { onError });
			const [first, second, ...rest] = output;

			expect([first, ...rest]).toEqual(
				[0, 2, 3, 4].map((item) => outputItem({ id: String(item) }, item)),
			);
			const { error, ...json } = second?.json ?? {};

			expect(error).toMatch(/^Plane refused the request: It is archived \[item 1\]\. \w/);
			expect(json).toEqual(onError === 'continueRegularOutput' ? { id: moduleIds[1] } : {});
			expect(urls).toHaveLength(5);
		},
	);
});

describe('an item that cannot be sent', () => {
	const ids = [moduleIds[0] ?? '', '..', moduleIds[2] ?? ''];

	test('stops the run before anything is sent', async () => {
		const { error, urls } = await runAgainst(serverWithout([]), { ids });

		expect(error).toMatchObject({
			message: `Module: ${causes.notAnId('".."')} [item 1]`,
			description: `${advice.onlyTheId}<br>${outcomes.nothingChanged}`,
		});
		expect(urls).toEqual([]);
	});

	test.each(CONTINUE_SETTINGS)(
		'is returned with its error, and the others are sent, with %s',
		async (onError) => {
			const { output, urls } = await runAgainst(serverWithout([]), { ids, onError });

			expect(output.map(({ json }) => json)).toMatchObject([
				{ id: '0' },
				{ error: `Module: ${causes.notAnId('".."')} [item 1]. ${advice.onlyTheId}` },
				{ id: '2' },
			]);
			expect(urls).toHaveLength(2);
		},
	);

	test('fails together with all others if the credential is invalid', async () => {
		const invalidCredential = { baseUrl: 'nothing', ids: moduleIds.slice(0, 2) };
		const message = `Base URL: ${causes.notAnAddress('"nothing"')}`;
		const { output, hints } = await runAgainst(serverWithout([]), {
			...invalidCredential,
			onError: 'continueRegularOutput',
		});

		expect(hints).toEqual([]);
		expect(output.map(({ json }) => json.error)).toEqual(
			[0, 1].map((item) => expect.stringContaining(`${message} [item ${String(item)}]. Open the`)),
		);
		const { error } = await runAgainst(serverWithout([]), invalidCredential);

		expect(error).toHaveProperty('message', `${message} [item 0]`);
	});
});

describe('a tool of an agent', () => {
	const type = 'n8n-nodes-plane-workspace.planeTool';
	/** An agent calls its tool with one item. */
	const ids = moduleIds.slice(0, 1);

	test.each<[title: string, options: RunOptions, message: RegExp]>([
		['that cannot be sent', { ids: ['..'] }, /Module.*"\.\."/],
		['that the server refuses', { ids }, /It is archived/],
		[
			'without an operation',
			{ ids, parameters: { ...updateModule, operation: 'paint' } },
			/no operation "paint"/,
		],
	])('returns nothing but the error of a call %s', async (_, options, message) => {
		const { output, error } = await runAgainst(serverWithout([0]), { ...options, type });

		expect(error).toBeUndefined();
		expect(output).toEqual([outputItem({ error: expect.stringMatching(message) }, 0)]);
	});

	test('stops the workflow if its file says so', async () => {
		const onError = 'stopWorkflow';
		const { error } = await runAgainst(serverWithout([0]), { ids, type, onError });

		expect(error).toMatchObject({ message: expect.stringContaining('It is archived') });
	});

	test('does not return the error of an execution that was canceled', async () => {
		const signal = AbortSignal.abort();
		const { error } = await runAgainst(serverWithout([]), { ids, type, signal });

		expect(error).toMatchObject({ message: causes.canceled });
	});
});

describe('a run that is canceled', () => {
	const CANCELED = causes.canceled;

	test.each<[title: string, ids: readonly string[], onError: INode['onError']]>([
		['if it was canceled before it started', moduleIds, 'stopWorkflow'],
		['if it was canceled before it started, although an item is invalid', ['..'], 'stopWorkflow'],
		[
			'if it was canceled before it started, even if it continues on failures',
			moduleIds,
			'continueRegularOutput',
		],
	])('sends nothing %s', async (_, ids, onError) => {
		const { error, urls } = await runAgainst(serverWithout([]), {
			ids,
			onError,
			signal: AbortSignal.abort(),
		});

		expect(error).toMatchObject({
			message: CANCELED,
			description: expect.stringMatching(/^Nothing more was sent\./),
		});
		expect(urls).toEqual([]);
	});

	test('reports its progress', async () => {
		const cancellation = new AbortController();
		const respond = serverWithout([1]);
		const { error } = await runAgainst(
			(request, response) => {
				if (request.url?.includes(moduleIds[2] ?? '-') === true) {
					cancellation.abort();
				} else {
					respond(request, response);
				}
			},
			{ signal: cancellation.signal, onError: 'continueRegularOutput' },
		);

		expect(error).toMatchObject({
			message: CANCELED,
			description:
				'Nothing more was sent.<br>Done: 1 of 5 items (0). Failed or interrupted: 1-2. Not done: 3-4.',
		});
	});
});
