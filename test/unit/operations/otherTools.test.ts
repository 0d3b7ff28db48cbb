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

	expect(state?.source?.spellings(word)).toContain(name);
});

test('docs/importing.md names each heading that is not called like its field', () => {
	const page = readFileSync(join(__dirname, '../../../docs/importing.md'), 'utf8');
	const [, list = ''] = /Some names of other tools work, too: (.*?)\.\n/s.exec(page) ?? [];
	const documented = list.split(/,\s|\sand\s/).map((heading) => heading.replaceAll(/\s+/g, ' '));
	const { body, headings } = upsertWorkItem;
	const fields = [...body.fields, ...body.collectionFields];
	const declared = headings.filter(({ wire, heading }) => {
		const field = fields.find((candidate) => candidate.wire === wire);
		const names = [field?.displayName ?? '', field?.displayName.replace(/ Names or IDs$/, '')];

		return (
			!names.includes(heading) &&
			!names.includes(`${heading}s`) &&
			!names.includes(heading.slice(0, -1))
		);
	});

	expect(documented.sort()).toEqual(declared.map(({ heading }) => heading).sort());
});
