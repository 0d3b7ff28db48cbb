import { describe, expect, it } from '@jest/globals';
import { OpenAPIBackend, type Document } from 'openapi-backend';

import {
	loadDocument,
	operationOf,
	operations,
	readDocument,
	validateRequest,
	validateUpload,
	type FormPart,
} from './contract';
import { joinPaths } from './document';

const isDefinition = (value: unknown): value is Document =>
	typeof value === 'object' && value !== null && 'openapi' in value;

/**
 * Removes everything that OpenAPI 3.1 added to 3.0 (lists of types, media types of text), because the
 * library checks only the structure of 3.0.
 */
function asVersion30(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(asVersion30);
	if (typeof node !== 'object' || node === null) return node;

	const entries = Object.entries(node).flatMap(([name, value]): [string, unknown][] => {
		if (name === 'openapi') return [[name, '3.0.3']];
		if (name === 'contentMediaType' || (name === 'type' && Array.isArray(value))) return [];

		return [[name, asVersion30(value)]];
	});

	return Object.fromEntries(entries);
}

describe('The contract document', () => {
	it('is valid OpenAPI', async () => {
		const definition = asVersion30(readDocument());
		if (!isDefinition(definition)) throw new Error('not a document');

		await new OpenAPIBackend({ definition, strict: true, validate: false }).init();
	});

	it('gives each operation an ID of its own, and declares every parameter of their paths', () => {
		expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);

		for (const { path, pathParameters } of operations) {
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

			expect(pathParameters.map(({ name }) => name)).toEqual(inPath);
			expect(pathParameters.every(({ required }) => required)).toBe(true);
		}
	});

	it('has no path in both of its files, because one of the entries would be lost', () => {
		const paths = { '/stickies/': { get: {} } };

		const join = () => joinPaths(paths, { '/pages/': {}, '/stickies/': { post: {} } });

		expect(join).toThrow('openapi.yaml and commercial.yaml both have /stickies/');
		expect(joinPaths(paths, { '/pages/': {} })).toEqual({ ...paths, '/pages/': {} });
	});

	it('refuses undeclared body fields, and declares every field that it requires', () => {
		for (const { bodySchema, body, required } of operations) {
			if (bodySchema) expect(bodySchema.additionalProperties).toBe(false);

			expect(body.map(({ name }) => name)).toEqual(expect.arrayContaining(required));
		}
	});

	it('is a new copy in each call, so that one test cannot change it for another', () => {
		expect(loadDocument()).toEqual(loadDocument());
		expect(loadDocument()).not.toBe(loadDocument());
	});

	it('marks the paging parameters of every list and other undocumented parameters as additions', () => {
		const additions = new Map(
			operations.map(({ id, query }) => [id, query.filter(({ isAddition: addition }) => addition)]),
		);
		const isList =
			/\.(searchByQuery|getArchivedWorkItems)$|\.get(All|Archived|WorkItems|Epics|Labels|Projects|Totals)$/;
		const exceptions: Record<string, string[]> = {
			'customRelation.getAll': [],
			'dependency.getAll': [],
			'workItemRelation.getAll': [],
			// Where Simplify shows the names of related records.
			'initiative.getEpics': ['per_page', 'cursor', 'expand'],
			'initiative.getWorkItems': ['per_page', 'cursor', 'expand'],
			'cycle.getArchived': ['per_page', 'cursor', 'fields', 'expand'],
			'cycle.getWorkItems': ['per_page', 'cursor', 'order_by', 'fields', 'expand'],
		};

		for (const [id, fields] of additions) {
			const usual = isList.test(id) ? ['per_page', 'cursor'] : [];

			expect([id, fields.map(({ name }) => name)]).toEqual([id, exceptions[id] ?? usual]);
		}
	});

	it('declares status 201 for POST and 204 for DELETE, with a few exceptions', () => {
		const usual: Record<string, number> = { POST: 201, DELETE: 204 };
		const exceptions: Record<string, number> = {
			'customerPropertyValue.update': 204,
			'epic.addWorkItems': 200,
			'initiative.addEpics': 200,
			'initiative.addLabels': 200,
			'initiative.addProjects': 200,
			'initiative.addWorkItems': 200,
			'member.remove': 204,
			'teamspace.addProjects': 200,
			'teamspaceMember.add': 200,
			'workItem.searchAdvanced': 200,
			'workItemAttachment.attach': 200,
			'workItemPropertyValue.set': 200,
			'workItemRelation.delete': 204,
			'workItemAttachment.get': 302,
			'cycle.transferWorkItems': 200,
		};

		for (const { id, method, status } of operations) {
			const usualStatus = id.endsWith('.archive') && method === 'POST' ? 204 : usual[method];

			expect([id, status]).toEqual([id, exceptions[id] ?? usualStatus ?? 200]);
		}
	});
});

