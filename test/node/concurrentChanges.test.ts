import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { locateFirst, matchByTitle } from '../engine/samples';
import { jsonItems } from '../engine/startNode';
import { isRecord } from '../service/http';
import { removeWhere } from '../service/rows';
import type { OutgoingRequest } from './inProcessHttp';
import type { Plane, PlaneOptions } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

/** Imports rows one after the other, which find their work items by the titles. */
const importByTitle = async (plane: Plane, rows: readonly IDataObject[]) =>
	await plane.run(
		'workItem.upsert',
		{
			projectId: locateFirst(plane.service.state.projects),
			columns: matchByTitle,
			limits: { concurrentRequests: 1 },
		},
		{ items: jsonItems(rows), onError: 'continueRegularOutput' },
	);

/** Starts a Plane with the work items Sails and Oars. Something happens when the first of them is changed. */
async function start(onFirstChange: (plane: Plane) => void) {
	let hasHappened = false;
	const plane = await startPlane({
		serverKind: 'community',
		workItems: 2,
		carryOut: async ({ method }, inject) => {
			const answer = await inject();
			if (method === 'GET' || hasHappened) return answer;

			hasHappened = true;
			onFirstChange(plane);

			return answer;
		},
	});

	for (const [index, name] of ['Sails', 'Oars'].entries()) {
		const item = plane.service.state.workItems[index];

		Object.assign(item ?? {}, { name, priority: 'low' });
	}

	return plane;
}

const rows = [
	{ Title: 'Sails', Priority: 'High' },
	{ Title: 'Oars', Priority: 'High' },
];

const named = ({ service: { state } }: Plane, name: string) =>
	state.workItems.filter((item) => item.name === name);

describe('A list of work items that was read once', () => {
	it('has one that somebody deletes between two items: its item creates it again, once', async () => {
		const plane = await start(({ service: { state } }) => {
			removeWhere(state.workItems, ({ name }) => name === 'Oars');
		});

		const { json } = await importByTitle(plane, rows);

		expect(json).toMatchObject([{ outcome: 'updated' }, { outcome: 'created' }]);

		const { json: secondJson } = await importByTitle(plane, rows);

		expect(secondJson).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
		expect(named(plane, 'Oars')).toHaveLength(1);
	});

	it('has one that somebody renames between two items: its item changes this one, and gives it its title', async () => {
		const plane = await start((running) => {
			for (const item of named(running, 'Oars')) item.name = 'Paddles';
		});

		const { json } = await importByTitle(plane, rows);

		expect(json).toMatchObject([{ outcome: 'updated' }, { outcome: 'updated' }]);
		expect(json[1]).toMatchObject({ priority: 'high' });
	});

	it('shows the values of before if somebody changes one between two items: only what differs from them is sent', async () => {
		const plane = await start((running) => {
			for (const item of named(running, 'Oars')) item.start_date = '2026-03-01';
		});

		const { json } = await importByTitle(plane, rows);

		expect(json).toMatchObject([{ outcome: 'updated' }, { outcome: 'updated' }]);
		// What the item does not have stays as somebody else has left it.
		expect(named(plane, 'Oars')).toMatchObject([{ priority: 'high', start_date: '2026-03-01' }]);
	});

	it('lacks one that somebody creates between two items: the server may have two then, and the next run says so', async () => {
		const plane = await start(({ service: { state } }) => {
			const [template] = state.workItems;

			if (template) {
				const id = '0c7da278-21b6-4225-9d30-000000000001';

				state.workItems.push({ ...template, id, name: 'Rudder', sequence_id: 99 });
			}
		});

		await importByTitle(plane, [...rows, { Title: 'Rudder', Priority: 'High' }]);
		const { json } = await importByTitle(plane, [{ Title: 'Rudder', Priority: 'High' }]);

		expect(named(plane, 'Rudder')).toHaveLength(2);
		expect(json).toMatchObject([{ error: expect.stringContaining('2 records have it') }]);
	});
});

describe('A refusal of a second record without its ID', () => {
	/** Leaves the ID out of refusals. */
	const withoutIds: PlaneOptions = {
		serverKind: 'community',
		workItems: 2,
		carryOut: async (_request: OutgoingRequest, inject) => {
			const answer = await inject();
			const body: unknown = answer.status === 409 ? JSON.parse(answer.body.toString()) : {};
			if (!isRecord(body) || !('id' in body)) return answer;

			return { ...answer, body: Buffer.from(JSON.stringify({ error: body.error })) };
		},
	};

	const create = async (plane: Plane, items: readonly IDataObject[], choice: string) =>
		await plane.run(
			'workItem.create',
			{
				projectId: locateFirst(plane.service.state.projects),
				name: '={{ $json.name }}',
				additionalFields: { externalSource: 'sheet', externalId: 'row-1' },
				options: { ifItAlreadyExists: choice } satisfies INodeParameters,
			},
			{ items: jsonItems(items), onError: 'continueRegularOutput' },
		);

	const items = [{ name: 'First' }, { name: 'Second' }];

	it.each([
		['useExisting', 'First'],
		['updateExisting', 'Second'],
	])('leads to the record in the list (If It Already Exists: %s)', async (choice, name) => {
		const plane = await startPlane(withoutIds);

		const { json } = await create(plane, items, choice);

		expect(json).toMatchObject([{ name: 'First' }, { name }]);
		expect(named(plane, name)).toHaveLength(1);
	});

	it.each(['useExisting', 'updateExisting'])(
		'makes the item fail while a replica does not show the record, and the next run finds it (If It Already Exists: %s)',
		async (choice) => {
			const plane = await startPlane({
				...withoutIds,
				differences: { readsReplica: true },
				replicaLag: 5000,
			});

			const { json, requests } = await create(plane, items, choice);

			expect(json).toMatchObject([{ name: 'First' }, { error: expect.any(String) }]);
			expect(json[1]?.error).not.toContain('saved');
			expect(requests.filter(({ status }) => status === 201)).toHaveLength(1);

			await plane.wait(10_000);
			const { json: secondJson } = await create(plane, items.slice(1), choice);

			expect(secondJson[0]?.id).toBe(json[0]?.id);
		},
	);
});
