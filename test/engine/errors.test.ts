import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';

import { idOf } from '../service/state';
import { selfSigned } from './certificate';
import type { Outcome, PlaneNode } from './engine';
import { parametersFor } from './samples';
import type { InputItem } from './startNode';
import { useWorld } from './useWorld';
import { startOddServer, type OddServer } from './world';

const world = useWorld();

/** The odd servers of a test, to be closed after it. */
let open: OddServer[] = [];

afterEach(async () => {
	for (const server of open) await server.close();
	open = [];
});

async function serveOddly(
	answer: RequestListener,
	tls?: { readonly key: string; readonly cert: string },
): Promise<OddServer> {
	const server = await startOddServer(answer, tls);
	open.push(server);
	return server;
}

const KEY = 'plane_api_a-key-that-nobody-may-see';
const MODULE = idOf('a module', 1);
const PROJECT = idOf('a project', 1);

const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

const updateModule = parametersFor('module.update', {
	projectId: byId(PROJECT),
	moduleId: byId(MODULE),
	updateFields: { name: 'Preparation', startDate: '2026-03-01' },
});

const getWorkItems = parametersFor('workItem.getAll', { projectId: byId(PROJECT) });

interface Ran extends Outcome {
	/** Everything that n8n keeps of the run and of the node's errors, as one text. */
	readonly kept: string;
}

/** An answer that stays bad is told at once: what repeats and waits do is another test's. */
const AT_ONCE = { retries: 0, maxWait: 0 };

