import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { readFirstText } from '../../../nodes/shared/values/readFirstText';
import type { ListQuery } from '../../../nodes/shared/model/call';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import type { ListStatistics } from '../../../nodes/shared/pagination/RowCollector';
import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { VirtualTime } from '../scheduler/virtualTime';
import { type Change, ChangingServer, type ChangingServerOptions } from './changingServer';
import { createTimeFilters, called, pagesOf } from './listServer';

/** A list, the changes that others make while it is read, and the records that are requested. */
interface History {
	readonly server: ChangingServerOptions;
	/** How many records were created at the same time, a batch each minute. */
	readonly batches: readonly number[];
	readonly changes: readonly Change[];
	readonly isFiltered: boolean;
	/** How many of the last batches are requested, or undefined for all. */
	readonly lastBatches: number | undefined;
	/** Whether the user has chosen an order in which many records are equal. */
	readonly isSortedByState: boolean;
	/** The order that is different for every record, if the list has one. */
	readonly stableOrder: 'sequence_id' | undefined;
}

const MAX_CHANGES = 12;

const changes = fc.record<Change>({
	kind: fc.constantFrom('create', 'import', 'delete', 'modify', 'swap'),
	at: fc.integer({ min: -2000, max: 6000 }),
	choice: fc.nat(1000),
});

const commonOptions = {
	paging: fc.constantFrom<ChangingServerOptions['paging']>('cursor', 'offset'),
	order: fc.constantFrom<ChangingServerOptions['order']>(
		'newest created',
		'oldest created',
		'newest updated',
	),
	honorsFilter: fc.boolean(),
	shufflesEqualRecords: fc.boolean(),
	delays: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 7 }),
};

const servers = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			...commonOptions,
			pageSize: fc.integer({ min: 2, max: 8 }),
			reportsTotal: fc.constant(true),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...commonOptions,
			// Nothing distinguishes a server without paging from one whose whole page is pushed on to the
			// next by as many new records, so here there are fewer new records than that.
			pageSize: fc.integer({ min: MAX_CHANGES + 2, max: 20 }),
			reportsTotal: fc.constant(false),
		}),
	},
);

const histories = fc.record<History>({
	server: servers,
	// Mostly one record at a time, and sometimes many at once, by an import.
	batches: fc.array(fc.constantFrom(1, 1, 1, 2, 7), { maxLength: 12 }),
	changes: fc.array(changes, { maxLength: MAX_CHANGES }),
	isFiltered: fc.constantFrom(false, false, true),
	lastBatches: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
	isSortedByState: fc.boolean(),
	stableOrder: fc.constantFrom('sequence_id', undefined),
});

