import { describe, expect, test } from '@jest/globals';

import type { ServiceCall, UploadCall } from '../../../nodes/shared/model/call';
import { updateWorkItemLink } from '../../../nodes/shared/operations';
import { buildPageQuery } from '../../../nodes/shared/pagination/pageQuery';
import {
	type Effect,
	EFFECTS,
	hasFile,
	serviceRequest,
	type ServiceRequest,
	storageRequest,
} from '../../../nodes/shared/transport/request';
import { create, list, update, upload } from '../calls';

/** The request that the operation of a call declares, with this body and query. */
const buildRequest = (call: ServiceCall, parts: Pick<ServiceRequest, 'body' | 'query'>) =>
	serviceRequest({ root: 'https://plane.example.com/pm' }, call, {
		...call.operation.request,
		effect: EFFECTS[call.kind],
		...parts,
	});

const { body } = update;

test('an update is sent to its record with a JSON body', () => {
	expect(buildRequest(update, { body })).toEqual({
		method: 'PATCH',
		route: 'PATCH projects/{project_id}/modules/{module_id}/',
		effect: 'change',
		url: 'https://plane.example.com/pm/api/v1/workspaces/acme/projects/p1/modules/m1/',
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: '{"name":"Release 2"}',
	});
});

test('a create is sent to its collection', () => {
	expect(buildRequest(create, { body: create.body })).toMatchObject({
		method: 'POST',
		effect: 'create',
		url: 'https://plane.example.com/pm/api/v1/workspaces/acme/customers/',
	});
});

test('a link is updated without a slash at the end', () => {
	const path = { project_id: 'p1', work_item_id: 'w1', link_id: 'l1' };
	const link = { ...update, operation: updateWorkItemLink, path };

	expect(buildRequest(link, { body }).url).toMatch(/\/work-items\/w1\/links\/l1$/);
});

test('a list is requested with its page and its filters, and without a body', () => {
	const search = { state: 'a b', expand: 'type,state' };
	const request = buildRequest(list, { query: { ...search, ...buildPageQuery(100, 200) } });

	expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
		...search,
		limit: '100',
		offset: '200',
		per_page: '100',
		cursor: '100:2:0',
	});
	expect(request.headers).toEqual({ Accept: 'application/json' });
	expect(request.body).toBeUndefined();
});

test.each(['größe', 'a%2fb', 'a&b=c', 'a;b', '%2e%2e', "o'neil", 'a+b'])(
	'the ID %j stays one segment of the path',
	(id) => {
		const call = { ...update, path: { project_id: 'p1', module_id: id } };
		const { pathname } = new URL(buildRequest(call, { body }).url);

		expect(pathname).toMatch(/^\/pm\/api\/v1\/workspaces\/acme\/projects\/p1\/modules\/[^/]+\/$/);
		expect(decodeURIComponent(pathname.split('/').at(-2) ?? '')).toBe(id);
	},
);

test('a path with a leading slash is below api/v1', () => {
	const location = { workspace: 'acme', path: {} };
	const userRequest = { method: 'GET', path: '/users/me/', effect: 'read' } as const;

	expect(
		serviceRequest({ root: 'https://plane.example.com' }, location, userRequest),
	).toMatchObject({
		route: 'GET /users/me/',
		url: 'https://plane.example.com/api/v1/users/me/',
	});
});

test('a part of the path without a value is empty', () => {
	expect(buildRequest({ ...update, path: { project_id: 'p1' } }, { body }).url).toMatch(
		/\/projects\/p1\/modules\/\/$/,
	);
});

test('hasFile recognizes uploads and downloads', () => {
	const change = buildRequest(update, { body });
	const download = { ...change, file: { name: 'a.txt', mimeType: 'text/plain' } };
	const read = buildRequest(list, {});

	expect([change, read, download, storageRequest(upload())].map(hasFile)).toEqual([
		false,
		false,
		true,
		true,
	]);
});

describe('an upload', () => {
	test.each([
		['https://storage.example.com/uploads', 'https://storage.example.com/uploads/'],
		['https://storage.example.com/uploads/', 'https://storage.example.com/uploads/'],
		['https://storage.example.com', 'https://storage.example.com/'],
		['https://storage.example.com/a?b=c', 'https://storage.example.com/a/?b=c'],
	])('to %s is sent to %s', (url, to) => {
		expect(storageRequest({ ...upload(), url })).toMatchObject({ method: 'POST', url: to });
	});

	test.each<[title: string, more: Partial<UploadCall>, effect: Effect]>([
		['is not safe to repeat by default', {}, 'create'],
		[
			'is safe to repeat with credentials that the node requested',
			{ requestedByNode: 'elsewhere' },
			'change',
		],
	])('%s', (_, more, effect) => {
		const { route } = storageRequest(upload());

		expect(storageRequest({ ...upload(), ...more })).toMatchObject({ effect, route });
		expect(route).toMatch(/^POST \S/);
	});

	test('has no API key and no content type of its own', () => {
		expect(storageRequest(upload()).headers).toEqual({ Accept: '*/*' });
	});
});
