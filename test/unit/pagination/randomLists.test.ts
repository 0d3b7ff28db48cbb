import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { type Behavior, createListServer, createRows, readList, sliceRows } from './listServer';

const behaviors: fc.Arbitrary<Behavior> = fc.record(
	{
		maxPageSize: fc.integer({ min: 1, max: 300 }),
		paging: fc.constantFrom('offset', 'cursor', 'none'),
		reportsTotal: fc.boolean(),
		usesCursorSize: fc.boolean(),
	},
	{ requiredKeys: ['maxPageSize', 'paging', 'reportsTotal'] },
);

const limitsAndOffsets = fc.record(
	{ offset: fc.nat(400), limit: fc.integer({ min: 1, max: 400 }) },
	{ requiredKeys: ['offset'] },
);

test('paginate returns the requested rows of any server, each once and in order, or a problem', async () => {
	await fc.assert(
		fc.asyncProperty(
			behaviors,
			fc.nat(350),
			limitsAndOffsets,
			async (behavior, count, limitAndOffset) => {
				const rows = createRows(count);

				const list = await readList(createListServer(rows, behavior), limitAndOffset);

				if (isProblem(list)) {
					expect(list.message).toContain('does not page by limit and offset');
					expect(behavior.paging).toBe('none');

					return;
				}

				const expected = sliceRows(rows, limitAndOffset);
				const { paging, reportsTotal, maxPageSize } = behavior;
				// Nothing shows that a server without paging and without a total has more rows.
				const isPart = paging === 'none' && !reportsTotal && count > maxPageSize;
				const { length } = list.records;

				expect(list.records).toEqual(isPart ? expected.slice(0, length) : expected);
			},
		),
		{ numRuns: runs(1000) },
	);
});
