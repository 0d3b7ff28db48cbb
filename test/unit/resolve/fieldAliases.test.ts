import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../nodes/shared/model/call';
import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { FieldAliases } from '../../../nodes/Plane/execute/write/FieldAliases';
import { problem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
import { jsonResponse, textResponse } from '../responses';

const link = (body: JsonObject): Call<'update'> => ({
	kind: 'update',
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	body,
	operation: updateWorkItemLink,
	path: { project_id: 'p', work_item_id: 'w', link_id: 'l' },
});

/** A server that keeps one link, with its text under this name: `name` is specified, `title` observed (row 3). */
function server(name: 'name' | 'title') {
	const sent: JsonObject[] = [];
	const record: JsonObject = { id: 'l', [name]: 'Draft', url: 'https://example.com' };

	const send = (body: JsonObject) => {
		sent.push(body);
		for (const field of Object.keys(body)) if (field in record) record[field] = body[field] ?? null;

		return Promise.resolve(jsonResponse({ ...record }));
	};

	return { sent, record, send };
}

const url = 'https://example.org';

describe('the name of a link', () => {
	test.each<[title: string, name: 'name' | 'title', bodies: JsonObject[], sent: JsonObject[]]>([
		['is sent as specified where the server takes it', 'name', [{ name: 'A' }], [{ name: 'A' }]],
		[
			'is sent again as the title where the response shows that it was not taken (row 3)',
			'title',
			[{ name: 'A', url }],
			[{ name: 'A', url }, { title: 'A' }],
		],
		[
			'goes out as the title at once for the rest of the execution',
			'title',
			[{ name: 'A' }, { name: 'B', url }],
			[{ name: 'A' }, { title: 'A' }, { title: 'B', url }],
		],
		[
			'is not sent again where the title is already so, but is remembered',
			'title',
			[{ name: 'Draft' }, { name: 'B' }],
			[{ name: 'Draft' }, { title: 'B' }],
		],
		['is cleared as the title too', 'title', [{ name: '' }], [{ name: '' }, { title: '' }]],
	])('%s', async (_, name, bodies, due) => {
		const { sent, record, send } = server(name);
		const aliases = new FieldAliases();

		for (const body of bodies) {
			const response = await aliases.send(link(body), send);

			expect(response).toMatchObject({ json: record });
			expect(record[name]).toBe(body.name);
		}

		expect(sent).toEqual(due);
	});

	test('goes out as specified in the next execution', async () => {
		const { send, sent } = server('title');

		await new FieldAliases().send(link({ name: 'A' }), send);
		await new FieldAliases().send(link({ name: 'B' }), send);
		expect(sent).toEqual([{ name: 'A' }, { title: 'A' }, { name: 'B' }, { title: 'B' }]);
	});
});

const updateOfModule = { ...link({ name: 'A' }), operation: updateModule };

test.each([
	['a change without the name', link({ url }), { id: 'l', title: 'Draft' }],
	['an operation without such a field', updateOfModule, { title: 'y' }],
	['a response with both names', link({ name: 'Design' }), { name: 'Design', title: 'Draft' }],
	['a response with neither name', link({ name: 'Design' }), { id: 'l' }],
])('%s is sent once', async (_, call, json) => {
	const sent: JsonObject[] = [];

	await new FieldAliases().send(call, (body) => {
		sent.push(body);

		return Promise.resolve(jsonResponse(json));
	});
	expect(sent).toEqual([call.body]);
});

test.each([
	['an empty response, which shows nothing', textResponse('', 204)],
	['a problem', problem({ tag: 'failed', status: 403, message: 'm', description: 'd' })],
])('%s is given as it is', async (_, result) => {
	const given = await new FieldAliases().send(link({ name: 'x' }), () => Promise.resolve(result));

	expect(given).toBe(result);
});
