import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { Completeness } from '../../../nodes/shared/pagination/Completeness';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Creates a page that was read between these times, or at an unknown time. */
const createPage = (readAt?: ListPage['readAt'], total?: number): ListPage => ({
	records: [],
	total,
	hasMore: undefined,
	cursor: undefined,
	readAt,
	isWholeList: false,
	textLength: 0,
});

const firstPage = createPage({ from: 10_000, to: 11_000 }, 3);
const nextPage = createPage({ from: 12_000, to: 13_000 });

const oldRow = { created_at: timestamp(1_000), updated_at: timestamp(2_000) };

/** Counts these rows of the next page of a list of three. */
function countRows(rows: readonly JsonObject[]) {
	const completeness = new Completeness(firstPage);

	for (const row of rows) completeness.count(row, nextPage);

	return completeness;
}

const createRowCreatedAt = (milliseconds: number) => ({ created_at: timestamp(milliseconds) });

describe('a list of three rows', () => {
	test.each<[title: string, isComplete: boolean, rows: JsonObject[], skipped?: number]>([
		['is complete with three old rows', true, [oldRow, oldRow, oldRow]],
		['is incomplete with two old rows', false, [oldRow, oldRow]],
		['is complete with two old rows behind a skipped one', true, [oldRow, oldRow], 1],
		[
			'is not completed by a row created after the total was read',
			false,
			[oldRow, oldRow, createRowCreatedAt(11_500)],
		],
		[
			'is not completed by a row created when the total was read',
			false,
			[oldRow, oldRow, createRowCreatedAt(10_000)],
		],
		[
			'is completed by a row created right before',
			true,
			[oldRow, oldRow, createRowCreatedAt(9_999)],
		],
		[
			'is not completed by a row created when its page was read',
			false,
			[oldRow, oldRow, createRowCreatedAt(13_000)],
		],
		['is completed by a row from the future', true, [oldRow, oldRow, createRowCreatedAt(13_001)]],
		['is completed by a row without a time', true, [oldRow, oldRow, {}]],
	])('%s', (_, isComplete, rows, skipped = 0) => {
		expect(countRows(rows).hasAllRows(skipped, false)).toBe(isComplete);
	});

	describe('is not completed by a modified row, which may have entered the list since,', () => {
		test.each([
			['whose page is a later one', nextPage, false, false],
			['whose page is a later one, behind a filter', nextPage, true, false],
			['whose page is the first one, behind a filter', firstPage, true, false],
			['but by one of the first page', firstPage, false, true],
		])('%s', (_, page, isFilteredByServer, isComplete) => {
			const completeness = countRows([oldRow, oldRow]);

			completeness.count({ ...oldRow, updated_at: timestamp(11_000) }, page);

			expect(completeness.hasAllRows(0, isFilteredByServer)).toBe(isComplete);
		});

		test('but by one that was modified right before', () => {
			const modifiedBefore = { ...oldRow, updated_at: timestamp(9_999) };

			expect(countRows([oldRow, oldRow, modifiedBefore]).hasAllRows(0, false)).toBe(true);
		});
	});
});

test('a list without a total is never known to be complete', () => {
	const completeness = new Completeness(createPage({ from: 10_000, to: 11_000 }));

	completeness.count(oldRow, nextPage);

	expect(completeness.hasAllRows(100, false)).toBe(false);
});

test('no row counts as new if the server does not say when it read the first page', () => {
	const completeness = new Completeness(createPage(undefined, 1));

	completeness.count(createRowCreatedAt(5_000), nextPage);

	expect(completeness.hasAllRows(0, false)).toBe(true);
});

test('any later row counts as new if the server does not say when it read the row', () => {
	const completeness = new Completeness(firstPage);

	completeness.count(createRowCreatedAt(50_000), createPage());

	expect(completeness.hasAllRows(2, false)).toBe(false);
});
