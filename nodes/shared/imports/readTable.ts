import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseTable, type TableFormat } from '../../../libraries/csv';
import { refused, type Result } from '../result/problem';
import { isObject } from '../values/valueChecks';
import { recognize } from './recognize';

/** The records of a table, and what was not as it should be. */
export interface Table {
	readonly records: readonly JsonObject[];
	/** The records that have fewer cells than there are headings, counted from 1. */
	readonly shortRows: readonly number[];
	/** The records that have more cells with content than there are headings, counted from 1. */
	readonly wideRows: readonly number[];
	/** How many rows had the headings once more. They are left out. */
	readonly repeatedHeadings: number;
	/** How many lines stood above the headings. They are left out. */
	readonly linesAbove: number;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The line with which Excel says what delimiter follows. */
const DELIMITER_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a table that is written as text.
 *
 * @returns a record for each row below the headings that is not empty. A heading that is repeated has the list of its
 *   cells with content. A cell that its row lacks is not in the record. Cells without a heading are `Column 3`, unless
 *   another column is called so.
 */
export function readTable(text: string): Result<Table> {
	try {
		const content = text.replace(/^\s*\n/, '');
		const lines = listLinesAbove(content);

		return buildTable(content.slice(lines.join('').length), lines.length);
	} catch (error) {
		return explain(error);
	}
}

/** How far down the headings of a tool are looked for. */
const FIRST_LINES = 10;

/** Lists the lines above the headings of a tool: a spreadsheet may have a note or an address there. */
function listLinesAbove(text: string): readonly string[] {
	const lines = text.split('\n', FIRST_LINES).map((line) => `${line}\n`);
	const position = DELIMITER_LINE.test(text) ? -1 : lines.findIndex(hasHeadings);
	const above = lines.slice(0, Math.max(0, position));

	return endsInCell(above.join('')) ? [] : above;
}

const hasHeadings = (line: string): boolean =>
	DELIMITERS.some((delimiter) => recognize(line.split(delimiter).map(withoutQuotes)) !== undefined);

/** Whether what follows a text is in a quoted cell: its quotation mark is not closed. */
const endsInCell = (text: string): boolean => text.split('"').length % 2 === 0;

const withoutQuotes = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

function buildTable(text: string, linesAbove: number): Result<Table> {
	const [headings = [], ...rows] = parseTable(text.replace(DELIMITER_LINE, ''), findFormat(text));
	if (headings.length < 2) {
		return refused(
			'it is neither a table nor JSON: there is no comma, semicolon or tab in its first line',
			'Choose a CSV file with headings in its first line, or a JSON file.',
		);
	}

	const columns = indexColumns(headings);
	const headingsAgain = headings.join('\0');
	const records: JsonObject[] = [];
	const shortRows: number[] = [];
	const wideRows: number[] = [];
	let repeatedHeadings = 0;

	for (const cells of rows) {
		if (cells.every(isBlank)) continue;

		if (cells.join('\0') === headingsAgain) {
			repeatedHeadings += 1;
			continue;
		}

		records.push(toRecord(columns, headings.length, cells));

		if (cells.length < headings.length) shortRows.push(records.length);
		if (!cells.slice(headings.length).every(isBlank)) wideRows.push(records.length);
	}

	return { records, shortRows, wideRows, repeatedHeadings, linesAbove };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** The positions of each heading, in the order of the file. A column without a heading has none. */
function indexColumns(headings: readonly string[]): ReadonlyMap<string, readonly number[]> {
	const columns = new Map<string, number[]>();

	for (const [index, text] of headings.entries()) {
		const heading = text.trim();
		const positions = columns.get(heading) ?? [];

		positions.push(index);
		columns.set(heading, positions);
	}

	return columns;
}

function toRecord(
	columns: ReadonlyMap<string, readonly number[]>,
	width: number,
	cells: readonly string[],
): JsonObject {
	const entries: [string, JsonValue][] = [];
	const unnamed = cells.map((_, position) => position).slice(width);

	for (const [heading, positions] of columns) {
		const [first = 0] = positions;

		if (heading === '') unnamed.push(...positions);
		else if (positions.length > 1) entries.push([heading, listContents(positions, cells)]);
		else if (first < cells.length) entries.push([heading, cells[first] ?? '']);
	}

	for (const position of unnamed) {
		const cell = cells[position] ?? '';
		if (!isBlank(cell)) entries.push([nameUnnamed(position, columns), cell]);
	}

	return Object.fromEntries(entries);
}

function nameUnnamed(position: number, columns: ReadonlyMap<string, unknown>): string {
	let name = `Column ${position + 1}`;

	while (columns.has(name)) name = `${name} (no heading)`;

	return name;
}

const listContents = (positions: readonly number[], cells: readonly string[]): string[] =>
	positions.map((position) => cells[position] ?? '').filter((cell) => cell !== '');

/** Finds out how a table is written: with the delimiter that it names, or that divides its first row into the most cells. */
function findFormat(text: string): TableFormat {
	const lineBreaks = text.includes('\n') ? ['\r\n', '\n'] : ['\r'];
	const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
	if (delimiter !== undefined) return { delimiter, lineBreaks };

	const formats = DELIMITERS.map((candidate) => ({ delimiter: candidate, lineBreaks }));
	const counted = formats.map((format) => {
		const [headings = []] = parseTable(text, { ...format, to: 1 });

		return { format, count: headings.length };
	});
	const [best] = counted.toSorted((a, b) => b.count - a.count);

	return best?.format ?? { delimiter: ',', lineBreaks };
}

/** @throws the error if it does not come from the text */
function explain(error: unknown) {
	if (!isObject(error) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;

	return refused(
		'a quotation mark at the beginning of a cell is never closed, so that the rest of the file would be one cell',
		'Export it again: the file may be incomplete. Or close the quotation mark in a text editor.',
	);
}
