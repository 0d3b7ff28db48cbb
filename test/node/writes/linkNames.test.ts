import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, textResponse } from '../../unit/responses';
import { GUEST, RECORD, useProject } from './useProject';

const startProject = useProject();

const updateWith = (updateFields: INodeParameters): INodeParameters => ({
	workItemId: byId(RECORD),
	linkId: byId(GUEST),
	updateFields,
});

const url = 'https://example.org';

describe('The name of a link', () => {
	/** A server with one link, whose text it keeps in this field: `name` as specified, or `title` as observed (row 3). */
	function linkServer(field: string) {
		const record: JsonObject = { id: GUEST, [field]: 'Draft', url: 'https://example.com' };

		return startProject(({ body = {} }) => {
			for (const [name, value] of Object.entries(body)) {
				if (name in record) record[name] = value ?? null;
			}

			return jsonResponse({ ...record });
		});
	}

	it.each<[title: string, field: string, names: string[], bodies: JsonObject[]]>([
		['is sent once if the server accepts it', 'name', ['A'], [{ name: 'A', url }]],
		[
			'is sent again as the title if the response shows that it was ignored (row 3)',
			'title',
			['A'],
			[{ name: 'A', url }, { title: 'A' }],
		],
		[
			'is sent only as the title by further items',
			'title',
			['A', 'B'],
			[{ name: 'A', url }, { title: 'A' }, { title: 'B', url }],
		],
		[
			'is not sent again if it is already the title, which further items show, too',
			'title',
			['Draft', 'B'],
			[
				{ name: 'Draft', url },
				{ title: 'B', url },
			],
		],
		['can be cleared as the title', 'title', [''], [{ name: '', url }, { title: '' }]],
	])('%s', async (_, field, names, bodies) => {
		const server = linkServer(field);

		const { json, error } = await server.run(
			'workItemLink.update',
			updateWith({ name: '={{ $json.text }}', url }),
			{ items: jsonItems(names.map((text) => ({ text }))) },
		);

		expect(error).toBeUndefined();
		expect(json.map((record) => record[field])).toEqual(names);
		expect(server.writtenBodies()).toEqual(bodies);
	});

	it('is sent as specified in the next run', async () => {
		const server = linkServer('title');

		await server.run('workItemLink.update', updateWith({ name: 'A' }));
		await server.run('workItemLink.update', updateWith({ name: 'B' }));

		expect(server.writtenBodies()).toEqual([
			{ name: 'A' },
			{ title: 'A' },
			{ name: 'B' },
			{ title: 'B' },
		]);
	});

	it.each<[title: string, INodeParameters, Outcome]>([
		['the item has none', { url }, jsonResponse({ id: GUEST, url, title: 'Draft' })],
		[
			'the response has both fields',
			{ name: 'Design' },
			jsonResponse({ id: GUEST, name: 'Design', title: 'Draft' }),
		],
		['the response has neither field', { name: 'Design' }, jsonResponse({ id: GUEST })],
		['the response is empty', { name: 'Design' }, textResponse('', 204)],
		['the change is refused', { name: 'Design' }, textResponse('', 403)],
	])('takes one change if %s', async (_, fields, response) => {
		const server = startProject(() => response);

		await server.run('workItemLink.update', updateWith(fields));

		expect(server.writtenBodies()).toHaveLength(1);
	});
});
