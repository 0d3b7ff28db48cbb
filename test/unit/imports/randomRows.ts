import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../nodes/shared/values/valueChecks';
import { isTextFormat, RANDOM_TEXTS } from '../markup/randomTexts';
import { type Sample, SAMPLES } from '../markup/layouts';

/** Cells that no layout has, and that people and programs write anyway. */
const STRANGE_CELLS: readonly unknown[] = [
	...'null|NaN|-|0|-1|1e400|8.68E+11|9007199254740993|true|[|[]|[,]|{}|{"a":|""|\'|\'=|\'@'.split(
		'|',
	),
	...'99/99/9999|31/Feb/26 12:00 AM|30/Zzz/26|0000-00-00|2026-02-30 24:61:61|+275760-09-14'.split(
		'|',
	),
	...'Thu Oct 99 2025 21:00:00 GMT+0000|13/13/2026, 99:99:99 PM GMT+99:99|→|a → |1775028600000'.split(
		'|',
	),
	...'<>|<@>|a@|@|mailto:|(a@e.x)|"a" <a@e.x> <b@e.x>|constructor|__proto__|unassigned'.split('|'),
	'',
	' ',
	'\u00A0',
	'\u2060',
	'\uFEFF',
	'\n',
	0,
	-0,
	1.5,
	1e21,
	true,
	false,
	null,
	[],
	[null],
	[[]],
	{},
	{ name: null },
	{ toString: 1 },
	{ type: 'doc' },
	{ type: 'doc', content: [null, 1, {}] },
];

const cutText = (text: string): readonly string[] =>
	text.match(/\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]+/gu) ?? [];

/** Cells of a column: those that it has, those of others, what their parts make, and strange ones. */
function createCells({ records }: Sample, column: string): fc.Arbitrary<unknown> {
	const ofColumn = records.map((record) => record[column]).filter((cell) => cell !== undefined);
	const ofFile = records.flatMap((record) => Object.values(record));
	const parts = [...ofColumn, ...ofFile]
		.filter((cell) => typeof cell === 'string')
		.flatMap(cutText);
	const objects = ofFile.filter(isObject);

	return fc.oneof(
		fc.constantFrom(...ofColumn),
		fc.constantFrom(...ofFile),
		fc.constantFrom(...STRANGE_CELLS),
		fc
			.array(fc.constantFrom(...parts, '→', ',', '<', '>', '(', '@'), { maxLength: 12 })
			.map((texts) => texts.join('')),
		fc.array(fc.constantFrom(...ofFile, ...objects), { maxLength: 4 }),
		fc.string({ unit: 'binary', maxLength: 20 }),
	);
}

/** How many cells of a row are random. */
export const CELLS_PER_ROW = 10;

/** A row of a file, of which some cells are random. */
function createRows(sample: Sample): fc.Arbitrary<IDataObject> {
	const { records, recognition } = sample;
	const { columns, profile } = recognition;
	const known = Object.values(profile.columns)
		.flat()
		.map((heading) => columns.get(heading))
		.filter((column) => column !== undefined);
	const others = [...columns.values()].filter((column) => !known.includes(column));
	const texts = (profile.columns.description_html ?? [])
		.map((heading) => columns.get(heading))
		.filter((column) => column !== undefined);

	const cells = (choice: readonly string[], count: number) =>
		choice.length === 0
			? fc.constant([])
			: fc.array(
					fc
						.constantFrom(...choice)
						.chain((column) => fc.tuple(fc.constant(column), createCells(sample, column))),
					{ minLength: count, maxLength: count },
				);
	const text = texts.length === 0 ? fc.constant([]) : fc.constantFrom(...texts).chain(createText);

	function createText(column: string): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
		return fc
			.oneof(
				RANDOM_TEXTS[isTextFormat(profile.format) ? profile.format : 'markdown'],
				createCells(sample, column),
			)
			.map((cell) => [[column, cell] as const]);
	}

	return fc
		.tuple(
			fc.constantFrom(...records),
			cells(known, CELLS_PER_ROW - 3),
			cells(others.length > 0 ? others : known, 2),
			text,
		)
		.map(
			([record, ...changes]) =>
				// A cell of a node of n8n is JSON.
				JSON.parse(
					JSON.stringify({ ...record, ...Object.fromEntries(changes.flat()) }),
				) as IDataObject,
		);
}

/** How many rows of a file are read at once. */
export const ROWS_AT_ONCE = 10;

/** Files in the layouts of real exports, with random cells. */
export const RANDOM_FILES = fc
	.constantFrom(...SAMPLES)
	.chain((sample) =>
		fc
			.array(createRows(sample), { minLength: ROWS_AT_ONCE, maxLength: ROWS_AT_ONCE })
			.map((rows) => ({ tool: sample.recognition.profile.tool, rows })),
	);