const project = '/api/v1/workspaces/acme/projects/p1';
const findProblem = (request: Parameters<typeof validateRequest>[0]) =>
	validateRequest(request).problem;

describe('A request', () => {
	const patch = { method: 'PATCH', path: `${project}/modules/m1/` };
	const get = { method: 'GET', path: `${project}/work-items/` };

	it.each([
		{ name: 'x', status: 'paused', start_date: '2026-02-28', members: ['u1'] },
		{ status: null, lead: null, start_date: null, members: [] },
		{},
	])('with the body %j is accepted', (body) => {
		expect(validateRequest({ ...patch, body })).toEqual({ operationId: 'module.update' });
	});

	it.each([
		[{ title: 'x' }, 'The body field "title" is not in the contract.'],
		[{ name: 5 }, 'The body field "name" must be of type string, not 5.'],
		[{ name: null }, 'The body field "name" must be of type string, not null.'],
		[{ start_date: '' }, 'The body field "start_date" must match'],
		[{ start_date: '2026-01-01T00:00:00Z' }, 'The body field "start_date" must match'],
		[{ start_date: '2026-13-01' }, 'The body field "start_date" must match'],
		[{ status: 'Paused' }, 'The body field "status" must be one of backlog, planned'],
		[{ members: ['u1', ''] }, 'The body field "members" (entry 2) must not be empty.'],
		[{ members: 'u1' }, 'The body field "members" must be of type array, not "u1".'],
		[[], 'The body must be of type object, not [].'],
		['x', 'The body must be a JSON object, not "x".'],
	])('with the body %j is refused: %s', (body, problem) => {
		expect(findProblem({ ...patch, body })).toContain(problem);
	});

	it.each([
		{ limit: '5', offset: '0', expand: 'type,state' },
		{ per_page: '100', cursor: '100:1:0' },
		{ state: 's1', assignee: 'u1', project: 'p1' },
	])('with the query %j is accepted and not changed', (query: Record<string, string>) => {
		const before = { ...query };

		expect(validateRequest({ ...get, query })).toEqual({ operationId: 'workItem.getAll' });
		expect(query).toEqual(before);
	});

	it.each<[Record<string, string>, string]>([
		[{ limit: 'abc' }, 'The query parameter "limit" must be of type integer, not "abc".'],
		[{ limit: '' }, 'The query parameter "limit" must be of type integer, not "".'],
		[{ limit: '0' }, 'The query parameter "limit" must be at least 1, not "0".'],
		[{ offset: '-1' }, 'The query parameter "offset" must be at least 0, not "-1".'],
		[{ expand: 'type,cycle' }, 'The query parameter "expand" must match'],
		[{ expand: 'type, state' }, 'The query parameter "expand" must match'],
		[{ state: '' }, 'The query parameter "state" must not be empty.'],
		[{ page: '2' }, 'The query parameter "page" is not in the contract.'],
	])('with the query %j is refused: %s', (query, problem) => {
		expect(findProblem({ ...get, query })).toContain(problem);
	});

	it.each([
		['GET', `${project}/work-items`, 'The path of workItem.getAll ends with a slash'],
		['PATCH', `${project}/work-items/w1/links/l1/`, 'workItemLink.update ends without a slash'],
		['PUT', `${project}/work-items/`, 'takes GET or POST, not PUT'],
		['GET', `${project}/views/`, 'The contract has no path'],
		['GET', '/api/v1/workspaces/acme/projects//work-items/', 'The contract has no path'],
		['POST', '/', 'The contract has no path /.'],
		['GET', `/api/v1/workspaces/acme/projects/a%2Fb/work-items/`, '"project_id" must match'],
		['GET', `${project}%/work-items/`, 'not percent-encoded'],
		['POST', `${project}/labels/`, 'The body is missing.'],
	])('%s %s is refused: %s', (method, path, problem) => {
		expect(findProblem({ method, path })).toContain(problem);
	});

	it.each([
		['a date', { archived_at: '2026-01-31' }, { operationId: 'workItem.archive' }],
		['null', { archived_at: null }, { operationId: 'workItem.unarchive' }],
		['other fields', { name: 'x', priority: 'none' }, { operationId: 'workItem.update' }],
		[
			'an invalid date',
			{ archived_at: 'soon' },
			{ operationId: 'workItem.archive', problem: expect.stringContaining('must match') },
		],
		[
			'a number',
			{ archived_at: 5 },
			{ operationId: 'workItem.update', problem: expect.stringContaining('"archived_at" is not') },
		],
	])('with %s in the body archives, restores or updates a work item', (_name, body, verdict) => {
		const path = `${project}/work-items/w1/`;

		expect(validateRequest({ method: 'PATCH', path, body })).toMatchObject(verdict);
	});

	it.each<[string, Record<string, string>, object]>([
		[`${project}/work-items/w1/`, { fields: 'id,name' }, { operationId: 'workItem.get' }],
		['/api/v1/workspaces/acme/work-items/LNCH-12/', {}, { operationId: 'workItem.get' }],
		[
			'/api/v1/workspaces/acme/work-items/search/',
			{ search: 'x' },
			{ operationId: 'workItem.search' },
		],
		[
			`${project}/work-items/`,
			{ external_id: '1', external_source: 'sheet' },
			{ operationId: 'workItem.get' },
		],
		[
			`${project}/work-items/`,
			{ external_id: '1' },
			{ operationId: 'workItem.getAll', problem: expect.stringContaining('"external_id" is not') },
		],
	])('for %s with the query %j reads one work item or a list', (path, query, verdict) => {
		expect(validateRequest({ method: 'GET', path, query })).toMatchObject(verdict);
	});

	it('with a body is refused if the operation takes none', () => {
		expect(findProblem({ ...get, body: {} })).toBe('workItem.getAll takes no body.');
	});

	it.each([
		[{ 'content-type': 'application/json' }, 'The header X-API-Key is missing.'],
		[
			{ 'X-API-Key': 'k', 'Content-Type': 'text/plain' },
			'The body must be application/json, not text/plain.',
		],
		[{ 'X-API-Key': 'k', 'Content-Type': 'application/json; charset=utf-8' }, undefined],
		[{ authorization: 'Bearer t', 'content-type': 'application/json' }, undefined],
		[
			{ authorization: 'Basic t', 'content-type': 'application/json' },
			'The header X-API-Key is missing.',
		],
	])('with the headers %j has this problem: %s', (headers, problem) => {
		const request = { method: 'POST', path: `${project}/labels/`, body: { name: 'bug' } };

		expect(findProblem({ ...request, headers })).toBe(problem);
	});
});

