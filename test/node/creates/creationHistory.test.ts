import { describe, expect, it } from '@jest/globals';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';

const startServer = useAnswers();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

const PROJECT = uuid(1);
const ORIGINAL = '2024-02-29T10:00:00.000Z';
const NOW = '2026-11-27T08:00:00.000000Z';
const LIST = `projects/${PROJECT}/work-items/`;

describe('The original date of new work items', () => {
	/**
	 * Creates work items whose responses have the time of the request (row 68).
	 *
	 * @param stored what a read of one of them shows then
	 */
	async function create(ids: readonly string[], stored: string) {
		const remaining = [...ids];
		const server = startServer({
			[`GET projects/${PROJECT}/`]: jsonResponse({ id: PROJECT, archived_at: null }),
			[`POST ${LIST}`]: () => jsonResponse({ id: remaining.shift() ?? '', created_at: NOW }, 201),
			[`GET ${LIST}*`]: ({ route }) =>
				jsonResponse({ id: route.split('/').at(-2) ?? '', created_at: stored }),
		});

		const { json, hints, error } = await server.run(
			'workItem.create',
			{
				projectId: byId(PROJECT),
				name: '={{ $json.name }}',
				additionalFields: { createdAt: ORIGINAL },
			},
			{ items: jsonItems(ids.map((_, index) => ({ name: `Item ${index}` }))) },
		);

		return {
			error,
			times: json.map((record) => record.created_at),
			hints: hints.map(({ message }) => message),
			reads: server.routes().filter((route) => route.startsWith(`GET ${LIST}`)),
		};
	}

	it('is in the output of all, after one of them was read', async () => {
		expect(await create([uuid(2), uuid(3)], '2024-02-29T10:00:00Z')).toEqual({
			error: undefined,
			times: [ORIGINAL, ORIGINAL],
			hints: [],
			reads: [`GET ${LIST}${uuid(2)}/`],
		});
	});

	it.each([
		[[uuid(2)], 'Plane did not keep Created At of item 0: this'],
		[
			[uuid(2), uuid(3)],
			'Plane did not keep Created At of item 0, nor probably of the others: this',
		],
	])('stays that of the request if the server ignores it, which a hint says', async (ids, hint) => {
		const { times, hints } = await create(ids, NOW);

		expect(times).toEqual(ids.map(() => NOW));
		expect(hints).toEqual([`${hint} version of Plane may not take them.`]);
	});

	it('is not in the output of a work item that was there before', async () => {
		const existing = {
			id: uuid(3),
			name: 'B',
			created_at: NOW,
			external_source: 'sheet',
			external_id: 'b',
		};
		const server = startServer({
			[`GET projects/${PROJECT}/`]: jsonResponse({ id: PROJECT, archived_at: null }),
			[`GET ${LIST}`]: ({ query }) =>
				query.get('external_id') === 'a' ? jsonResponse({}, 404) : jsonResponse(existing),
			[`POST ${LIST}`]: ({ body }) =>
				body?.external_id === 'b'
					? jsonResponse({ error: 'Taken', id: existing.id }, 409)
					: jsonResponse({ ...body, id: uuid(2), created_at: NOW }, 201),
			[`GET ${LIST}${uuid(2)}/`]: jsonResponse({ id: uuid(2), created_at: ORIGINAL }),
			[`GET ${LIST}${uuid(3)}/`]: jsonResponse(existing),
		});

		const { json, error } = await server.run(
			'workItem.create',
			{
				projectId: byId(PROJECT),
				name: '={{ $json.id }}',
				additionalFields: {
					createdAt: ORIGINAL,
					externalSource: 'sheet',
					externalId: '={{ $json.id }}',
				},
				options: { ifItAlreadyExists: USE_EXISTING },
			},
			{ items: jsonItems([{ id: 'a' }, { id: 'b' }]) },
		);

		expect(error).toBeUndefined();
		expect(json.map(({ created_at: time }) => time)).toEqual([ORIGINAL, NOW]);
	});
});

it('A new estimate is not read for values that the response to its create has shown', async () => {
	const server = startServer({
		[`GET projects/${PROJECT}/`]: jsonResponse({ id: PROJECT, archived_at: null }),
		'GET *': jsonResponse({ error: 'The requested resource does not exist.' }, 404),
		'POST *': jsonResponse({ id: uuid(2) }, 201),
	});

	const { json, hints } = await server.run('estimate.create', {
		projectId: byId(PROJECT),
		name: 'Points',
		additionalFields: { externalSource: 'sheet', externalId: 'row-1' },
	});
	const routes = server.routes();
	const afterCreate = routes.slice(routes.findIndex((route) => route.startsWith('POST ')) + 1);

	expect(json).toEqual([{ id: uuid(2) }]);
	expect(hints).toEqual([]);
	expect(afterCreate).toEqual([]);
});
