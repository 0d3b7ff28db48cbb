import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';

import { idOf } from '../service/state';
import type { Outcome } from './engine';
import { byId, requestOptions, withRequestOptions } from './samples';
import { answering, unanswering, webPage } from './stub';
import { useStubs, useWorld } from './useWorld';
import { credentialFor, type Execution } from './world';

const world = useWorld();
const startStub = useStubs();

const KEY = 'plane_api_a-key-that-nobody-may-see';
const MODULE = idOf('a module', 1);
const PROJECT = idOf('a project', 1);

type Asked = readonly [operation: string, parameters: INodeParameters];

const updateModule: Asked = [
	'module.update',
	{
		projectId: byId(PROJECT),
		moduleId: byId(MODULE),
		updateFields: { name: 'Preparation', startDate: '2026-03-01' },
	},
];
const getWorkItems: Asked = ['workItem.getAll', { projectId: byId(PROJECT) }];
const createCustomer: Asked = ['customer.create', { name: 'A' }];

interface Ran extends Outcome {
	/** Everything that n8n keeps of the run and of the node's errors, as one text. */
	readonly kept: string;
}

/** Runs a node against this address, without repeats and waits, and keeps what n8n keeps. */
async function run(
	url: string,
	[operation, parameters]: Asked = updateModule,
	more: Execution = {},
): Promise<Ran> {
	const kept: unknown[] = [];
	const atOnce = withRequestOptions({ retries: 0, maxWait: 0 }, parameters);
	const outcome = await world.run(operation, atOnce, {
		credential: credentialFor({ url, apiKey: KEY }),
		...more,
		after: async (...all: unknown[]) => {
			// n8n gives the name of the node, its task data, and the whole data of the run.
			kept.push(...all);
			await Promise.resolve();
		},
	});
	const endless = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

	return { ...outcome, kept: inspect(kept, { ...endless, showHidden: true }) };
}

