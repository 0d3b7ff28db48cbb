import { describe, expect, test } from '@jest/globals';
import type { IBinaryData, ICredentialTestFunctions, IExecuteFunctions } from 'n8n-workflow';
import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Connection } from '../../../nodes/shared/transport/connection';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import { isFault, type Outcome } from '../../../nodes/shared/transport/response';
import { sendForTest, sendSignedIn } from '../../../nodes/shared/transport/send';
import { selfSigned } from '../../service/testing/certificate';
import { respondWith, type startStubServer as start } from '../../service/testing/stubServer';
import { useStubServers } from '../../service/testing/useStubServers';
import { upload } from '../calls';
import { networkFault } from '../responses';
import { DEFAULT_LIMITS } from '../testClient';
import { parseParts } from './multipartBody';
import { senders, type SenderOptions } from './senders';

const startStubServer = useStubServers();

const KEY = 'plane_api_1';

const connectionTo = (root: string, more: Partial<Connection> = {}): Connection => ({
	root,
	workspaceSlug: 'acme',
	authentication: 'apiKey',
	secret: KEY,
	extraHeaders: {},
	ignoreSslIssues: false,
	allowsApiV2: true,
	limits: DEFAULT_LIMITS,
	...more,
});

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
	method: 'GET',
	route: 'GET a/',
	effect: 'read',
	url,
	headers: { Accept: 'text/x-a' },
	...more,
});

const file = { name: 'a.txt', mimeType: 'text/plain', size: 3 };

type SenderName = keyof typeof senders;
const ALL_SENDERS: readonly SenderName[] = ['node', 'editor', 'test', 'storage'];
const FILE_SENDERS: readonly SenderName[] = ['node', 'storage'];

interface SendOptions extends Partial<Omit<SenderOptions, 'connection'>> {
	readonly connection?: Partial<Connection>;
	readonly request?: Partial<HttpRequest>;
	readonly tls?: Parameters<typeof start>[1];
}

/** Sends a request with a sender to a server that responds like this. */
async function send(
	sender: SenderName,
	answer: RequestListener,
	{ connection, request, tls, timeout = 1000, signal }: SendOptions = {},
) {
	const { url, arrived } = await startStubServer(answer, tls);
	const options = { connection: connectionTo(url, connection), timeout, ...(signal && { signal }) };
	const sendRequest = await senders[sender](options);
	const outcome = await sendRequest(requestTo(`${url}/a/?b=c`, request));

	return { outcome, arrived };
}

/** A server that stalls after this much of its response, or before it. */
const stopAfter =
	(said?: string): RequestListener =>
	(_, response) => {
		setTimeout(() => response.end(), 500).unref();
		if (said === undefined) return;

		response.writeHead(200, { 'content-type': 'application/json' });
		response.write(said);
	};

/** The parts of a response that the tests compare, or its fault. */
function readOutcome(outcome: Outcome) {
	if (isFault(outcome)) return outcome;

	const { status, text, json } = outcome;

	return { status, text, json };
}

const STALLED = networkFault('ECONNABORTED');

