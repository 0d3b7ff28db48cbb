import { parse } from 'csv-parse/sync';

import { isObject } from '../../../nodes/shared/values/valueChecks';
import type { Row } from '../../../nodes/shared/imports/profile';

const DELIMITERS = [',', ';', '\t'] as const;

/** Lists of records in a file that is one object, by the name of their property: Trello's, and that of Jira's API. */
const LISTS = ['issues', 'cards', 'data', 'items', 'tasks'] as const;

/**
 * Reads the records of an export: a table as text, or JSON.
 *
 * @param bytes the file: UTF-8, UTF-16 with a byte order mark, or Windows-1252
 * @returns the records in the order of the file, or undefined if it is neither
 */
export function readExport(bytes: Uint8Array): readonly Row[] | undefined {
	const text = decode(bytes);

	return /^\s*[[{]/.test(text) ? readJson(text) : readTable(text);
}

/** Decodes a text: with a byte order mark as that says, as UTF-8 if it is that, and else as Excel saves it. */
function decode(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);

	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

function readJson(text: string): readonly Row[] | undefined {
	let value: unknown;

	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}

	if (Array.isArray(value)) return value.filter(isObject).map(withFieldsOfIssue);
	if (!isObject(value)) return undefined;

	const file = value;
	const name = LISTS.find((key) => Array.isArray(file[key]));
	const list: unknown = name === undefined ? [] : file[name];
	if (!Array.isArray(list)) return undefined;

	const records = list.filter(isObject);

	return name === 'cards' ? readBoard(file, records) : records.map(withFieldsOfIssue);
}

/** An issue of Jira's API has its key beside an object with its fields. */
const withFieldsOfIssue = (record: Row): Row =>
	isObject(record.fields) && typeof record.key === 'string'
		? { key: record.key, ...record.fields }
		: record;

/** The cards of a board of Trello, with the names of the lists and members that they have by ID. */
function readBoard(board: Row, cards: readonly Row[]): readonly Row[] {
	const lists = indexById(board.lists);
	const members = indexById(board.members);

	return cards.map((card) => {
		const list = lists.get(card.idList);
		const ids: unknown[] = Array.isArray(card.idMembers) ? card.idMembers : [];

		return {
			...card,
			'List Name': list?.name,
			'List Closed': list?.closed,
			Members: ids.map((id) => members.get(id) ?? id),
		};
	});
}

const indexById = (records: unknown): ReadonlyMap<unknown, Row> =>
	new Map(
		(Array.isArray(records) ? records : []).filter(isObject).map((record) => [record.id, record]),
	);

/** Reads a table. A heading that is repeated has the list of its cells; the headings may stand once more below. */
function readTable(text: string): readonly Row[] | undefined {
	const delimiter = findDelimiter(text);
	const [headings = [], ...records] = parseTable(text, { delimiter });
	if (headings.length < 2) return undefined;

	const columns = indexColumns(headings);
	const headingsAgain = headings.join('\u0000');

	return records
		.filter((cells) => cells.join('\u0000') !== headingsAgain)
		.map((cells) => toRow(columns, cells));
}

/** The positions of each heading, in the order of the file. */
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

const toRow = (columns: ReadonlyMap<string, readonly number[]>, cells: readonly string[]): Row =>
	Object.fromEntries(
		[...columns].map(([heading, positions]) => {
			const values = positions.map((position) => cells[position] ?? '');

			return [heading, values.length === 1 ? values[0] : values.filter((cell) => cell !== '')];
		}),
	);

/** Reads the cells of a table: quotes may stand behind a blank, and rows may be short or wide. */
const parseTable = (text: string, options: { readonly delimiter: string; readonly to?: number }) =>
	parse(text, {
		...options,
		ltrim: true,
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
	});

/** The delimiter that divides the first record into the most cells. */
function findDelimiter(text: string): string {
	const counts = DELIMITERS.map((delimiter) => {
		const [headings = []] = parseTable(text, { delimiter, to: 1 });

		return { delimiter, count: headings.length };
	});

	return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}
