import { describe, expect, test } from '@jest/globals';

import { updateWorkItemLink } from '../../../nodes/shared/operations';
import { pageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { serviceRequest, storageRequest } from '../../../nodes/shared/transport/request';
import { create, list, update, upload } from '../calls';

const connection = {
	root: 'https://plane.example.com/pm',
	workspaceSlug: '',
	ignoreSslIssues: false,
};

test('an update goes to its record with a JSON body', () => {
	expect(serviceRequest(update, connection)).toEqual({
		method: 'PATCH',
		route: 'PATCH projects/{project_id}/modules/{module_id}/',
		effect: 'change',
		url: 'https://plane.example.com/pm/api/v1/workspaces/acme/projects/p1/modules/m1/',
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: '{"name":"Release 2"}',
	});
});

test('a create goes to its collection', () => {
	expect(serviceRequest(create, connection)).toMatchObject({
		method: 'POST',
		url: 'https://plane.example.com/pm/api/v1/workspaces/acme/customers/',
	});
});

test('a link is updated without a slash at the end', () => {
	const call = {
		...update,
		operation: updateWorkItemLink,
		path: { project_id: 'p1', work_item_id: 'w1', link_id: 'l1' },
	};
	expect(serviceRequest(call, connection).url).toMatch(/\/work-items\/w1\/links\/l1$/);
});

test('a list asks for its page and its filters, and has no body', () => {
	const call = { ...list, list: { query: { state: 'a b', expand: 'type,state' }, offset: 0 } };
	const request = serviceRequest(call, connection, pageQuery(100, 200));
	expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
		state: 'a b',
		expand: 'type,state',
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
		const { pathname } = new URL(serviceRequest(call, connection).url);
		expect(pathname).toMatch(/^\/pm\/api\/v1\/workspaces\/acme\/projects\/p1\/modules\/[^/]+\/$/);
		expect(decodeURIComponent(pathname.split('/').at(-2) ?? '')).toBe(id);
	},
);

describe('an upload', () => {
	test.each([
		['https://storage.example.com/uploads', 'https://storage.example.com/uploads/'],
		['https://storage.example.com/uploads/', 'https://storage.example.com/uploads/'],
		['https://storage.example.com', 'https://storage.example.com/'],
		['https://storage.example.com/a?b=c', 'https://storage.example.com/a/?b=c'],
	])('to %s goes to %s', (url, to) => {
		const request = storageRequest({ ...upload(), url });
		expect(request).toMatchObject({ method: 'POST', url: to });
	});

	test('sends no key and no type of its own', () => {
		expect(storageRequest(upload()).headers).toEqual({ Accept: '*/*' });
	});
});
