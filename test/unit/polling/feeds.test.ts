import { describe, expect, test } from '@jest/globals';

import {
	FEEDS,
	findNewestRow,
	findStableOrder,
} from '../../../nodes/PlanePollingTrigger/changes/feeds';
import type { FeedName } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { isoTime, milliseconds, pageOf, readAt } from './fakeProjectApi';

const HOUR = 3_600_000;

/** A first page that the server read at some time, with rows that changed at these times. */
const headReadAt = (time: string, ...changed: readonly string[]) =>
	pageOf(
		changed.map((changedAt) => ({ updated_at: isoTime(changedAt) })),
		readAt(time),
	);

describe('the time before which no row can appear any more', () => {
	const timeOf = (value: number) => new Date(value).toISOString().slice(11, 16);

	/** The time after two reads, between which some time has passed on n8n's clock. */
	function stableTime(first: ListPage, second = first, passed = HOUR) {
		const definition = FEEDS.updatedWorkItems;
		const before = findNewestRow(definition, { head: first, readAt: 0 }, undefined);
		const newest = findNewestRow(definition, { head: second, readAt: passed }, before);

		return timeOf(findStableOrder(definition, { head: second, newest, readAt: passed }));
	}

	test.each([
		['six minutes before the newest row', headReadAt('08:01', '08:00'), '07:54'],
		['six minutes before an old newest row', headReadAt('09:00', '08:00'), '07:54'],
		[
			"limited by the server's clock if a row is dated in the future",
			headReadAt('08:00', '10:00'),
			'07:59',
		],
		[
			"six minutes before the newest row if the server's clock is a little behind",
			headReadAt('08:00', '08:04'),
			'07:58',
		],
	])('is %s, after one read', (_, head, time) => {
		expect(stableTime(head)).toBe(time);
	});

	test('is a day and six minutes before the first read if there is no row yet', () => {
		const head = pageOf([], readAt('08:00'));
		const newest = findNewestRow(FEEDS.updatedWorkItems, { head, readAt: 0 }, undefined);
		const stableBefore = findStableOrder(FEEDS.updatedWorkItems, { head, newest, readAt: 0 });

		expect(stableBefore).toBe(milliseconds('07:54') - 24 * HOUR);
	});

	test('advances in a quiet hour by the time for which the newest row has been the newest', () => {
		expect(stableTime(headReadAt('08:01', '08:00'), headReadAt('09:01', '08:00'))).toBe('08:49');
		expect(stableTime(headReadAt('08:01', '08:00'), headReadAt('09:01', '08:59'))).toBe('08:53');
	});

	test("advances by n8n's clock if the server's clock was set forward", () => {
		const passed = 20 * 60_000;

		expect(stableTime(headReadAt('08:01', '08:00'), headReadAt('09:01', '08:00'), passed)).toBe(
			'08:09',
		);
	});

	test('never passes the clock that dates the rows, however far ahead the other is', () => {
		expect(stableTime(headReadAt('09:31', '08:00'), headReadAt('10:31', '08:00'))).toBe('08:49');
		expect(stableTime(headReadAt('20:01', '08:00'))).toBe('07:54');
	});

	test('depends on the newest row alone if the server does not say the time', () => {
		const head = pageOf([
			{ updated_at: isoTime('08:00'), created_at: isoTime('07:00'), sequence_id: 70 },
		]);

		const stableOrder = (name: FeedName, page: ListPage) => {
			const read = { head: page, readAt: 9_999_999 };
			const newest = findNewestRow(FEEDS[name], read, undefined);

			return findStableOrder(FEEDS[name], { ...read, newest });
		};

		expect(timeOf(stableOrder('updatedWorkItems', head))).toBe('07:54');
		expect(timeOf(stableOrder('intakeItems', head))).toBe('06:54');
		expect(stableOrder('newWorkItems', { ...head, ...readAt('09:00') })).toBe(50);
		expect(stableOrder('newWorkItems', pageOf([]))).toBe(-20);
	});
});

describe('a row of a feed', () => {
	test.each([
		['updatedWorkItems', milliseconds('08:00'), isoTime('08:00')],
		['newWorkItems', 70, ''],
		['intakeItems', milliseconds('07:00'), ''],
	] as const)('has an order and a version: %s', (name, order, version) => {
		const { readOrder, readVersion } = FEEDS[name];
		const row = { updated_at: isoTime('08:00'), created_at: isoTime('07:00'), sequence_id: 70 };
		const emptyRow = { updated_at: null, created_at: null, sequence_id: null };

		expect(readOrder(row)).toBe(order);
		expect(readVersion(row)).toBe(version);
		expect(readOrder(emptyRow)).toBeUndefined();
	});
});
