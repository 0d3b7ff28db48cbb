import { describe, expect, test } from '@jest/globals';

import { FEEDS, settledAt } from '../../../nodes/shared/polling/feeds';
import { at, lookedAt, moment, pageOf } from './lists';

describe('what has settled', () => {
	const time = (value: number) => new Date(value).toISOString().slice(11, 16);

	test.each([
		['six minutes before the newest row', '08:00', '08:01', '07:54'],
		['by the clock of the server in a quiet hour', '08:00', '09:00', '08:49'],
		['by that clock where a row is dated in the future', '10:00', '08:00', '07:59'],
		['by the newest row where its clock is a little behind', '08:04', '08:00', '07:58'],
	])('is %s', (_, newest, looked, settled) => {
		const head = pageOf(
			[{ updated_at: at(newest) }, { updated_at: at('06:00') }],
			lookedAt(looked),
		);
		expect(time(settledAt(FEEDS.changed, head))).toBe(settled);
	});

	test('is told by the newest row alone where the server does not tell the time', () => {
		const head = pageOf([{ updated_at: at('08:00'), created_at: at('07:00'), sequence_id: 70 }]);
		expect(time(settledAt(FEEDS.changed, head))).toBe('07:54');
		expect(time(settledAt(FEEDS.reported, head))).toBe('06:54');
		expect(settledAt(FEEDS.created, { ...head, ...lookedAt('09:00') })).toBe(50);
		expect(settledAt(FEEDS.created, pageOf([]))).toBe(-20);
	});

	test('is told by the clock alone where there is no row', () => {
		expect(settledAt(FEEDS.changed, pageOf([], lookedAt('08:00')))).toBe(moment('07:49'));
	});
});

describe('a row of a list', () => {
	const row = { updated_at: at('08:00'), created_at: at('07:00'), sequence_id: 70 };

	test.each([
		['changed', moment('08:00'), at('08:00')],
		['created', 70, ''],
		['reported', moment('07:00'), ''],
	] as const)(
		'of what is %s tells its order, and whether it has changed',
		(name, order, version) => {
			const { orderOf, versionOf } = FEEDS[name];
			const none = { updated_at: null, created_at: null, sequence_id: null };
			expect([orderOf(row), versionOf(row), orderOf(none)]).toEqual([order, version, undefined]);
		},
	);
});
