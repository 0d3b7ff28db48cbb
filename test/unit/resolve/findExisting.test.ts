import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isTaken } from '../../../nodes/shared/errors/badRequest';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel } from '../../../nodes/shared/operations';
import { ExistingRecords } from '../../../nodes/shared/resolve/findExisting';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { plainly } from '../calls';
import { clientOf } from '../execute/clientOf';
import { jsonResponse, textResponse } from '../responses';

const create = (name: string): Call<'create'> => ({
	...{ kind: 'create', itemIndex: 0, workspace: 'acme', ...plainly, body: { name } },
	operation: createLabel,
	path: { project_id: 'p1' },
});

/** Looks for the existing record on a server that responds like this, and gives what was asked. */
async function find(name: string, refusal: HttpResponse, respond: (url: URL) => HttpResponse) {
	const asked: string[] = [];
	const client = clientOf({
		service: ({ method, url, body }) => {
			const address = new URL(url);
			const path = address.pathname.replace('/api/v1/workspaces/acme', '');
			asked.push(`${method} ${path}${body === undefined ? '' : ' with a body'}`);
			return Promise.resolve(respond(address));
		},
	});
	const paging = { concurrency: 8, pause: () => Promise.resolve() };
	const found = await new ExistingRecords(client, paging).refusing(create(name), refusal);
	return { found: found !== undefined && 'record' in found ? found.record : found, asked };
}

const labels = (names: readonly string[]): JsonObject[] =>
	names.map((name) => ({ id: `id of ${name}`, name }));
const conflict = (json: JsonValue = { error: 'Label with the same name already exists' }) =>
	jsonResponse(json, 409);

describe('the record that has the name already', () => {
	const list = { results: labels(['text', 'bug']), total_count: 2 };

	test.each<[title: string, refusal: JsonObject, path: string, json: JsonObject, id: string]>([
		['fetched by the ID that the refusal gives (row 12)', { id: 'l1' }, 'l1/', { id: 'l1' }, 'l1'],
		['found by its name in the list where there is no ID', {}, '', list, 'id of bug'],
	])('is %s', async (_, refusal, path, json, id) => {
		const { found, asked } = await find('bug', conflict(refusal), () => jsonResponse(json));
		expect(found).toMatchObject({ id });
		expect(asked).toEqual([`GET /projects/p1/labels/${path}`]);
	});

	test('is found on a later page too', async () => {
		const names = Array.from({ length: 150 }, (_, index) => `label ${String(index)}`);
		const { found } = await find('label 149', conflict(), ({ searchParams }) => {
			const offset = Number(searchParams.get('offset'));
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

	test.each([
		['by its ID', conflict({ id: 'l1' })],
		['in the list', conflict()],
	])('is a problem where the server does not give it %s', async (_, refusal) => {
		const { found } = await find('bug', refusal, () => textResponse('', 403));
		expect(found).toMatchObject({ tag: 'failed', status: 403 });
	});
});

test('a record that its server names and does not give is most likely archived', async () => {
	const missing = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
	const { found } = await find('bug', conflict({ id: 'l1' }), () => missing);
	expect(found).toMatchObject({
		message: 'Plane already has such a record (ID l1), but does not return it',
		description: expect.stringContaining('archived'),
	});
});

test.each([
	['a conflict', conflict(), true],
	['a conflict without a word', textResponse('', 409), true],
	['a refused name', jsonResponse({ name: ['label with this name already exists.'] }, 400), true],
	['another refusal', jsonResponse({ name: ['This field may not be blank.'] }, 400), false],
	['a lack of rights', jsonResponse({ detail: 'already' }, 403), false],
	['a success', jsonResponse({ id: 'l1' }, 201), false],
])('%s says that the name is taken: %p', (_, response, taken) => {
	expect(isTaken(response)).toBe(taken);
});