/** An error as a person should see it: two texts in plain words, and the key nowhere. */
function expectPlain({ error, kept }: Ran): void {
	expect(error).toBeDefined();
	const { message = '', description = '' } = error ?? {};

	expect(message).toMatch(/ \[item \d+\]$/);
	expect(description).toMatch(/[^.]\.$/);
	const text = `${message}\n${description}`;

	expect(text).not.toMatch(/[{}<>]/);
	expect(text).not.toMatch(/status code|axios|Request failed|\bat \S+:\d+|undefined|\[object/i);
	// Not by toContain, which would print all of it.
	expect([kept.includes(message), kept.includes(KEY)]).toEqual([true, false]);
}

describe('An answer', () => {
	const MAX_WAIT = `The server asks to wait 59 seconds. Max Wait under ${requestOptions.displayName} allows`;
	const ADDRESS = 'check the Base URL: https://api.plane.so for the cloud';
	const ASTRAY = 'Base URL of the credential leads to a web page';

	// The table of all texts is in the unit tests; these show how they come through n8n. The shapes are
	// those of rows 12 and 17 to 19. The node repeats whatever text is in them.
	test.each<[title: string, answer: RequestListener, message: string, remedy: string]>([
		['400', answering(400, { error: 'It is archived.' }), 'request: It is archived', 'the values'],
		[
			'403 for the key',
			answering(403, { detail: 'Given API token is not valid' }),
			'Plane did not accept the API key: Given API token is not valid',
			'Create a new one in Plane under Profile Settings, API Tokens',
		],
		['404', answering(404, { error: 'It is gone.' }), ': It is gone', 'Workspace Slug acme'],
		[
			'409',
			answering(409, { error: 'It exists', id: MODULE }),
			'Plane already has such a record: It exists',
			'or choose another name.',
		],
		[
			'429',
			answering(
				429,
				{ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
				{ 'retry-after': '59' },
			),
			'received too many requests: rate limit exceeded',
			MAX_WAIT,
		],
		['500', answering(500, { error: 'Oh' }), 'Plane failed with status 500: Oh', 'Try again later'],
		['503 without content', answering(503), 'Plane failed with status 503', 'Try again later'],
		[
			'502 with a web page',
			webPage(502),
			'in front of Plane responded with status 502',
			'Try again',
		],
		['200 with a web page', webPage(200), ASTRAY, ADDRESS],
		['200 with broken JSON', answering(200, '{"id": "0c7'), 'response of the server is not', ''],
	])(
		'with status %s is explained alike for an update, a list and an item that goes on',
		async (status, answer, message, remedy) => {
			const server = await startStub(answer);

			for (const asked of [updateModule, getWorkItems]) {
				const before = server.arrived.length;
				const ran = await run(server.url, asked);
				// A record that is not found may be in an archived project, which is read then (row 73).
				const isNotFound = status === '404' && asked === updateModule;

				expect(server.arrived).toHaveLength(before + (isNotFound ? 2 : 1));
				expect(ran.error?.message).toContain(message);
				expect(ran.error?.description).toContain(remedy);
				expectPlain(ran);
			}

			const { error, json, kept } = await run(server.url, updateModule, {
				items: [{ json: { number: 7 } }],
				onError: 'continueRegularOutput',
			});

			expect(error).toBeUndefined();
			expect(json).toEqual([{ number: 7, error: expect.stringContaining(message) }]);
			expect(json).toEqual([{ number: 7, error: expect.stringContaining(remedy) }]);
			expect(kept.includes(KEY)).toBe(false);
		},
	);

	const NO_CHARACTERS =
		'<Error><Code>Slow&#99999999;</Code><Message>&#1114112; No</Message></Error>';

	// No server is known to send these. What is quadratic in the length of such a text takes half a minute
	// and more.
	test.each([
		['tags without an end', 400, 'text/plain', `x${'<a'.repeat(200_000)}`],
		['braces', 400, 'text/plain', '{'.repeat(400_000)],
		['line breaks', 500, 'text/plain', '\n'.repeat(400_000)],
		['elements of XML', 503, 'application/xml', '<Code>'.repeat(70_000)],
		['sentences', 400, 'application/json', JSON.stringify(Array(100_000).fill({ a: ['No.'] }))],
		['characters that do not exist', 503, 'text/xml', NO_CHARACTERS],
	])(
		'that is made of %s is explained without delay',
		async (_, status, type, body) => {
			const { url } = await startStub(answering(status, body, { 'content-type': type }));
			const ran = await run(url);

			expect(ran.error?.message.length).toBeLessThan(500);
			expect(ran.error?.message).toMatch(/^Plane (refused|failed)/);
			expectPlain(ran);
		},
		10_000,
	);

	test.each(['{"error":', '[', '{"results":', '{"data":', '{"a":'])(
		'that is nested thousands of levels deep is explained (%s)',
		async (start) => {
			const end = start === '[' ? ']' : '}';
			const body = `${start.repeat(6000)}"deep"${end.repeat(6000)}`;
			const refused = await run((await startStub(answering(400, body))).url);

			expect(refused.error?.message).toMatch(/^Plane refused the request/);
			const listed = await run((await startStub(answering(200, body))).url, getWorkItems);

			expect(listed.error?.message).toContain('is not a list of records');
		},
	);

	// Records have a description, and a later version may add a message.
	test('that is a record with a message and a description is not taken for an error', async () => {
		const record = { id: 'c1', message: 'Hello', description: 'A customer' };
		const created = await run((await startStub(answering(201, record))).url, createCustomer);

		expect(created.error).toBeUndefined();
		expect(created.json).toEqual([record]);

		const row = { issue: idOf('work item', 1), message: 'Added', description: 'To the module' };
		const added = await run((await startStub(answering(200, [row]))).url, [
			'module.addWorkItems',
			{ projectId: byId(PROJECT), moduleId: byId(MODULE), workItemIds: row.issue },
		]);

		expect(added.json).toEqual([row]);
	});

	test.each([KEY, `${KEY}\n`])('that repeats the API key %j does not reveal it', async (apiKey) => {
		const server = await startStub((request, response) =>
			answering(403, { detail: `The key ${String(request.headers['x-api-key'])} is not valid` })(
				request,
				response,
			),
		);
		const credential = { ...credentialFor(server), apiKey };
		const ran = await run(server.url, updateModule, { credential });

		expect(server.arrived[0]?.headers['x-api-key']).toBe(KEY);
		expect(ran.error?.message).toContain('API key: The key (API key) is not valid');
		expectPlain(ran);
		const { message } = await world.engine.testCredential({ apiKey, baseUrl: server.url });

		expect(message).toContain('The key (API key) is not valid');
	});
});

describe('A redirect', () => {
	test.each([301, 302, 303, 307, 308])(
		'with status %d to another host is not followed, so the key stays here',
		async (status) => {
			const other = await startStub(answering(200, { id: MODULE, results: [] }));

			for (const asked of [updateModule, getWorkItems]) {
				const location = `${other.url}/api/v1/`;
				const server = await startStub(answering(status, '', { location }));
				const ran = await run(server.url, asked);

				expect(server.arrived).toHaveLength(1);
				expect(ran.error?.message).toContain(
					`Plane redirects to ${location}, which was not followed`,
				);
				expect(ran.error?.description).toContain('use that address instead');
				expectPlain(ran);
			}

			expect(other.arrived).toEqual([]);
		},
	);

	// The redirect is the one of row 2.
	test('from behind a proxy that removes a path prefix is followed below that prefix', async () => {
		const [link] = world.service.state.links;
		const proxy = await startStub((request, response) => {
			const location = `${request.url?.replace(/^\/tools\/plane/, '') ?? ''}/`;
			const isWhole = request.url?.endsWith('/') === true;
			const answer = isWhole
				? answering(200, { id: link?.id, name: 'New' })
				: answering(301, '', { location });

			answer(request, response);
		});
		const { error, json } = await world.run(
			'workItemLink.update',
			{
				projectId: byId(link?.project),
				workItemId: byId(link?.issue),
				linkId: byId(link?.id),
				updateFields: { name: 'New' },
			},
			{ items: [{}, {}], credential: credentialFor({ url: `${proxy.url}/tools/plane` }) },
		);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		const paths = proxy.arrived.map(({ url }) => url);

		expect(paths.map((path) => path.endsWith('/'))).toEqual([false, true, true]);
		expect(paths.every((path) => path.startsWith('/tools/plane/api/v1/'))).toBe(true);
	});
});

describe('n8n’s protection against requests to its own network', () => {
	const protection = Container.get(SsrfProtectionConfig);

	beforeEach(() => {
		protection.enabled = true;
	});
	afterEach(() => {
		protection.enabled = false;
	});

	test.each([
		['a create', createCustomer],
		['an update', updateModule],
		['a list', getWorkItems],
	])('is named in the error of %s, which says that nothing was sent', async (_, asked) => {
		const server = await startStub();
		const ran = await run(server.url, asked);

		expect(server.arrived).toEqual([]);
		expect(ran.error?.message).toBe(
			'n8n did not send the request: The request was blocked because it resolves to a restricted IP address [item 0]',
		);
		expect(ran.error?.description).toMatch(
			/^Nothing was sent\. The target .* ask your n8n administrator/,
		);
		expect(ran.error?.description).not.toContain('may or may not have');
	});

	test('is named by the credential test', async () => {
		const { url } = await startStub();
		const { message } = await world.engine.testCredential({ apiKey: KEY, baseUrl: url });

		expect(message).toMatch(/^n8n did not send the request: /);
	});
});

test.each(unanswering)(
	'A server that %s is described in the error, with what to check',
	async (_, start, message, remedy) => {
		for (const asked of [updateModule, getWorkItems]) {
			const url = await start(startStub);
			const ran = await run(url, asked);

			expect(ran.error?.message).toContain(new URL(url).host + message);
			expect(ran.error?.description).toContain(remedy);
			expectPlain(ran);
		}
	},
);

test.each([
	[2, 5, / Carried out: 2 of 5 items \(0-1\)\. Failed: 2\. Not carried out: 3-4\.$/],
	[0, 3, / Carried out: 0 of 3 items\. Failed: 0\. Not carried out: 1-2\.$/],
	[0, 1, /^(?!.*Carried out)/s],
])(
	'The error of item %i of %i says which other items were carried out',
	async (index, count, extent) => {
		let asked = 0;
		// Of a new customer, the ID is enough here (`customer.create` in the specification).
		const server = await startStub((request, response) => {
			const answer = asked === index ? answering(500, {}) : answering(201, { id: String(asked) });

			asked += 1;
			answer(request, response);
		});
		const ran = await run(server.url, createCustomer, { items: Array(count).fill({}) });

		expectPlain(ran);
		expect(ran.error?.message).toContain(`[item ${index}]`);
		expect(ran.error?.description).toMatch(extent);
		expect(server.arrived).toHaveLength(index + 1);
	},
);
