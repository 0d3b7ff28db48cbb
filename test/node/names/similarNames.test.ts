import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { runs } from '../../unit/random';
import { workItemCreation, createRows, PROJECT_PATH, useNames, uuid } from './useNames';

const startServer = useNames();

const labelsPath = `${PROJECT_PATH}/labels/`;

describe('A name that looks the same', () => {
	/** The flag of a region: its letters follow as characters that nobody sees. */
	const flag = (region: string) => {
		const letters = Array.from(Buffer.from(region), (code) => 0xe0000 + code);

		return `🏴${String.fromCodePoint(...letters, 0xe007f)}`;
	};

	const labels = createRows(
		100,
		'Größe',
		'می\u200cخواهم',
		'میخواهم',
		`Team ${flag('gbeng')}`,
		'⭐',
	);

	it.each<[title: string, name: string, index: number]>([
		['with marks of direction around it', '\u202agröße\u202c', 0],
		['with an invisible character in it', 'Grö\u200bße', 0],
		['with separate accents', 'Gro\u0308ße', 0],
		['with separate accents after an invisible character', 'Gro\u200b\u0308ße', 0],
		['with a joiner before one without', 'می\u200cخواهم', 1],
		['without a joiner before one with', 'میخواهم', 2],
		['with the sign for emoji', '⭐\ufe0f', 4],
	])('is found %s', async (_, name, index) => {
		const server = startServer({ [labelsPath]: labels });

		await server.create({ labels: [name] });

		expect(server.writes()).toEqual([workItemCreation({ labels: [uuid(100 + index)] })]);
	});

	it('is not found if it has the flag of another region', async () => {
		const server = startServer({ [labelsPath]: labels });

		const { error } = await server.create({ labels: [`Team ${flag('gbsct')}`] });

		expect(error?.message).toContain('there is no label');
		expect(server.writes()).toEqual([]);
	});
});

it('Random names find the records with these names, and no others', async () => {
	const anyName = fc
		.array(fc.constantFrom('a', 'A', 'é', 'É', ' ', 'ß', '1'), { minLength: 1, maxLength: 3 })
		.map((letters) => `${letters.join('')}.`);

	const trim = (name: unknown) => String(name).trim();
	const fold = (name: unknown) => trim(name).toLowerCase();

	await fc.assert(
		fc.asyncProperty(
			fc.array(anyName, { maxLength: 8 }),
			fc.array(anyName, { minLength: 1 }),
			async (existingNames, names) => {
				const rows = createRows(300, ...existingNames);
				const server = startServer({ [labelsPath]: rows });

				const { error } = await server.create({ labels: names });

				const matches = names.map((text) => {
					const similar = rows.filter(({ name }) => fold(name) === fold(text));
					const exact = similar.filter(({ name }) => trim(name) === trim(text));

					return exact.length === 1 ? exact : similar;
				});

				expect(server.reads()).toEqual(['GET labels/']);

				if (matches.every(({ length }) => length === 1)) {
					const ids = new Set(matches.flat().map(({ id }) => id));

					expect(server.writes()).toMatchObject([{ body: { labels: [...ids] } }]);
				} else {
					expect(server.writes()).toEqual([]);
					expect(error?.message).toMatch(
						/: (there (is no label|are no labels)|\d labels are called) /,
					);
				}
			},
		),
		{ numRuns: runs(200) },
	);
});
