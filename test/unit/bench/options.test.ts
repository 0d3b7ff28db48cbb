import { describe, expect, it } from '@jest/globals';

import { groups } from '../../bench/groups';
import { readOptions } from '../../bench/options';

const figures = ['updates', 'updates-concurrent', 'limit-time'];

describe('the command line of the bench', () => {
	it.each([
		['wants everything in a table when nothing is said', '', false, figures],
		['prints JSON when it is asked for', '--json', true, figures],
		['takes the beginning of several names', '--only updates', false, figures.slice(0, 2)],
		['takes a whole name', '--only updates-concurrent', false, ['updates-concurrent']],
		['takes several names', '--only updates-c --only limit', false, figures.slice(1)],
	])('%s', (_title, text, json, wanted) => {
		const args = text.split(' ').filter(Boolean);

		expect(readOptions(args, figures)).toEqual({ json, wanted });
	});

	it.each([
		[
			'names all figures when there is none of that name',
			['--only', 'speed'],
			'There is no figure speed. There are: updates, updates-concurrent, limit-time.',
		],
		['refuses what it does not know', ['--fast'], '--fast'],
	])('%s', (_title, args, message) => {
		expect(() => readOptions(args, figures)).toThrow(message);
	});
});

it('names each figure of the bench once', () => {
	const names = groups.flatMap((group) => group.figures);

	expect(new Set(names).size).toBe(names.length);
});
