import { describe, expect, it, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { testCredential } from '../../../nodes/shared/client/testCredential';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, textResponse, webPage } from '../responses';

/** What n8n's helper is given for a request. */
interface Request {
	readonly method: string;
	readonly uri: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** A server: what it answers to the requests of a test. */
interface Server {
	readonly me?: HttpResponse;
	readonly projects?: HttpResponse;
	/** Of the search for work items, which is the last request. Default: nothing is found. */
	readonly search?: HttpResponse;
}

const ME = 'https://plane.example.com/api/v1/users/me/';
const projectsOf = (slug: string) =>
	`https://plane.example.com/api/v1/workspaces/${slug}/projects/?limit=1&per_page=1`;

const searchIn = (slug: string) =>
	`https://plane.example.com/api/v1/workspaces/${slug}/work-items/search/?search=a&limit=1`;

const ada = jsonResponse({ id: 'u1', email: 'ada@example.com' });
const empty = jsonResponse({ results: [] });
const noPath = jsonResponse({ error: 'Page not found.' }, 404);
const nothing = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const denied = jsonResponse({ detail: 'You do not have permission to perform this action.' }, 403);
const badKey = jsonResponse({ detail: 'Given API token is not valid' }, 403);

/** What a server answers at an address. */
function answerOf(
	{ me, projects, search = jsonResponse({ issues: [] }) }: Server,
	uri: string,
): HttpResponse | undefined {
	if (uri.includes('/work-items/search/')) return search;

	return uri.endsWith('/users/me/') ? me : projects;
}

/** Tests a credential against a server; no response is that of one that is not there. */
async function outcome(server: Server, more: ICredentialDataDecryptedObject = {}) {
	const asked: Request[] = [];

	const request = async (options: Request) => {
		asked.push(options);
		const response = answerOf(server, options.uri);
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
	const { status, message } = await testCredential(context, { ...own, ...more });

	return { status, message, asked, urls: asked.map(({ uri }) => uri) };
}

const NO_WORKSPACE = { workspaceSlug: '' };
const [GOOD, NO_SLUG, UNTESTED] = [
	'Connection successful!',
	'Without a Workspace Slug here, each node needs its own.',
	'The server responds, but has no way to test the API key, so the key was not tested.',
];

describe('A credential is good', () => {
	const knownByName = jsonResponse({ id: 'u1', display_name: 'ada' });

	test.each<[string, Server, string, string[], object?]>([
		[
			'where its user and its workspace are there',
			{ me: ada, projects: empty },
			GOOD,
			[ME, projectsOf('acme'), searchIn('acme')],
		],
		[
			'whose user has a name alone',
			{ me: knownByName, projects: empty },
			GOOD,
			[ME, projectsOf('acme'), searchIn('acme')],
		],
		[
			'without a workspace',
			{ me: ada, search: denied },
			`${GOOD} ${NO_SLUG}`,
			[ME, searchIn('any')],
			NO_WORKSPACE,
		],
		[
			'whose workspace alone can be asked for',
			{ me: noPath, projects: empty },
			GOOD,
			[ME, projectsOf('acme'), searchIn('acme')],
		],
		[
			'whose user may not search',
			{ me: ada, projects: empty, search: denied },
			GOOD,
			[ME, projectsOf('acme'), searchIn('acme')],
		],
		[
			'whose server finds nothing to search in',
			{ me: ada, projects: empty, search: nothing },
			GOOD,
			[ME, projectsOf('acme'), searchIn('acme')],
		],
		[
			'as far as can be told, where neither can be asked for',
			{ me: noPath, projects: nothing },
			`${UNTESTED} ${NO_SLUG}`,
			[ME, projectsOf('any')],
			NO_WORKSPACE,
		] as [string, Server, string, string[], object],
	])('%s', async (_, server, message, urls, more = {}) => {
		expect(await outcome(server, { ...more })).toMatchObject({ status: 'OK', message, urls });
	});

	it('of a workspace whose name is not plain', async () => {
		const { status, urls } = await outcome(
			{ me: ada, projects: empty },
			{ workspaceSlug: 'größe' },
		);

		expect([status, urls[1]]).toEqual(['OK', projectsOf('gr%C3%B6%C3%9Fe')]);
	});
});

test('Each request reads, wants JSON and has the key', async () => {
	const { asked } = await outcome({ me: ada, projects: empty });
	const headers = { Accept: 'application/json', 'X-API-Key': 'plane_api_1' };

	expect(asked).toMatchObject([
		{ method: 'GET', headers },
		{ method: 'GET', headers },
		{ method: 'GET', headers },
	]);
});

describe('A credential is wrong', () => {
	const other = { message: 'Not here', statusCode: 404 };
	const [BAD_KEY, NO_PLANE, WEB_PAGE] = [
		'Plane did not accept the API key: Given API token is not valid. The key may',
		'This does not look like a Plane server',
		'The Base URL of the credential leads to a web page',
	];
	const down = jsonResponse({ error: 'Oh' }, 503);

	test.each<[title: string, begin: string, Server, requests: number, object?]>([
		[
			'without an address',
			'Base URL: "plane" is not a web address. Open',
			{},
			0,
			{ baseUrl: 'plane' },
		],
		['where no server is', 'plane.example.com refused the connection. Check', {}, 1],
		['whose key is unknown', BAD_KEY, { me: badKey }, 1],
		[
			'whose key is refused without a word of it',
			'Plane did not accept the API key: No.',
			{ me: jsonResponse({ detail: 'No.' }, 403) },
			1,
		],
		[
			'without a key',
			'Plane received no API key: ',
			{ me: jsonResponse({ detail: 'Missing API key' }, 401) },
			1,
		],
		['behind a firewall', 'A proxy or firewall in front of', { me: webPage(403) }, 1],
		['behind a sign-in', 'A proxy or firewall in front of', { me: webPage(401) }, 1],
		['at a web app', WEB_PAGE, { me: webPage() }, 1],
		['at a web app that has no such page', WEB_PAGE, { me: webPage(404) }, 1],
		['at another service', NO_PLANE, { me: jsonResponse(other, 404) }, 1],
		['at a server that answers in text', NO_PLANE, { me: textResponse('pong') }, 1],
		['at a server that answers in a list', NO_PLANE, { me: jsonResponse([]) }, 1],
		['at a server whose user is nobody', NO_PLANE, { me: jsonResponse({ id: 'u1' }) }, 1],
		['at a server whose user has no ID', NO_PLANE, { me: jsonResponse({ email: 'a@b' }) }, 1],
		['while the server is down', 'The server failed with status 503: Oh. Try', { me: down }, 1],
		['at a server that is moved', 'The server redirects to ', { me: jsonResponse({}, 301) }, 1],
		[
			'whose workspace cannot be reached',
			'plane.example.com refused the connection',
			{ me: ada },
			2,
		],
		['whose key holds for no workspace', BAD_KEY, { me: ada, projects: badKey }, 2],
		['whose key alone is asked for', BAD_KEY, { me: noPath, projects: badKey }, 2],
		[
			'whose key alone is asked for, without a workspace',
			BAD_KEY,
			{ me: noPath, projects: badKey },
			2,
			NO_WORKSPACE,
		],
		[
			'whose workspace is not there',
			'The API key works, but Plane has no workspace "acme" for it. Check',
			{ me: ada, projects: nothing },
			2,
		],
		[
			"whose workspace is another one's",
			'The API key works, but Plane has no workspace "acme"',
			{ me: ada, projects: jsonResponse({ detail: 'You may not.' }, 403) },
			2,
		],
		[
			'whose workspace leads nowhere at a server that knows the user',
			'The API key works, but Plane has no workspace',
			{ me: ada, projects: noPath },
			2,
		],
		['whose workspace is not told', 'The API key works, but', { me: noPath, projects: nothing }, 2],
		[
			'below whose address nothing is',
			'The Base URL is probably wrong: there is no API of Plane below https://plane.example.com. Open',
			{ me: noPath, projects: noPath },
			2,
		],
		[
			'below whose address nothing is, without a workspace',
			'The Base URL is probably wrong',
			{ me: noPath, projects: noPath },
			2,
			NO_WORKSPACE,
		],
		[
			'while the server has too much to do',
			'The server received too many requests',
			{ me: ada, projects: jsonResponse({}, 429) },
			2,
		],
		// P31: Community Edition 1.0.0 has issues/ in the place of work-items/.
		[
			'whose server is too old (P31)',
			'The nodes need a newer Plane than this one, which does not have the path …/work-items/. Its version of Plane is too old: update it.',
			{ me: ada, projects: empty, search: noPath },
			3,
		],
		[
			'whose server is too old, without a workspace (P31)',
			'The nodes need a newer Plane than this one',
			{ me: ada, search: noPath },
			2,
			NO_WORKSPACE,
		],
		[
			'whose server is too old and does not tell whose key it is (P31)',
			'The nodes need a newer Plane than this one',
			{ me: noPath, projects: empty, search: noPath },
			3,
		],
		['whose workspace is a page', WEB_PAGE, { me: ada, projects: webPage() }, 2],
	])('%s: %s', async (_, begin, server, requests, more = {}) => {
		const { status, message, asked } = await outcome(server, { ...more });

		expect(message.slice(0, begin.length)).toBe(begin);
		expect(message).toMatch(/\w\. [A-Z].*\.$/);
		expect([status, asked.length]).toEqual(['Error', requests]);
	});
});
