import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../nodes/shared/model/call';
import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { FieldAliases } from '../../../nodes/shared/resolve/fieldAliases';
import { problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, textResponse } from '../responses';

const link = (body: JsonObject): Call<'update'> => ({
	...{ kind: 'update', itemIndex: 0, workspace: 'acme', body },
	operation: updateWorkItemLink,
	path: { project_id: 'p', work_item_id: 'w', link_id: 'l' },
});

/** A server that keeps one link, with its text under this name. */
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

describe('the name of a link', () => {
	/** Sends bodies in one execution to a server that calls the name like this. */
	async function update(name: 'name' | 'title', ...bodies: readonly JsonObject[]) {
		const { sent, record, send } = server(name);
		const aliases = new FieldAliases();
		let response;
		for (const body of bodies) response = await aliases.send(link(body), send);
		return { sent, record, response };
	}

	test('is sent as specified where the server takes it', async () => {
		const { sent, record, response } = await update('name', { name: 'Design' });
		expect(sent).toEqual([{ name: 'Design' }]);
		expect(response).toMatchObject({ json: record });
		expect(record.name).toBe('Design');
	});

	test('is sent again as the title where the response shows that it was not taken (row 3)', async () => {
		const change = { name: 'Design', url: 'https://example.org' };
		const { sent, record, response } = await update('title', change);
		expect(sent).toEqual([change, { title: 'Design' }]);
		expect(record).toMatchObject({ title: 'Design', url: 'https://example.org' });
		expect(response).toMatchObject({ json: record });
	});

	test('goes out as the title at once for the rest of the execution', async () => {
		const second = { name: 'Two', url: 'https://example.org' };
		const { sent } = await update('title', { name: 'One' }, second);
		expect(sent).toEqual([
			{ name: 'One' },
			{ title: 'One' },
			{ title: 'Two', url: 'https://example.org' },
		]);
	});

	test('goes out as specified in the next execution', async () => {
		const { send, sent } = server('title');
		await new FieldAliases().send(link({ name: 'One' }), send);
		await new FieldAliases().send(link({ name: 'Two' }), send);
		expect(sent).toEqual([{ name: 'One' }, { title: 'One' }, { name: 'Two' }, { title: 'Two' }]);
	});

	test('is not sent again where the title is already so, but is remembered', async () => {
		const { sent } = await update('title', { name: 'Draft' }, { name: 'Design' });
		expect(sent).toEqual([{ name: 'Draft' }, { title: 'Design' }]);
	});

	test('is cleared as the title too', async () => {
		const { sent } = await update('title', { name: '' });
		expect(sent).toEqual([{ name: '' }, { title: '' }]);
	});
});

test.each([
	['a change without the name', link({ url: 'https://example.org' }), { id: 'l', title: 'Draft' }],
	[
		'an operation without such a field',
		{ ...link({ name: 'x' }), operation: updateModule },
		{ title: 'y' },
	],
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
	['a problem', problem({ ...{ tag: 'failed', status: 403 }, message: 'm', description: 'd' })],
])('%s is given as it is', async (_, result) => {
	const given = await new FieldAliases().send(link({ name: 'x' }), () => Promise.resolve(result));
	expect(given).toBe(result);
});
