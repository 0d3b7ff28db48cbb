import { describe, expect, it, test } from '@jest/globals';

import { Client, judge } from '../../../nodes/shared/client/client';
import type { Call } from '../../../nodes/shared/model/call';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { Effect, HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { list, update, upload } from '../calls';
import { clientOf } from '../execute/clientOf';
import { jsonResponse, networkFault, textResponse } from '../responses';

const request = (effect: Effect): HttpRequest => ({
	method: 'POST',
	route: 'POST modules/',
	url: 'https://plane.example.com/api/v1/',
	effect,
	headers: {},
});

/** What an outcome comes to: the response itself, or the tag of what is wrong with it. */
const judged = (outcome: Outcome, call: Call, effect: Effect, isHarmless?: true) => {
	const result = judge(outcome, request(effect), call, {
		...(isHarmless && { isHarmless }),
	});

	return isProblem(result) ? result.tag : 'fine';
};

describe('A response', () => {
	const json = jsonResponse({ id: 'm1' });
	const nothing = textResponse(' \n', 204);
	const text = textResponse('OK');

	test.each<[title: string, Outcome, Call, Effect, comesTo: string]>([
		['of JSON is fine', json, update, 'change', 'fine'],
		['without a body is fine', nothing, update, 'change', 'fine'],
		['of a storage is fine, whatever it says', text, upload(), 'change', 'fine'],
		['of something else is fine where nothing was to change', text, list, 'read', 'fine'],
		[
			'of something else leaves it unknown what was changed',
			text,
			update,
			'change',
			'unknownOutcome',
		],
	])('%s', (_, outcome, call, effect, comesTo) => {
		expect(judged(outcome, call, effect)).toBe(comesTo);
	});

	it('of something else is fine where a repeat does no harm', () => {
		expect(judged(text, update, 'change', true)).toBe('fine');
	});
});

describe('Nobody knows whether it was carried out', () => {
	test.each<[boolean, title: string, Outcome, Effect]>([
		[true, 'after an error of the server', jsonResponse({}, 500), 'change'],
		[true, 'after one of a proxy', jsonResponse({}, 502), 'change'],
		[true, 'after a connection that broke', networkFault('ECONNRESET'), 'change'],
		[false, 'after a connection that was never made', networkFault('ECONNREFUSED'), 'change'],
		[false, 'after a refusal', jsonResponse({}, 499), 'change'],
		[false, 'where nothing was to change', jsonResponse({}, 500), 'read'],
	])('%s: %s', (isUnknown, _, outcome, effect) => {
		expect(judged(outcome, update, effect)).toBe(isUnknown ? 'unknownOutcome' : 'failed');
	});

	it('not where a repeat does no harm', () => {
		expect(judged(jsonResponse({}, 500), update, 'change', true)).toBe('failed');
	});
});

test('What is no response is told in its own words, however often it was tried', () => {
	const own = problem({ tag: 'notSent', message: 'Cancelled', description: 'Run it again.' });
	const fault = { fault: 'notSent', problem: own, tries: 3 } as const;

	expect(judge(fault, request('change'), update)).toBe(own);
});

test('What is read has failed where its server fails, and nothing else may have come of it', async () => {
	const asked: string[] = [];
	const client = clientOf({
		service: ({ method, url }) => {
			asked.push(`${method} ${new URL(url).pathname}`);

			return Promise.resolve(jsonResponse({}, 500));
		},
	});

	expect(await client.read(update, 'projects/')).toMatchObject({ tag: 'failed', status: 500 });
	expect(await client.request(update)).toMatchObject({ tag: 'unknownOutcome', status: 500 });
	const root = '/api/v1/workspaces/acme/projects/';

	expect(asked).toEqual([`GET ${root}`, `PATCH ${root}p1/modules/m1/`]);
});

test.each([
	[undefined, false],
	[1, false],
	[3, true],
])('An error after %s tries says how many there were: %s', (tries, isTold) => {
	const outcome = { ...jsonResponse({}, 403), ...(tries !== undefined && { tries }) };
	const result = judge(outcome, request('change'), update);
	const description = isProblem(result) ? result.description : '';

	expect(description.endsWith(`It was sent ${tries} times.`)).toBe(isTold);
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
		const { service, storage } = clientOf({});
		const connection = { root, workspaceSlug: 'acme', apiKey: 'key', ignoreSslIssues: false };

		expect(new Client(connection, service, storage).isAtBaseUrl(address)).toBe(isAtBaseUrl);
	});
});
