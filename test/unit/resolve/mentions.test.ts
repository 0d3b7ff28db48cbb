import { describe, expect, test } from '@jest/globals';

import { chooseMentionNames } from '../../../nodes/shared/resolve/mentions';

const ada = {
	id: 'u1',
	display_name: 'ada',
	email: 'ada@example.com',
	first_name: 'Ada',
	last_name: 'Lovelace',
};
const otherAda = { id: 'u2', display_name: 'Ada', email: 'ada2@example.com' };
const byron = { id: 'u3', display_name: 'byron', email: 'byron@example.com', first_name: 'Ada' };
const emptyUser = { id: 'u4', display_name: '', email: '' };

describe('the name of a user in mentions', () => {
	test.each([
		['is the display name', [ada], [['u1', 'ada']]],
		[
			'is the email address if others have the display name',
			[ada, otherAda],
			[
				['u1', 'ada@example.com'],
				['u2', 'ada2@example.com'],
			],
		],
		[
			'is not the name that is the full name of another user',
			[ada, byron],
			[
				['u1', 'ada@example.com'],
				['u3', 'byron'],
			],
		],
		['is missing if the user has none', [emptyUser], []],
	])('%s', (_, rows, names) => {
		expect([...chooseMentionNames(rows)]).toEqual(names);
	});
});
