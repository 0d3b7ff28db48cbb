import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { randomTimeout, runs } from '../../unit/random';
import { checkHistory, COMPLETE } from './checkHistory';
import { expectComplete, expectRefusals, expectSuccess, expectTruth } from './expectations';
import { anyHistory, type History, type Route, type Row } from './history';
import { runHistory } from './ImportWorld';

/**
 * Imports the same rows several times: some imports end early, requests and responses are lost, reads lag behind, workers
 * change records late, and other people work on them. `RUNS=30` tries 3,000 histories of each kind.
 */

const EMPTY_ROW: Omit<Row, 'record'> = {
	priority: undefined,
	labels: [],
	cycle: undefined,
	modules: [],
	properties: {},
};

/** A tenth of the requests of its imports has a fault. */
const EMPTY_HISTORY: History = {
	seed: 4,
	method: 'use',
	server: 'community',
	rows: [],
	imports: [],
	faultChance: 0.1,
	faultKinds: ['lostRequest', 'lostResponse'],
	retries: 4,
	lag: 0,
	workerDelay: 100,
	hidesIdsOfDuplicates: false,
};

const checkHistories = async (
	usualNumber: number,
	routes: readonly Route[],
	check: (history: History) => Promise<void>,
) => {
	await fc.assert(fc.asyncProperty(anyHistory(routes), check), {
		numRuns: runs(usualNumber),
		endOnFailure: true,
	});
};

describe('Rows that are imported again and again, whatever happens in between,', () => {
	test(
		'are one record each with the values of the rows, and nothing changes the second time',
		async () => {
			const routes: readonly Route[] = [
				{ method: 'use', server: 'community' },
				{ method: 'use', server: 'apiV2', hasProperties: true },
				{ method: 'update', server: 'commercial', hasProperties: true },
				{ method: 'update', server: 'apiV2WithTwins' },
				{ method: 'upsertByExternalId', server: 'community' },
				{ method: 'upsertByExternalId', server: 'apiV2WithTwins' },
				{ method: 'upsertByTitle', server: 'commercial' },
				{ method: 'upsertByTitle', server: 'apiV2' },
			];

			await checkHistories(80, routes, checkHistory);
		},
		randomTimeout,
	);

	test(
		'are one record each with its comments, links, relations and parent, and archived if they are in the tool',
		async () => {
			const routes: readonly Route[] = [
				{ method: 'exportOfJira', server: 'community' },
				{ method: 'exportOfJira', server: 'apiV2' },
				{ method: 'exportOfPlane', server: 'community' },
				{ method: 'exportOfPlane', server: 'commercial' },
				{ method: 'exportOfPlane', server: 'apiV2WithTwins' },
			];

			await checkHistories(50, routes, checkHistory);
		},
		randomTimeout,
	);

	test(
		'are never said to be created if somebody else has created them',
		async () => {
			const routes: readonly Route[] = [
				{ method: 'fail', server: 'community' },
				{ method: 'fail', server: 'apiV2' },
			];

			await checkHistories(20, routes, async (history) => {
				await runHistory(history, async (world) => {
					for (const plan of history.imports) expectTruth(world, await world.import(plan));

					expectTruth(world, await world.import(COMPLETE, 0));
					expectRefusals(world, await world.import(COMPLETE, 0));
				});
			});
		},
		randomTimeout,
	);
});

test('An import into a project that accepts 60 requests a minute waits, and reads the list once the next time', async () => {
	const rows = Array.from({ length: 90 }, (_, record) => ({ ...EMPTY_ROW, record }));
	const history: History = { ...EMPTY_HISTORY, rows };

	await runHistory(
		history,
		async (world) => {
			for (const endsAt of [20, 10]) {
				await world.import({ ...COMPLETE, end: 'killed', endsAt });
			}

			const second = await world.import(COMPLETE);

			expect(second.milliseconds).toBeGreaterThan(60_000);
			expectSuccess(world, second);
			expectComplete(world);

			const { requests, changes } = await world.import(COMPLETE, 0);

			// The project, its labels, cycles and modules, and the number of its work items and they themselves.
			expect(requests.length).toBeLessThanOrEqual(7);
			expect(changes).toEqual([]);
		},
		{ limit: { requests: 60, windowMs: 60_000 } },
	);
});

test('An import of 2,000 rows sends little more than what it writes', async () => {
	const rows = Array.from({ length: 2000 }, (_, record) => ({ ...EMPTY_ROW, record }));

	await runHistory({ ...EMPTY_HISTORY, method: 'upsertByExternalId', rows }, async (world) => {
		const first = await world.import(COMPLETE, 0);

		expect(first.requests.length).toBeLessThanOrEqual(2030);
		expect(world.items).toHaveLength(2000);

		const unchanged = await world.import(COMPLETE, 0);

		expect(unchanged.requests.length).toBeLessThanOrEqual(150);
		expect(unchanged.changes).toEqual([]);

		for (const item of world.items.slice(0, 50)) item.name = 'Renamed by somebody';

		const changed = await world.import(COMPLETE, 0);

		expect(changed.requests.length).toBeLessThanOrEqual(205);
		expect(changed.changes).toHaveLength(50);
	});
});
