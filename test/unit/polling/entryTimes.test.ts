import { describe, expect, test } from '@jest/globals';

import { writtenAt } from '../../../nodes/PlanePollingTrigger/changes/entryTimes';
import { isoTime, milliseconds } from './fakeProjectApi';

const epoch = milliseconds('09:00') / 1000;
/** The creation of a work item that was imported at nine o'clock. */
const importedItem = { verb: 'created', field: null, created_at: isoTime('06:00'), epoch };
/** A comment that was imported then, as the list shows it. */
const importedComment = {
	created_at: isoTime('06:00'),
	updated_at: isoTime('09:00'),
	updated_by: null,
};

describe('the time when an entry was written', () => {
	test.each([
		['is that of its creation', 'links', { created_at: isoTime('08:00') }, '08:00'],
		[
			'of a work item with a time in the past, is that of the request',
			'activities',
			importedItem,
			'09:00',
		],
		[
			'of a work item with a time in the future, is within the second of the request',
			'activities',
			{ ...importedItem, created_at: isoTime('11:00') },
			'09:00:00.999',
		],
		[
			'of a late activity, is not that of the request',
			'activities',
			{ ...importedItem, verb: 'updated', field: 'name' },
			'06:00',
		],
		[
			'of a comment with a time in the past, is that of the request',
			'comments',
			importedComment,
			'09:00',
		],
		[
			'of a comment with a time in the future, is that of the request',
			'comments',
			{ ...importedComment, created_at: isoTime('11:00') },
			'09:00',
		],
		[
			'of a comment that was edited, is its own',
			'comments',
			{ ...importedComment, updated_by: 'ada' },
			'06:00',
		],
		['of a link, does not move when a worker reads its title', 'links', importedComment, '06:00'],
	] as const)('%s', (_, list, row, time) => {
		expect(writtenAt(list, row)).toBe(milliseconds(time));
	});

	test('is long ago if it is not known', () => {
		expect(writtenAt('activities', {})).toBe(0);
		expect(writtenAt('comments', { updated_by: null })).toBe(0);
	});
});
