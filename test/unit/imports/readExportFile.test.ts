import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { type ExportFile, readExportFile } from '../../../nodes/shared/imports/readExportFile';
import { isProblem } from '../../../nodes/shared/result/problem';

/** Reads a file. @throws Error if it cannot be read */
function read(content: Uint8Array | string): ExportFile {
	const file = readExportFile(Buffer.from(content));
	if (isProblem(file)) throw new Error(file.message);

	return file;
}

const readRecords = (content: Uint8Array | string) => read(content).records;

/** Says why a file cannot be read, and what to do. */
function explain(content: Uint8Array | string): string {
	const file = readExportFile(Buffer.from(content));

	return isProblem(file) ? `${file.message}. ${file.description}` : 'it can be read';
}

/** Encodes a text as UTF-16 with a byte order mark. */
function encodeUtf16(text: string, order: 'little' | 'big'): Buffer {
	const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');

	return order === 'little' ? bytes : bytes.swap16();
}

describe('a table is read', () => {
	const records = [{ ID: '1', Title: 'für Ada', Notes: '' }];

	test.each([
		['with commas', 'ID,Title,Notes\n1,für Ada,\n'],
		['with semicolons', 'ID;Title;Notes\n1;für Ada;\n'],
		['with tabs, and empty cells between them', 'ID\tNotes\tTitle\n1\t\tfür Ada\n'],
		['whose first line names the delimiter', 'sep=;\r\n"ID";"Title";"Notes"\r\n1;für Ada;\r\n'],
		['with a delimiter of its own', 'sep=|\nID|Title|Notes\n1|für Ada|\n'],
		['with a byte order mark', '\uFEFFID,Title,Notes\r\n1,für Ada,\r\n'],
		['with line breaks of old programs', 'ID,Title,Notes\r1,für Ada,\r'],
		['with line breaks of two kinds', 'ID,Title,Notes\r\n1,für Ada,\n'],
		['without a line break at its end', 'ID,Title,Notes\n1,für Ada,'],
		['behind an empty line', '\n\nID,Title,Notes\n1,für Ada,\n'],
		['with empty rows', 'ID,Title,Notes\n\n1,für Ada,\n,,\n\n'],
		['with a blank before a quoted cell', 'ID,"Title", "Notes"\n1, "für Ada", ""\n'],
	])('%s', (_, content) => {
		expect(readRecords(content)).toEqual(records);
	});

	test.each([
		['UTF-8', Buffer.from('ID,Title\n1,für Ada\n')],
		['UTF-16', encodeUtf16('ID,Title\n1,für Ada\n', 'little')],
		['UTF-16', encodeUtf16('ID,Title\n1,für Ada\n', 'big')],
		['Windows-1252', Buffer.from('ID,Title\n1,für Ada\n', 'latin1')],
	] as const)('in %s', (encoding, content) => {
		expect(read(content)).toMatchObject({ encoding, records: [{ ID: '1', Title: 'für Ada' }] });
	});

	test('with cells without a heading, whose names never are those of other columns', () => {
		expect(readRecords('Column 2,,Title\na,b,c,d\n')).toEqual([
			{ 'Column 2': 'a', 'Column 2 (no heading)': 'b', Title: 'c', 'Column 4': 'd' },
		]);
	});

	test('with quotes, delimiters and line breaks in its cells', () => {
		expect(readRecords('ID,Title\n1,"a, ""b""\r\nc"\n2,5" disk\n')).toEqual([
			{ ID: '1', Title: 'a, "b"\r\nc' },
			{ ID: '2', Title: '5" disk' },
		]);
	});

	test('with lists for headings that are repeated', () => {
		expect(readRecords('ID,Labels,Labels,Labels\n1,bug,,web\n2,,,\n')).toEqual([
			{ ID: '1', Labels: ['bug', 'web'] },
			{ ID: '2', Labels: [] },
		]);
	});

	test('with rows that are too short or too wide, which are counted from 1', () => {
		expect(read('ID,Title,Roadmap\n1,a\n2,b,c,d\n3,e,f,,\n')).toMatchObject({
			records: [
				{ ID: '1', Title: 'a' },
				{ ID: '2', Title: 'b', Roadmap: 'c', 'Column 4': 'd' },
				{ ID: '3', Title: 'e', Roadmap: 'f' },
			],
			shortRows: [1],
			wideRows: [2],
			repeatedHeadings: 0,
		});
	});

	test('with a column that has no heading', () => {
		expect(readRecords(',ID,Title\n0,1,a\n,2,b\n')).toEqual([
			{ ID: '1', Title: 'a', 'Column 1': '0' },
			{ ID: '2', Title: 'b' },
		]);
	});

	test('without the headings that stand once more in the middle', () => {
		const file = read('ID,Title\n1,a\nID,Title\n2,b\n');

		expect(file.records).toEqual([
			{ ID: '1', Title: 'a' },
			{ ID: '2', Title: 'b' },
		]);
		expect(file.repeatedHeadings).toBe(1);
	});

	/** The layout is that of Asana's export to Google Sheets, saved as CSV. */
	test.each([',', ';'])('without the lines above the headings of a tool (%s)', (delimiter) => {
		const lines = [
			',,',
			',,https://app.asana.com/-/googleSheetsProjectCsv?domain=1',
			',,',
			'Task ID,"Name",Section/Column,Notes',
			'7,Oil,Doing,"a',
			'b"',
		];
		const file = read(lines.join('\r\n').replaceAll(',', delimiter));

		expect(file).toMatchObject({ tool: 'Asana', linesAbove: 3, shortRows: [], wideRows: [] });
		expect(file.records).toEqual([
			{ 'Task ID': '7', Name: 'Oil', 'Section/Column': 'Doing', Notes: 'a\r\nb' },
		]);
	});

	test('with its first line as headings, if they are those of no tool', () => {
		const file = read('ID,Notes\n1,"x\nSummary,Issue key\n"\n');

		expect(read('sep=;\nSummary;Issue key\na;X-1\n')).toMatchObject({ linesAbove: 0 });
		expect(file.linesAbove).toBe(0);
		expect(file.records).toEqual([{ ID: '1', Notes: 'x\nSummary,Issue key\n' }]);
	});

	test('that has headings alone', () => {
		expect(read('ID,Title\n')).toMatchObject({ records: [], shortRows: [] });
	});

	test('whatever its cells are', () => {
		const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\uFFFD'));
		const rows = fc.array(fc.tuple(cell, cell), { minLength: 1 });

		fc.assert(
			fc.property(rows, fc.constantFrom(',', ';', '\t'), (cells, delimiter) => {
				const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
				const lines = [['first', 'second'], ...cells].map((row) => row.map(quote).join(delimiter));
				const expected = cells
					.filter((row) => row.some((text) => text.trim() !== ''))
					.map(([first, second]) => ({ first, second }));

				expect(readRecords(lines.join('\n'))).toEqual(expected);
			}),
		);
	});
});

