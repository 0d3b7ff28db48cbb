import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { firstText } from '../../../nodes/shared/rows/firstText';
import type { ListQuery } from '../../../nodes/shared/model/call';
import { paginate } from '../../../nodes/shared/pagination/paginate';
import type { ListStatistics } from '../../../nodes/shared/pagination/RowCollector';
import { isProblem } from '../../../nodes/shared/result/problem';
import { VirtualTime } from '../scheduler/virtualTime';
import { testsOf } from './servers';
import { ChangingServer, type Change, type ChangingServerOptions } from './changingServer';
import { runs } from '../random';

/** A list, what others do to it, and what is wanted of it. */
interface History {
	readonly server: ChangingServerOptions;
	readonly sizes: readonly number[];
	readonly changes: readonly Change[];
	readonly isFiltered: boolean;
	/** Of how many of the last moments the records are wanted; undefined: of all. */
	readonly lastMoments: number | undefined;
}

const MOST_CHANGES = 12;

const aChange = fc.record<Change>({
	kind: fc.constantFrom('create', 'delete', 'touch', 'swap'),
	at: fc.integer({ min: -2000, max: 6000 }),
	place: fc.nat(1000),
});

const common = {
	follows: fc.constantFrom<ChangingServerOptions['follows']>('cursor', 'offset'),
	sorts: fc.constantFrom<ChangingServerOptions['sorts']>(
		'newest created',
		'oldest created',
		'newest updated',
	),
	filters: fc.boolean(),
	takes: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 7 }),
};

const aServer = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			...common,
			page: fc.integer({ min: 2, max: 8 }),
			tells: fc.constant(true),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			...common,
			// Nothing tells a server that does not page from one whose whole page is pushed on to the next
			// by as many new records, so here there are fewer of those.
			page: fc.integer({ min: MOST_CHANGES + 2, max: 20 }),
			tells: fc.constant(false),
		}),
	},
);

const aHistory = fc.record<History>({
	server: aServer,
	// Moments in which one record was made, and others in which many were, by an import.
	sizes: fc.array(fc.constantFrom(1, 1, 1, 2, 7), { maxLength: 12 }),
	changes: fc.array(aChange, { maxLength: MOST_CHANGES }),
	isFiltered: fc.constantFrom(false, false, true),
	lastMoments: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
});

/** What a reading came to. */
interface Came {
	readonly ids: readonly string[];
	/** The records that had to come and did not. */
	readonly lost: readonly string[];
	readonly doubt: ListStatistics['doubt'];
	readonly requests: number;
}

const HOUR = 3_600_000;

async function read(history: History): Promise<Came | 'failed'> {
	const { sizes, changes, isFiltered, lastMoments } = history;
	const time = new VirtualTime();
	const server = new ChangingServer(time, history.server, sizes, changes);
	const after =
		lastMoments === undefined
			? undefined
			: time.now() - HOUR + (sizes.length - lastMoments) * 60_000;
	const query: ListQuery = {
		search: {},
		offset: 0,
		isOrdered: true,
		...(isFiltered
			? { serverFilters: [{ displayName: 'State', rowPath: 'state', values: ['a'] }] }
			: {}),
		clientFilters: testsOf(after === undefined ? {} : { after }),
	};
	const { result } = await time.advanceUntil(
		paginate(query, {
			fetch: async (page) => await server.fetch(page, isFiltered),
			concurrency: 8,
			pause: async (milliseconds) => await time.sleep(milliseconds),
		}),
	);
	if (isProblem(result)) return 'failed';

	const ids = result.records.map((record) => firstText(record, 'id'));
	const lost = server.throughout(isFiltered, after).filter((id) => !ids.includes(id));

	return { ids, lost, doubt: result.statistics.doubt, requests: server.requests };
}

describe('Return All of a list that others work on', () => {
	const quiet: History = {
		server: {
			follows: 'cursor',
			sorts: 'newest created',
			page: 5,
			tells: true,
			filters: false,
			takes: [30, 10, 20],
		},
		sizes: [1, 1, 7, 2, 1, 7, 1, 1],
		changes: [],
		isFiltered: false,
		lastMoments: undefined,
	};
	const made: Change = { kind: 'create', at: -30, place: 0 };
	const deleted: Change = { kind: 'delete', at: 35, place: 20 };

	test.each<[title: string, changes: readonly Change[], requests: number, records: number]>([
		['asks for each page once where nobody does anything', [], 5, 21],
		['asks for the first page twice where a record was made a moment before', [made], 6, 22],
		['reads again where a record was deleted on a page that was read', [deleted], 9, 20],
	])('%s, and doubts nothing', async (_, changes, requests, records) => {
		const came = await read({ ...quiet, changes });

		expect(came).toMatchObject({ requests, doubt: undefined, lost: [] });
		expect(came).toHaveProperty('ids.length', records);
	});

	test('says that the list may not be whole where it changes all the time', async () => {
		const changes = Array.from({ length: 500 }, (_, index): Change => {
			const kind = index % 2 === 0 ? 'create' : 'delete';

			return { kind, at: index * 40, place: index % 3 };
		});
		const slow = { ...quiet.server, takes: [300, 100, 300] };

		expect(await read({ ...quiet, server: slow, changes })).toMatchObject({
			doubt: { total: expect.any(Number) },
		});
	});

	test('loses nothing silently where one is deleted at any time, and no total tells of it', async () => {
		const server = { ...quiet.server, page: 14, tells: false };
		const sizes = Array.from({ length: 60 }, () => 1);

		for (let at = 30; at < 270; at += 30) {
			for (let place = 0; place < 60; place += 3) {
				const changes: Change[] = [{ kind: 'delete', at, place }];
				const came = await read({ ...quiet, server, sizes, changes, lastMoments: 45 });
				if (came === 'failed') throw new Error('It failed');

				const lost = came.doubt === undefined ? came.lost : [];

				expect({ at, place, lost }).toEqual({ at, place, lost: [] });
			}
		}
	});

	test('gives each record that was there all the time, or says that it may not, in 10,000 random histories', async () => {
		const tally = { whole: 0, doubtful: 0, failed: 0 };

		await fc.assert(
			fc.asyncProperty(aHistory, async (history) => {
				const came = await read(history);
				if (came === 'failed') {
					tally.failed++;

					return;
				}

				expect(new Set(came.ids).size).toBe(came.ids.length);

				if (came.doubt === undefined) {
					tally.whole++;
					expect(came.lost).toEqual([]);
				} else {
					tally.doubtful++;
				}
			}),
			{ numRuns: runs(10_000) },
		);
		// It is no use to doubt everything.
		expect(tally.failed).toBeLessThan(runs(100));
		expect(tally.doubtful).toBeLessThan(tally.whole);
	}, 120_000);
});
