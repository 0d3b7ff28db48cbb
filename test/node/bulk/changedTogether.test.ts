import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { matchByTitle } from '../../engine/samples';
import { problemDocument } from '../../unit/responses';
import { removeWhere } from '../../service/rows';
import { expectProblem } from '../../expectProblem';
import { causes, outcomes } from '../../nodeTexts';
import { isBulk } from './refuseRows';
import {
	BULK_UPDATE,
	nameWorkItems,
	PROBE,
	READ_LIST,
	READ_PROJECT,
	UNKNOWN_OUTCOME,
	UPDATE_ONE,
	useBulk,
	type BulkServer,
} from './useBulk';

const startServer = useBulk();

const COUNT = 12;

/** Starts a server with the work items Item 1 to Item 12. */
async function start() {
	const server = await startServer({ workItems: COUNT });

	return { server, workItems: nameWorkItems(server) };
}

const name: INodeParameters = { name: '={{ $json.name }}' };

describe('Changes of a dozen work items', () => {
	it('share a request, and one to read them', async () => {
		const { server, workItems } = await start();
		const changes = workItems.map(({ id }, index) => ({ id, name: `New ${index}` }));

		const { json } = await server.update(changes, name);

		expect(json).toMatchObject(changes);
		expect(server.countRequests()).toEqual({
			[PROBE]: 1,
			[READ_PROJECT]: 1,
			[BULK_UPDATE]: 1,
			[READ_LIST]: 1,
		});
	});

	it('are followed by the next ones of the same work items', async () => {
		const { server, workItems } = await start();
		const changes = [...workItems, ...workItems, ...workItems].map(({ id }, index) => ({
			id,
			name: `Version ${index}`,
		}));

		const { json } = await server.update(changes, name);

		expect(json).toMatchObject(changes);
		expect(workItems.map((item) => item.name)).toEqual(
			workItems.map((_, index) => `Version ${24 + index}`),
		);
		expect(server.countWrites()).toEqual({ [BULK_UPDATE]: 3 });
	});

	it('report the one that is missing', async () => {
		const { server, workItems } = await start();
		const missing = workItems[2]?.id;

		removeWhere(server.state.workItems, ({ id }) => id === missing);
		const { json } = await server.update(
			workItems.map(({ id }, index) => ({ id, name: `New ${index}` })),
			name,
		);

		expectProblem(json[2]?.error, { cause: causes.notFound('Work Item') });
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(1);
	});

	it('may or may not be saved if the response is lost, and say that they can be run again', async () => {
		const { server, workItems } = await start();

		server.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isBulk, times: Infinity });
		const { json } = await server.update(
			workItems.map(({ id }, index) => ({ id, name: `New ${index}` })),
			name,
		);

		expect(json).toMatchObject(workItems.map(() => UNKNOWN_OUTCOME));
		expect(json[0]?.error).toContain(outcomes.safeAgain);
	});
});

describe('Rows that find one work item twice, among others of a dozen,', () => {
	const TWIN = 'Twin';

	const upsert = async (server: BulkServer, rows: readonly IDataObject[], onError?: OnError) =>
		await server.run(
			'upsert',
			rows,
			{
				externalSource: 'sheet',
				columns: matchByTitle,
			},
			onError && { onError },
		);

	/** Starts a server whose first work item is called Twin, with the external ID row-1 and this start date. */
	async function startWithTwin(startDate: string | null = null) {
		const { server, workItems } = await start();
		const [twin, ...others] = workItems;
		if (twin === undefined) throw new Error('The server has no work items');

		Object.assign(twin, {
			name: TWIN,
			external_source: 'sheet',
			external_id: 'row-1',
			start_date: startDate,
		});
		const otherRows = others.map((item) => ({ Title: item.name, 'Start Date': '2026-01-01' }));

		return { server, twin, otherRows };
	}

	/** Found by its name, and then by its external ID. */
	const twinRows = [
		{ Title: TWIN, 'Start Date': '2026-01-02' },
		{ Title: 'Twin again', ID: 'row-1', 'Start Date': '2026-01-03' },
	];

	const lastValues = { name: 'Twin again', start_date: '2026-01-03' };

	it.each([
		['no day', null],
		['another day', '2025-12-31'],
		['the day of the first of them', '2026-01-02'],
		['the day of the last of them', '2026-01-03'],
	])(
		'by its title and by its external ID, change it in their order if it has %s',
		async (_, startDate) => {
			const { server, twin, otherRows } = await startWithTwin(startDate);

			const { json } = await upsert(server, [...otherRows, ...twinRows]);

			expect(json.slice(-2)).toMatchObject([
				{ id: twin.id, name: TWIN, start_date: '2026-01-02' },
				{ id: twin.id, ...lastValues },
			]);
			expect(twin).toMatchObject(lastValues);
			expect(server.countWrites()).toEqual({ [BULK_UPDATE]: 1, [UPDATE_ONE]: 1 });
		},
	);

	it('by its title and by its external ID, change it in their order if API v2 lacks the route', async () => {
		const { server, twin, otherRows } = await startWithTwin();

		server.faults.plan(
			{ kind: 'status', status: 404, body: problemDocument('not_found', 404).text },
			{ when: isBulk, times: Infinity },
		);
		const { json } = await upsert(server, [...otherRows, ...twinRows]);

		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(twin).toMatchObject(lastValues);
		expect(server.countWrites()).toEqual({ [BULK_UPDATE]: 1, [UPDATE_ONE]: COUNT + 1 });
	});

	it('end with the first that fails, unless the node continues', async () => {
		const { server, twin, otherRows } = await startWithTwin();

		server.faults.plan({ kind: 'status', status: 200, body: '{"results": []}' }, { when: isBulk });
		const { error } = await upsert(server, [...otherRows, ...twinRows], 'stopWorkflow');

		expect(error?.message).toContain('does not say what became of this item');
		expect(twin.name).toBe(TWIN);
		expect(server.countWrites()).toEqual({ [BULK_UPDATE]: 1 });
	});

	it('change it in their order if API v2 lacks a field of theirs', async () => {
		const { server, twin, otherRows } = await startWithTwin();

		const { json } = await upsert(server, [
			{ Title: TWIN, 'Sort Order': 1 },
			...otherRows,
			{ Title: TWIN, 'Start Date': '2026-01-02' },
			{ Title: TWIN, 'Start Date': '2026-01-03', 'Sort Order': 2 },
		]);

		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(twin).toMatchObject({ start_date: '2026-01-03', sort_order: 2 });
	});
});
