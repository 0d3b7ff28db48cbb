import { describe, expect, it, test } from '@jest/globals';

import {
	Client,
	type RequestOverrides,
	withoutResponse,
} from '../../../nodes/shared/client/client';
import type { Call } from '../../../nodes/shared/model/call';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { list, update, upload } from '../calls';
import { createClient } from '../execute/testExecution';
import { jsonResponse, networkFault, textResponse } from '../responses';

/** The result of the request of a call, if every server responds with this outcome. */
const resultOf = async (outcome: Outcome, call: Call, overrides: RequestOverrides = {}) => {
	const send = async () => await Promise.resolve(outcome);
	const client = createClient({ service: send, storage: send });

	return call.kind === 'upload' ? await client.upload(call) : await client.request(call, overrides);
};

/** `success`, or the tag of the problem of a request that every server answers with this outcome. */
const tagOf = async (outcome: Outcome, call: Call, overrides?: RequestOverrides) => {
	const result = await resultOf(outcome, call, overrides);

	return isProblem(result) ? result.tag : 'success';
};

describe('A client', () => {
	const json = jsonResponse({ id: 'm1' });
	const empty = textResponse(' \n', 204);
	const text = textResponse('OK');

	test.each<[title: string, Outcome, Call]>([
		['takes JSON for the success of a change', json, update],
		['takes an empty body for the success of a change', empty, update],
		['takes anything that a storage responds for the success of an upload', text, upload()],
		['takes text for the success of a read', text, list],
	])('%s', async (_, outcome, call) => {
		expect(await tagOf(outcome, call)).toBe('success');
	});

	it('does not know the outcome of a change that is answered with text', async () => {
		const result = await resultOf(text, update);

		expect(result).toMatchObject({ tag: 'unknownOutcome', response: text });
	});

	it('takes text for the success of a request that can be repeated without harm', async () => {
		expect(await tagOf(text, update, { isHarmless: true })).toBe('success');
	});

	test.each<[title: string, Outcome]>([
		['an error of the server', jsonResponse({}, 500)],
		['an error of a proxy', jsonResponse({}, 502)],
		['a connection that broke', networkFault('ECONNRESET')],
	])('does not know the outcome of a change after %s', async (_, outcome) => {
		expect(await tagOf(outcome, update)).toBe('unknownOutcome');
	});

	test.each<[title: string, Outcome, Call]>([
		['after a connection that was never made', networkFault('ECONNREFUSED'), update],
		['after a refusal', jsonResponse({}, 499), update],
		['of a read after an error of the server', jsonResponse({}, 500), list],
	])('knows the outcome %s', async (_, outcome, call) => {
		expect(await tagOf(outcome, call)).toBe('failed');
	});

	it('reports a plain failure of a request that can be repeated without harm', async () => {
		expect(await tagOf(jsonResponse({}, 500), update, { isHarmless: true })).toBe('failed');
	});

	it('returns the problem of a request that was not sent unchanged, however often it was tried', async () => {
		const notSent = problem({ tag: 'notSent', message: 'Canceled', description: 'Run it again.' });

		const result = await resultOf({ fault: 'notSent', problem: notSent, attempts: 3 }, update);

		expect(result).toBe(notSent);
	});

	it('returns the response with the problem of a request that was refused', async () => {
		const refusal = jsonResponse({ detail: 'No.' }, 409);

		expect(await resultOf(refusal, update)).toMatchObject({ status: 409, response: refusal });
	});

	it('returns no response with the problem of a request that nobody answered', async () => {
		expect(await resultOf(networkFault('ECONNRESET'), update)).not.toHaveProperty('response');
	});
});

test('A problem without its response is still a problem with the same text', async () => {
	const result = await resultOf(jsonResponse({}, 403), update);

	const stripped = withoutResponse(result);

	expect(isProblem(stripped)).toBe(true);
	expect(stripped).not.toHaveProperty('response');
	expect({ ...result, response: undefined }).toEqual({ ...stripped, response: undefined });
});

test('What is read has failed where its server fails, and nothing else may have come of it', async () => {
	const requests: string[] = [];
	const client = createClient({
		service: ({ method, url }) => {
			requests.push(`${method} ${new URL(url).pathname}`);

			return Promise.resolve(jsonResponse({}, 500));
		},
	});

	expect(await client.read(update, 'projects/')).toMatchObject({ tag: 'failed', status: 500 });
	expect(await client.request(update)).toMatchObject({ tag: 'unknownOutcome', status: 500 });
	const root = '/api/v1/workspaces/acme/projects/';

	expect(requests).toEqual([`GET ${root}`, `PATCH ${root}p1/modules/m1/`]);
});

test.each([
	[undefined, false],
	[1, false],
	[3, true],
])('An error after %s attempts says how many there were: %s', async (attempts, isTold) => {
	const outcome = { ...jsonResponse({}, 403), ...(attempts !== undefined && { attempts }) };
	const result = await resultOf(outcome, update);
	const description = isProblem(result) ? result.description : '';

	expect(description.endsWith(`It was sent ${attempts} times.`)).toBe(isTold);
	expect(description.includes('It was sent')).toBe(isTold);
	expect(description).toMatch(/\.$/);
});

describe('An address has the host of the Base URL, so that Plane may have made it of that:', () => {
	test.each([
		['http://api:8000', 'http://api:8000/uploads', true],
		['http://api:8000/pm', 'http://api:8000/uploads', true],
		['https://plane.example.com', 'http://plane.example.com/uploads', true],
		['http://api:8000', 'http://api:9000/uploads', false],
		['https://plane.example.com', 'https://s3.example.com/uploads', false],
	])('Base URL %s, address %s: %s', (root, address, isAtBaseUrl) => {
		const connection = { root, workspaceSlug: 'acme', apiKey: 'key', ignoreSslIssues: false };
		const send = () => Promise.reject(new Error('Nothing is to be sent'));

		expect(new Client(connection, send, send).isAtBaseUrl(address)).toBe(isAtBaseUrl);
	});
});
