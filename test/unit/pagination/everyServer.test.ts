import { describe, expect, test } from '@jest/globals';

import { paginate } from '../../../nodes/shared/pagination/paginate';
import { isProblem } from '../../../nodes/shared/result/problem';
import { concurrency, rowsOf, serverOf, type Behaviour } from './servers';

/** Numbers of rows around the ends of pages, and some between. */
const ROWS = [
	0, 1, 9, 10, 11, 20, 49, 50, 51, 99, 100, 101, 110, 150, 199, 200, 201, 250, 300, 350,
];
const LIMITS = [undefined, 1, 10, 11, 50, 99, 100, 101, 150, 250, 1000];
const OFFSETS = [0, 1, 10, 50, 99, 100, 101, 340, 400];

/** Says what is wrong for one combination; `''`: nothing. */
async function fault(
	n: number,
	limit: number | undefined,
	offset: number,
	behaviour: Behaviour,
): Promise<string> {
	const rows = rowsOf(n);
	const server = serverOf(() => rows, behaviour);
	const wish = { query: {}, offset, ...(limit === undefined ? {} : { limit }) };
	const result = await paginate(wish, 8, async (page) => await server.response(page), concurrency);

	const title = `${String(n)} rows, limit ${String(limit)}, offset ${String(offset)}`;
	if (isProblem(result)) return `${title}: ${result.message}`;

	const wanted = rows.slice(offset, limit === undefined ? undefined : offset + limit);
	const same = JSON.stringify(result.records) === JSON.stringify(wanted);
	if (!same) {
		return `${title}: ${String(result.records.length)} rows in place of ${String(wanted.length)}`;
	}
	const most = mostRequests(wanted.length, limit, offset, behaviour);
	return server.asked.length > most ? `${title}: ${String(server.asked.length)} requests` : '';
}

function mostRequests(
	wanted: number,
	limit: number | undefined,
	offset: number,
	{ cap, follows, tells }: Behaviour,
): number {
	const asked = Math.min(100, limit ?? 100);
	const size = Math.min(asked, cap);
	if (follows !== 'cursor') {
		// One more to find the end, one more to find out whether an offset is honoured, and one where the
		// last row of the first page is asked for twice, which can push the last row of all to a page of
		// its own.
		const shared = !tells && limit === undefined ? 1 : 0;
		return Math.max(1, Math.ceil(wanted / Math.min(100, cap))) + (offset === 0 ? 1 : 2) + shared;
	}
	// The pages that hold the rows, and one more where the first answer tells that pages are smaller.
	const [first, last] = [offset, offset + Math.max(1, wanted) - 1].map((row) =>
		Math.floor(row / size),
	);
	return (last ?? 0) - (first ?? 0) + 1 + (size < asked && offset > 0 ? 1 : 0);
}

/** What is wrong for all combinations with a server, as a number and the first few of them. */
async function faults(
	behaviour: Behaviour,
	allowed: (said: string) => boolean = () => false,
): Promise<{ count: number; first: string[] }> {
	const found: string[] = [];
	for (const n of ROWS) {
		for (const limit of LIMITS) {
			for (const offset of OFFSETS) {
				const said = await fault(n, limit, offset, behaviour);
				if (said !== '' && !allowed(said)) found.push(said);
			}
		}
	}
	return { count: found.length, first: found.slice(0, 5) };
}

const NONE = { count: 0, first: [] };

const totals = [
	['that tells the total', true],
	['that does not tell the total', false],
] as const;

describe.each(totals)('a server %s', (_, tells) => {
	test.each([10, 50, 100, 1000])(
		'and honours limit and offset in pages of %i gives exactly the rows that were asked for',
		async (cap) => {
			expect(await faults({ cap, follows: 'offset', tells })).toEqual(NONE);
		},
	);

	test.each([20, 50, 100, 1000])(
		'and pages by cursor in pages of %i gives exactly the rows that were asked for',
		async (cap) => {
			expect(await faults({ cap, follows: 'cursor', tells })).toEqual(NONE);
		},
	);

	test.each([20, 50])(
		'and pages by cursor in pages of %i, whatever the size in it, gives exactly the rows that were asked for',
		async (cap) => {
			const behaviour = { cap, follows: 'cursor', tells, cursorSize: 'ignored' } as const;
			expect(await faults(behaviour)).toEqual(NONE);
		},
	);

	test('and ignores limit and offset gives exactly the rows that were asked for', async () => {
		expect(await faults({ cap: Infinity, follows: 'nothing', tells })).toEqual(NONE);
	});
});

test.each([10, 20, 100])(
	'a server that gives its first %i rows whatever is asked gives the rows asked for or a problem',
	async (cap) => {
		const unreachable = (said: string) => said.includes('does not page by limit and offset');
		expect(await faults({ cap, follows: 'nothing', tells: true }, unreachable)).toEqual(NONE);
	},
);
