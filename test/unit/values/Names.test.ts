import { expect, test } from '@jest/globals';

import { Names } from '../../../nodes/shared/values/Names';

interface Person {
	readonly id: string;
	readonly email: string;
	readonly nicknames: readonly string[];
}

const ADA = {
	id: '16c61a3a-512a-48ac-b0be-b6b46fe6f430',
	email: 'ada@example.com',
	nicknames: ['Ada'],
};
const ADA_IN_LOWER_CASE = { id: 'u2', email: 'ada2@example.com', nicknames: ['ada', 'Countess'] };
/** Their nickname is the address of somebody else. */
const IMPOSTOR = { id: 'u3', email: 'bob@example.com', nicknames: ['ada@example.com', 'Countess'] };
const WITHOUT_ID = { id: '', email: 'eve@example.com', nicknames: ['Eve'] };
const UNNAMED = { id: 'u5', email: '', nicknames: [' '] };

const people = new Names<Person>([ADA, ADA_IN_LOWER_CASE, IMPOSTOR, WITHOUT_ID, UNNAMED], {
	id: ({ id }) => id,
	names: ({ email, nicknames }) => [[email], nicknames],
});

test.each<[string, string, readonly Person[]]>([
	['the item with this ID, in any case', ADA.id.toUpperCase(), [ADA]],
	['the item with this name, in any case', ' BOB@example.com', [IMPOSTOR]],
	['the one that is spelled exactly so', 'ada', [ADA_IN_LOWER_CASE]],
	['several items with the same name', 'ADA', [ADA, ADA_IN_LOWER_CASE]],
	['several items that are spelled exactly so', 'Countess', [ADA_IN_LOWER_CASE, IMPOSTOR]],
	['only the item that has it as the more specific name', 'ada@example.com', [ADA]],
	['nothing that has no ID', 'Eve', []],
	['nothing by an empty name', '', []],
	['nothing that is called otherwise', 'Adam', []],
])('a text means %s', (_, text, found) => {
	expect(people.find(text)).toEqual(found);
	expect(people.has(text)).toBe(found.length > 0);
});

test('of several items that are spelled exactly so, none comes after one that is spelled otherwise', () => {
	const rows = [{ name: 'bug' }, { name: 'Bug', id: 1 }, { name: 'Bug', id: 2 }];
	const names = new Names(rows, { names: ({ name }) => [[name]] });

	expect(names.find('Bug')).toEqual([rows[1], rows[2], rows[0]]);
});

test('an item that has a name twice is one', () => {
	const names = new Names(['Bug'], { id: (name) => name, names: (name) => [[name, 'bug']] });

	expect(names.find('BUG')).toEqual(['Bug']);
});
