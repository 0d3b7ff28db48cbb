import { describe, expect, it, test } from '@jest/globals';

import { Client, type RequestOverrides } from '../../../nodes/shared/client/client';
import { withoutResponse } from '../../../nodes/shared/client/requestResult';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel } from '../../../nodes/shared/operations';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { Effect } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { create, list, update, upload } from '../calls';
import { jsonResponse, networkFault, textResponse } from '../responses';
import { createClient, DEFAULT_LIMITS } from '../testClient';
import { advice } from '../../nodeTexts';

/** Sends the request of a call to servers that always respond with this outcome. */
const sendCall = async (outcome: Outcome, call: Call, overrides: RequestOverrides = {}) => {
	const send = async () => await Promise.resolve(outcome);
	const client = createClient({ service: send, storage: send });

	return call.kind === 'upload' ? await client.upload(call) : await client.request(call, overrides);
};

/** The effect of the problem that results from this outcome, or `success`. */
const findEffect = async (outcome: Outcome, call: Call, overrides?: RequestOverrides) => {
	const result = await sendCall(outcome, call, overrides);

	return isProblem(result) ? (result.effect ?? 'notDone') : 'success';
};

describe('the client', () => {
	const json = jsonResponse({ id: 'm1' });
	const empty = textResponse(' \n', 204);
	const text = textResponse('OK');
	const canceled = problem({
		cause: 'stopped',
		message: 'Canceled',
		description: 'Run it again.',
	});

	test.each<[title: string, Outcome, Call]>([
		['accepts JSON as the response to a change', json, update],
		['accepts an empty body as the response to a change', empty, update],
		['accepts any successful response to an upload', text, upload()],
		['accepts text as the response to a read', text, list],
	])('%s', async (_, outcome, call) => {
		expect(await findEffect(outcome, call)).toBe('success');
	});

	it('reports an unknown outcome if the response to a change is text', async () => {
		const result = await sendCall(text, update);

		expect(result).toMatchObject({ effect: 'maybeDone', response: text });
	});

	it('goes by the path of the request, not by that of its item, to say why a server refuses it (row 466)', async () => {
		const send = async () => await Promise.resolve(jsonResponse({ detail: 'Not allowed' }, 405));
		const client = createClient({ service: send });
		const request = { method: 'PATCH', path: 'customers/{id}/', effect: 'change' } as const;

		const change = await client.send({ ...create, path: { id: 'c1' } }, request, { about: create });

		expect(change).toMatchObject({
			description: `${advice.updateForIt}: update the server.`,
		});
	});

	it('accepts text as the response to a harmless request', async () => {
		expect(await findEffect(text, update, { isHarmless: true })).toBe('success');
	});

	test.each<[title: string, Call<'create'>, Effect]>([
		[
			'of a customer is a change, because the server updates an existing one (row 451)',
			create,
			'change',
		],
		['of a label makes another record', { ...create, operation: createLabel }, 'create'],
	])('a create %s', async (_, call, effect) => {
		const effects: Effect[] = [];
		const client = createClient({
			service: async (request) => {
				effects.push(request.effect);

				return await Promise.resolve(json);
			},
		});

		await client.request(call);

		expect(effects).toEqual([effect]);
	});

	test.each<[title: string, Outcome]>([
		['an error of the server', jsonResponse({}, 500)],
		['an error of a proxy', jsonResponse({}, 502)],
		['a dropped connection', networkFault('ECONNRESET')],
		[
			'an attempt that may have been carried out, and a refused connection',
			{ ...networkFault('ECONNREFUSED'), mayHaveSucceeded: true },
		],
		[
			'an attempt that may have been carried out, and one that was not sent',
			{ kind: 'notSent', problem: canceled, mayHaveSucceeded: true },
		],
	])('reports an unknown outcome of a change after %s', async (_, outcome) => {
		expect(await findEffect(outcome, update)).toBe('maybeDone');
	});

	test.each<[title: string, Outcome, Call]>([
		['a change after a connection that was refused', networkFault('ECONNREFUSED'), update],
		['a change after a refusal', jsonResponse({}, 499), update],
		['a read after an error of the server', jsonResponse({}, 500), list],
	])('reports a plain failure of %s', async (_, outcome, call) => {
		expect(await findEffect(outcome, call)).toBe('notDone');
	});

	it('reports a plain failure of a harmless request', async () => {
		expect(await findEffect(jsonResponse({}, 500), update, { isHarmless: true })).toBe('notDone');
	});

	it('returns the problem of a request that was not sent unchanged, however often it was tried', async () => {
		const result = await sendCall({ kind: 'notSent', problem: canceled, attempts: 3 }, update);

		expect(result).toEqual(canceled);
	});

	it('returns the response with the problem of a request that was refused', async () => {
		const refusal = jsonResponse({ detail: 'No.' }, 409);

		expect(await sendCall(refusal, update)).toMatchObject({ status: 409, response: refusal });
	});

	it('returns no response with the problem of a request without one', async () => {
		expect(await sendCall(networkFault('ECONNRESET'), update)).not.toHaveProperty('response');
	});
});

