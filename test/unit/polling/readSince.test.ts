import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import {
	type Feed,
	isSorted,
	orderOfFirst,
	readSince,
	spanOver,
} from '../../../nodes/PlanePollingTrigger/changes/readSince';
import { pageOf } from './lists';

/** The numbers from the first one down to the last one. */
const down = (first: number, last = 1): number[] =>
	Array.from({ length: first - last + 1 }, (_, index) => first - index);

const up = (first: number, last: number): number[] => down(last, first).reverse();

const rowOf = (number: number, id = number): JsonObject => ({ id, number });
const orderOf = ({ number }: JsonObject) => (typeof number === 'number' ? number : undefined);

const away = failed('Away', '');

interface Around extends Partial<Pick<Feed, 'floor' | 'above'>> {
	/** The rows of a page at most. */
	readonly most?: number;
	/** What a page says of itself and of others. */
	readonly said?: Partial<ListPage>;
	/** What becomes of the rows before this request, counted from 1. */
	readonly change?: readonly [request: number, rows: (rows: readonly JsonObject[]) => JsonObject[]];
	/** The request that fails. */
	readonly failing?: number;
	/** The row that cannot be worked on. */
	readonly stuck?: number;
	/** Rows that are known already. */
	readonly known?: readonly number[];
}

/** Reads a list of a server, and tells what was asked for and which rows were worked on. */
async function read(given: readonly (number | JsonObject)[], around: Around = {}) {
	const { most = 10, floor = 0, above, change, failing, stuck, said, known = [] } = around;
	let rows = given.map((row) => (typeof row === 'number' ? rowOf(row) : row));
	const [asked, worked]: [string[], unknown[]] = [[], []];
	const heads: ListPage[] = [];
	const feed: Feed = {
		ask: async (size, offset, isWhole) => {
			asked.push(`${size}@${offset}${isWhole ? ' whole' : ''}`);
			if (asked.length === change?.[0]) rows = change[1](rows);
			if (asked.length === failing) return away;
			// What reads on for ever fails.
			if (asked.length > 50) throw new Error(asked.join());

			const large = Math.min(size, most);
			const start = offset - (offset % large);

			return await Promise.resolve(
				pageOf(rows.slice(start, start + large), {
					more: start + large < rows.length,
					cursor: { size: large, page: start / large },
					...said,
				}),
			);
		},
		orderOf,
		floor,
		...(above !== undefined && { above }),
		isNew: ({ id }) => !worked.includes(id) && !known.includes(Number(id)),
		begin: (head) => heads.push(head),
	};
	const reach = await readSince(feed, async ({ id }) => {
		if (id === stuck) return await Promise.resolve(away);

		worked.push(id);

		return undefined;
	});

	return { reach, asked, worked, heads };
}

