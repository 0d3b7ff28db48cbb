import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { locateFirst } from '../engine/samples';
import { jsonItems } from '../engine/startNode';
import { outcomes } from '../nodeTexts';
import type { NodeRun, Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const start = async () => await startPlane({ serverKind: 'community', workItems: 2 });

const create = async (plane: Plane, items: readonly IDataObject[], more: NodeRun = {}) =>
	await plane.run(
		'workItem.create',
		{
			projectId: locateFirst(plane.service.state.projects),
			name: '={{ $json.name }}',
			additionalFields: {
				labels: '={{ $json.labels }}',
				state: { __rl: true, mode: 'name', value: '={{ $json.state }}' },
			},
			options: { createMissingLabels: true },
		},
		{ items: jsonItems(items), ...more },
	);

const continues: NodeRun = { onError: 'continueRegularOutput' };

/** The labels that the service had not before. */
const newLabels = ({ service: { state } }: Plane) =>
	state.labels.filter(({ name }) => ['Sails', 'Oars'].includes(name));

const findLabels = ({ service: { state } }: Plane, name: string) =>
	state.workItems.find((item) => item.name === name)?.labels;

const good = { name: 'Good', labels: 'Sails', state: 'To do' };
const bad = { name: 'Bad', labels: 'Sails, Oars', state: 'Stuck' };

describe('A label that two items need', () => {
	it('is created once, by the item that can be carried out, if the other one cannot', async () => {
		const plane = await start();

		const { json } = await create(plane, [bad, good], continues);

		expect(json).toMatchObject([
			{ error: expect.stringContaining('there is no state "Stuck"') },
			{ name: 'Good' },
		]);
		expect(newLabels(plane).map(({ name }) => name)).toEqual(['Sails']);
		expect(findLabels(plane, 'Good')).toEqual(newLabels(plane).map(({ id }) => id));
	});

	it('is not created if one of them cannot be carried out, and the run stops for it', async () => {
		const plane = await start();

		const { error } = await create(plane, [good, bad]);

		expect(error).toMatchObject({
			message: expect.stringContaining('there is no state "Stuck"'),
			description: expect.stringContaining(outcomes.nothingChanged),
			itemIndex: 1,
		});
		expect(plane.service.ledger).toEqual([]);
	});

	it('is created once, and stays, if the server refuses one of them afterwards', async () => {
		const plane = await start();

		plane.service.faults.plan(
			{ kind: 'status', status: 400, body: '{"name": ["Not this one."]}' },
			{ when: ({ body = '' }) => body.includes('Refused') },
		);
		const { json } = await create(plane, [{ ...good, name: 'Refused' }, good], continues);

		expect(json).toMatchObject([
			{ error: expect.stringContaining('Not this one') },
			{ name: 'Good' },
		]);
		expect(newLabels(plane)).toHaveLength(1);
		expect(findLabels(plane, 'Good')).toEqual(newLabels(plane).map(({ id }) => id));
	});

	it('makes both fail before they are sent if it cannot be created, and no other item', async () => {
		const plane = await start();

		plane.service.faults.plan(
			{ kind: 'status', status: 400, body: '{"error": "No more labels."}' },
			{
				when: ({ method, url = '' }) => method === 'POST' && url.endsWith('/labels/'),
				times: Infinity,
			},
		);
		const { json } = await create(
			plane,
			[good, { ...good, name: 'Good, too' }, { ...good, name: 'Best', labels: 'bug' }],
			continues,
		);

		expect(json).toMatchObject([
			{ error: expect.stringContaining('Sails') },
			{ error: expect.stringContaining('Sails') },
			{ name: 'Best' },
		]);
		expect(plane.service.ledger).toMatchObject([{ body: { name: 'Best' } }]);
	});

	it('is found if somebody else creates it after the labels were read', async () => {
		const plane = await startPlane({
			serverKind: 'community',
			workItems: 2,
			carryOut: async (request, inject) => {
				const { labels, projects } = plane.service.state;
				const [label] = labels.filter(({ project }) => project === projects[0]?.id);
				const isCreation = request.method === 'POST' && request.url.endsWith('/labels/');

				if (isCreation && label) {
					labels.push({ ...label, id: '0c7da278-21b6-4225-9d30-000000000001', name: 'Sails' });
				}

				return await inject();
			},
		});

		const { error } = await create(plane, [good, { ...good, name: 'Good, too' }]);

		expect(error).toBeUndefined();
		expect(newLabels(plane)).toHaveLength(1);
		expect(findLabels(plane, 'Good, too')).toEqual(newLabels(plane).map(({ id }) => id));
	});

	it('fails both if the server saves it without returning its ID', async () => {
		// No server is known to do that.
		const plane = await startPlane({
			serverKind: 'community',
			workItems: 2,
			carryOut: async ({ method, url }, inject) => {
				const answer = await inject();
				const isNewLabel = method === 'POST' && url.endsWith('/labels/');

				return isNewLabel ? { ...answer, body: Buffer.from('{}') } : answer;
			},
		});

		const { json } = await create(plane, [good, { ...good, name: 'Good, too' }], continues);
		const failure = {
			error: expect.stringContaining('Plane saved "Sails", but did not return its ID'),
		};

		expect(json).toMatchObject([failure, failure]);
		expect(newLabels(plane)).toHaveLength(1);
	});
});
