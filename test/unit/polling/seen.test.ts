import { describe, expect, test } from '@jest/globals';

import { at, moment } from './lists';
import {
	ALL,
	BORN,
	seenElsewhere,
	seenId,
	seenBeforeMove,
	sinceOf,
} from '../../../nodes/PlanePollingTrigger/changes/seen';

const row = { id: '0c7da278-21b6-4225-9d30-000000000001' };

describe('what has been seen of a work item', () => {
	test('is known by its ID and by the list that it stands in', () => {
		const ids = [seenId('activities', row), seenId('comments', row)];

		expect(ids).toEqual(['000000000001', '-000000000001']);
	});

	test('is another change of the description where its activity is moved (P10)', () => {
		const before = { ...row, field: 'description', created_at: at('08:00') };
		const now = { ...before, created_at: at('08:01') };
		const id = seenId('activities', before);

		expect(id).toBe(`000000000001@${moment('08:00').toString(36)}`);
		expect(seenId('activities', now)).not.toBe(id);
		expect(seenBeforeMove([id], now)).toBe(id);
		expect(seenBeforeMove([id], before)).toBeUndefined();
		expect(seenBeforeMove(['another'], now)).toBeUndefined();
	});

	test('in lists that are not read now is kept', () => {
		const known = [ALL, BORN, 'a1', '-c1'];

		expect(seenElsewhere(known, ['activities'])).toEqual(['-c1']);
		expect(seenElsewhere(known, ['comments'])).toEqual(['a1']);
		expect(seenElsewhere(known, [])).toEqual(['a1', '-c1']);
		expect(seenElsewhere(known, ['activities', 'comments'])).toEqual([]);
	});
});

describe('from when on a kind of event is reported', () => {
	test.each([
		['as ever where the mark does not say', undefined, ['comments'], false, { comments: -1 }],
		[
			'as before where it was',
			{ comments: 5, activities: 6 },
			['comments'],
			false,
			{ comments: 5 },
		],
		[
			'from now on where it was not',
			{ comments: 5 },
			['comments'],
			true,
			{ comments: 5, creations: 9 },
		],
		[
			'also that it was created, by activities',
			{},
			['activities'],
			false,
			{ activities: 9, creations: 9 },
		],
		['nothing at all where nothing is read', {}, [], false, {}],
	] as const)('%s', (_, since, details, creations, result) => {
		expect(sinceOf(since === undefined ? {} : { since }, { details, creations }, 9)).toEqual(
			result,
		);
	});
});
