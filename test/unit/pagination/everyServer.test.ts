import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ListQuery } from '../../../nodes/shared/model/call';
import { isProblem } from '../../../nodes/shared/result/problem';
import { readFrom, rowsOf, serverOf, wantedOf, type Behaviour } from './servers';

type Span = Pick<ListQuery, 'offset' | 'limit'>;

/** Numbers of rows around the ends of pages, and some between. */
const ROWS = [
	0, 1, 9, 10, 11, 20, 49, 50, 51, 99, 100, 101, 110, 150, 199, 200, 201, 250, 300, 350,
];
const LIMITS = [{}, ...[1, 10, 11, 50, 99, 100, 101, 150, 250, 1000].map((limit) => ({ limit }))];
const SPANS: readonly Span[] = LIMITS.flatMap((limit) =>
	[0, 1, 10, 50, 99, 100, 101, 340, 400].map((offset) => ({ ...limit, offset })),
);

/** Says what is wrong for one combination; undefined: nothing. */
async function fault(
	rows: readonly JsonObject[],
	span: Span,
	behaviour: Behaviour,
): Promise<string | undefined> {
	const server = serverOf(rows, behaviour);
	const result = await readFrom(server, span);
	const title = `${String(rows.length)} rows, ${JSON.stringify(span)}`;
	if (isProblem(result)) return `${title}: ${result.message}`;

	const wanted = wantedOf(rows, span);
	if (JSON.stringify(result.records) !== JSON.stringify(wanted)) {
		return `${title}: ${String(result.records.length)} rows in place of ${String(wanted.length)}`;
	}

	return server.asked.length > mostRequests(wanted.length, span, behaviour)
		? `${title}: ${String(server.asked.length)} requests`
		: undefined;
}

function mostRequests(
	wanted: number,
	{ limit, offset }: Span,
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

	// The pages that hold the rows, and one more where the first response tells that pages are smaller.
	const first = Math.floor(offset / size);
	const last = Math.floor((offset + Math.max(1, wanted) - 1) / size);

	return last - first + 1 + (size < asked && offset > 0 ? 1 : 0);
}

/** What is wrong for all combinations with a server, as a number and the first few of them. */
async function faults(
	behaviour: Behaviour,
	allowed: (said: string) => boolean = () => false,
): Promise<{ count: number; first: string[] }> {
	const found: string[] = [];

	for (const rows of ROWS.map(rowsOf)) {
		for (const span of SPANS) {
			const said = await fault(rows, span, behaviour);
			if (said !== undefined && !allowed(said)) found.push(said);
		}
	}

	return { count: found.length, first: found.slice(0, 5) };
}

const NONE = { count: 0, first: [] };

const SERVERS = [true, false].flatMap((tells): Behaviour[] => [
	...[10, 50, 100, 1000].map((cap) => ({ follows: 'offset', cap, tells }) as const),
	...[20, 50, 100, 1000].map((cap) => ({ follows: 'cursor', cap, tells }) as const),
	...[20, 50].map((cap) => ({ follows: 'cursor', cap, cursorSize: 'ignored', tells }) as const),
	{ follows: 'nothing', cap: 1000, tells },
]);

test.each(SERVERS)('a server gives exactly the rows that were asked for: %j', async (behaviour) => {
	expect(await faults(behaviour)).toEqual(NONE);
});

test.each([10, 20, 100])(
	'a server that gives its first %i rows whatever is asked gives the rows asked for or a problem',
	async (cap) => {
		const unreachable = (said: string) => said.includes('does not page by limit and offset');

		expect(await faults({ cap, follows: 'nothing', tells: true }, unreachable)).toEqual(NONE);
	},
);