describe.each(ALL_SENDERS)('a request by the sender "%s"', (sender) => {
	// JSON, text and an empty response.
	test.each<[status: number, body: string, json: unknown]>([
		[200, '{ "id": 1 }', { id: 1 }],
		[404, '{ "error": "No" }', { error: 'No' }],
		[503, 'Busy', undefined],
		[204, '', undefined],
	])('returns the response with status %i and body %j', async (status, text, json) => {
		const before = performance.now();
		const answer = respondWith(status, text, { 'X-Several': ['a', 'b'] });
		const { outcome, arrived } = await send(sender, answer);

		expect(readOutcome(outcome)).toEqual({ status, text, json });
		expect(outcome).toMatchObject({
			headers: { 'content-type': 'application/json', 'x-several': 'a, b' },
		});
		const { durationMs = -1 } = outcome as { readonly durationMs?: number };

		expect(durationMs).toBeGreaterThan(0);
		expect(durationMs).toBeLessThanOrEqual(performance.now() - before);
		expect(arrived).toMatchObject([
			{ method: 'GET', url: '/a/?b=c', headers: { accept: 'text/x-a' } },
		]);
		expect(arrived[0]?.headers['x-api-key']).toBe(sender === 'storage' ? undefined : KEY);
	});

	test('follows no redirect', async () => {
		const { outcome, arrived } = await send(sender, (request, response) =>
			respondWith(request.url === '/b/' ? 200 : 302, '', { location: '/b/' })(request, response),
		);

		expect(outcome).toMatchObject({ status: 302, headers: { location: '/b/' } });
		expect(arrived).toHaveLength(1);
	});

	test('without a response is a fault', async () => {
		const dropped = await send(sender, (_, response) => response.destroy());

		expect(dropped.outcome).toEqual(networkFault('ECONNRESET'));
	});

	test('accepts an unverified certificate if the credential allows that', async () => {
		for (const ignoreSslIssues of [false, true]) {
			const connection = { ignoreSslIssues };
			const { outcome } = await send(sender, respondWith(200, 'a'), {
				connection,
				tls: selfSigned,
			});
			const failed = networkFault('DEPTH_ZERO_SELF_SIGNED_CERT');

			expect(readOutcome(outcome)).toEqual(ignoreSslIssues ? { status: 200, text: 'a' } : failed);
		}
	});

	test.each([
		['plane_api_1', '(API key)'],
		['plane_ap', '(API key)'],
		// Too short for a key, and may be part of ordinary words.
		['plane_a', 'plane_a'],
	])('shows the API key %s in a response as %s', async (secret, shown) => {
		const answer = respondWith(400, { error: `No ${secret}` }, { 'x-key': secret });
		const { outcome } = await send(sender, answer, { connection: { secret } });

		expect(outcome).toMatchObject({
			json: { error: `No ${shown}` },
			headers: { 'x-key': shown },
		});
	});

	test('shows no value of an extra header, and sends them to the service only', async () => {
		const extraHeaders = { 'X-Proxy': 'a-secret-of-a-proxy' };
		const answer = respondWith(400, { error: 'No a-secret-of-a-proxy' });
		const { outcome, arrived } = await send(sender, answer, { connection: { extraHeaders } });
		const headers = arrived.map((request) => request.headers['x-proxy']);

		expect(outcome).toMatchObject({ json: { error: 'No (extra header)' } });
		expect(headers).toEqual([sender === 'storage' ? undefined : 'a-secret-of-a-proxy']);
	});

	test('shows no value of an extra header in a page that a proxy sends in place of a record', async () => {
		const extraHeaders = { 'X-Proxy': 'a-secret-of-a-proxy' };
		const page = respondWith(200, '<p>a-secret-of-a-proxy</p>', {
			'content-type': 'text/html',
		});
		const { outcome } = await send(sender, page, { connection: { extraHeaders } });

		expect(outcome).toMatchObject({ text: '<p>(extra header)</p>' });
	});

	test('leaves a record as it is, which contains the value of an extra header as a word', async () => {
		const extraHeaders = { 'Remote-User': 'automation' };
		const record = { description_html: '<p>Started by automation at night</p>' };
		const { outcome } = await send(sender, respondWith(200, record), {
			connection: { extraHeaders },
		});

		expect(outcome).toMatchObject({ json: record });
	});

	test.each([
		['X-Forwarded-Host', 'plane.example.com'],
		['Referer', 'https://plane.example.com/'],
		['X-Tenant', 'acme-rockets'],
	])('leaves a refusal as it is if it contains what the header %s says', async (name, value) => {
		const connection = {
			webRoot: 'https://plane.example.com',
			workspaceSlug: 'acme-rockets',
			extraHeaders: { [name]: value },
		};
		const refusal = {
			error: 'No access to https://plane.example.com/acme-rockets/browse/LNCH-12/',
		};
		const { outcome } = await send(sender, respondWith(403, refusal), { connection });

		expect(outcome).toMatchObject({ json: refusal });
	});

	if (sender === 'test') return;

	test.each([
		['before the response', undefined],
		['in the middle of the response', '{"id"'],
	])('is aborted if the server stalls %s', async (_, body) => {
		expect((await send(sender, stopAfter(body), { timeout: 50 })).outcome).toEqual(STALLED);
	});
});

test.each(['node', 'editor'] as const)('the sender "%s" sends a body', async (sender) => {
	const request = { method: 'PATCH', body: '{"name": 1}' } as const;
	const { arrived } = await send(sender, respondWith(200), { request });

	expect(arrived.map(({ method, body }) => [method, String(body)])).toEqual([
		['PATCH', '{"name": 1}'],
	]);
});

describe.each(FILE_SENDERS)('a download by the sender "%s"', (sender) => {
	test("is stored in n8n's binary data storage", async () => {
		const { outcome } = await send(sender, respondWith(200, 'abc'), { request: { file } });
		const stored: Partial<IBinaryData> = { fileName: 'a.txt', mimeType: 'text/plain', bytes: 3 };

		expect(outcome).toMatchObject({
			status: 200,
			text: '',
			file: stored,
			durationMs: expect.anything(),
		});
	});

	test('is not stored if the response is not a success', async () => {
		const { outcome } = await send(sender, respondWith(404, '{"error":"No"}'), {
			request: { file },
		});

		expect(outcome).toMatchObject({ status: 404, json: { error: 'No' } });
		expect(outcome).not.toHaveProperty('file');
	});

	test('is a fault without a duration if it is interrupted', async () => {
		const { outcome } = await send(sender, stopAfter('a'), { request: { file }, timeout: 50 });

		expect(outcome).toEqual(STALLED);
	});
});

test.each(['editor', 'test'] as const)('the sender "%s" stores no files', async (sender) => {
	const { outcome } = await send(sender, respondWith(200, 'abc'), { request: { file } });

	expect(readOutcome(outcome)).toEqual({ status: 200, text: 'abc' });
	expect(outcome).not.toHaveProperty('file');
});

