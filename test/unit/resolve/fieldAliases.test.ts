import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { updateModule, updateWorkItemLink } from '../../../nodes/shared/operations';
import { aliasing } from '../../../nodes/shared/resolve/fieldAliases';
import type { ServiceCall } from '../../../nodes/shared/model/call';
import { problem as problemOf } from '../../../nodes/shared/result/problem';
import { jsonResponse, textResponse } from '../responses';

const link = (body: JsonObject): ServiceCall => ({
	itemIndex: 0,
	operation: updateWorkItemLink,
	workspace: 'acme',
	path: { project_id: 'p', work_item_id: 'w', link_id: 'l' },
	body,
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
	test('is sent as specified where the server takes it', async () => {
		const { sent, record, send } = server('name');
		const response = await aliasing()(link({ name: 'Design' }), send);
		expect(sent).toEqual([{ name: 'Design' }]);
		expect(response).toMatchObject({ json: record });
		expect(record.name).toBe('Design');
	});

	test('is sent again as the title where the answer shows that it was not taken (row 3)', async () => {
		const { sent, record, send } = server('title');
		const response = await aliasing()(link({ name: 'Design', url: 'https://example.org' }), send);
		expect(sent).toEqual([{ name: 'Design', url: 'https://example.org' }, { title: 'Design' }]);
		expect(record).toMatchObject({ title: 'Design', url: 'https://example.org' });
		expect(response).toMatchObject({ json: record });
	});

	test('goes out as the title at once for the rest of the execution', async () => {
		const { sent, send } = server('title');
		const withAliases = aliasing();
		await withAliases(link({ name: 'One' }), send);
		await withAliases(link({ name: 'Two', url: 'https://example.org' }), send);
		expect(sent).toEqual([
			{ name: 'One' },
			{ title: 'One' },
			{ title: 'Two', url: 'https://example.org' },
		]);
		await aliasing()(link({ name: 'Three' }), send);
		expect(sent.at(-2)).toEqual({ name: 'Three' });
	});

	test('is not sent again where the title is already so, but is remembered', async () => {
		const { sent, send } = server('title');
		const withAliases = aliasing();
		await withAliases(link({ name: 'Draft' }), send);
		await withAliases(link({ name: 'Design' }), send);
		expect(sent).toEqual([{ name: 'Draft' }, { title: 'Design' }]);
	});

	test('is cleared as the title too', async () => {
		const { sent, send } = server('title');
		await aliasing()(link({ name: '' }), send);
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
	['an answer with both names', link({ name: 'Design' }), { name: 'Design', title: 'Draft' }],
	['an answer with neither name', link({ name: 'Design' }), { id: 'l' }],
])('%s is sent once', async (_, call, json) => {
	const sent: JsonObject[] = [];
	await aliasing()(call, (body) => {
		sent.push(body);
		return Promise.resolve(jsonResponse(json));
	});
	expect(sent).toEqual([call.body]);
});

test('an empty answer shows nothing, and a problem is given as it is', async () => {
	const problem = problemOf({ message: 'm', description: 'd', cause: { status: 403 } });
	expect(await aliasing()(link({ name: 'x' }), () => Promise.resolve(problem))).toBe(problem);
	const empty = textResponse('', 204);
	expect(await aliasing()(link({ name: 'x' }), () => Promise.resolve(empty))).toBe(empty);
});