test('withoutResponse keeps everything else of a problem', async () => {
	const result = await sendCall(jsonResponse({}, 409), update);

	const stripped = withoutResponse(result);

	expect(isProblem(stripped)).toBe(true);
	expect(stripped).not.toHaveProperty('response');
	expect({ ...result, response: undefined }).toEqual({ ...stripped, response: undefined });
});

test.each([
	[403, { detail: 'You do not have permission to perform this action.' }, true],
	[404, { error: 'The required object does not exist.' }, true],
	[403, { detail: 'Given API token is not valid' }, undefined],
	[404, { error: 'Page not found.' }, undefined],
	[500, { error: 'Something went wrong' }, undefined],
])(
	'withoutResponse keeps whether %s %j says that a place is hidden',
	async (status, body, hidden) => {
		const stripped = withoutResponse(await sendCall(jsonResponse(body, status), update));

		expect(isProblem(stripped) && stripped.isHiddenPlace).toBe(hidden);
	},
);

test('a failed read has a known outcome, and a failed change an unknown one', async () => {
	const requests: string[] = [];
	const client = createClient({
		service: ({ method, url }) => {
			requests.push(`${method} ${new URL(url).pathname}`);

			return Promise.resolve(jsonResponse({}, 500));
		},
	});

	expect(await client.read(update, 'projects/')).toMatchObject({ cause: 'failed', status: 500 });
	expect(await client.request(update)).toMatchObject({ effect: 'maybeDone', status: 500 });
	const root = '/api/v1/workspaces/acme/projects/';

	expect(requests).toEqual([`GET ${root}`, `PATCH ${root}p1/modules/m1/`]);
});

test.each([
	[undefined, false],
	[1, false],
	[3, true],
])('a problem after %s attempts reports their number: %s', async (attempts, isReported) => {
	const outcome = { ...jsonResponse({}, 403), ...(attempts !== undefined && { attempts }) };
	const result = await sendCall(outcome, update);
	const description = isProblem(result) ? result.description : '';

	expect(description.endsWith(`It was sent ${attempts} times.`)).toBe(isReported);
	expect(description.includes('It was sent')).toBe(isReported);
	expect(description).toMatch(/\.$/);
});

describe('isAtBaseUrl', () => {
	test.each([
		['http://api:8000', 'http://api:8000/uploads', true],
		['http://api:8000/pm', 'http://api:8000/uploads', true],
		['https://plane.example.com', 'http://plane.example.com/uploads', true],
		['http://api:8000', 'http://api:9000/uploads', false],
		['https://plane.example.com', 'https://s3.example.com/uploads', false],
	])('is, with the Base URL %s and the address %s, %s', (root, address, isAtBaseUrl) => {
		const connection = {
			root,
			workspaceSlug: 'acme',
			authentication: 'apiKey' as const,
			secret: 'key',
			extraHeaders: {},
			ignoreSslIssues: false,
			allowsApiV2: true,
			limits: DEFAULT_LIMITS,
		};
		const send = () => Promise.reject(new Error('Unexpected request'));

		expect(new Client(connection, send, send).isAtBaseUrl(address)).toBe(isAtBaseUrl);
	});
});
