import { describe, expect, test } from '@jest/globals';

import {
	followRedirects,
	redirectLocation,
	upgradeToHttps,
} from '../../../nodes/shared/transport/followRedirects';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';

const BASE = 'https://plane.example.com/api/v1';

const patch = (path: string, route = 'PATCH links/{link_id}'): HttpRequest => ({
	method: 'PATCH',
	url: BASE + path,
	route,
	effect: 'change',
	headers: { 'Content-Type': 'application/json' },
	body: '{"url":"https://example.com"}',
});

const redirect = (location: string, status = 301): HttpResponse =>
	withHeaders(textResponse('', status, 'text/html'), { location });

/** A server that responds like this, and records the requests that it receives. */
function createServer(response: (request: HttpRequest) => Outcome) {
	const arrived: HttpRequest[] = [];
	const send = followRedirects((request) => {
		arrived.push(request);

		return Promise.resolve(response(request));
	});

	return { send, arrived, urls: () => arrived.map(({ url }) => url.replace(BASE, '')) };
}

/** A server that redirects every path to the one with a slash at the end (row 2). */
const createSlashServer = () =>
	createServer(({ url }) => {
		const { pathname, search } = new URL(url);

		return pathname.endsWith('/') ? jsonResponse({ ok: true }) : redirect(`${pathname}/${search}`);
	});

describe('a redirect', () => {
	test.each([301, 302, 307, 308])(
		'with status %i on the same origin is followed with the same method and body',
		async (status) => {
			const { send, arrived } = createServer(({ url }) =>
				url.endsWith('/new') ? jsonResponse({ ok: true }) : redirect('/api/v1/new', status),
			);

			expect(await send(patch('/old'))).toEqual(jsonResponse({ ok: true }));
			expect(arrived).toEqual([patch('/old'), { ...patch('/old'), url: `${BASE}/new` }]);
		},
	);

	test('that adds a slash is remembered for all paths of the same route', async () => {
		const { send, urls } = createSlashServer();

		for (const path of ['/links/1', '/links/2?limit=1', '/links/3']) {
			await send(patch(path));
		}

		await send(patch('/other/1?limit=2', 'PATCH other/{other_id}'));

		expect(urls()).toEqual([
			'/links/1',
			'/links/1/',
			'/links/2/?limit=1',
			'/links/3/',
			'/other/1?limit=2',
			'/other/1/?limit=2',
		]);
	});

	test('without the path prefix, which a proxy removes, leads to the path with its slash', async () => {
		const below = 'https://plane.example.com/tools/plane/api/v1';
		const { send, arrived } = createServer(({ url }) =>
			url.endsWith('/')
				? jsonResponse({})
				: redirect(`${new URL(url).pathname.replace('/tools/plane', '')}/`),
		);
		const at = (path: string) => ({ ...patch(path), url: below + path });

		expect(await send(at('/links/1'))).toMatchObject({ status: 200 });
		await send(at('/links/2'));
		const urls = arrived.map(({ url }) => url.replace(below, ''));

		expect(urls).toEqual(['/links/1', '/links/1/', '/links/2/']);
	});

	/** Redirects of a server below the path prefix /pm. */
	test.each<[title: string, from: string, location: string, to: string]>([
		['that adds a slash keeps the query', '/x/links/1?a=b', '/pm/x/links/1/', '/x/links/1/?a=b'],
		[
			'without the prefix, that adds a slash, keeps the query',
			'/api/v1/links/1?a=b',
			'/api/v1/links/1/',
			'/api/v1/links/1/?a=b',
		],
		[
			'that adds a slash and another query leads there',
			'/api/v1/links/1?a=b',
			'/api/v1/links/1/?a=c',
			'../api/v1/links/1/?a=c',
		],
		[
			'from a path with a slash leads out of the prefix',
			'/api/v1/links/1/',
			'/api/v1/links/1/',
			'../api/v1/links/1/',
		],
		['to a part of the path leads there', '/x/links/1', '/links/1/', '../links/1/'],
	])('%s', async (_, from, location, to) => {
		const below = 'https://plane.example.com/pm';
		const { send, arrived } = createServer(() => redirect(location));

		await send({ ...patch(''), url: below + from });
		const urls = [below + from, to.startsWith('..') ? new URL(to, `${below}/`).href : below + to];

		expect(arrived.map(({ url }) => url)).toEqual(urls);
	});

	test.each([302, 307])(
		'with status %i does not apply to the next request (row 245)',
		async (status) => {
			let isDown = true;
			const { send, urls } = createServer(({ url }) => {
				if (url.endsWith('/maintenance')) return jsonResponse({}, 503);

				return isDown ? redirect('/api/v1/maintenance', status) : jsonResponse({});
			});

			expect(await send(patch('/links/1'))).toMatchObject({ status: 503 });
			isDown = false;
			expect(await send(patch('/links/1'))).toMatchObject({ status: 200 });

			expect(urls()).toEqual(['/links/1', '/maintenance', '/links/1']);
		},
	);

	test('to another path is remembered for its address', async () => {
		const { send, urls } = createServer(({ url }) =>
			url.endsWith('/old') ? redirect(`${BASE}/new`) : jsonResponse({}),
		);

		for (const path of ['/old', '/old', '/links/1']) {
			await send(patch(path));
		}

		expect(urls()).toEqual(['/old', '/new', '/new', '/links/1']);
	});

	test.each([
		['another host', 'https://evil.example.com/api/v1/links/1/'],
		['another port', 'https://plane.example.com:8443/api/v1/links/1/'],
		['another scheme', 'http://plane.example.com/api/v1/links/1/'],
		['a host without a scheme', '//evil.example.com/api/v1/links/1/'],
	])('to %s is not followed', async (_, location) => {
		const { send, urls } = createServer(() => redirect(location));

		expect(await send(patch('/links/1'))).toMatchObject({ status: 301, headers: { location } });
		expect(urls()).toEqual(['/links/1']);
	});

	test.each([
		['with status 303', redirect('/api/v1/new', 303)],
		['with status 304', redirect('/api/v1/new', 304)],
		['without a location', textResponse('', 301)],
		['to an invalid address', redirect('http://')],
	])('%s is returned unchanged', async (_, response) => {
		const { send, arrived } = createServer(() => response);

		expect(await send(patch('/old'))).toBe(response);
		expect(arrived).toHaveLength(1);
	});

	test('is followed only once, so circular redirects end', async () => {
		const { send, arrived } = createServer(({ url }) =>
			redirect(url.endsWith('/a') ? '/api/v1/b' : '/api/v1/a'),
		);

		expect(await send(patch('/a'))).toMatchObject({ status: 301 });
		expect(arrived).toHaveLength(2);
	});

	test('is not remembered by the next execution', async () => {
		for (const { send, urls } of [createSlashServer(), createSlashServer()]) {
			await send(patch('/links/1'));
			expect(urls()).toEqual(['/links/1', '/links/1/']);
		}
	});
});

