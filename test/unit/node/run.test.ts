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
import { causes } from '../../nodeTexts';

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
}

/** Runs the node against a server. Returns the output or the error, and the paths of the requests. */
async function runAgainst(
	respond: RequestListener,
	{ parameters = updateModule, ids = moduleIds, onError, type, signal, ...more }: RunOptions = {},
) {
	const { url, arrived } = await startStubServer(respond);
	const { concurrentRequests = 1, maxWait = 0 } = more;
	const options = { retries: 0, maxWait, concurrentRequests };
	const items = ids.map((id): INodeExecutionData => ({ json: { id } }));
	const context = await executeContext(withLimits(options, parameters), {
		items,
		credential: { apiKey: 'plane_api_1', baseUrl: url, workspaceSlug: 'acme' },
		node: { ...(onError && { onError }), ...(type && { type }) },
		...(signal && { signal }),
	});
	const outcome: { output: readonly INodeExecutionData[]; error?: unknown } = await run(
		context,
	).then(
		(output) => ({ output }),
		(error: unknown) => ({ output: [], error }),
	);

	return { ...outcome, urls: arrived.map(({ url: path }) => path) };
}

const outputItem = (json: IDataObject, item: number) => ({ json, pairedItem: { item } });

describe('a run', () => {
	test('fails with advice to choose an operation if there is none of that name', async () => {
		const parameters = { ...updateModule, operation: 'rename' };

		expect((await runAgainst(serverWithout([]), { parameters })).error).toMatchObject({
			message: 'There is no operation "rename" of the resource "module"',
			description: 'Choose a Resource and an Operation from the lists.',
		});
	});
});

describe('an item that fails', () => {
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
