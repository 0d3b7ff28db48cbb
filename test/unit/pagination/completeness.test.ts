import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { Completeness } from '../../../nodes/shared/pagination/Completeness';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A page that was looked up between these moments, where the server tells. */
const page = (looked?: ListPage['looked'], total?: number): ListPage => ({
	records: [],
	total,
	more: undefined,
	cursor: undefined,
	looked,
});

const first = page({ from: 10_000, to: 11_000 }, 3);
const next = page({ from: 12_000, to: 13_000 });

const old = { created_at: at(1_000), updated_at: at(2_000) };

/** What is known after these rows came with the next page. */
function counted(...rows: readonly JsonObject[]) {
	const census = new Completeness(first);

	for (const row of rows) census.count(row, next);

	return census;
}

describe('A list of three rows is whole', () => {
	test.each<[whole: boolean, title: string, rows: JsonObject[], before?: number]>([
		[true, 'when three came', [old, old, old]],
		[false, 'not when two came', [old, old]],
		[true, 'when two came behind the first one', [old, old], 1],
		[
			false,
			'not by one that was made after the total was told',
			[old, old, { created_at: at(11_500) }],
		],
		[false, 'not by one that was made at that moment', [old, old, { created_at: at(10_000) }]],
		[true, 'by one that was made right before', [old, old, { created_at: at(9_999) }]],
		[
			false,
			'not by one that was made when the page was looked up',
			[old, old, { created_at: at(13_000) }],
		],
		[true, 'by one whose time is still to come', [old, old, { created_at: at(13_001) }]],
		[true, 'by one that does not say when it was made', [old, old, {}]],
	])('%s: %s', (whole, _, rows, before = 0) => {
		expect(counted(...rows).isWhole(before, false)).toBe(whole);
	});

	test('by rows that nobody has changed since, where a filter may have let them in', () => {
		const changed = { ...old, updated_at: at(12_000) };

		expect(counted(old, old, changed).isWhole(0, false)).toBe(true);
		expect(counted(old, old, changed).isWhole(0, true)).toBe(false);
		expect(counted(old, old, old).isWhole(0, true)).toBe(true);
	});

	test('never where nobody told how many there are', () => {
		const census = new Completeness(page({ from: 10_000, to: 11_000 }));

		census.count(old, next);
		expect(census.isWhole(100, false)).toBe(false);
	});
});

test('Without the time of the server, nothing is known to be new', () => {
	const census = new Completeness(page(undefined, 1));

	expect(census.isSince(at(5_000), next)).toBe(false);
	expect(new Completeness(first).isSince(at(50_000), page())).toBe(true);
});