/** Runs a node against this address, and keeps what n8n keeps. */
async function run(
	baseUrl: string,
	parameters: INodeParameters = updateModule,
	items: readonly InputItem[] = [{}],
	settings: Partial<PlaneNode> = {},
): Promise<Ran> {
	const told: unknown[] = [];
	const outcomes = await world.engine.runAll(
		[{ name: 'Plane', ...settings, parameters: { ...parameters, options: AT_ONCE } }],
		items,
		{ apiKey: KEY, baseUrl, workspaceSlug: 'acme' },
		{
			after: async (...all: unknown[]) => {
				// n8n gives the name of the node, its task data, and the whole data of the run.
				told.push(...all);
				await Promise.resolve();
			},
		},
	);
	const outcome = outcomes.get('Plane');
	if (outcome === undefined) throw new Error('The node did not run');
	const endless = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	return { ...outcome, kept: inspect(told, { ...endless, showHidden: true }) };
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

const json =
	(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
	(_request, response) =>
		response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end(JSON.stringify(body));

const raw =
	(status: number, type: string, body: string): RequestListener =>
	(_request, response) =>
		response.writeHead(status, { 'content-type': type }).end(body);

const page =
	'<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>nginx</body></html>';

interface Refusal {
	readonly name: string;
	readonly answer: RequestListener;
	readonly message: string;
	readonly remedy: string;
}

const BASE_URL = 'check the Base URL: https://api.plane.so for the cloud';
const WEB_PAGE = 'The Base URL of the credential leads to a web page';
const PLACES = `Check Module first, then Project ${PROJECT} and Workspace Slug acme.`;

/** What each of these means in full is in the table of the unit tests; here is how it comes through n8n. */
const refusals: readonly Refusal[] = [
	{
		name: '401',
		answer: json(401, { detail: 'Authentication credentials were not provided.' }),
		message: 'Plane got no API key: Authentication credentials were not provided [item 0]',
		remedy: 'fill in the API Key',
	},
	{
		name: '403 for the key',
		answer: json(403, { detail: 'Given API token is not valid' }),
		message: 'Plane did not accept the API key: Given API token is not valid [item 0]',
		remedy: 'Create a new one in Plane under Profile Settings, API Tokens',
	},
	{
		name: '403 for the rights',
		answer: json(403, { detail: 'You do not have permission to perform this action.' }),
		message: `Plane denied access to this project in workspace acme: You do not have permission to perform this action [item 0]`,
		remedy: 'Workspace Slug acme or Project ',
	},
	{
		name: '404',
		answer: json(404, { error: 'The requested resource does not exist.' }),
		message: `Plane did not find Module ${MODULE}: The requested resource does not exist [item 0]`,
		remedy: PLACES,
	},
	{
		name: '404 without content',
		answer: raw(404, 'application/json', ''),
		message: `Plane did not find Module ${MODULE} [item 0]`,
		remedy: PLACES,
	},
	{
		name: '404 for the operation',
		answer: json(404, { error: 'Page not found.' }),
		message: 'This server does not have the operation "Update module" [item 0]',
		remedy: 'Its version of Plane may be too old',
	},
	{
		name: '400 with a sentence',
		answer: json(400, { error: 'The module is archived.' }),
		message: 'Plane refused the request: The module is archived [item 0]',
		remedy: 'Check the values of this item.',
	},
	{
		name: '400 with lists by field',
		answer: json(400, {
			start_date: ['Date has wrong format.'],
			lead: ['Invalid pk - object does not exist.'],
		}),
		message:
			'Plane refused Start Date: Date has wrong format. Lead: Invalid pk - object does not exist [item 0]',
		remedy: 'Check Start Date and Lead of this item.',
	},
	{
		name: '400 with nested lists by field',
		answer: json(400, { members: { '0': ['Must be a valid UUID.'] } }),
		message: 'Plane refused Member Names or IDs, entry 1: Must be a valid UUID [item 0]',
		remedy: 'Check Member Names or IDs of this item.',
	},
	{
		name: '400 about no field',
		answer: json(400, { non_field_errors: ['Start date cannot exceed target date'] }),
		message: 'Plane refused the request: Start date cannot exceed target date [item 0]',
		remedy: 'Check the values of this item.',
	},
	{
		name: '400 with a list of texts',
		answer: json(400, ['This is not allowed.']),
		message: 'Plane refused the request: This is not allowed [item 0]',
		remedy: 'Check the values of this item.',
	},
	{
		name: '400 with a number and a code',
		answer: json(400, { error_code: 4001, error_message: 'MODULE_ARCHIVED' }),
		message: 'Plane refused the request: module archived [item 0]',
		remedy: 'Check the values of this item.',
	},
	{
		name: '409',
		answer: json(409, { error: 'Module with this name already exists', id: MODULE }),
		message: 'Plane already has such a record: Module with this name already exists',
		remedy: `Use the existing record, which has the ID ${MODULE}, or choose another name.`,
	},
	{
		name: '413',
		answer: raw(413, 'text/plain', 'Request Entity Too Large'),
		message: 'Plane finds this too large: Request Entity Too Large [item 0]',
		remedy: 'Send less at once',
	},
	{
		name: '413 with a web page, as nginx sends it',
		answer: raw(413, 'text/html', page),
		message: 'Plane finds this too large [item 0]',
		remedy: 'Send less at once',
	},
	{
		name: '422',
		answer: json(422, {}),
		message: 'Plane refused the request without saying why [item 0]',
		remedy: 'Check the values of this item.',
	},
	{
		name: '429',
		answer: json(
			429,
			{ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
			{ 'retry-after': '59' },
		),
		message: 'has had too many requests: rate limit exceeded [item 0]',
		remedy: 'It asks to wait 59 seconds. Max Wait under Options allows no waiting.',
	},
	{
		name: '500',
		answer: json(500, { error: 'Something went wrong please try again later' }),
		message: 'Plane failed with status 500: Something went wrong please try again later [item 0]',
		remedy: 'Try again later.',
	},
	{
		name: '502 with a web page',
		answer: raw(502, 'text/html', page),
		message: 'A proxy or firewall in front of Plane answered with status 502 [item 0]',
		remedy: 'Try again later.',
	},
	{
		name: '503 without content',
		answer: (_request, response) => response.writeHead(503).end(),
		message: 'Plane failed with status 503 [item 0]',
		remedy: 'Try again later.',
	},
	{
		name: '403 with a web page',
		answer: raw(403, 'text/html', page),
		message: 'A proxy or firewall in front of Plane answered with status 403 [item 0]',
		remedy: 'It blocks the request.',
	},
	{
		name: '404 with a web page',
		answer: raw(404, 'text/html', page),
		message: WEB_PAGE,
		remedy: BASE_URL,
	},
	{
		name: '405 with a web page',
		answer: raw(405, 'text/html', page),
		message: WEB_PAGE,
		remedy: BASE_URL,
	},
	{
		name: '200 with a web page',
		answer: raw(200, 'text/html', page),
		message: WEB_PAGE,
		remedy: BASE_URL,
	},
	{
		name: '200 with broken JSON',
		answer: raw(200, 'application/json', '{"id": "0c7da278", "name": "Prep'),
		message: 'The answer of the server is not',
		remedy: 'Plane may or may not have saved this. Running the item again is safe',
	},
	{
		name: '200 with text',
		answer: raw(200, 'text/plain', 'OK'),
		message: 'The answer of the server is not',
		remedy: 'Base URL',
	},
];

describe('An answer', () => {
	test.each(refusals)(
		'$name stops an update with an error for people',
		async ({ answer, message, remedy }) => {
			const server = await serveOddly(answer);
			const ran = await run(server.url);

			expect(server.arrived).toHaveLength(1);
			expect(ran.error?.message).toContain(message);
			expect(ran.error?.description).toContain(remedy);
			expectPlain(ran);
		},
	);

	test.each(refusals.filter(({ name }) => !name.startsWith('404')))(
		'$name stops a list with an error for people',
		async ({ answer }) => {
			const server = await serveOddly(answer);
			const ran = await run(server.url, getWorkItems);
			expect(server.arrived).toHaveLength(1);
			expectPlain(ran);
		},
	);

	test.each(refusals)('$name goes out with its item', async ({ answer, message, remedy }) => {
		const server = await serveOddly(answer);
		const ran = await run(server.url, updateModule, [{ json: { number: 7 } }], {
			onError: 'continueRegularOutput',
		});
		expect(ran.error).toBeUndefined();
		expect(ran.json).toEqual([{ number: 7, error: expect.stringContaining(message) }]);
		expect(ran.json).toEqual([{ number: 7, error: expect.stringContaining(remedy) }]);
		expect(ran.kept.includes(KEY)).toBe(false);
	});

	test.each([
		['a number', '42'],
		['a text', '"done"'],
		['an object without a list', '{"id": "0c7da278"}'],
		['a list of texts', '["a", "b"]'],
		['nothing', ''],
		['null', 'null'],
	])('200 with %s is no list', async (_, body) => {
		const server = await serveOddly(raw(200, 'application/json', body));
		const ran = await run(server.url, getWorkItems);
		expect(ran.error?.message).toBe('The answer of the server is not a list of records [item 0]');
		expectPlain(ran);
	});

	test('404 names every ID of a longer path that is none', async () => {
		const server = await serveOddly(json(404, { error: 'Page not found.' }));
		const ran = await run(
			server.url,
			parametersFor('workItemLink.update', {
				projectId: byId('p1'),
				workItemId: byId('w1'),
				linkId: byId('l1'),
				updateFields: { url: 'https://example.com' },
			}),
		);
		expect(ran.error?.message).toBe(
			'Project "p1", Work Item "w1" and Link "l1" are not IDs of Plane [item 0]',
		);
		expectPlain(ran);
	});

	test('404 tells of an operation that only some editions have', async () => {
		const server = await serveOddly(json(404, { error: 'Page not found.' }));
		const ran = await run(server.url, parametersFor('customer.create', { name: 'A' }));
		expect(ran.error?.message).toBe(
			'This server does not have the operation "Create customer" [item 0]',
		);
		expect(ran.error?.description).toContain('Only the commercial editions of Plane');
		expectPlain(ran);
	});

	test('that is very long is cut', async () => {
		const server = await serveOddly(json(400, { error: 'far too long '.repeat(1000) }));
		const ran = await run(server.url);
		expect(ran.error?.message.length).toBeLessThan(500);
		expect(ran.error?.message).toMatch(/ (far|too|long)… \[item 0\]$/);
		expectPlain(ran);
	});

	// What is quadratic in the length of such a text takes half a minute and more.
	test.each([
		['tags without an end', 400, 'text/plain', `x${'<a'.repeat(200_000)}`],
		['braces', 400, 'text/plain', '{'.repeat(400_000)],
		['line breaks', 500, 'text/plain', '\n'.repeat(400_000)],
		['elements of XML', 503, 'application/xml', '<Code>'.repeat(70_000)],
		['sentences', 400, 'application/json', JSON.stringify(Array(100_000).fill({ a: ['No.'] }))],
	])(
		'that is a huge text of %s is told at once',
		async (_, status, type, body) => {
			const ran = await run((await serveOddly(raw(status, type, body))).url);
			expect(ran.error?.message.length).toBeLessThan(500);
			expectPlain(ran);
		},
		10_000,
	);

	test.each(['{"error":', '[', '{"results":', '{"data":', '{"a":'])(
		'that is nested thousands of levels deep is told (%s)',
		async (start) => {
			const end = start === '[' ? ']' : '}';
			const body = `${start.repeat(6000)}"deep"${end.repeat(6000)}`;
			const refused = await run((await serveOddly(raw(400, 'application/json', body))).url);
			expect(refused.error?.message).toMatch(/^Plane refused the request/);
			const { url } = await serveOddly(raw(200, 'application/json', body));
			const listed = await run(url, getWorkItems);
			expect(listed.error?.message).toContain('is not a list of records');
		},
	);

	test('whose XML has a character that does not exist ends the run', async () => {
		const body =
			'<Error><Code>Slow&#99999999;Down</Code><Message>&#1114112; busy</Message></Error>';
		const server = await serveOddly(raw(503, 'application/xml', body));
		const ran = await run(server.url, updateModule, [{}, {}, {}], {
			onError: 'continueRegularOutput',
		});
		expect(ran.json).toHaveLength(3);
		expect(server.arrived.length).toBeGreaterThan(0);
	});

	test('that is a record with a message and a description is a record', async () => {
		const record = { id: 'c1', message: 'Hello', description: 'A customer' };
		const server = await serveOddly(json(201, record));
		const ran = await run(server.url, parametersFor('customer.create', { name: 'A' }));
		expect(ran.error).toBeUndefined();
		expect(ran.json).toEqual([record]);
		const added = { issue: idOf('work item', 1), message: 'Added', description: 'To the module' };
		const module = await serveOddly(json(200, [added]));
		const addition = await run(
			module.url,
			parametersFor('module.addWorkItems', {
				projectId: byId(PROJECT),
				moduleId: byId(MODULE),
				workItemIds: added.issue,
			}),
		);
		expect(addition.json).toEqual([added]);
	});

	test('that gives a key back which was pasted with a line break does not bring it out', async () => {
		const server = await serveOddly((request, response) =>
			json(403, { detail: `The key ${String(request.headers['x-api-key'])} is not valid` })(
				request,
				response,
			),
		);
		const { error } = await world.engine.run({ parameters: updateModule }, [{}], {
			...{ apiKey: `${KEY}\n`, baseUrl: server.url, workspaceSlug: 'acme' },
		});
		expect(server.arrived[0]?.headers['x-api-key']).toBe(KEY);
		expect(error?.message).toContain('The key (API key) is not valid');
		const test = await world.engine.testCredential({ apiKey: `${KEY}\r\n`, baseUrl: server.url });
		expect(test.message).toContain('The key (API key) is not valid');
	});

	test('that gives the key back does not bring it out', async () => {
		const server = await serveOddly((request, response) =>
			json(403, { detail: `The key ${String(request.headers['x-api-key'])} is not valid` })(
				request,
				response,
			),
		);
		const ran = await run(server.url);
		expect(ran.error?.message).toContain('Plane did not accept the API key');
		expectPlain(ran);
	});

	test('to a create that is empty or has no JSON tells what is known', async () => {
		const server = await serveOddly((_request, response) => response.writeHead(204).end());
		const created = await run(server.url, parametersFor('customer.create', { name: 'A' }));
		expect(created.json).toEqual([{ success: true }]);
		const updated = await run(server.url);
		expect(updated.json).toEqual([{ id: MODULE }]);
	});
});

describe('A redirect', () => {
	const statuses = [301, 302, 303, 307, 308];

	test.each(statuses)('by %d to another host is not followed, nor told the key', async (status) => {
		const other = await serveOddly(json(200, { id: MODULE, results: [] }));
		const headers = { location: `${other.url}/api/v1/` };
		for (const parameters of [updateModule, getWorkItems]) {
			const server = await serveOddly((_request, response) =>
				response.writeHead(status, headers).end(),
			);
			const ran = await run(server.url, parameters);
			expect(server.arrived).toHaveLength(1);
			expect(ran.error?.message).toContain(
				`Plane redirects to ${other.url}/api/v1/, which was not followed`,
			);
			expect(ran.error?.description).toContain('give that address instead');
			expectPlain(ran);
		}
		expect(other.arrived).toEqual([]);
	});

	test('with a page for browsers, as nginx sends it for http, names the new address', async () => {
		const location = 'https://plane.example.com/api/v1/';
		const server = await serveOddly((_request, response) =>
			response.writeHead(301, { location, 'content-type': 'text/html' }).end(page),
		);
		const ran = await run(server.url);
		expect(ran.error?.message).toContain(`redirects to ${location}`);
		expectPlain(ran);
	});

	test('without an address is told too', async () => {
		const server = await serveOddly((_request, response) => response.writeHead(302).end());
		const ran = await run(server.url);
		expect(ran.error?.message).toContain('redirects to another address, which was not followed');
		expectPlain(ran);
	});
});

test('A redirect behind a proxy that takes off a path prefix is followed below that prefix', async () => {
	const { service, credential } = world;
	const [link] = service.state.links;
	const proxy = await serveOddly((request, response) => {
		const path = request.url?.replace(/^\/tools\/plane/, '') ?? '';
		const isWhole = path.endsWith('/');
		response.writeHead(isWhole ? 200 : 301, isWhole ? {} : { location: `${path}/` });
		response.end(isWhole ? JSON.stringify({ id: link?.id, name: 'New' }) : '');
	});
	const { error, json: records } = await world.engine.run(
		{
			parameters: parametersFor('workItemLink.update', {
				projectId: byId(link?.project ?? ''),
				workItemId: byId(link?.issue ?? ''),
				linkId: byId(link?.id ?? ''),
				updateFields: { name: 'New' },
			}),
		},
		[{}, {}],
		{ ...credential, baseUrl: `${proxy.url}/tools/plane` },
	);
	expect(error).toBeUndefined();
	expect(records).toHaveLength(2);
	const isWhole = proxy.arrived.map(({ url }) => url.endsWith('/'));
	expect(isWhole).toEqual([false, true, true]);
	expect(proxy.arrived.every(({ url }) => url.startsWith('/tools/plane/api/v1/'))).toBe(true);
});

describe('n8n’s own protection against requests to its network', () => {
	const protection = Container.get(SsrfProtectionConfig);
	beforeEach(() => {
		protection.enabled = true;
	});
	afterEach(() => {
		protection.enabled = false;
	});

	test.each([
		['a create', parametersFor('customer.create', { name: 'A' })],
		['an update', updateModule],
		['a list', getWorkItems],
	])('is told as that, for %s: nothing was sent', async (_, parameters) => {
		const server = await serveOddly(json(200, {}));
		const ran = await run(server.url, parameters);
		expect(server.arrived).toEqual([]);
		expect(ran.error?.message).toBe(
			'n8n did not send the request: The request was blocked because it resolves to a restricted IP address [item 0]',
		);
		expect(ran.error?.description).toMatch(
			/^Nothing was sent\. The target .* ask your n8n administrator/,
		);
		expect(ran.error?.description).not.toContain('may or may not have');
	});

	test('is told by the test of the credential', async () => {
		const { url } = await serveOddly(json(200, {}));
		const { message } = await world.engine.testCredential({ apiKey: KEY, baseUrl: url });
		expect(message).toMatch(/^n8n did not send the request: /);
	});
});

describe('Without an answer', () => {
	test.each([
		['an update', updateModule],
		['a list', getWorkItems],
	])('a refused connection is told: %s', async (_, parameters) => {
		const server = await startOddServer(() => undefined);
		await server.close();
		const ran = await run(server.url, parameters);
		expect(ran.error?.message).toBe(`${new URL(server.url).host} refused the connection [item 0]`);
		expect(ran.error?.description).toContain('Check the address and its port');
		expect(ran.error?.description).toContain('ECONNREFUSED');
		expectPlain(ran);
	});

	test('an unknown host is told', async () => {
		const ran = await run('https://plane.invalid');
		expect(ran.error?.message).toBe('plane.invalid is not a known host [item 0]');
		expect(ran.error?.description).toContain('Check how the address is written. Code: ');
		expectPlain(ran);
	});

	test.each([
		['an update', updateModule],
		['a list', getWorkItems],
	])('a connection that is dropped is told: %s', async (_, parameters) => {
		const server = await serveOddly((_request, response) => response.destroy());
		const ran = await run(server.url, parameters);
		expect(server.arrived).toHaveLength(1);
		expect(ran.error?.message).toBe(
			`${new URL(server.url).host} closed the connection before its answer was complete [item 0]`,
		);
		expectPlain(ran);
	});

	test('a connection that is dropped in the middle of an answer is told', async () => {
		const server = await serveOddly((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.write('{"id": "0c7da278"', () => response.destroy());
		});
		const ran = await run(server.url);
		expect(`${ran.error?.message} ${ran.error?.description}`).toContain(
			'closed the connection before',
		);
		expectPlain(ran);
	});

	test('an answer that is no HTTP is told', async () => {
		const server = await serveOddly((_request, response) => response.socket?.end('SSH-2.0\r\n'));
		const ran = await run(server.url);
		expect(ran.error?.message).toContain(new URL(server.url).host);
		expectPlain(ran);
	});

	test('https asked of a server that speaks http is told', async () => {
		const server = await serveOddly(json(200, { id: MODULE }));
		const ran = await run(server.url.replace('http:', 'https:'));
		expect(ran.error?.message).toContain('does not speak HTTPS at this address');
		expect(ran.error?.description).toContain('start the address with http://');
		expect(server.arrived).toEqual([]);
		expectPlain(ran);
	});

	test('a certificate that nobody vouches for is told, with the switch that helps', async () => {
		const server = await serveOddly(json(200, { id: MODULE }), selfSigned);
		const ran = await run(server.url);
		expect(ran.error?.message).toContain('has a certificate that cannot be verified');
		expect(ran.error?.description).toContain('Ignore SSL Issues');
		expect(server.arrived).toEqual([]);
		expectPlain(ran);
	});
});

/** Three items, of which the second has a project that does not exist. */
describe('One failed item of three', () => {
	const createLabel = parametersFor('label.create', {
		projectId: '={{ $json.project }}',
		name: '=from item {{ $json.number }}',
	});

	const items = (): InputItem[] => {
		const known = world.service.state.projects[0]?.id ?? '';
		return [known, 'nowhere', known].map((project, index) => ({
			json: { number: index + 1, project },
		}));
	};

	const runThree = async (settings: Partial<PlaneNode> = {}, parameters = createLabel) =>
		await world.engine.run({ ...settings, parameters }, items(), world.credential);

	const labels = () => world.service.state.labels.map(({ name }) => name);

	test('goes out alone among the others with "continue"', async () => {
		const { outputs, error } = await runThree({ onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(1);
		expect(outputs[0]).toMatchObject([
			{ json: { name: 'from item 1' }, pairedItem: { item: 0 } },
			{
				json: {
					number: 2,
					project: 'nowhere',
					error: expect.stringMatching(
						/^Plane did not find Project nowhere: The requested resource does not exist \[item 1\]\. .* Check Project first, then Workspace Slug acme\.$/,
					),
				},
				pairedItem: { item: 1 },
			},
			{ json: { name: 'from item 3' }, pairedItem: { item: 2 } },
		]);
		expect(labels().filter((name) => name.startsWith('from item'))).toHaveLength(2);
	});

	test('goes out alone by the error output', async () => {
		const { outputs, error } = await runThree({ onError: 'continueErrorOutput' });
		expect(error).toBeUndefined();
		expect(outputs).toHaveLength(2);
		expect(outputs[0]).toMatchObject([
			{ json: { name: 'from item 1' }, pairedItem: { item: 0 } },
			{ json: { name: 'from item 3' }, pairedItem: { item: 2 } },
		]);
		expect(outputs[1]).toMatchObject([
			{
				json: {
					number: 2,
					project: 'nowhere',
					error: expect.stringMatching(/Project nowhere.*\[item 1\].*Check Project/),
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	test('stops the node otherwise, which says what was done', async () => {
		const before = labels().length;
		const { outputs, error } = await runThree();
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toContain('Project nowhere');
		expect(error?.message).toMatch(/ \[item 1\]$/);
		// The third one was under way already.
		expect(error?.description).toMatch(/Carried out: 2 of 3 items \(0, 2\)\. Failed: 1\.$/);
		expect(labels()).toHaveLength(before + 2);
	});

	test('of a list leaves the records of the others', async () => {
		const parameters = parametersFor('workItem.getAll', {
			projectId: '={{ $json.project }}',
			limit: 2,
		});
		const { outputs } = await runThree({ onError: 'continueErrorOutput' }, parameters);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 2].map((item) => ({ item })),
		);
		expect(outputs[1]).toMatchObject([
			{ json: { number: 2, project: 'nowhere' }, pairedItem: { item: 1 } },
		]);
	});

	test('whose value is wrong goes out alone as well', async () => {
		const before = labels().length;
		const parameters = { ...createLabel, name: '={{ $json.number === 2 ? "" : "good" }}' };
		const { outputs } = await world.engine.run(
			{ parameters, onError: 'continueErrorOutput' },
			items(),
			world.credential,
		);
		expect(outputs[0]).toHaveLength(2);
		expect(outputs[1]).toMatchObject([
			{
				json: {
					number: 2,
					error: expect.stringMatching(/^Name: the value is empty \[item 1\].* Fill in Name\./),
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(labels()).toHaveLength(before + 2);
	});

	test('all three going wrong give three failed items, also without a server', async () => {
		const { outputs } = await world.engine.run(
			{ parameters: createLabel, onError: 'continueErrorOutput' },
			items(),
			{ ...world.credential, baseUrl: 'nothing' },
		);
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});
});

describe('What was carried out before a failure', () => {
	/** Runs this many creates of which the one with this index fails. */
	async function failAt(index: number, count: number): Promise<string> {
		let asked = 0;
		const server = await serveOddly((request, response) => {
			const answer = asked === index ? json(500, {}) : json(201, { id: String(asked) });
			asked += 1;
			answer(request, response);
		});
		const ran = await run(
			server.url,
			parametersFor('customer.create', { name: 'A' }),
			Array.from({ length: count }, () => ({})),
		);
		expectPlain(ran);
		expect(ran.error?.message).toContain(`[item ${index}]`);
		expect(server.arrived).toHaveLength(index + 1);
		return ran.error?.description ?? '';
	}

	test('is told by the numbers of the items', async () => {
		expect(await failAt(2, 5)).toMatch(
			/ Carried out: 2 of 5 items \(0-1\)\. Failed: 2\. Not carried out: 3-4\.$/,
		);
	});

	test('is not told of a single item', async () => {
		expect(await failAt(0, 1)).not.toContain('Carried out');
	});

	test('may be nothing', async () => {
		expect(await failAt(0, 3)).toMatch(
			/ Carried out: 0 of 3 items\. Failed: 0\. Not carried out: 1-2\.$/,
		);
	});
});