/** A server that responds like this, and records the connections of its requests. */
function keepSocket(respond: RequestListener) {
	const sockets: Socket[] = [];

	const answer: RequestListener = (request, response) => {
		sockets.push(request.socket);
		respond(request, response);
	};

	return { answer, sockets };
}

test.each<[title: string, request: () => Partial<HttpRequest>, answer: RequestListener]>([
	[
		'an upload',
		() => ({ method: 'POST', body: new UploadForm(upload('x'.repeat(1_000_000))) }),
		respondWith(204),
	],
	['a download', () => ({ file }), respondWith(200, 'x'.repeat(1_000_000))],
])('the connection of %s closes once it is complete', async (_, request, respond) => {
	const cancel = new AbortController();
	const { answer, sockets } = keepSocket(respond);

	const { outcome } = await send('storage', answer, { request: request(), signal: cancel.signal });

	// A server would close an idle connection itself after five seconds.
	for (let waited = 0; waited < 1000 && !sockets[0]?.closed; waited += 10) await wait(10);

	expect(isFault(outcome)).toBe(false);
	expect(sockets.map(({ closed }) => closed)).toEqual([true]);
	expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
});

describe('an upload', () => {
	const form = () => ({ method: 'POST', body: new UploadForm(upload()) }) as const;

	test('arrives completely, and its signature is redacted from the response', async () => {
		const answer = respondWith(400, '<Message>secret eyJhIjoxfQ==</Message>');
		const { outcome, arrived } = await send('storage', answer, { request: form() });

		expect(readOutcome(outcome)).toEqual({
			status: 400,
			text: '<Message>(signed) (signed)</Message>',
		});
		const [{ body, headers }] = arrived as [(typeof arrived)[0]];
		const { 'content-type': type = '', 'x-api-key': key } = headers;

		expect(key).toBeUndefined();
		expect(parseParts(body, type).map(({ name }) => name)).toEqual(
			'Content-Type,key,policy,x-amz-signature,file'.split(','),
		);
	});

	test('is a fault if the storage does not respond in time after the whole file', async () => {
		const { outcome } = await send('storage', stopAfter(), { request: form(), timeout: 50 });

		expect(outcome).toEqual({ ...STALLED, duringUpload: false });
	});
});

test.each<[title: string, sender: SenderName, request: () => Partial<HttpRequest>]>([
	['a request to the service', 'node', () => ({})],
	['a request to a storage', 'storage', () => ({ file })],
	['an upload', 'storage', () => ({ method: 'POST', body: new UploadForm(upload()) })],
])('%s is aborted when the workflow is canceled', async (_, sender, request) => {
	const cancel = new AbortController();
	const answer = () => setTimeout(() => cancel.abort(), 10);
	const { outcome } = await send(sender, answer, { request: request(), signal: cancel.signal });

	expect(outcome).toMatchObject({ kind: 'network', code: 'ERR_CANCELED' });
});

describe('the result of a helper of n8n', () => {
	/** Sends a request with helpers of n8n that return this. */
	async function sendWithHelper(response: unknown, request: Partial<HttpRequest> = {}) {
		const requests: unknown[] = [];

		const helper = async (...args: unknown[]) => {
			requests.push(args.at(-1));

			return await Promise.resolve(response);
		};

		const helpers = { httpRequestWithAuthentication: helper, request: helper };
		// The senders use only these helpers.
		const context = { helpers } as unknown as IExecuteFunctions & ICredentialTestFunctions;
		const connection = connectionTo('https://plane.example.com');
		const to = requestTo('https://plane.example.com/a/', request);
		const outcome = await sendSignedIn(context, connection, 7000)(to);

		await sendForTest(context, connection)(to);

		return { outcome, requests };
	}

	test.each([
		['undefined', undefined],
		['a text', 'OK'],
		['a response with an invalid status', { statusCode: '200', body: 'OK' }],
	])('is a fault if it is %s', async (_, response) => {
		expect((await sendWithHelper(response)).outcome).toEqual(networkFault(''));
	});

	test.each([
		['a body that was read', { body: '{"a":1}' }, '{"a":1}', { a: 1 }],
		['a body that was parsed', { body: { a: 1 } }, '{"a":1}', { a: 1 }],
		['no body', {}, '', undefined],
	])('may have %s', async (_, more, text, json) => {
		const { outcome } = await sendWithHelper({ statusCode: 200, headers: 'none', ...more });

		expect(outcome).toHaveProperty('headers', {});
		expect(readOutcome(outcome)).toEqual({ status: 200, text, json });
	});

	test('is requested as a stream with a time-out, and for a file with its own connection', async () => {
		const { requests } = await sendWithHelper(undefined);

		expect(requests).toMatchObject([
			{ encoding: 'stream', timeout: 7000 },
			{ useStream: true, timeout: 15_000 },
		]);
		expect(requests[0]).not.toHaveProperty('agentOptions');
		const agentOptions = { keepAlive: false, signal: expect.any(AbortSignal) };

		expect((await sendWithHelper(undefined, { file })).requests[0]).toMatchObject({ agentOptions });
	});
});
