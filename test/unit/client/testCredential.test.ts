import { describe, expect, it, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { testCredential } from '../../../nodes/shared/client/testCredential';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, textResponse, webPage } from '../responses';
import { advice, causes } from '../../nodeTexts';

/** The options that n8n's helper receives for a request. */
interface Request {
	readonly method: string;
	readonly uri: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** The responses of a server to the requests of a test. */
interface Server {
	readonly me?: HttpResponse;
	readonly projects?: HttpResponse;
	/** The response to the last request, the search for work items; by default, there are no results. */
	readonly search?: HttpResponse;
}

const ME = 'https://plane.example.com/api/v1/users/me/';
const projectsUrl = (slug: string) =>
	`https://plane.example.com/api/v1/workspaces/${slug}/projects/?limit=1&per_page=1`;

const searchUrl = (slug: string) =>
	`https://plane.example.com/api/v1/workspaces/${slug}/work-items/search/?search=a&limit=1`;

const userResponse = jsonResponse({ id: 'u1', email: 'ada@example.com' });
const empty = jsonResponse({ results: [] });
const noPath = jsonResponse({ error: 'Page not found.' }, 404);
const notFound = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const denied = jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403);
const badKey = jsonResponse({ detail: 'Given API token is not valid' }, 403);

/** The response of a server at an address, or undefined if the connection is refused. */
function findResponse(
	{ me, projects, search = jsonResponse({ issues: [] }) }: Server,
	uri: string,
): HttpResponse | undefined {
	if (uri.includes('/work-items/search/')) return search;

	return uri.endsWith('/users/me/') ? me : projects;
}

/** Tests a credential against a server; a response that is missing is a refused connection. */
async function testAgainst(server: Server, more: ICredentialDataDecryptedObject = {}) {
	const requests: Request[] = [];

	const request = async (options: Request) => {
		requests.push(options);
		const response = findResponse(server, options.uri);
		if (response === undefined) {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		}

		const { status: statusCode, headers, text: body } = response;

		return await Promise.resolve({ statusCode, headers, body });
	};

	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const own = {
		apiKey: 'plane_api_1',
		baseUrl: 'https://plane.example.com',
		workspaceSlug: 'acme',
	};
	const { status, message } = await testCredential(context, { ...own, ...more }, 'apiKey');

	return { status, message, requests, urls: requests.map(({ uri }) => uri) };
}

const NO_WORKSPACE = { workspaceSlug: '' };
const GOOD = 'Connection successful!';
const NO_SLUG = 'Without a Workspace Slug here, each node needs its own.';
const UNTESTED = 'The server responds, but has no way to test the API key, so it was not tested.';

describe('the test of a credential succeeds', () => {
	const knownByName = jsonResponse({ id: 'u1', display_name: 'ada' });

	test.each<[string, Server, string, string[], object?]>([
		[
			'if the user and the workspace exist',
			{ me: userResponse, projects: empty },
			GOOD,
			[ME, projectsUrl('acme'), searchUrl('acme')],
		],
		[
			'if the user has a display name but no email address',
			{ me: knownByName, projects: empty },
			GOOD,
			[ME, projectsUrl('acme'), searchUrl('acme')],
		],
		[
			'without a workspace',
			{ me: userResponse, search: denied },
			`${GOOD} ${NO_SLUG}`,
			[ME, searchUrl('any')],
			NO_WORKSPACE,
		],
		[
			'if the server has only the path of the workspace',
			{ me: noPath, projects: empty },
			GOOD,
			[ME, projectsUrl('acme'), searchUrl('acme')],
		],
		[
			'if the user may not search',
			{ me: userResponse, projects: empty, search: denied },
			GOOD,
			[ME, projectsUrl('acme'), searchUrl('acme')],
		],
		[
			'if the server cannot search',
			{ me: userResponse, projects: empty, search: notFound },
			GOOD,
			[ME, projectsUrl('acme'), searchUrl('acme')],
		],
		[
			'with a hint if the server can test neither the user nor a workspace',
			{ me: noPath, projects: notFound },
			`${UNTESTED} ${NO_SLUG}`,
			[ME, projectsUrl('any')],
			NO_WORKSPACE,
		] as [string, Server, string, string[], object],
	])('%s', async (_, server, message, urls, more = {}) => {
		expect(await testAgainst(server, { ...more })).toMatchObject({ status: 'OK', message, urls });
	});

	it('with a workspace slug that is not ASCII', async () => {
		const { status, urls } = await testAgainst(
			{ me: userResponse, projects: empty },
			{ workspaceSlug: 'größe' },
		);

		expect([status, urls[1]]).toEqual(['OK', projectsUrl('gr%C3%B6%C3%9Fe')]);
	});
});

test('each request of the test is a GET for JSON with the API key', async () => {
	const { requests } = await testAgainst({ me: userResponse, projects: empty });
	const headers = { Accept: 'application/json', 'X-API-Key': 'plane_api_1' };

	expect(requests).toMatchObject([
		{ method: 'GET', headers },
		{ method: 'GET', headers },
		{ method: 'GET', headers },
	]);
});