test.each([
	['a fault', networkFault('ECONNREFUSED')],
	['a success with a location', withHeaders(jsonResponse({}, 201), { location: '/api/v1/x' })],
])('%s is returned unchanged', async (_, outcome) => {
	const { send, arrived } = createServer(() => outcome);

	expect(await send(patch('/links/1'))).toBe(outcome);
	expect(arrived).toHaveLength(1);
});

test.each([
	[299, 'https://s.example.com/a', undefined],
	[300, 'https://s.example.com/a', 'https://s.example.com/a'],
	[303, 'http://s.example.com/a', 'http://s.example.com/a'],
	[399, '/a', 'https://plane.example.com/a'],
	[400, '/a', undefined],
	[302, 'ftp://s.example.com/a', undefined],
	[302, 'http://', undefined],
])(
	'redirectLocation reads from the status %i and the location %s: %s',
	(status, location, address) => {
		expect(redirectLocation(redirect(location, status), BASE)?.href).toBe(address);
	},
);

describe('an upload that a storage redirects', () => {
	const upload = (url: string): HttpRequest => ({
		method: 'POST',
		url,
		route: 'POST {upload_url}/',
		effect: 'change',
		headers: { Accept: '*/*' },
		body: 'form',
	});
	const ADDRESS = 'http://plane.example.com/uploads/';

	/** Sends an upload to a server whose first response is this one; `urls` are the addresses requested. */
	async function sendUpload(url: string, response: Outcome) {
		const urls: string[] = [];
		const send = upgradeToHttps((request) => {
			urls.push(request.url);

			return Promise.resolve(urls.length === 1 ? response : jsonResponse({}, 204));
		});
		const outcome = await send(upload(url));

		return { urls, outcome };
	}

	// The statuses with which proxies redirect to https.
	test.each([301, 302, 307, 308])(
		'from http to https with status %i is sent again to the https address',
		async (status) => {
			const location = 'https://plane.example.com/uploads/';

			const { urls, outcome } = await sendUpload(ADDRESS, redirect(location, status));

			expect(urls).toEqual([ADDRESS, location]);
			expect(outcome).toMatchObject({ status: 204 });
		},
	);

	test.each([
		['without the slash at the end', ADDRESS, 'https://plane.example.com/uploads'],
		['with the port of https', ADDRESS, 'https://plane.example.com:443/uploads/'],
		[
			'with the same port',
			'http://plane.example.com:8080/uploads/',
			'https://plane.example.com:8080/uploads/',
		],
		[
			'from another port to that of https',
			'http://plane.example.com:8080/uploads/',
			'https://plane.example.com/uploads/',
		],
	])('to the same path %s is sent to the address with a slash', async (_, url, location) => {
		const { urls } = await sendUpload(url, redirect(location));

		const secure = new URL(location);

		expect(urls).toEqual([url, `${secure.origin}/uploads/`]);
	});

	test.each([
		['another host', 'https://s3.example.com/uploads/'],
		['another path', 'https://plane.example.com/other/'],
		['another query', 'https://plane.example.com/uploads/?a=b'],
		['another port', 'https://plane.example.com:8443/uploads/'],
		['http again', 'http://plane.example.com/uploads/new/'],
	])('to %s is not sent again', async (_, location) => {
		const { urls, outcome } = await sendUpload(ADDRESS, redirect(location));

		expect(urls).toEqual([ADDRESS]);
		expect(outcome).toMatchObject({ status: 301 });
	});

	test.each([303, 300, 304])('with status %i is not sent again', async (status) => {
		const { urls } = await sendUpload(
			ADDRESS,
			redirect('https://plane.example.com/uploads/', status),
		);

		expect(urls).toHaveLength(1);
	});

	test('from https to http is not sent again', async () => {
		const { urls } = await sendUpload(
			'https://plane.example.com/uploads/',
			redirect('http://plane.example.com/uploads/'),
		);

		expect(urls).toHaveLength(1);
	});
});
