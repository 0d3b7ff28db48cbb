import { describe, expect, test } from '@jest/globals';

import type { FeedMark } from '../../../nodes/shared/polling/mark';
import {
	ALL,
	BORN,
	isSeen,
	seenElsewhere,
	seenId,
	sinceOf,
	upgraded,
} from '../../../nodes/shared/polling/seen';

const row = { id: '0c7da278-21b6-4225-9d30-000000000001' };

describe('what has been seen of a work item', () => {
	test('is known by its ID and by the list that it stands in', () => {
		const ids = [seenId('activities', row), seenId('comments', row)];
		expect(ids).toEqual(['0c7da27821b6', '-0c7da27821b6']);
		for (const list of ['activities', 'comments'] as const) {
			expect(isSeen([seenId(list, row)], list, row)).toBe(true);
			expect(isSeen(['another'], list, row)).toBe(false);
		}
		expect(isSeen([seenId('comments', row)], 'activities', row)).toBe(false);
		// As an older mark has it.
		expect(isSeen(['0c7da27821b6'], 'comments', row)).toBe(true);
	});

	test('in lists that are not read now is kept', () => {
		const known = [ALL, BORN, 'a1', '-c1'];
		expect(seenElsewhere(known, ['activities'])).toEqual(['-c1']);
		expect(seenElsewhere(known, ['comments'])).toEqual(['a1']);
		expect(seenElsewhere(known, [])).toEqual(['a1', '-c1']);
		expect(seenElsewhere(known, ['activities', 'comments'])).toEqual([]);
	});
});

describe('from when on a kind of event is told', () => {
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

	test('was told by an older mark for all that it knows, where creations are told', () => {
		const mark: FeedMark = { base: 1, start: 2, rows: { a: ['v1', 3, 'x'] } };
		const wanted = { details: ['comments'], creations: true } as const;
		expect(upgraded(mark, wanted)).toEqual({ ...mark, rows: { a: ['v1', 3, 'x', BORN] } });
		expect(upgraded(mark, { ...wanted, creations: false })).toBe(mark);
		const newer = { ...mark, since: {} };
		expect(upgraded(newer, wanted)).toBe(newer);
	});
});
