import { describe, expect, test } from '@jest/globals';

import type { RecordList } from '../../../nodes/shared/fields/field';
import { normalizeId } from '../../../nodes/shared/values/textForms';
import { writeReference } from '../../../nodes/shared/fields/reference';
import { id, locator, record, records } from '../../../nodes/shared/fields/kinds';
import type { Origin } from '../../../nodes/shared/fields/origin';
import {
	cycles,
	intakeItems,
	labels,
	links,
	members,
	states,
} from '../../../nodes/shared/lists/lists';
import { workItems } from '../../../nodes/shared/lists/workItems';
import { picker } from '../../../nodes/shared/lists/picker';
import { itRefuses, itWrites, createSelfReference, getRefusal } from './fieldAssertions';

const UUID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

const kinds = [
	['an ID', id('state', 'State')],
	['a locator', locator('module_id', 'Module')],
] as const;

/** Returns the origin of a value that a single expression returned. */
const fromExpression = (code: string): Origin => ({
	kind: 'expression',
	expressions: [code],
	isAiGenerated: false,
});

const validValues: [title: string, value: unknown, sent?: string][] = [
	['keeps a UUID', UUID, UUID],
	['writes a UUID in lower case, as servers do', UUID.toUpperCase(), UUID],
	['removes blanks and line breaks at both ends', ` \t${UUID}\r\n`, UUID],
	['removes invisible characters at both ends', `\ufeff${UUID}\u200b`, UUID],
	['keeps the case', 'PROJ-42'],
	['converts a number to text', 42, '42'],
	['keeps dots inside', 'v1.2..3'],
	['keeps letters of every script', 'größe-漢字'],
	['keeps 255 characters', 'x'.repeat(255), 'x'.repeat(255)],
	['keeps text with a scheme that does not start it', 'a-https:b'],
	['removes invisible characters from a long ID', `${'x'.repeat(254)}\u200b`, 'x'.repeat(254)],
	['keeps a percent sign, which is encoded in the path', 'a%2fb'],
	['takes a record for its ID', { name: 'Done', id: UUID }, UUID],
	['takes JSON text of a record for its ID', `{"id":"${UUID}"}`, UUID],
];

const invalidValues: [title: string, value: unknown, problem: string][] = [
	['invisible text', '\u200b', 'is not an ID'],
	['an invisible character inside', 'a\u200bb', 'has a space or control character'],
	['a slash', 'a/b', '"a/b" has "/"'],
	['a slash at the end', `${UUID}/`, 'has "/"'],
	['a backslash', 'a\\b', 'has "\\"'],
	['a path to a parent folder', '../other', 'has "/"'],
	['two dots', '..', '".." is not an ID'],
	['one dot', '.', '"." is not an ID'],
	['dots between blanks', ' .. ', '".." is not an ID'],
	['a question mark', 'a?b', 'has "?"'],
	['a hash', 'a#b', 'has "#"'],
	['a blank inside', 'a b', 'has a space or control character'],
	['a no-break space inside', 'a\u00a0b', 'has a space or control character'],
	['a tab inside', 'a\tb', 'has a space or control character'],
	['a line break inside', 'a\nb', '"a b" has a space or control character'],
	['a carriage return inside', 'a\rb', 'has a space or control character'],
	['a null character', 'a\0b', 'has a space or control character'],
	['a null character at the end', 'a\0', 'has a space or control character'],
	['an escape character', 'a\u001bb', 'has a space or control character'],
	['a delete character', 'a\u007fb', 'has a space or control character'],
	['256 characters, one of which is invisible', `${'x'.repeat(255)}\u200b`, 'has a space'],
	['a web address without encryption', 'http://a.b', 'is a web address, not an ID'],
	['256 characters', 'x'.repeat(256), 'is 256 characters long'],
	['a complete web address', `https://app.plane.so/acme/${UUID}`, 'is a web address, not an ID'],
	['a web address in capitals', 'HTTPS://APP.PLANE.SO', 'is a web address, not an ID'],
	['two IDs on two lines', `${UUID}\n${UUID}`, 'has a space or control character'],
	[
		'an object with neither an ID nor a name',
		{ a: 1 },
		'the object {"a":1} is not an ID, and has none',
	],
	['an object without properties', {}, 'the object {} is not an ID, and has none'],
	['an object with an invalid ID', { id: '../other' }, '"../other" has "/"'],
	['a list with one ID', [UUID], `the list ["${UUID}"] is not an ID`],
	['a boolean', true, 'true is not an ID'],
	['not a number', NaN, 'NaN is not an ID'],
	['infinity', -Infinity, '-Infinity is not an ID'],
	['a function', () => UUID, 'a function is not an ID'],
	['a symbol', Symbol('id'), 'a symbol is not an ID'],
	['an object that refers to itself', createSelfReference(), 'is not an ID'],
	['an object as a text', '[object Object]', 'has a space or control character'],
	['half of a character, which no address can contain', 'a\ud83d', 'has'],
];

