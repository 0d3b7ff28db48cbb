import type { JsonObject } from 'n8n-workflow';

import { isProblem, refused, type Problem, type Result } from '../result/problem';
import { quote } from '../text/quote';
import { BROKEN_CHARACTER, decodeText, type Encoding } from './decodeText';
import { readJsonRecords } from './readJsonRecords';
import { readTable, type Table } from './readTable';
import { addParents } from './addParents';
import { type Recognition, recognize } from './recognize';

/** What the file of an export contains. */
export interface ExportFile extends Table {
	readonly encoding: Encoding;
	/** The tool that it comes from, as its makers write it, or undefined if it is not a known one. */
	readonly tool: string | undefined;
}

/**
 * Reads the records of an export, in the order of the file.
 *
 * @param bytes the whole file: a table as text, or JSON
 * @returns a Problem whose message is a clause about the file (`it is empty`)
 */
export function readExportFile(bytes: Uint8Array): Result<ExportFile> {
	const unreadable = findOtherFormat(bytes);
	if (unreadable !== undefined) return unreadable;

	const { text, encoding } = decodeText(bytes);
	const table = readText(text);
	if (isProblem(table)) return table;

	const broken = findBrokenText(text, table.records);
	if (broken !== undefined) return broken;

	const recognition = recognizeRecords(table.records);
	const records =
		recognition === undefined ? table.records : addParents(table.records, recognition);

	return { ...table, records, encoding, tool: recognition?.profile.tool };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The files of Excel before 2007. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** A part of every file of Excel since 2007, as its name is in the archive. */
const WORKBOOK = 'xl/workbook.xml';

function findOtherFormat(bytes: Uint8Array): Problem | undefined {
	const startsWith = (signature: readonly number[]) =>
		signature.every((byte, index) => bytes[index] === byte);

	if (startsWith(COMPOUND_FILE)) return refuseSpreadsheet('XLS');
	if (!startsWith(ZIP)) return undefined;

	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(WORKBOOK)
		? refuseSpreadsheet('XLSX')
		: refused(
				'it is a zip archive',
				'Unpack it first, such as with a Compression node, and read the CSV or JSON file in it.',
			);
}

const refuseSpreadsheet = (format: string): Problem =>
	refused(
		`it is a file of Excel (${format})`,
		`Read it with n8n's node Extract from File, Extract From ${format}, in place of this one: Create or Update takes its rows directly. Or save it as CSV UTF-8.`,
	);

const WITHOUT_ROWS = { shortRows: [], wideRows: [], repeatedHeadings: 0, linesAbove: 0 };

function readText(text: string): Result<Table> {
	const start = text.slice(0, 1000).trimStart();

	if (text.trim() === '') return refused('it is empty', 'Export it again.');

	if (text.includes('\0')) {
		return refused('it is no text', 'Choose the CSV or JSON file of an export.');
	}

	if (/^<(?:!doctype|html|\?xml)/i.test(start)) {
		return refused(
			'it is a web page or XML',
			'Choose the CSV or JSON file of an export. If it was downloaded, the server may have asked to sign in.',
		);
	}

	if (!/^[[{]/.test(start)) return readTable(text);

	const records = readJsonRecords(text);

	return isProblem(records) ? records : { records, ...WITHOUT_ROWS };
}

function recognizeRecords(records: readonly JsonObject[]): Recognition | undefined {
	const columns = new Set(records.flatMap((record) => Object.keys(record)));

	return recognize([...columns]);
}

/** In place of a letter, the character shows that the encoding was lost before: the letter cannot be restored. */
function findBrokenText(text: string, records: readonly JsonObject[]): Problem | undefined {
	if (!/\ufffd|\\ufffd/i.test(text)) return undefined;

	for (const [index, record] of records.entries()) {
		for (const [column, value] of Object.entries(record)) {
			const cell = typeof value === 'string' ? value : JSON.stringify(value);
			if (!`${column}${cell}`.includes(BROKEN_CHARACTER)) continue;

			return refused(
				`it has the character ${BROKEN_CHARACTER} in place of a letter: ${quote(column)} of record ${index + 1} is ${quote(cell)}`,
				'Export it again, and upload the file as it is: a program that has saved it in between has lost its letters. If the tool itself shows this character, correct it there.',
			);
		}
	}

	return undefined;
}
