import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, textResponse, withHeaders } from '../../unit/responses';
import { outcomes } from '../../nodeTexts';
import { connectionLost, createdAgo, isCreated, isUnknown, item, listOf, NOW } from './lostCreate';
import { externalIdFields, useProject } from './useProject';

const startProject = useProject();

describe('A create of a label that gets no answer', () => {
	/** A server that loses every create, and has this list. */
	const serverWithList = (...rows: JsonObject[]) =>
		startProject({ 'POST *': connectionLost, 'GET labels/': listOf(...rows) });

	it.each<[title: string, age: number, result: object]>([
		['has succeeded if the record was created at most two seconds before', 2000, isCreated],
		['stays unknown if the record is older', 2001, isUnknown],
	])('%s', async (_, age, result) => {
		const server = serverWithList(createdAgo(age));

		const output = await server.run('label.create', item());

		expect(output).toMatchObject(result);
	});

	it.each<[title: string, values: JsonObject]>([
		['another External ID', { external_id: 'x' }],
		['other values', { color: '#000000' }],
	])('stays unknown if a new record of the name has %s', async (_, values) => {
		const server = serverWithList(createdAgo(0, { color: '#ffffff', ...values }));

		const output = await server.run('label.create', {
			...item(),
			additionalFields: { ...externalIdFields, color: '#ffffff' },
		});

		expect(output).toMatchObject(isUnknown);
		expect(server.writtenBodies()).toHaveLength(1);
	});

	it('is sent again if the list has the name only in another case', async () => {
		const rows = [createdAgo(0, { id: 'r2', name: 'Bug' })];
		let posts = 0;
		const server = startProject(({ route }) => {
			if (route.startsWith('GET')) return listOf(...rows);
			if (++posts === 2) rows.push(createdAgo(0));

			return connectionLost;
		});

		const output = await server.run('label.create', { name: 'bug' });

		expect(output).toMatchObject(isCreated);
		expect(posts).toBe(2);
	});

	it('stays unknown if the list cannot be read', async () => {
		const server = startProject({ 'POST *': connectionLost, '*': textResponse('', 403) });

		const output = await server.run('label.create', item(USE_EXISTING));

		expect(output).toMatchObject(isUnknown);
		expect(server.routes()).toEqual(['POST labels/', 'GET labels/']);
	});

	interface Items {
		/** What an earlier item has created. */
		readonly earlier: JsonObject;
		/** What the list has. */
		readonly listed: JsonObject;
	}

	it.each<[title: string, Items, error: unknown]>([
		[
			'stays unknown if another user has created the new record',
			{ earlier: { id: 'r0', created_by: 'u1' }, listed: { created_by: 'u2' } },
			expect.stringContaining(outcomes.maybeSaved),
		],
		[
			'has succeeded if the user of an earlier item has created it',
			{ earlier: { id: 'r0', created_by: 'u1' }, listed: { created_by: 'u1' } },
			undefined,
		],
		[
			'stays unknown if the record is that of an earlier item',
			{ earlier: { id: 'r1' }, listed: {} },
			expect.stringContaining(outcomes.maybeSaved),
		],
	])('%s', async (_, { earlier, listed }, error) => {
		let posts = 0;
		const server = startProject(({ route }) => {
			if (route.startsWith('GET')) return listOf(createdAgo(0, listed));

			return posts++ === 0 ? jsonResponse({ name: 'other', ...earlier }, 201) : connectionLost;
		});

		const { json } = await server.run(
			'label.create',
			{ name: '={{ $json.label }}' },
			{
				items: jsonItems([{ label: 'other' }, { label: 'bug' }]),
				onError: 'continueRegularOutput',
			},
		);

		expect(json[0]).toMatchObject({ name: 'other' });
		expect(json[1]?.error).toEqual(error);
	});

	it('stays unknown if the record is older, long after the first create of the run', async () => {
		let posts = 0;
		const server = startProject(({ route }) => {
			if (route.startsWith('GET')) return listOf(createdAgo(NOW - Date.now() + 9000));

			posts += 1;

			if (posts === 1) return withHeaders(textResponse('', 429), { 'retry-after': '60' });

			return posts === 2 ? jsonResponse({ id: 'r0', name: 'other' }, 201) : connectionLost;
		});

		const { json } = await server.run(
			'label.create',
			{ name: '={{ $json.label }}' },
			{
				items: jsonItems([{ label: 'other' }, { label: 'bug' }]),
				onError: 'continueRegularOutput',
			},
		);

		expect(posts).toBe(3);
		expect(json[1]?.error).toEqual(expect.stringContaining(outcomes.maybeSaved));
	});
});