const sentences = (problem: string) =>
	[expect.stringContaining(problem), expect.stringMatching(/^Enter .*ID.*\.$/)] as const;

describe.each(kinds)('%s', (_, field) => {
	itWrites(field, validValues);
	itRefuses(field, sentences, invalidValues);
});

test('UUIDs are the same ID in upper and lower case, other IDs are not', () => {
	expect(normalizeId(UUID.toUpperCase())).toBe(UUID);
	expect(normalizeId('Own-ID')).toBe('Own-ID');

	for (const longerId of [`A${UUID}`, `${UUID}A`]) {
		expect(normalizeId(longerId)).toBe(longerId);
	}
});

describe('a reference to a record', () => {
	const problemWith = (part: string) =>
		expect.objectContaining({ message: expect.stringContaining(part) });
	/** A list without names, but with a current record. */
	const days = picker('searchDays', 'days/', { currentQuery: { day: 'now' } });
	const notAnId = problemWith('is not an ID');
	const hasSpace = problemWith('has a space');
	const notOneLine = problemWith('has a line break or a control character, which no name has');

	/** The result in a path, and in a body if that is different. */
	type Expected = [inPath: unknown, inBody?: unknown];

	test.each<[title: string, source: RecordList | undefined, value: unknown, expected: Expected]>([
		['an ID', states, ` ${UUID} `, [UUID]],
		['an ID in capitals', states, UUID.toUpperCase(), [UUID]],
		['a name', states, ' In Review, 2nd/3rd ', ['In Review, 2nd/3rd']],
		[
			'a name with joined characters',
			states,
			'👩\u200d💻 می\u200cخواهم',
			['👩\u200d💻 می\u200cخواهم'],
		],
		['a name with a direction mark', states, 'מוכן\u200f', ['מוכן\u200f']],
		['an ID with invisible characters at its ends', states, `\u202a${UUID}\u202c`, [UUID]],
		['a key with an invisible character at its end', workItems, 'LNCH-12\u200b', ['LNCH-12']],
		[
			'an external source and ID with an invisible character at its end',
			workItems,
			'a:b\u200b',
			['a:b\u200b'],
		],
		['invisible text', states, '\u200b\ufe0f', [notAnId]],
		['a name that ends in an emoji selector', states, 'Ideas ⚙\ufe0f', ['Ideas ⚙\ufe0f']],
		['a number that is a name', states, 42, ['42']],
		['the word for the current record', cycles, 'current', ['current']],
		['another word for a list with a current record', days, 'of today', ['of today']],
		['a name of 255 characters', states, 'x'.repeat(255), ['x'.repeat(255)]],
		['a name with an address in it', states, 'See https://a.b', ['See https://a.b']],
		['an address without encryption', states, 'http://a.b/c', [problemWith('is a web address')]],
		['a key', workItems, 'LNCH-12', ['LNCH-12']],
		['an external source and ID', workItems, 'sheet: row 12', ['sheet: row 12']],
		['a key in lower case', workItems, 'lnch-12', ['lnch-12']],
		['text that is not a key', workItems, 'lnch12', ['lnch12', notAnId]],
		['text that is neither key nor ID', workItems, 'LNCH 12', [hasSpace]],
		['a name for a list without names', links, 'my-link', ['my-link', notAnId]],
		['text for a record without a list', undefined, 'my-own', ['my-own', notAnId]],
		['an address', states, `https://a.b/${UUID}`, [problemWith('is a web address')]],
		['the text of an expression without a value', states, 'undefined', [notAnId]],
		['two dots', states, '..', [notAnId]],
		['a name on two lines', states, 'In\nReview', [notOneLine]],
		['a name with a line separator', states, 'In\u2028Review', [notOneLine]],
		[
			'a name with half of a character',
			states,
			'a b\ud83d',
			[problemWith('has half of a character, as when an emoji was cut in two')],
		],
		['a name with NUL', labels, 'a b\0c', [problemWith('has the character NUL')]],
		[
			'a name that is too long',
			labels,
			'x'.repeat(256),
			[problemWith('is 256 characters long, and names of labels have at most 255')],
		],
		['a name of 255 emoji', labels, '😀'.repeat(255), ['😀'.repeat(255)]],
		['a boolean', states, true, [notAnId]],
	])('is written from %s', (_, source, value, [inPath, inBody = inPath]) => {
		const options = source === undefined ? {} : { source };

		const writtenInPath = writeReference(value, options);
		const writtenInBody = writeReference(value, { ...options, requireUuid: true });

		expect(writtenInPath).toEqual(inPath);
		expect(writtenInBody).toEqual(inBody);
	});
});