describe('JSON is read', () => {
	const records = [{ number: 1 }, { number: 2 }];

	test.each([
		['that is a list', '[{"number":1},{"number":2}]'],
		['with a byte order mark and blanks', '\uFEFF \n[{"number":1},{"number":2}]'],
		['that is a list of pages', '[[{"number":1}],[{"number":2}]]'],
		['with a record on each line', '{"number":1}\n{"number":2}\n'],
		['that has the list under a name that is usual', '{"issues":[{"number":1},{"number":2}]}'],
		[
			'that has one list of records, and others of something else',
			'{"values":[{"number":1},{"number":2}],"names":["a"]}',
		],
	])('%s', (_, content) => {
		expect(readRecords(content)).toEqual(records);
	});

	test('with the fields of an issue of Jira beside its key', () => {
		const content = JSON.stringify({
			issues: [{ id: '7', key: 'LNCH-1', fields: { summary: 'a' } }],
		});

		expect(readRecords(content)).toEqual([{ key: 'LNCH-1', summary: 'a' }]);
	});

	test('with the names of the lists and members of a board', () => {
		const content = JSON.stringify({
			name: 'Board',
			lists: [{ id: 'l1', name: 'Doing', closed: false }],
			members: [{ id: 'm1', username: 'ada' }],
			labels: [{ id: 'b1' }],
			cards: [
				{ name: 'Cut', idList: 'l1', idMembers: ['m1', 'm2'] },
				{ name: 'Glue', idList: 'gone' },
			],
		});

		expect(readRecords(content)).toMatchObject([
			{
				name: 'Cut',
				'List Name': 'Doing',
				'List Closed': false,
				Members: [{ id: 'm1', username: 'ada' }, 'm2'],
			},
			{ name: 'Glue', 'List Name': null, Members: [] },
		]);
	});

	/** The layouts are those of Trello's export of a card, of `gh issue view --json` and of Jira's API for one issue. */
	test('that is a single record, with the lists that belong to it', () => {
		const list = { id: 'l1', name: 'Doing' };
		const card = {
			id: 'c1',
			name: 'Cut',
			desc: '',
			idBoard: 'b1',
			idList: 'l1',
			idMembers: ['m1'],
		};
		const by = { memberCreator: { username: 'ada' }, date: '2026-03-20T12:08:30.035Z' };
		const actions = [
			{ id: 'a3', type: 'commentCard', data: { text: 'Half', card, list }, ...by },
			{ id: 'a2', type: 'updateCard', data: { card, listAfter: list }, ...by },
			{ id: 'a1', type: 'createCard', data: { card, list: { id: 'l1', name: 'Now' } }, ...by },
		];
		const issue = { number: 7, title: 'Oil', state: 'OPEN', body: '', labels: [{ name: 'bug' }] };
		const fields = { summary: 'Oil', issuetype: { name: 'Bug' }, comment: { comments: [] } };
		const readOne = (file: unknown) => readRecords(JSON.stringify(file));

		expect(
			readOne({ ...card, actions, checklists: [{ id: 'k1' }], members: [{ id: 'm1' }] }),
		).toMatchObject([
			{
				name: 'Cut',
				'List Name': 'Doing',
				Members: [{ id: 'm1' }],
				Comments: [{ id: 'a3', text: 'Half' }],
			},
		]);
		expect(readOne(card)).toMatchObject([{ name: 'Cut', 'List Name': null, Members: ['m1'] }]);
		expect(readOne(issue)).toEqual([issue]);
		expect(readOne({ id: '1', key: 'LNCH-1', fields })).toEqual([{ key: 'LNCH-1', ...fields }]);
	});

	test('that has no record', () => {
		expect(readRecords('[]')).toEqual([]);
	});
});

