import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { createLabel } from '../../../nodes/shared/operations';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import type { ServiceCall } from '../../../nodes/shared/model/call';
import { findExisting, isTaken } from '../../../nodes/shared/resolve/findExisting';
import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import { problem as problemOf, type Problem } from '../../../nodes/shared/result/problem';
import { serviceRequest } from '../../../nodes/shared/transport/request';
import { jsonResponse, textResponse } from '../responses';

const create = (name: string): ServiceCall => ({
	itemIndex: 0,
	operation: createLabel,
	workspace: 'acme',
	path: { project_id: 'p1' },
	body: { name },
	useExisting: true,
});

/** Looks for the existing record on a server that answers so, and gives what was asked. */
async function find(name: string, refusal: HttpResponse, response: (path: string) => HttpResponse | Problem) {
	const asked: string[] = [];
	const found = await findExisting(create(name), refusal, 8, (call: ServiceCall, page?: PageQuery) => {
		const { method, url, body } = serviceRequest(call, { root: 'https://plane.example.com' }, page);
		const { pathname, searchParams } = new URL(url);
		const path = pathname.replace('/api/v1/workspaces/acme', '');
		asked.push(`${method} ${path}${body === undefined ? '' : ' with a body'}`);
		return Promise.resolve(response(`${path}?offset=${searchParams.get('offset') ?? ''}`));
	});
	return { found, asked };
}

const labels = (names: readonly string[]): JsonObject[] =>
	names.map((name) => ({ id: `id of ${name}`, name }));
const conflict = (json: JsonValue = { error: 'Label with the same name already exists' }) =>
	jsonResponse(json, 409);

describe('the record that has the name already', () => {
	test('is fetched by the ID that the refusal gives (row 12)', async () => {
		const record = { id: 'l1', name: 'bug' };
		const { found, asked } = await find('bug', conflict({ error: 'x', id: 'l1' }), () =>
			jsonResponse(record),
		);
		expect(found).toEqual(record);
		expect(asked).toEqual(['GET /projects/p1/labels/l1/']);
	});

	test('is found by its name in the list of a server that gives no ID', async () => {
		const { found, asked } = await find('bug', conflict(), () =>
			jsonResponse({ results: labels(['text', 'bug']), total_count: 2 }),
		);
		expect(found).toEqual({ id: 'id of bug', name: 'bug' });
		expect(asked).toEqual(['GET /projects/p1/labels/']);
	});

	test('is found on a later page too', async () => {
		const names = Array.from({ length: 150 }, (_, index) => `label ${String(index)}`);
		const { found } = await find('label 149', conflict(), (path) => {
			const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
			return jsonResponse({ results: labels(names.slice(offset, offset + 100)), total_count: 150 });
		});
		expect(found).toMatchObject({ name: 'label 149' });
	});

	test('is the one with the same name before one with the same letters', async () => {
		const list = () => jsonResponse(labels(['Bug ', 'bug', 'BUG']));
		expect((await find('bug', conflict(), list)).found).toMatchObject({ name: 'bug' });
		expect((await find('buG', conflict(), list)).found).toMatchObject({ name: 'Bug ' });
	});

	test('is nothing where the list has no such name', async () => {
		const { found } = await find('bug', conflict(), () => jsonResponse(labels(['text'])));
		expect(found).toBeUndefined();
	});

	test('is a problem where the server does not give it', async () => {
		const problem = problemOf({ message: 'm', description: 'd', cause: { status: 403 } });
		expect((await find('bug', conflict({ id: 'l1' }), () => problem)).found).toBe(problem);
		expect((await find('bug', conflict(), () => problem)).found).toBe(problem);
	});
});

test.each([
	['a conflict', conflict(), true],
	['a conflict without a word', textResponse('', 409), true],
	['a refused name', jsonResponse({ name: ['label with this name already exists.'] }, 400), true],
	['another refusal', jsonResponse({ name: ['This field may not be blank.'] }, 400), false],
	['a lack of rights', jsonResponse({ detail: 'already' }, 403), false],
	['a success', jsonResponse({ id: 'l1' }, 201), false],
])('%s: whether the name is taken', (_, response, taken) => {
	expect(isTaken(response)).toBe(taken);
});