/** The result of a reading. */
interface Reading {
	readonly ids: readonly string[];
	/** The IDs of the records that existed all the time and are missing from the result. */
	readonly missingIds: readonly string[];
	readonly possiblyIncomplete: ListStatistics['possiblyIncomplete'];
	readonly requests: number;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

async function readDuring(history: History): Promise<Reading | 'failed'> {
	const { batches, isFiltered, lastBatches } = history;
	const time = new VirtualTime();
	const server = new ChangingServer(time, history.server, batches, history.changes);
	const after =
		lastBatches === undefined
			? undefined
			: time.now() - HOUR + (batches.length - lastBatches) * MINUTE;
	const query: ListQuery = {
		queryParameters: { ...(history.isSortedByState && { order_by: 'state' }) },
		offset: 0,
		isOrdered: true,
		...(isFiltered && {
			serverFilters: [{ field: called('State'), rowPath: 'state', test: 'is', values: ['a'] }],
		}),
		clientFilters: createTimeFilters(after === undefined ? {} : { after }),
	};

	const { result } = await time.advanceUntil(
		paginate(query, {
			fetch: pagesOf({ fetch: async (page) => await server.fetch(page, isFiltered) }),
			concurrency: 8,
			stableOrder: history.stableOrder,
			pause: async (milliseconds) => await time.sleep(milliseconds),
		}),
	);
	if (isProblem(result)) return 'failed';

	const ids = result.records.map((record) => readFirstText(record, 'id'));
	const missingIds = server.lastingIds(isFiltered, after).filter((id) => !ids.includes(id));
	const { possiblyIncomplete } = result.statistics;

	return { ids, missingIds, possiblyIncomplete, requests: server.requests };
}

describe('Return All of a list that others change', () => {
	const quietHistory: History = {
		server: {
			paging: 'cursor',
			order: 'newest created',
			pageSize: 5,
			reportsTotal: true,
			honorsFilter: false,
			shufflesEqualRecords: false,
			delays: [30, 10, 20],
		},
		batches: [1, 1, 7, 2, 1, 7, 1, 1],
		changes: [],
		isFiltered: false,
		lastBatches: undefined,
		isSortedByState: false,
		stableOrder: undefined,
	};
	const creation: Change = { kind: 'create', at: -30, choice: 0 };
	const deletion: Change = { kind: 'delete', at: 35, choice: 20 };

	test.each<[title: string, changes: readonly Change[], requests: number, records: number]>([
		['requests each page once if nobody changes anything', [], 5, 21],
		['requests the first page twice if a record was created just before', [creation], 6, 22],
		['reads the list again if a record was deleted from a page already read', [deletion], 9, 20],
	])('%s, and is complete', async (_, recentChanges, requests, records) => {
		const reading = await readDuring({ ...quietHistory, changes: recentChanges });

		expect(reading).toMatchObject({ requests, possiblyIncomplete: undefined, missingIds: [] });
		expect(reading).toHaveProperty('ids.length', records);
	});

	test('says that the list may be incomplete if it changes all the time', async () => {
		const constantChanges = Array.from({ length: 500 }, (_, index): Change => {
			const kind = index % 2 === 0 ? 'create' : 'delete';

			return { kind, at: index * 40, choice: index % 3 };
		});
		const slowServer = { ...quietHistory.server, delays: [300, 100, 300] };

		const reading = await readDuring({
			...quietHistory,
			server: slowServer,
			changes: constantChanges,
		});

		expect(reading).toMatchObject({ possiblyIncomplete: { total: expect.any(Number) } });
	});

	test('reports that records may be missing if one is deleted at any time, even without a total', async () => {
		const server = { ...quietHistory.server, pageSize: 14, reportsTotal: false };
		const batches = Array.from({ length: 60 }, () => 1);

		for (let at = 30; at < 270; at += 30) {
			for (let choice = 0; choice < 60; choice += 3) {
				const reading = await readDuring({
					...quietHistory,
					server,
					batches,
					changes: [{ kind: 'delete', at, choice }],
					lastBatches: 45,
				});
				if (reading === 'failed') throw new Error('The list could not be read');

				const unreportedIds = reading.possiblyIncomplete === undefined ? reading.missingIds : [];

				expect({ at, choice, unreportedIds }).toEqual({ at, choice, unreportedIds: [] });
			}
		}
	});

	test('returns each lasting record, or says that some may be missing, in 10,000 random histories', async () => {
		const counts = { complete: 0, possiblyIncomplete: 0, failed: 0 };

		await fc.assert(
			fc.asyncProperty(histories, async (history) => {
				const reading = await readDuring(history);
				if (reading === 'failed') {
					counts.failed++;

					return;
				}

				expect(new Set(reading.ids).size).toBe(reading.ids.length);

				if (reading.possiblyIncomplete === undefined) {
					counts.complete++;
					expect(reading.missingIds).toEqual([]);
				} else {
					counts.possiblyIncomplete++;
				}
			}),
			{ numRuns: runs(10_000) },
		);

		// A warning with every list would be of no use.
		expect(counts.failed).toBeLessThan(runs(100));
		expect(counts.possiblyIncomplete).toBeLessThan(counts.complete);
	});
});