describe('a list that fits on one page', () => {
	test('takes one request where nothing is new', async () => {
		for (const around of [{ floor: 4 }, { floor: 2, known: [2, 3] }]) {
			const { reach, asked, worked, heads } = await read(down(3), around);

			expect([reach, asked, worked]).toEqual([{ isComplete: true }, ['100@0'], []]);
			expect(heads).toEqual([expect.objectContaining({ records: down(3).map((n) => rowOf(n)) })]);
		}

		expect(await read([])).toMatchObject({ reach: { isComplete: true }, asked: ['100@0'] });
	});

	test('is read whole where something is, the oldest first, without what is older or known', async () => {
		expect(await read(down(6), { floor: 2, known: [4] })).toMatchObject({
			worked: [2, 3, 5, 6],
			asked: ['100@0', '100@0 whole'],
			reach: { isComplete: true, reached: 6, above: 0 },
		});
	});

	test('is read page by page where it has grown meanwhile', async () => {
		const more = (rows: readonly JsonObject[]) => [...down(26, 7).map((n) => rowOf(n)), ...rows];
		const { worked, asked } = await read(down(6), { change: [2, more] });

		expect(worked).toEqual(up(1, 26));
		expect(asked).toEqual([
			'100@0',
			'100@0 whole',
			'10@10',
			'10@20',
			'10@20 whole',
			'7@14 whole',
			'8@8 whole',
			'10@0 whole',
		]);
	});

	test.each([
		['all of its rows', 3, true],
		['more rows than these', 4, false],
		['fewer rows than these', 2, true],
	])('says so by its number: %s', async (_, total, isWhole) => {
		const said = { more: undefined, total };
		const { asked } = await read(down(3), { said, floor: 1, known: [1, 2, 3] });

		expect(asked.length === 1).toBe(isWhole);
	});

	test('is not the last one where the server says so, whatever its number', async () => {
		const { asked } = await read(down(3), { said: { more: true, total: 3 }, floor: 3, known: [3] });

		expect(asked).toEqual(['100@0']);
		const another = await read(down(3), { said: { more: true, total: 3 }, floor: 1, failing: 2 });

		expect(another.asked).toEqual(['100@0', '10@10']);
	});

	test('is not asked for further where it is not sorted', async () => {
		for (const rows of [[1, 2], [2, { id: 1 }], [{ id: 1 }], [3, 1, 2]]) {
			const { reach, asked, heads } = await read(rows);

			expect(reach).toMatchObject({
				isComplete: false,
				problem: { message: 'This server does not sort its lists by last update' },
			});
			expect([asked, heads]).toEqual([['100@0'], []]);
		}
	});

	test('is read by the next poll where it cannot be read whole', async () => {
		const { reach, asked } = await read(down(3), { failing: 2 });

		expect(reach).toEqual({ isComplete: false, problem: away });
		expect(asked).toHaveLength(2);
	});

	test('has also rows that turn up without their order', async () => {
		const { reach, worked } = await read([3, 2], {
			floor: 1,
			change: [2, () => [rowOf(3), { id: 2 }]],
		});

		expect([reach, worked]).toEqual([{ isComplete: true, reached: 3, above: 0 }, [2, 3]]);
		const last = await read([3], { floor: 1, change: [2, () => [{ id: 3 }]] });

		expect(last.reach.reached).toBe(1);
	});
});

