import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { PROJECT, RECORD } from '../writes/useProject';

const startServer = useAnswers();

const OTHER = '0c7da278-21b6-4225-9d30-000000000002';
const OTHER_PROJECT = '0c7da278-21b6-4225-9d30-000000000003';

const projectRoute = `GET projects/${PROJECT}/`;
const project = jsonResponse({ id: PROJECT, identifier: 'LNCH', name: 'Launch' });

/** From the recorded response to "blocking" (row 33). */
const related = {
	id: OTHER,
	project_id: PROJECT,
	sequence_id: 2,
	relation_type: 'blocked_by',
	name: 'Second',
	priority: 'none',
};

/** Relates a work item twice, on a server that answers with this record. */
async function relate(record: JsonObject, routes: Routes = { [projectRoute]: project }) {
	const server = startServer({ 'POST *': jsonResponse([record], 201), ...routes });
	const { json, error } = await server.run(
		'workItemRelation.create',
		{
			projectId: byId(PROJECT),
			workItemId: byId(RECORD),
			relationType: 'blocking',
			workItemIds: OTHER,
		},
		{ items: [{}, {}] },
	);

	expect(error).toBeUndefined();

	return { json, reads: server.routes().filter((route) => route.startsWith('GET')) };
}

describe('A new relation', () => {
	it('has the type that was chosen, and the key of the other work item, for one read in a run', async () => {
		const { json, reads } = await relate(related);
		const shown = {
			...related,
			relation_type: 'blocking',
			key: 'LNCH-2',
			url: 'https://plane.example.com/acme/browse/LNCH-2/',
		};

		expect(json).toEqual([shown, shown]);
		expect(reads).toEqual([projectRoute]);
	});

	it('has the key in the project of the other work item', async () => {
		const { json } = await relate(
			{ ...related, project_id: OTHER_PROJECT },
			{
				[projectRoute]: project,
				[`GET projects/${OTHER_PROJECT}/`]: jsonResponse({ id: OTHER_PROJECT, identifier: 'WEB' }),
			},
		);

		expect(json).toMatchObject([1, 2].map(() => ({ key: 'WEB-2', project_id: OTHER_PROJECT })));
	});

	it('has the address with IDs if the project cannot be read', async () => {
		const { json } = await relate(related, { [projectRoute]: jsonResponse({ error: 'No' }, 403) });
		const shown = {
			...related,
			relation_type: 'blocking',
			url: `https://plane.example.com/acme/projects/${PROJECT}/issues/${OTHER}/`,
		};

		expect(json).toEqual([shown, shown]);
	});
});

describe('Related work items that the server has ignored, because they have another relation (row 33),', () => {
	const ANOTHER = '0c7da278-21b6-4225-9d30-000000000004';

	const create = async (records: readonly JsonObject[]) => {
		const server = startServer({
			'POST *': jsonResponse([...records], 201),
			[projectRoute]: project,
		});

		return await server.run('workItemRelation.create', {
			projectId: byId(PROJECT),
			workItemId: byId(RECORD),
			relationType: 'blocking',
			workItemIds: [OTHER, ANOTHER].join(', '),
		});
	};

	it('are named', async () => {
		const { error } = await create([related]);

		expect(error?.message).toContain(
			`Plane has ignored ${ANOTHER}: two work items have one relation`,
		);
	});

	it('are all named if there is no other', async () => {
		const { error } = await create([]);

		expect(error?.message).toContain(`Plane has ignored ${OTHER} and ${ANOTHER}`);
	});
});
