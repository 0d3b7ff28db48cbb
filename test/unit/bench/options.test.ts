import { describe, expect, it } from '@jest/globals';

import { groups } from '../../bench/groups/all';
import { isWanted, readOptions } from '../../bench/options';

const figures = ['updates', 'updates-concurrent', 'limit-time'];

describe('the command line of the bench', () => {
	it('measures everything and prints a table when nothing is said', () => {
		const options = readOptions([], figures);
		expect(options).toEqual({ json: false, only: [] });
		expect(figures.filter((figure) => isWanted(figure, options))).toEqual(figures);
	});

	it('takes a name, and the beginning of several', () => {
		const wanted = (name: string) => {
			const options = readOptions(['--json', '--only', name], figures);
			expect(options.json).toBe(true);
			return figures.filter((figure) => isWanted(figure, options));
		};
		expect(wanted('updates')).toEqual(['updates', 'updates-concurrent']);
		expect(wanted('updates-concurrent')).toEqual(['updates-concurrent']);
		expect(wanted('limit')).toEqual(['limit-time']);
	});

	it('takes several names', () => {
		const options = readOptions(['--only', 'updates-c', '--only', 'limit'], figures);
		expect(figures.filter((figure) => isWanted(figure, options))).toEqual([
			...['updates-concurrent', 'limit-time'],
		]);
	});

	it('names all figures when there is none of that name', () => {
		expect(() => readOptions(['--only', 'speed'], figures)).toThrow(
			'There is no figure speed. There are: updates, updates-concurrent, limit-time.',
		);
	});

	it('refuses what it does not know', () => {
		expect(() => readOptions(['--fast'], figures)).toThrow('--fast');
	});
});

it('names each figure once', () => {
	const names = groups.flatMap((group) => group.figures);
	expect(new Set(names).size).toBe(names.length);
});
