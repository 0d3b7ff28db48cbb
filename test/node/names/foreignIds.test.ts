import { describe, expect, it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { PROJECT_PATH, useNames, uuid } from './useNames';

const startServer = useNames();

describe('A record whose ID may be that of another tool', () => {
	const foreignId = uuid(600);
	/** A record with a name and an ID that looks like one of Plane. */
	const foreign = (name: string, id = foreignId) => ({ id, name });
	const fields = { state: byId('={{ $json.state }}'), labels: '={{ $json.labels }}' };

	it.each([
		['is found by its ID', foreign('Todo', uuid(22))],
		['is found by its name if no record has its ID', foreign('done')],
	])('%s', async (_, state) => {
		const server = startServer();

		await server.create(fields, {}, { items: jsonItems([{ state }]) });

		expect(server.writes()).toMatchObject([{ body: { state: uuid(22) } }]);
		expect(server.reads()).toEqual(['GET states/']);
	});

	it('is missing under its name if no record has its ID or its name', async () => {
		const server = startServer();

		const { error } = await server.create(
			fields,
			{},
			{ items: jsonItems([{ state: foreign('In Progress') }]) },
		);

		expect(error?.message).toContain('there is no state "In Progress"');
	});

	it('becomes a new label with its name', async () => {
		const server = startServer();

		await server.create(
			fields,
			{ createMissingLabels: true },
			{ items: jsonItems([{ labels: [foreign('New'), { name: 'bug' }] }]) },
		);

		expect(server.writes()).toMatchObject([
			{ route: 'POST labels/', body: { name: 'New' } },
			{ body: { labels: [uuid(80), uuid(30)] } },
		]);
	});

	it('is sent as its ID if there is no list to compare it with', async () => {
		const server = startServer({ [`${PROJECT_PATH}/states/`]: undefined });

		await server.create(fields, {}, { items: jsonItems([{ state: foreign('Done') }]) });

		expect(server.writes()).toMatchObject([{ body: { state: foreignId } }]);
	});

	it('is found by its ID alone in a path or a filter, and no list is read', async () => {
		const server = startServer({}, { [`GET ${PROJECT_PATH}/work-items/`]: jsonResponse([]) });

		await server.run(
			'workItem.getAll',
			{
				projectId: byId('={{ $json.project }}'),
				filters: { state: byId('={{ $json.state }}') },
			},
			{ items: jsonItems([{ project: foreign('Ops', uuid(1)), state: foreign('Done') }]) },
		);

		expect(server.reads()).toEqual(['GET work-items/']);
	});
});
