import { describe, expect, test } from '@jest/globals';

import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { FEEDS, newestIn, settledAt } from '../../../nodes/PlanePollingTrigger/changes/feeds';
import type { FeedName } from '../../../nodes/PlanePollingTrigger/changes/mark';
import { at, lookedAt, moment, pageOf } from './lists';

/** A page that was looked at then, with rows that changed then, the newest first. */
const headAt = (looked: string, ...changed: readonly string[]) =>
	pageOf(
		changed.map((time) => ({ updated_at: at(time) })),
		lookedAt(looked),
	);

describe('what has settled', () => {
	const time = (value: number) => new Date(value).toISOString().slice(11, 16);

	/** After a first look at a list and a second one, by how much n8n's clock has gone on meanwhile. */
	const settled = (first: ListPage, second = first, passed = moment('09:00') - moment('08:00')) => {
		const newest = newestIn(FEEDS.changed, first, undefined, 0);
		const now = newestIn(FEEDS.changed, second, newest, passed);

		return time(settledAt(FEEDS.changed, second, now, passed));
	};

	test.each([
		['six minutes before the newest row', headAt('08:01', '08:00'), '07:54'],
		['the same where the newest row is old', headAt('09:00', '08:00'), '07:54'],
		[
			'by the clock of the server where a row is dated in the future',
			headAt('08:00', '10:00'),
			'07:59',
		],
		['by the newest row where that clock is a little behind', headAt('08:00', '08:04'), '07:58'],
		[
			'what comes before all that there will be where there is no row',
			pageOf([], lookedAt('08:00')),
			'23:54',
		],
	])('is at first %s', (_, head, result) => {
		expect(settled(head)).toBe(result);
	});

	test('moves on in a quiet hour, by how long the newest row has been the newest', () => {
		expect(settled(headAt('08:01', '08:00'), headAt('09:01', '08:00'))).toBe('08:49');
		// It was set forward: by the clock of this n8n, twenty minutes have passed.
		expect(settled(headAt('08:01', '08:00'), headAt('09:01', '08:00'), 20 * 60_000)).toBe('08:09');
		expect(settled(headAt('08:01', '08:00'), headAt('09:01', '08:59'))).toBe('08:53');
	});

	test('never moves on past the clock of the rows, however far the other one is ahead (finding 10)', () => {
		expect(settled(headAt('09:31', '08:00'), headAt('10:31', '08:00'))).toBe('08:49');
		expect(settled(headAt('20:01', '08:00'))).toBe('07:54');
	});

	test('goes by the newest row alone where the server does not show the time', () => {
		const head = pageOf([{ updated_at: at('08:00'), created_at: at('07:00'), sequence_id: 70 }]);
		const first = (name: FeedName, page: ListPage) =>
			settledAt(FEEDS[name], page, newestIn(FEEDS[name], page, undefined, 0), 9_999_999);

		expect(time(first('changed', head))).toBe('07:54');
		expect(time(first('reported', head))).toBe('06:54');
		expect(first('created', { ...head, ...lookedAt('09:00') })).toBe(50);
		expect(first('created', pageOf([]))).toBe(-20);
	});
});

describe('a row of a list', () => {
	const row = { updated_at: at('08:00'), created_at: at('07:00'), sequence_id: 70 };

	test.each([
		['changed', moment('08:00'), at('08:00')],
		['created', 70, ''],
		['reported', moment('07:00'), ''],
	] as const)(
		'of what is %s shows its order, and whether it has changed',
		(name, order, version) => {
			const { orderOf, versionOf } = FEEDS[name];
			const none = { updated_at: null, created_at: null, sequence_id: null };

			expect([orderOf(row), versionOf(row), orderOf(none)]).toEqual([order, version, undefined]);
		},
	);
});