test('the tool is recognized by the columns of all records', () => {
	expect(read('Summary,Issue key,Status\na,X-1,Done\n').tool).toBe('Jira');
	expect(read('id,title\n1,a\n').tool).toBeUndefined();
	expect(read('[{"number":1,"title":"a"},{"number":2,"body":"","state":"OPEN"}]').tool).toBe(
		'GitHub',
	);
});

/** The layout is that of a tree that Azure DevOps exports, as its documentation shows it. */
describe('a tree of Azure DevOps', () => {
	const headings = 'ID,Work Item Type,Title 1 ,Title 2,Title 3,State';
	const rows = [
		'"1","Epic","Mill",,,"New"',
		'"2","Feature",,"Oil",,"New"',
		'"3","Task",,,"Fill","Done"',
		'"4","Feature",,"Wheel",,"New"',
		'"5","Task",,,"Turn","New"',
		'"6","Epic","Shop",,,"New"',
		'"7","Task",,,"Sweep","New"',
	];

	test('has the parents that it shows by indentation', () => {
		const { records, tool } = read([headings, ...rows].join('\n'));

		expect(tool).toBe('Azure DevOps');
		expect(records.map(({ ID, Parent }) => [ID, Parent])).toEqual([
			['1', undefined],
			['2', '1'],
			['3', '2'],
			['4', '1'],
			['5', '4'],
			['6', undefined],
			['7', '6'],
		]);
	});

	test('keeps the parents that it names', () => {
		const lines = [`${headings},Parent`, ...rows.map((row) => `${row},9`)];

		expect(readRecords(lines.join('\n')).map(({ Parent }) => Parent)).toEqual(rows.map(() => '9'));
	});
});

describe('a file that cannot be read is refused:', () => {
	const workbook = Buffer.concat([
		Buffer.from([0x50, 0x4b, 0x03, 0x04]),
		Buffer.from('xl/workbook.xml'),
	]);

	test.each([
		['nothing in it', '', 'it is empty. Export it again.'],
		['blanks alone', ' \r\n\t', 'it is empty'],
		['Excel', workbook, 'Extract From XLSX'],
		['old Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'Extract From XLS,'],
		['an archive', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0]), 'Unpack it first'],
		['bytes', Buffer.from('%PDF\0\u0001, x'), 'it is no text'],
		['a page', '<!DOCTYPE html>\n<p>Sign in, please</p>', 'it is a web page'],
		['lines', 'Dear Ada\nhello, you\n', 'no comma, semicolon or tab in its first line'],
		['incomplete JSON', '[{"number":1},{"num', 'it is no valid JSON'.slice(6)],
		['JSON without a list', '{"name":"Board","id":"1"}', 'its object has name and id'],
		['an empty object', '{}', 'its object is empty'],
		['several lists', '{"a":[{"x":1}],"b":[{"y":1}]}', 'its object has a and b'],
		['JSON of numbers', '[1,2]', 'a list of something else than records'],
		['an open quotation mark', 'ID,Title\n1,"a\n2,b\n', 'is never closed'],
		['lost letters', 'ID,Title\n1,f\uFFFDr Ada\n', '"Title" of record 1 is "f\uFFFDr Ada"'],
		['a heading with lost letters', 'ID,T\uFFFDtel\n1,a\n', 'of record 1'],
		['lost letters in JSON', '[{"a":["\\ufffd"]}]', '"a" of record 1 is'],
		[
			'damaged UTF-8',
			Buffer.concat([Buffer.from('ID,Title\n1,für Ada, '), Buffer.from([0xc3, 0x2c, 0x0a])]),
			'in place of a letter',
		],
	])('%s', (_, content, reason) => {
		expect(explain(content)).toContain(reason);
	});
});

test('a file with 20,000 rows takes no longer for each row than a small one', () => {
	const headings = Array.from({ length: 60 }, (_, column) => `Column ${column}`);
	const cells = headings.map((_, column) => (column % 3 === 0 ? '"a, b"' : 'x'.repeat(10)));

	const measure = (rows: number) => {
		const text = [headings, ...Array.from({ length: rows }, () => cells)].join('\n');
		const bytes = Buffer.from(text);
		const start = performance.now();

		expect(readRecords(bytes)).toHaveLength(rows);

		return (performance.now() - start) / rows;
	};

	measure(1000);

	expect(measure(20_000)).toBeLessThan(10 * measure(1000));
});
