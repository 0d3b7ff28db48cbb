import { expect, test } from '@jest/globals';

import { partlyDone } from '../../../nodes/shared/errors/partlyDone';
import { problem } from '../../../nodes/shared/result/problem';

const refused = problem({
	tag: 'failed',
	message: 'It was saved (ID w1), but Cycle could not be set',
	description: 'Ask Ada.',
});
const ended = problem({ tag: 'notSent', message: 'It was saved (ID w1)', description: '' });

test.each([
	['what a person can fix', [refused], { tag: 'partlyDone', description: 'Ask Ada.' }],
	['what a person can fix, first', [ended, refused], { tag: 'partlyDone' }],
	['that the execution ended, of which another item is the cause', [ended], { tag: 'partial' }],
	[
		'everything that was not done',
		[refused, { ...refused, message: 'Plane did not take Labels', description: 'Ask Bob.' }],
		{
			message: 'It was saved (ID w1), but Cycle could not be set; Plane did not take Labels',
			description: 'Ask Ada. Ask Bob.',
		},
	],
])('A record that was saved without all of its item says %s', (_, failures, text) => {
	expect(partlyDone(failures)).toMatchObject(text);
});
