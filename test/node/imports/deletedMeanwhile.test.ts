import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { removeWhere } from '../../service/rows';
import type { Plane } from '../plane';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const titles = ['Oil', 'Saw', 'Paint', 'Sweep', 'Cut'];

const toRows = (priority: string): readonly IDataObject[] =>
	titles.map((Title, index) => ({ Key: `k${index}`, Title, Priority: priority }));

/** Lets somebody else do something as soon as a change arrives whose path has a certain part. */
const interfere = ({ service }: Plane, part: string, act: () => void): void => {
	service.faults.plan(
		{ kind: 'delay', milliseconds: 0 },
		{
			when: ({ method, url }) => {
				if (method !== 'GET' && url?.includes(part) === true) act();

				return false;
			},
		},
	);
};

const findSaw = ({ service }: Plane) => service.state.workItems.find(({ name }) => name === 'Saw');

describe('A work item that somebody deletes after the list was read', () => {
	it.each(['externalId', 'name'] as const)(
		'is created by the row whose %s it had, once',
		async (matchOn) => {
			const { plane, projectId, importRows } = await startImport(startPlane);
			const { state } = plane.service;

			await importRows(toRows('low'), { matchOn });
			interfere(plane, findSaw(plane)?.id ?? '-', () =>
				removeWhere(state.workItems, ({ name }) => name === 'Saw'),
			);

			const { json, requests } = await importRows(toRows('high'), { matchOn });
			const items = state.workItems.filter(({ project }) => project === projectId);

			expect(json.map(({ outcome, error }) => error ?? outcome)).toEqual([
				'updated',
				'created',
				'updated',
				'updated',
				'updated',
			]);
			expect(items.map(({ name, priority }) => [name, priority]).sort()).toEqual(
				titles.map((title) => [title, 'high']).sort(),
			);
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		},
	);

	it('is created by a group of rows that a server with API v2 writes with one request', async () => {
		const { plane, projectId, importRows } = await startImport(startPlane, {
			serverKind: 'commercial',
			differences: { servesApiV2: true },
		});
		const { state } = plane.service;
		const toMany = (Priority: string) =>
			Array.from({ length: 12 }, (_, index) => ({
				Key: `k${index}`,
				Title: index === 1 ? 'Saw' : `Oil ${index}`,
				Priority,
			}));

		await importRows(toMany('low'));
		interfere(plane, 'bulk-update', () =>
			removeWhere(state.workItems, ({ name }) => name === 'Saw'),
		);

		const { json } = await importRows(toMany('high'));

		expect(json.map(({ outcome, error }) => error ?? outcome)).toEqual(
			json.map((_, index) => (index === 1 ? 'created' : 'updated')),
		);
		expect(state.workItems.filter(({ project }) => project === projectId)).toHaveLength(12);
	});

	it('is not created again and again if the server finds it, but does not change it', async () => {
		const { plane, importRows } = await startImport(startPlane);

		await importRows(toRows('low'));

		const path = findSaw(plane)?.id ?? '-';

		plane.service.faults.plan(
			{ kind: 'status', status: 404, body: '{"error": "The required object does not exist."}' },
			{
				when: ({ method, url }) => method === 'PATCH' && url?.includes(path) === true,
				times: Infinity,
			},
		);

		const { json, requests } = await importRows(toRows('high'));

		expect(json[1]?.error).toContain('Plane did not find');
		expect(requests.length).toBeLessThan(20);
	});
});