describe('An upload', () => {
	const form = (prefix: string): FormPart[] => [
		...Object.entries({ 'Content-Type': 'text/plain', key: 'folder/hello.txt' }),
		...['algorithm', 'credential', 'date'].map((name): FormPart => [prefix + name, name]),
		...Object.entries({ policy: 'P', [`${prefix}signature`]: 'S' }),
		['file', Buffer.from('hello')],
	];
	const validForm = form('x-amz-');

	it.each(['x-amz-', 'x-goog-', 'x-store-'])('with the prefix %s is accepted', (prefix) => {
		expect(validateUpload(form(prefix))).toEqual({ operationId: 'workItemAttachment.upload' });
	});

	it.each(operationOf('workItemAttachment.upload').required)('without %s is refused', (name) => {
		const parts = form('x-store-').filter(([field]) => field !== name);

		expect(validateUpload(parts).problem).toBe(`The required form field "${name}" is missing.`);
	});

	it.each<[string, FormPart[], string]>([
		['an additional field', [['acl', 'x'], ...validForm], '"acl" is not in the contract'],
		['mixed prefixes', [['x-goog-date', 'x'], ...validForm], 'mixes the prefixes'],
		['a repeated field', [['key', 'x'], ...validForm], '"key" is there twice'],
		[
			'the file first',
			[...validForm.slice(7), ...validForm.slice(0, 7)],
			'"file" must be the last',
		],
		[
			'text in place of the file',
			[...validForm.slice(0, 7), ['file', 'x']],
			'"file" must be a file',
		],
		['an unknown prefix', form('x-made-up-'), '"x-store-algorithm" is missing'],
	])('with %s is refused', (_name, parts, problem) => {
		expect(validateUpload(parts).problem).toContain(problem);
	});

	it('with the API key of the service is refused', () => {
		expect(validateUpload(validForm, { 'X-Api-Key': 'k' }).problem).toContain('X-API-Key');
		expect(validateUpload(validForm, { authorization: 'Bearer t' }).problem).toContain(
			'Authorization',
		);
	});
});
