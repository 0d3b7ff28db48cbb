import { describe, expect, it } from '@jest/globals';

import { groups } from '../../bench/groups';
import { readOptions } from '../../bench/options';

const figures = ['updates', 'updates-concurrent', 'limit-time'];

describe('the command line of the bench', () => {
	it.each([
		['measures everything and prints a table by default', '', { figures }],
		['prints JSON with --json', '--json', { json: true, figures }],
		['measures the editor with --editor', '--editor', { editor: true, figures }],
		['accepts the beginning of several names', '--only updates', { figures: figures.slice(0, 2) }],
		['accepts a whole name', '--only updates-concurrent', { figures: ['updates-concurrent'] }],
		['accepts several names', '--only updates-c --only limit', { figures: figures.slice(1) }],
	])('%s', (_title, text, expected) => {
		const args = text.split(' ').filter(Boolean);

		expect(readOptions(args, figures)).toEqual({ json: false, editor: false, ...expected });
	});

	it.each([
		[
			'names all figures if there is none of that name',
			['--only', 'speed'],
			'There is no figure speed. There are: updates, updates-concurrent, limit-time.',
		],
		['refuses an unknown option', ['--fast'], '--fast'],
	])('%s', (_title, args, message) => {
		expect(() => readOptions(args, figures)).toThrow(message);
	});
});

it('names each figure of the bench once', () => {
	const names = groups.flatMap((group) => group.figures);

	expect(new Set(names).size).toBe(names.length);
});
