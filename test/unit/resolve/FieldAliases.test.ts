import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../nodes/shared/model/call';
import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { FieldAliases } from '../../../nodes/Plane/execute/write/FieldAliases';
import { problem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
import { jsonResponse, textResponse } from '../responses';

const updateLink = (body: JsonObject): Call<'update'> => ({
	kind: 'update',
	itemIndex: 0,
	workspace: 'acme',
	...writeDefaults,
	body,
	operation: updateWorkItemLink,
	path: { project_id: 'p', work_item_id: 'w', link_id: 'l' },
});

/**
 * A server with one link, whose text it keeps in this field: `name` as specified, or `title` as observed
 * (row 3).
 */
function createLinkServer(field: 'name' | 'title') {
	const sent: JsonObject[] = [];
	const record: JsonObject = { id: 'l', [field]: 'Draft', url: 'https://example.com' };

	const send = (body: JsonObject) => {
		sent.push(body);

		for (const [name, value] of Object.entries(body)) {
			if (name in record) record[name] = value ?? null;
		}

		return Promise.resolve(jsonResponse({ ...record }));
	};

	return { sent, record, send };
}

const url = 'https://example.org';

describe('FieldAliases', () => {
	test.each<
		[title: string, field: 'name' | 'title', bodies: JsonObject[], sentBodies: JsonObject[]]
	>([
		['sends the name once if the server accepts it', 'name', [{ name: 'A' }], [{ name: 'A' }]],
		[
			'sends the name again as the title if the response shows that it was ignored (row 3)',
			'title',
			[{ name: 'A', url }],
			[{ name: 'A', url }, { title: 'A' }],
		],
		[
			'sends further names of the execution only as the title',
			'title',
			[{ name: 'A' }, { name: 'B', url }],
			[{ name: 'A' }, { title: 'A' }, { title: 'B', url }],
		],
		[
			'does not send a name again that is already the title, but remembers the alias',
			'title',
			[{ name: 'Draft' }, { name: 'B' }],
			[{ name: 'Draft' }, { title: 'B' }],
		],
		['clears the title too', 'title', [{ name: '' }], [{ name: '' }, { title: '' }]],
	])('%s', async (_, field, bodies, sentBodies) => {
		const { sent, record, send } = createLinkServer(field);
		const aliases = new FieldAliases();

		for (const body of bodies) {
			const response = await aliases.send(updateLink(body), send);

			expect(response).toMatchObject({ json: record });
			expect(record[field]).toBe(body.name);
		}

		expect(sent).toEqual(sentBodies);
	});

	test('sends the name as specified in the next execution', async () => {
		const { send, sent } = createLinkServer('title');

		await new FieldAliases().send(updateLink({ name: 'A' }), send);
		await new FieldAliases().send(updateLink({ name: 'B' }), send);

		expect(sent).toEqual([{ name: 'A' }, { title: 'A' }, { name: 'B' }, { title: 'B' }]);
	});
});

const updateModuleCall = { ...updateLink({ name: 'A' }), operation: updateModule };

test.each([
	['A change without the name', updateLink({ url }), { id: 'l', title: 'Draft' }],
	['An operation without such a field', updateModuleCall, { title: 'y' }],
	[
		'A change whose response has both fields',
		updateLink({ name: 'Design' }),
		{ name: 'Design', title: 'Draft' },
	],
	['A change whose response has neither field', updateLink({ name: 'Design' }), { id: 'l' }],
])('%s is sent once', async (_, call, json) => {
	const sent: JsonObject[] = [];

	await new FieldAliases().send(call, (body) => {
		sent.push(body);

		return Promise.resolve(jsonResponse(json));
	});

	expect(sent).toEqual([call.body]);
});

test.each([
	['an empty response, which shows no field', textResponse('', 204)],
	['a problem', problem({ tag: 'failed', status: 403, message: 'm', description: 'd' })],
])('FieldAliases returns %s unchanged', async (_, result) => {
	const send = () => Promise.resolve(result);

	const returned = await new FieldAliases().send(updateLink({ name: 'x' }), send);

	expect(returned).toBe(result);
});
