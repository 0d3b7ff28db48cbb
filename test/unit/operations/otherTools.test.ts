import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { upsertWorkItem } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';

/** Writes a value of a field of Create or Update. @returns undefined if it is refused */
function write(wire: string, value: unknown): unknown {
	const { body } = upsertWorkItem;
	const field = body.collectionFields.find((candidate) => candidate.wire === wire);
	const written = field?.kind.write(value, { timezone: 'Europe/Berlin', origin: FIXED_ORIGIN });

	return isProblem(written) ? undefined : written;
}

describe('a priority of another tool becomes one of Plane', () => {
	test.each([
		['Highest', 'urgent'],
		['High', 'high'],
		['Medium', 'medium'],
		['Low', 'low'],
		['lowest', 'low'],
		['Blocker', 'urgent'],
		['Trivial', 'low'],
		['Normal', 'medium'],
		['No priority', 'none'],
		[' P1 ', 'urgent'],
		['P3', 'medium'],
		['Urgent', 'urgent'],
		[{ name: 'Highest', id: '1' }, 'urgent'],
		['P9', undefined],
		['soon', undefined],
		[3, undefined],
	])('(%j: %s)', (word, priority) => {
		expect(write('priority', word)).toBe(priority);
	});
});

// GitLab: https://docs.gitlab.com/api/issues/
test.each([
	['open', 'Todo'],
	['opened', 'Todo'],
	['Closed', 'Done'],
	['to do', 'Todo'],
])('a state of another tool has a name in Plane (%s: %s)', (word, name) => {
	const state = upsertWorkItem.body.collectionFields.find(({ wire }) => wire === 'state');

	expect(state?.source?.spelling?.listOthers(word)).toContain(name);
});

describe('a day with the name of its month is taken', () => {
	test.each([
		['30/Sep/26 12:00 AM', '2026-09-30'],
		['11/May/24 03:26 PM', '2024-05-11'],
		['9/Nov/26', '2026-11-09'],
		['22 September 2026', '2026-09-22'],
		['05-Mar-2026', '2026-03-05'],
		['Sep 22, 2026', '2026-09-22'],
		['September 2 2026, 9:26 AM', '2026-09-02'],
		['Sept. 2, 2026', '2026-09-02'],
		['2 sept 2026', '2026-09-02'],
		['2 MAY 2026', '2026-05-02'],
		// As n8n's DateTime.fromFormat reads years of two digits.
		['1/May/60', '2060-05-01'],
		['1/May/61', '1961-05-01'],
		['1/May/99', '1999-05-01'],
		['2026-03-31', '2026-03-31'],
		['2026-12-24T23:30:00.000Z', '2026-12-25'],
	])('(%s: %s)', (text, day) => {
		expect(write('target_date', text)).toBe(day);
		expect(write('start_date', text)).toBe(day);
	});

	test.each([
		'31.12.2026',
		'12/31/2026',
		'05/03/26',
		'31/Sep/26',
		'1/Foo/26',
		'Sep 2026',
		'soon',
		// A clock that is none, and a second day.
		'22 Sep 2026, 9:26 or later',
		'22/Sep/26 13:30 AM',
		'22/Sep/26 13:30 PM',
		'22/Sep/26 0:30 PM',
		'22/Sep/26 24:00',
		'22/Sep/26 9:60',
		'22 Sep 2026 9:26 - 30 Sep 2026 9:26',
	])('unlike any other text (%s)', (text) => {
		expect(write('target_date', text)).toBeUndefined();
		expect(write('created_at', text)).toBeUndefined();
	});

	// Jira writes the months in the language of its user: these are Finnish, French, German, Polish and Portuguese.
	test.each([
		'12/marras/25',
		'12/marrask./25',
		'12/touko/25',
		'12/juil./25',
		'12/Mai/25',
		'12/Okt/25',
		'12/paź/25',
		'12/dez/25',
		'12 Junk 2025',
		'12 Octopus 2025',
		'Marathon 12, 2025',
		'12 Augu 2025',
		'12 Ja 2025',
	])('unlike a word that is no English month, although it may begin like one (%s)', (text) => {
		expect(write('target_date', text)).toBeUndefined();
		expect(write('start_date', text)).toBeUndefined();
		expect(write('created_at', text)).toBeUndefined();
	});

	test('and the error for another month names it', () => {
		const { body } = upsertWorkItem;
		const field = body.collectionFields.find(({ wire }) => wire === 'target_date');

		expect(
			field?.kind.write('12/marras/25', { timezone: 'UTC', origin: FIXED_ORIGIN }),
		).toMatchObject({
			message: '"12/marras/25" has a month that is not known: marras',
			description:
				'Use the English name of the month, e.g. 31 March 2026, or a date such as 2026-03-31.',
		});
	});
});

describe('a time with the name of its month is taken', () => {
	test.each([
		['20/Oct/26 9:00 AM', '2026-10-20T07:00:00.000Z'],
		['20/Oct/26 12:30 AM', '2026-10-19T22:30:00.000Z'],
		['20/Oct/26 12:30 PM', '2026-10-20T10:30:00.000Z'],
		['20/Oct/26 16:26', '2026-10-20T14:26:00.000Z'],
		['20 October 2026', '2026-10-19T22:00:00.000Z'],
		['Tue Oct 20 2026 09:00:00 GMT+0200 (CEST)', '2026-10-20T07:00:00.000Z'],
		['2025-08-20T12:39:00Z', '2025-08-20T12:39:00.000Z'],
		['20/Oct/26 99:99', undefined],
		['Tue Foo 20 2026 09:00:00 GMT+0200', undefined],
		// There is no such day, and the node does not choose another one.
		['Mon Feb 30 2026 09:00:00 GMT+0000 (GMT)', undefined],
		['Tue Oct 20 2026 09:00:00 GMT-0330', '2026-10-20T12:30:00.000Z'],
		// The time zone is not lost: it is refused.
		['20/Oct/26 9:00 AM CET', undefined],
		['20 October 2026 09:00 +0200', undefined],
		['20.10.2026 09:00', undefined],
	])('(%s: %s)', (text, time) => {
		expect(write('created_at', text)).toBe(time);
	});
});

test('docs/importing.md lists each heading, with the tools that have it', () => {
	const page = readFileSync(join(__dirname, '../../../docs/importing.md'), 'utf8');
	const documented = [
		...page.matchAll(/([A-Z][\w/ ]*(?: \([A-Z][a-z]+ [a-z]+\))?) \(((?:[A-Z]\w+(?:, )?)+)\)/g),
	].map(([, heading, tools]) => `${heading ?? ''}: ${tools ?? ''}`);
	const declared = upsertWorkItem.headings.map(
		({ heading, tools }) => `${heading}: ${tools.join(', ')}`,
	);

	expect(documented.sort()).toEqual(declared.sort());
});
