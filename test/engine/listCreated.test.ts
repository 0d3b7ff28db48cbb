import { describe, expect, test } from '@jest/globals';

import { community, idsOf, useLister, servers, workItemList } from './listing';

const { use, get } = useLister();

/** Work item number 100 of the service, which are 47 minutes apart. */
const HUNDREDTH = '2026-01-08T14:20:00.000Z';

const cases = servers.flatMap(([name, server]) =>
	server.lists.map((list) => [list.key, name, server, list] as const),
);

describe.each(cases)('The list %s on %s', (_key, _name, { options, inOrder }, list) => {
	test('has the filters Created After, inclusive, and Created Before, exclusive', async () => {
		const state = await use(options);
		const rows = [...list.rows(state)].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
		const [, after, ...others] = rows.map(({ created_at: at }) => at);
		const before = others.at(-1);
		const { json, queries, error } = await get(list, {
			returnAll: true,
			filters: { createdAfter: after ?? '', createdBefore: before ?? '' },
		});

		expect(error).toBeUndefined();
		expect(idsOf(json)).toEqual(idsOf(inOrder(rows.slice(1, -1))));
		for (const query of queries) {
			const paging = ['limit', 'offset', 'per_page', 'cursor', 'order_by'];
			expect(paging).toEqual(expect.arrayContaining([...query.keys()]));
			const isOrdered = list.key === workItemList.key;
			expect(query.get('order_by')).toBe(isOrdered ? '-created_at' : null);
		}
	});
});

describe.each(servers)('On %s', (_, { options, inOrder }) => {
	test.each([
		[0, 10],
		[20, 10],
		[0, 120],
		[70, 1000],
	])('Offset %d and Limit %d count the records within', async (offset, limit) => {
		const state = await use(options);
		const { json } = await get(workItemList, {
			limit,
			filters: { createdAfter: HUNDREDTH },
			options: { offset },
		});
		const within = inOrder(workItemList.rows(state)).filter((row) => row.created_at >= HUNDREDTH);
		expect(within).toHaveLength(150);
		expect(idsOf(json)).toEqual(idsOf(within.slice(offset, offset + limit)));
	});
});

describe('Requests', () => {
	test('of the work items created in the last hour, out of 10,000, are one', async () => {
		const state = await use({ ...community.options, workItems: 10_000 });
		const [newest] = community.inOrder(workItemList.rows(state));
		const now = Date.parse(newest?.created_at ?? '') + 20 * 60_000;
		const { json, queries, hints } = await get(workItemList, {
			returnAll: true,
			filters: { createdAfter: `={{ DateTime.fromMillis(${String(now)}).minus({ hours: 1 }) }}` },
		});
		expect(idsOf(json)).toEqual([newest?.id]);
		expect(queries).toHaveLength(1);
		expect(hints).toEqual([]);
	});

	test.each([
		['newest', 'createdAfter', 900, {}],
		['oldest', 'createdBefore', 100, {}],
		['oldest', 'createdBefore', 100, community.options],
	])(
		'of the %s are those of all records where no order ends the list (%s)',
		async (_, filter, found, options) => {
			await use({ ...options, workItems: 1000 });
			const { json, queries } = await get(workItemList, {
				returnAll: true,
				filters: { [filter]: HUNDREDTH },
			});
			expect(json).toHaveLength(found);
			expect(queries).toHaveLength(10);
		},
	);
});

describe('The value', () => {
	const forms: [title: string, value: string][] = [
		['text in UTC', HUNDREDTH],
		['text in another zone', '2026-01-08T19:50:00+05:30'],
		['text in the time zone of the workflow', '2026-01-08T15:20:00'],
		['a DateTime', `={{ DateTime.fromISO('${HUNDREDTH}') }}`],
		['a Date', `={{ new Date('${HUNDREDTH}') }}`],
		['milliseconds', `={{ ${String(Date.parse(HUNDREDTH))} }}`],
		['seconds', `={{ ${String(Date.parse(HUNDREDTH) / 1000)} }}`],
	];
	test.each(forms)('can be %s', async (_, createdAfter) => {
		await use();
		const { json, error } = await get(workItemList, { returnAll: true, filters: { createdAfter } });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(150);
	});

	test('can be a day, for its start in the time zone of the workflow', async () => {
		const state = await use();
		const { json } = await get(workItemList, {
			returnAll: true,
			filters: { createdAfter: '2026-01-08', createdBefore: '2026-01-09' },
		});
		// The workflow is in Berlin.
		const [start, end] = ['2026-01-07T23:00:00.000Z', '2026-01-08T23:00:00.000Z'];
		const within = workItemList.rows(state).filter(({ created_at: at }) => at >= start && at < end);
		expect(within.length).toBeGreaterThan(20);
		expect(idsOf(json)).toEqual(idsOf(within));
	});

	const wrong: [title: string, filters: Record<string, string>, message: string][] = [
		[
			'that is no date',
			{ createdAfter: 'yesterday' },
			'Created After: "yesterday" is not a date [item 0]',
		],
		['that is empty', { createdBefore: '' }, 'Created Before: the value is empty [item 0]'],
		[
			'of Created After that is later than Created Before',
			{ createdAfter: '2026-01-09', createdBefore: '2026-01-08' },
			'Created Before: 2026-01-07T23:00:00.000Z is not after Created After 2026-01-08T23:00:00.000Z [item 0]',
		],
		[
			'of Created After that is Created Before',
			{ createdAfter: '2026-01-08', createdBefore: '2026-01-08' },
			'Created Before: 2026-01-07T23:00:00.000Z is not after Created After 2026-01-07T23:00:00.000Z [item 0]',
		],
	];
	test.each(wrong)('%s is an error, and nothing is sent', async (_, filters, message) => {
		await use();
		const { error, queries } = await get(workItemList, { filters });
		expect(error?.message).toBe(message);
		expect(queries).toEqual([]);
	});
});