describe('the test of a credential fails', () => {
	const otherService = { message: 'Not here', statusCode: 404 };
	const BAD_KEY = `${causes.keyRefused}: Given API token is not valid. The key may`;
	const NO_PLANE = causes.notPlane;
	const WEB_PAGE = causes.webPage;

	const serverDown = jsonResponse({ error: 'Oh' }, 503);

	test.each<[title: string, begin: string, Server, requestCount: number, object?]>([
		[
			'if the Base URL is not an address',
			`Base URL: ${causes.notAnAddress('"plane"')}. Open`,
			{},
			0,
			{ baseUrl: 'plane' },
		],
		['if the connection is refused', 'plane.example.com refused the connection. Check', {}, 1],
		['if the key is unknown', BAD_KEY, { me: badKey }, 1],
		[
			'if the key is refused without a reason',
			`${causes.keyRefused}: No.`,
			{ me: jsonResponse({ detail: 'No.' }, 403) },
			1,
		],
		[
			'if the server says that there is no key, although there is one (row 502)',
			`${causes.keyRefused}: `,
			{ me: jsonResponse({ detail: 'Missing API key' }, 401) },
			1,
		],
		['behind a firewall', 'A proxy or firewall in front of', { me: webPage(403) }, 1],
		['behind a sign-in', 'A proxy or firewall in front of', { me: webPage(401) }, 1],
		['at a web app', WEB_PAGE, { me: webPage() }, 1],
		['at a web app that has no such page', WEB_PAGE, { me: webPage(404) }, 1],
		['at another service', NO_PLANE, { me: jsonResponse(otherService, 404) }, 1],
		[
			'at another service that refuses the key with status 401',
			NO_PLANE,
			{ me: jsonResponse({ message: "'X-N8N-API-KEY' missing" }, 401) },
			1,
		],
		[
			'at a storage that refuses access with status 403',
			NO_PLANE,
			{ me: textResponse('<Error><Message>No.</Message></Error>', 403, 'text/xml') },
			1,
		],
		[
			'at a web page without a content type',
			WEB_PAGE,
			{ me: { kind: 'response', status: 200, headers: {}, text: '<!doctype html><html></html>' } },
			1,
		],
		[
			'at a server with an unknown status',
			'The server refused the request with status 418: Oh.',
			{ me: jsonResponse({ error: 'Oh' }, 418) },
			1,
		],
		['at a server that responds with text', NO_PLANE, { me: textResponse('pong') }, 1],
		['at a server that responds with a list', NO_PLANE, { me: jsonResponse([]) }, 1],
		['at a server whose user has no name', NO_PLANE, { me: jsonResponse({ id: 'u1' }) }, 1],
		['at a server whose user has no ID', NO_PLANE, { me: jsonResponse({ email: 'a@b' }) }, 1],
		[
			'while the server is down',
			'The server failed with status 503: Oh. If ',
			{ me: serverDown },
			1,
		],
		['at a server that has moved', 'The server redirects to ', { me: jsonResponse({}, 301) }, 1],
		[
			'if the connection is refused for the workspace',
			'plane.example.com refused the connection',
			{ me: userResponse },
			2,
		],
		['if the key is refused for the workspace', BAD_KEY, { me: userResponse, projects: badKey }, 2],
		[
			'if the key is refused by a server without the path of the user',
			BAD_KEY,
			{ me: noPath, projects: badKey },
			2,
		],
		[
			'if the key is refused by a server without the path of the user, without a workspace',
			BAD_KEY,
			{ me: noPath, projects: badKey },
			2,
			NO_WORKSPACE,
		],
		[
			'if the workspace does not exist',
			'The API key works, but Plane has no workspace "acme" for it. Check',
			{ me: userResponse, projects: notFound },
			2,
		],
		[
			'if the user is not a member of the workspace',
			'The API key works, but Plane has no workspace "acme"',
			{ me: userResponse, projects: jsonResponse({ detail: 'You may not.' }, 403) },
			2,
		],
		[
			'if the server has the path of the user, but not that of the workspace',
			'The API key works, but Plane has no workspace',
			{ me: userResponse, projects: noPath },
			2,
		],
		[
			'if neither the user nor the workspace is found',
			'The API key works, but',
			{ me: noPath, projects: notFound },
			2,
		],
		[
			'if there is no API below the Base URL',
			'The Base URL is probably wrong: there is no API of Plane below https://plane.example.com. Open',
			{ me: noPath, projects: noPath },
			2,
		],
		[
			'if there is no API below the Base URL, without a workspace',
			'The Base URL is probably wrong',
			{ me: noPath, projects: noPath },
			2,
			NO_WORKSPACE,
		],
		[
			'if the server limits requests',
			`The server ${causes.tooManyRequests}`,
			{ me: userResponse, projects: jsonResponse({}, 429) },
			2,
		],
		// Community Edition 1.0.0 has issues/ instead of work-items/.
		[
			'if the server is too old',
			`The nodes need a newer Plane than this one, which does not have the path …/work-items/. ${advice.updateServer}`,
			{ me: userResponse, projects: empty, search: noPath },
			3,
		],
		[
			'if the server is too old, without a workspace',
			'The nodes need a newer Plane than this one',
			{ me: userResponse, search: noPath },
			2,
			NO_WORKSPACE,
		],
		[
			'if the server is too old and lacks the path of the user',
			'The nodes need a newer Plane than this one',
			{ me: noPath, projects: empty, search: noPath },
			3,
		],
		[
			'if the response for the workspace is a web page',
			WEB_PAGE,
			{ me: userResponse, projects: webPage() },
			2,
		],
	])('%s: %s', async (_, begin, server, requestCount, more = {}) => {
		const { status, message, requests } = await testAgainst(server, { ...more });

		expect(message.slice(0, begin.length)).toBe(begin);
		expect(message).toMatch(/\w\. [A-Z].*\.$/);
		expect([status, requests.length]).toEqual(['Error', requestCount]);
	});
});
