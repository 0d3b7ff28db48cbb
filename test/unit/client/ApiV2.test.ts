import { describe, expect, test } from '@jest/globals';

import type { ApiV2Status, V2Request } from '../../../nodes/shared/client/ApiV2';
import { Client } from '../../../nodes/shared/client/client';
import type { Connection } from '../../../nodes/shared/transport/connection';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { create, list, update } from '../calls';
import { fakePlane, inTurn, type Respond, type Routes } from '../fakePlane';
import { jsonResponse, networkFault, problemDocument, textResponse, webPage } from '../responses';
import { DEFAULT_LIMITS } from '../testClient';

// The responses are those of Plane's documentation of API v2.
const me = jsonResponse({ principal_kind: 'api_key', scopes: [] });
const pageNotFound = jsonResponse({ error: 'Page not found.' }, 404);

const createClient = (answers: Routes | Respond, connection: Partial<Connection> = {}) => {
	const { send, routes } = fakePlane(answers);
	const client = new Client(
		{
			root: 'https://plane.example.com',
			workspaceSlug: 'acme',
			authentication: 'apiKey',
			secret: 'plane_api_1',
			extraHeaders: {},
			ignoreSslIssues: false,
			allowsApiV2: true,
			limits: DEFAULT_LIMITS,
			...connection,
		},
		send,
		send,
	);

	return { client, routes };
};

describe('the probe for API v2', () => {
	test.each<[title: string, Outcome, ApiV2Status['kind']]>([
		['who the key belongs to', me, 'available'],
		[
			'a refusal of the key as a problem document',
			problemDocument('unauthorized', 401),
			'available',
		],
		[
			'a refusal of the token as a problem document',
			problemDocument('forbidden', 403),
			'available',
		],
		['a missing record as a problem document', problemDocument('not_found', 404), 'available'],
		['the Community Edition\'s "Page not found." (row 485)', pageNotFound, 'absent'],
		['a method that does not exist', jsonResponse({ detail: 'Method not allowed' }, 405), 'absent'],
		['a page of a proxy', webPage(404), 'unknown'],
		['a page of a web app', webPage(200), 'unknown'],
		['an error of a gateway', textResponse('Bad gateway', 502), 'unknown'],
		['no response', networkFault('ECONNRESET'), 'unknown'],
	])('reports what %s says about the server', async (_, outcome, kind) => {
		const { client, routes } = createClient(() => outcome);

		expect((await client.apiV2.probe(list)).kind).toBe(kind);
		expect((await client.apiV2.probe(list)).kind).toBe(kind);
		expect(routes()).toEqual(['GET /v2/users/me/']);
	});

	test('sends nothing if the credential allows API v1 only', async () => {
		const { client, routes } = createClient({}, { allowsApiV2: false });

		expect(await client.apiV2.probe(list)).toEqual({ kind: 'turnedOff' });
		expect(routes()).toEqual([]);
	});
});

describe('a request to API v2', () => {
	const path = 'projects/{project_id}/work-items/bulk-create/';
	const bulk: V2Request = { method: 'POST', path, effect: 'create', body: { items: [] } };
	const sendBulk = async (client: Client) => await client.apiV2.request(list, bulk);

	test('is not sent if the credential does not allow API v2', async () => {
		const { client, routes } = createClient({}, { allowsApiV2: false });

		expect(await sendBulk(client)).toBeUndefined();
		expect(routes()).toEqual([]);
	});

	test('goes below api/v2', async () => {
		const { client, routes } = createClient({ '*': jsonResponse({ results: [] }) });

		expect(await sendBulk(client)).toMatchObject({ json: { results: [] } });
		expect(routes()).toEqual(['POST v2/projects/p1/work-items/bulk-create/']);
	});

	test.each([
		['404', pageNotFound],
		['405', problemDocument('method_not_allowed', 405)],
	])('is not sent again once the server answers %s, as a preview does', async (_, missing) => {
		const { client, routes } = createClient({ '*': missing });

		expect(client.apiV2.mayHaveRoute(bulk, list)).toBe(true);
		expect(await sendBulk(client)).toBeUndefined();
		expect(await sendBulk(client)).toBeUndefined();
		expect(routes()).toHaveLength(1);
		expect(client.apiV2.mayHaveRoute(bulk, list)).toBe(false);
		expect(client.apiV2.mayHaveRoute({ ...bulk, method: 'GET' }, list)).toBe(true);
	});

	test('reports a record that is not there, and is sent again', async () => {
		const { client, routes } = createClient(inTurn(problemDocument('not_found', 404)));

		expect(await sendBulk(client)).toMatchObject({ status: 404 });
		expect(await sendBulk(client)).toMatchObject({ status: 404 });
		expect(routes()).toHaveLength(2);
	});

	test('explains the values that were refused as API v1 does', async () => {
		const document = {
			type: 'invalid_request',
			code: 'invalid_request',
			detail: 'One or more fields failed validation.',
			errors: [{ field: 'name', code: 'required', message: 'This field is required.' }],
		};
		const refusal = problemDocument(document, 400);
		const { client } = createClient({ '*': refusal });

		const result = await client.apiV2.request(update, { ...bulk, effect: 'change' });

		expect(result).toMatchObject({ message: 'Plane refused Name: This field is required' });
	});

	test('may have been carried out if its response was lost', async () => {
		const { client } = createClient({ '*': networkFault('ECONNRESET') });

		const result = await client.apiV2.request(create, bulk);

		expect(result).toMatchObject({ effect: 'maybeDone' });
	});
});

describe('the question whether a route takes several records', () => {
	const path = 'projects/{project_id}/work-items/bulk-create/';
	const empty: V2Request = { method: 'POST', path, effect: 'create', body: { items: [] } };

	test.each<[title: string, answer: Outcome, isAccepted: boolean]>([
		['refuses an empty list (row 511)', problemDocument('invalid_request', 400), true],
		['has no API v2 (row 485)', pageNotFound, false],
		['lacks the route, as a preview does', problemDocument('method_not_allowed', 405), false],
		['lacks the plan', problemDocument('payment_required', 402), false],
		['refuses the key', problemDocument('unauthorized', 401), false],
		['is behind a proxy', webPage(404), false],
		['is behind another proxy, which answers everything', jsonResponse({}), false],
		['fails', jsonResponse({ error: 'Something went wrong' }, 500), false],
	])('is sent once to a server that %s', async (_, answer, isAccepted) => {
		const { client, routes } = createClient({ '*': answer });

		expect(await client.apiV2.acceptsBulk(list, empty)).toBe(isAccepted);
		expect(client.apiV2.mayHaveRoute(empty, list)).toBe(isAccepted);
		expect(routes()).toEqual(['POST v2/projects/p1/work-items/bulk-create/']);
	});

	test('is not sent again to a project in which the server refuses it', async () => {
		const { client, routes } = createClient({ '*': problemDocument('forbidden', 403) });
		const otherProject = { ...list, path: { project_id: 'p2' } };

		await client.apiV2.acceptsBulk(list, empty);
		await client.apiV2.acceptsBulk(list, empty);
		await client.apiV2.acceptsBulk(otherProject, empty);

		expect(routes()).toEqual([
			'POST v2/projects/p1/work-items/bulk-create/',
			'POST v2/projects/p2/work-items/bulk-create/',
		]);
	});

	test('is not sent if the credential allows API v1 only', async () => {
		const { client, routes } = createClient({}, { allowsApiV2: false });

		expect(await client.apiV2.acceptsBulk(list, empty)).toBe(false);
		expect(routes()).toEqual([]);
	});
});