describe('a record in place of an ID', () => {
	const listWithoutNames = picker('searchDays', 'days/');

	test.each<[title: string, source: RecordList | undefined, value: object, written: string]>([
		['stands for its ID', states, { name: 'Done', id: UUID }, UUID],
		['stands for the ID that its list uses', intakeItems, { id: 'i1', issue: UUID }, UUID],
		['of another tool stands for its name', labels, { id: 208045946, name: 'bug' }, 'bug'],
		['without an ID stands for its name', states, { name: ' Done ' }, 'Done'],
		['of a person stands for the email address', members, { email: 'a@b.c', name: 'A' }, 'a@b.c'],
		[
			'of a person in another tool stands for the display name',
			members,
			{ displayName: 'Ada' },
			'Ada',
		],
		['stands for any ID if its list has no names', listWithoutNames, { id: 5, name: 'x' }, '5'],
	])('%s', (_, source, value, written) => {
		const options = source === undefined ? {} : { source };

		expect(writeReference(value, options)).toBe(written);
		expect(writeReference(JSON.stringify(value), options)).toBe(written);
	});

	test('of another tool does not stand for a work item with its key', () => {
		const issue = { id: '10001', key: 'LNCH-7' };
		const written = writeReference(issue, { source: workItems, requireUuid: true });

		expect(written).toMatchObject({ message: '"10001" is not an ID' });
	});

	// Trello has labels that are a color alone.
	test('of another tool is refused if it has no name: its ID is none', () => {
		const label = { id: '5ce2615891d0c2ddc5bbf999', name: '', color: 'red' };

		expect(getRefusal(records('labels', 'Labels', labels), [label])).toEqual([
			expect.stringContaining('has an ID of another tool, and no name'),
			'Enter the name of the record, as text.',
		]);
	});

	test('is refused with an expression that reads its ID if it has neither an ID nor a name', () => {
		const origin = fromExpression('{{ $json.record.state }}');

		expect(getRefusal(record('state', 'State', states), { group: 'x' }, { origin })).toEqual([
			'the object {"group":"x"} is not an ID, and has neither an id nor a name',
			'Enter only the ID of the record, as text: {{ $json.record.state.id }}.',
		]);
	});

	test('in a list is refused with an expression that reads all IDs', () => {
		const origin = fromExpression('{{ $json.people }}');
		const [, remedy] = getRefusal(records('labels', 'Labels', labels), [{ a: 1 }], { origin });

		expect(remedy).toBe(
			'Enter only the ID of the record, as text: {{ $json.people.map((record) => record.id) }}.',
		);
	});
});

test.each(['true', 'null', 'undefined', '.', 'http://x', '[P1] hot'])(
	'a label can be called %s',
	(name) => {
		expect(writeReference(name, { source: labels })).toBe(name);
	},
);

test('a boolean is the name of a label, as in spreadsheets', () => {
	expect(writeReference(true, { source: labels })).toBe('true');
	expect(writeReference(true, { source: states })).toMatchObject({ message: 'true is not an ID' });
});

test.each([
	['text that is not a key', workItems, 'lnch12'],
	['a key of a list without keys', links, 'lnch-12'],
])('the refusal of an ID suggests a valid one or the list: %s', (_, source, text) => {
	expect(writeReference(text, { source, requireUuid: true })).toMatchObject({
		description: `Enter the ID, which looks like ${UUID}, or choose from the list.`,
	});
});

test.each(['LNCH-12', 'lnch-12', '项目-12', 'MY_APP-12', 'ÖÇ-1', '2FA-1', 'मेरा-7'])(
	'a key in any script and case stands for a work item: %s',
	(key) => {
		expect(writeReference(key, { source: workItems, requireUuid: true })).toBe(key);
	},
);