describe('a list of several pages', () => {
	/** From the newest page by steps that double, then by halves, to the page that has what is too old. */
	const SEARCH = ['100@0', '10@10', '10@20', '10@40', '10@80', '10@60', '10@50', '10@50 whole'];
	/** Pages that share a row with the one before. */
	const UPWARDS = [
		'9@45 whole',
		'10@40 whole',
		'7@35 whole',
		'9@27 whole',
		'10@20 whole',
		'7@14 whole',
		'8@8 whole',
		'10@0 whole',
	];

	test('is read from the oldest row of interest to the newest one, each once', async () => {
		const { reach, asked, worked } = await read(down(70), { floor: 21 });

		expect(worked).toEqual(up(21, 70));
		expect(reach).toEqual({ isComplete: true, reached: 70, above: 0 });
		expect(asked).toEqual([...SEARCH, ...UPWARDS]);
	});

	test.each([
		['at once from where an earlier reading has got to', 25, 35, ['10@30 whole', '8@24 whole']],
		['at once where that is the first row of a page', 30, 39, ['10@30 whole', '8@24 whole']],
		['above it where that page is too old', 31, 35, ['10@30 whole', '10@10', '10@20']],
		['below it where that page is too new', 15, 35, ['10@30 whole', '10@40', '10@40 whole']],
		['not on the first page again', 45, 3, ['10@10 whole']],
	])('is read %s', async (_, floor, above, expected) => {
		const { worked, asked } = await read(down(60), { floor, above });

		expect(worked).toEqual(up(floor, 60));
		expect(asked.slice(1, 1 + expected.length)).toEqual(expected);
	});

	test('is read in pages of 100 where the server does not say how large they are', async () => {
		const { asked, worked } = await read(down(150), { most: 100, said: { cursor: undefined } });

		expect(worked).toEqual(up(1, 150));
		expect(asked).toEqual(['100@0', '100@100', '100@100 whole', '51@51 whole', '100@0 whole']);
	});

	test('is read to the end where its last rows are gone meanwhile', async () => {
		const { worked, asked } = await read(down(60), {
			floor: 5,
			change: [8, (rows) => rows.slice(0, 38)],
		});

		expect(asked).toEqual([...SEARCH, ...UPWARDS]);
		expect(worked).toEqual(up(23, 60));
	});

	const evens = up(1, 60).filter((id) => id % 2 === 0);

	test.each<readonly [number, number, readonly number[]]>(
		up(3, 11).flatMap((request) => [
			[request, 1, []] as const,
			[request, 1, evens] as const,
			[request, 15, []] as const,
		]),
	)(
		'misses none where others come in before request %i, %i have the same order and these are known: %j',
		async (request, alike, known) => {
			const moved = [30, 33, 39, 50];
			const change = (rows: readonly JsonObject[]) => [
				...down(85, 71).map((id) => rowOf(id)),
				...moved.map((id, index) => rowOf(70 - index / 10, id)),
				...rows.filter(({ id }) => !moved.includes(Number(id))),
			];
			const rows = down(60).map((id) => rowOf(Math.ceil(id / alike), id));
			const around = { floor: Math.ceil(21 / alike), change: [request, change], known } as const;
			const { worked, reach } = await read(rows, around);

			expect(reach).toEqual({ isComplete: true, reached: 85, above: 0 });
			const ids = worked.map(Number);
			const due = [...up(alike === 1 ? 21 : 16, 60), ...up(71, 85)];

			expect(ids.toSorted((a, b) => a - b)).toEqual(due.filter((id) => !known.includes(id)));
		},
	);

	test('is read on where many rows have the same order', async () => {
		const rows = down(60).map((id) => rowOf(Math.ceil(id / 15), id));
		const { worked, reach, asked } = await read(rows, { floor: 2 });

		expect(worked).toEqual(up(16, 60));
		expect(reach).toEqual({ isComplete: true, reached: 4, above: 0 });
		expect(asked).toEqual([
			'100@0',
			'10@10',
			'10@20',
			'10@40',
			'10@30',
			'10@40 whole',
			...UPWARDS.slice(2),
		]);
	});

	test.each([
		[1, {}, []],
		[2, {}, []],
		[3, { above: 10 }, []],
		[6, { above: 40 }, []],
		[8, { above: 50 }, []],
		[9, { above: 50, reached: 20 }, []],
		[11, { above: 40, reached: 30 }, up(21, 30)],
	])('says how far it got where request %i fails', async (failing, far, rows) => {
		const { reach, worked } = await read(down(70), { floor: 21, failing });

		expect(reach).toEqual({ isComplete: false, problem: away, ...far });
		expect(worked).toEqual(rows);
	});

	test('ends before a row that cannot be worked on', async () => {
		const { reach, worked } = await read(down(70), { floor: 21, stuck: 38 });

		expect(reach).toEqual({ isComplete: false, reached: 37, above: 33, problem: away });
		expect(worked).toEqual(up(21, 37));
		const first = await read(down(3), { stuck: 1 });

		expect(first.reach).toEqual({ isComplete: false, problem: away });
	});
});

describe('a page over a row', () => {
	test.each([
		[0, 100, 100, 0],
		[100, 100, 51, 51],
		[1, 2, 2, 0],
		[4, 2, 2, 4],
	])('%i, of %i rows at most, is that of %i rows from %i on', (row, largest, size, start) => {
		expect(spanOver(row, largest)).toEqual({ size, start });
	});

	test('has it, and as many newer ones as there can be', () => {
		fc.assert(
			fc.property(fc.nat(500), fc.integer({ min: 2, max: 100 }), (row, largest) => {
				const sizes = up(2, largest);
				const { size, start } = spanOver(row, largest);

				expect([start % size, start + size > row, size <= largest]).toEqual([0, true, true]);
				expect(start).toBe(Math.min(...sizes.map((each) => row - (row % each))));
			}),
		);
		expect(spanOver(250)).toEqual(spanOver(250, 100));
	});
});

test('rows of the same order are sorted, and no row tells nothing', () => {
	expect(isSorted({ orderOf }, pageOf([rowOf(2), rowOf(2), rowOf(1)]))).toBe(true);
	expect(orderOfFirst({ orderOf }, pageOf([rowOf(2), rowOf(1)]))).toBe(2);
	expect(orderOfFirst({ orderOf }, pageOf([]))).toBeUndefined();
});
