import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../../../nodes/shared/model/call';
import { isProblem } from '../../../nodes/shared/result/problem';
import { type Behavior, createListServer, createRows, readList, sliceRows } from './listServer';

type LimitAndOffset = Pick<ListQuery, 'offset' | 'limit'>;

/** Lengths of lists around the ends of pages, and some in between. */
const ROW_COUNTS = [
	0, 1, 9, 10, 11, 20, 49, 50, 51, 99, 100, 101, 110, 150, 199, 200, 201, 250, 300, 350,
];
const LIMITS = [undefined, 1, 10, 11, 50, 99, 100, 101, 150, 250, 1000];
const LIMITS_AND_OFFSETS: readonly LimitAndOffset[] = LIMITS.flatMap((limit) =>
	[0, 1, 10, 50, 99, 100, 101, 340, 400].map((offset) => ({
		...(limit !== undefined && { limit }),
		offset,
	})),
);

/** Reads a list and describes the fault of the result, or returns undefined if it is right. */
async function findFault(
	rows: readonly JsonObject[],
	limitAndOffset: LimitAndOffset,
	behavior: Behavior,
): Promise<string | undefined> {
	const server = createListServer(rows, behavior);
	const result = await readList(server, limitAndOffset);
	const title = `${String(rows.length)} rows, ${JSON.stringify(limitAndOffset)}`;
	if (isProblem(result)) return `${title}: ${result.message}`;

	const expected = sliceRows(rows, limitAndOffset);
	if (JSON.stringify(result.records) !== JSON.stringify(expected)) {
		return `${title}: ${String(result.records.length)} rows instead of ${String(expected.length)}`;
	}

	return server.requests.length > maxRequests(expected.length, limitAndOffset, behavior)
		? `${title}: ${String(server.requests.length)} requests`
		: undefined;
}

/** @param rowCount how many rows of the list Limit and Offset select */
function maxRequests(
	rowCount: number,
	{ limit, offset }: LimitAndOffset,
	{ maxPageSize, paging, reportsTotal }: Behavior,
): number {
	const requestedSize = Math.min(100, limit ?? 100);
	const size = Math.min(requestedSize, maxPageSize);
	if (paging !== 'cursor') {
		// One more request finds the end, and one finds out whether an offset is honored. One more is
		// needed if the last row of the first page is requested twice, which can push the last row of all
		// to a page of its own.
		const sharedRow = !reportsTotal && limit === undefined ? 1 : 0;
		const offsetCheck = offset === 0 ? 0 : 1;
		const pages = Math.ceil(rowCount / Math.min(100, maxPageSize));

		return Math.max(1, pages) + 1 + offsetCheck + sharedRow;
	}

	// The pages that contain the rows, and one more if the first response shows that pages are smaller.
	const firstPage = Math.floor(offset / size);
	const lastPage = Math.floor((offset + Math.max(1, rowCount) - 1) / size);
	const smallerPages = size < requestedSize && offset > 0 ? 1 : 0;

	return lastPage - firstPage + 1 + smallerPages;
}

/** Reads lists of all lengths with each limit and offset. @returns how many faults there are, and the first of them */
async function findFaults(
	behavior: Behavior,
	isAllowed: (fault: string) => boolean = () => false,
): Promise<{ count: number; first: string[] }> {
	const faults: string[] = [];

	for (const rows of ROW_COUNTS.map(createRows)) {
		for (const limitAndOffset of LIMITS_AND_OFFSETS) {
			const fault = await findFault(rows, limitAndOffset, behavior);
			if (fault !== undefined && !isAllowed(fault)) faults.push(fault);
		}
	}

	return { count: faults.length, first: faults.slice(0, 5) };
}

const NO_FAULTS = { count: 0, first: [] };

const BEHAVIORS = [true, false].flatMap((reportsTotal): Behavior[] => [
	...[10, 50, 100, 1000].map(
		(maxPageSize) => ({ paging: 'offset', maxPageSize, reportsTotal }) as const,
	),
	...[20, 50, 100, 1000].map(
		(maxPageSize) => ({ paging: 'cursor', maxPageSize, reportsTotal }) as const,
	),
	...[20, 50].map(
		(maxPageSize) =>
			({ paging: 'cursor', maxPageSize, usesCursorSize: false, reportsTotal }) as const,
	),
	{ paging: 'none', maxPageSize: 1000, reportsTotal },
]);

test.each(BEHAVIORS)(
	'paginate returns exactly the rows of each limit and offset from a server with %j',
	async (behavior) => {
		expect(await findFaults(behavior)).toEqual(NO_FAULTS);
	},
);

test.each([10, 20, 100])(
	'paginate returns the rows of each limit and offset, or a problem, from a server that always returns its first %i rows',
	async (maxPageSize) => {
		const behavior: Behavior = { maxPageSize, paging: 'none', reportsTotal: true };
		const isUnreachable = (fault: string) => fault.includes('does not page by limit and offset');

		expect(await findFaults(behavior, isUnreachable)).toEqual(NO_FAULTS);
	},
);
