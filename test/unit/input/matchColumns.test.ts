import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ColumnMatcher, readColumn } from '../../../nodes/Plane/input/matchColumns';
import { upsertWorkItem } from '../../../nodes/shared/operations';
import { listMappedFields } from '../../../nodes/shared/operations/shared/mappedFields';
import { isProblem } from '../../../nodes/shared/result/problem';
import { readExport, exportNames } from '../../engine/exports/exports';

const matcher = new ColumnMatcher(listMappedFields(upsertWorkItem.body), upsertWorkItem);

/** Reads all fields of an item that have a column, by wire name. The message stands for a Problem. */
function readItem(item: IDataObject): Record<string, unknown> {
	const { byField } = matcher.match(Object.keys(item));
	const values: Record<string, unknown> = {};

	for (const [wire, matching] of byField) {
		const cell = readColumn(item, matching);

		values[wire] = isProblem(cell) ? cell.message : cell?.value;
	}

	return values;
}

const findUnmatched = (...columns: string[]) => matcher.match(columns).unmatched;

describe('a column is that of the field', () => {
	test.each([
		['Summary', 'name'],
		['Card Name', 'name'],
		['Task Name', 'name'],
		['Title', 'name'],
		['Name', 'name'],
		['Description', 'description_html'],
		['Card Description', 'description_html'],
		['Notes', 'description_html'],
		['Body', 'description_html'],
		['desc', 'description_html'],
		['Task Content', 'description_html'],
		['description_html', 'description_html'],
		['Status', 'state'],
		['List Name', 'state'],
		['Section/Column', 'state'],
		['State', 'state'],
		['Assignee', 'assignees'],
		['Assignees', 'assignees'],
		['Assignee Email', 'assignees'],
		['Members', 'assignees'],
		['Labels', 'labels'],
		['Tags', 'labels'],
		['Priority', 'priority'],
		['Start Date', 'start_date'],
		['Custom field (Start date)', 'start_date'],
		['Due date', 'target_date'],
		['Due', 'target_date'],
		['Target Date', 'target_date'],
		['targetDate', 'target_date'],
		['Issue key', 'external_id'],
		['Key', 'external_id'],
		['Card ID', 'external_id'],
		['Task ID', 'external_id'],
		['number', 'external_id'],
		['ID', 'external_id'],
		['External ID', 'external_id'],
		['external_source', 'external_source'],
		['Cycle', 'cycle'],
		['Module', 'modules'],
		['type_id', 'type_id'],
		['estimate point', 'estimate_point'],
	])('"%s": %s', (column, wire) => {
		expect([...matcher.match([column]).byField.keys()]).toEqual([wire]);
	});

	test.each(['due date', 'DUE_DATE', 'Due-Date', ' duedate ', '\uFEFFDue Date', 'Due\u00A0Date'])(
		'whatever its case, blanks, underscores and hyphens are (%j)',
		(column) => {
			expect([...matcher.match([column]).byField.keys()]).toEqual(['target_date']);
		},
	);
});

describe('a column is that of no field', () => {
	test('if nothing is called like it', () => {
		expect(findUnmatched('Reporter', 'Summary', 'Sprint')).toEqual(['Reporter', 'Sprint']);
	});

	test.each(['Type', 'Parent', 'Parent issue', 'Parent task'])(
		'if it means something else in another tool (%s)',
		(column) => {
			expect(findUnmatched(column)).toEqual([column]);
		},
	);

	test.each([
		'Status_1',
		'Labels_x',
		'Labels_2024',
		'Labels2026',
		'Labels 2026',
		'_1',
		'',
		'__proto__',
		'constructor',
		'toString',
	])('if it only looks like one (%j)', (column) => {
		expect(findUnmatched(column)).toEqual([column]);
	});
});

describe('of two columns of one field', () => {
	test('the better one counts if one tool has both', () => {
		const item = { assignee: { login: 'ada' }, assignees: [{ login: 'ada' }, { login: 'bob' }] };

		expect(readItem({ ...item, id: 1, number: 1347 })).toEqual({
			assignees: item.assignees,
			external_id: 1347,
		});
	});

	test('the other one counts if the better one is empty', () => {
		const item = { Assignee: 'Ada Lovelace', 'Assignee Email': '' };

		expect(readItem(item)).toEqual({ assignees: 'Ada Lovelace' });
	});

	test.each<[string, IDataObject, string]>([
		['no tool has both', { Title: 'Dr.', Summary: 'Oil' }, '"Summary" and "Title"'],
		['they are spellings of one name', { 'Due Date': 1, due_date: 2 }, '"Due Date" and "due_date"'],
	])('neither counts if they differ and %s', (_, item, columns) => {
		const message = `the columns ${columns} have different values for it`;

		expect(Object.values(readItem(item))).toEqual([message]);
	});

	test.each<[string, IDataObject]>([
		['have the same value', { Title: 'Oil', Summary: 'Oil' }],
		['are empty except one', { Title: ' ', Summary: 'Oil', Name: null }],
	])('it does not matter which one counts if they %s', (_, item) => {
		expect(readItem(item)).toEqual({ name: 'Oil' });
	});
});

describe('the columns that repeat one of a list', () => {
	// So SheetJS numbers the headings of a spreadsheet, and Extract from File leaves empty cells out.
	test.each<[what: string, item: IDataObject, values: Record<string, unknown>]>([
		[
			'are parts of it',
			{ Labels: 'bug', Labels_1: '', Labels_2: 'ui', Summary: 'Oil' },
			{ labels: ['bug', 'ui'], name: 'Oil' },
		],
		// So pandas, Excel's Power Query and spreadsheets number them.
		[
			'are parts of it, however a program has numbered them',
			{ Labels: 'a', 'Labels.1': 'b', Labels2: 'c', 'Labels 3': 'd' },
			{ labels: ['a', 'b', 'c', 'd'] },
		],
		[
			'are parts of it if its own cell was left out',
			{ Summary: 'Oil', Labels_1: 'a, b', Labels_12: 'ui' },
			{ name: 'Oil', labels: ['a, b', 'ui'] },
		],
		[
			'are parts of it if its own cell is empty, beside another list',
			{ Labels: '', Labels_1: 'bug', Tags: null, Tags_1: ' ' },
			{ labels: ['bug'] },
		],
		[
			'count together if one tool has both headings',
			{ Assignee: '', Assignee_1: 'Ada', 'Assignee Email': '' },
			{ assignees: ['Ada'] },
		],
		[
			'do not matter if another list has the same entries',
			{ Labels: '', Labels_1: 'bug', Tags: 'bug' },
			{ labels: ['bug'] },
		],
		[
			'are compared with another list as a whole',
			{ Labels: '', Labels_1: 'bug', Tags: 'ui' },
			{ labels: 'the columns "Labels_1" and "Tags" have different values for it' },
		],
		[
			'are all compared with another list',
			{ Labels: 'bug', Labels_1: 'db', Tags: 'bug', Tags_1: 'ui' },
			{ labels: 'the columns "Labels" and "Tags" have different values for it' },
		],
		['are empty if all of their cells are', { Labels: null, Labels_1: '' }, { labels: null }],
	])('%s', (_, item, values) => {
		expect(readItem(item)).toEqual(values);
		expect(findUnmatched(...Object.keys(item))).toEqual([]);
	});

	test('are unlike those that repeat the column of a single value', () => {
		const item = { Summary: 'Oil', Summary_1: 'x' };

		expect(readItem(item)).toEqual({ name: 'Oil' });
		expect(findUnmatched(...Object.keys(item))).toEqual(['Summary_1']);
	});
});

test('rows with the same columns are matched once, and rows with others by their own columns', () => {
	const sets = Array.from({ length: 250 }, (_, at) => ['Labels_1', `Column ${at}`]);
	const first = matcher.match(['Labels_1', 'Reporter']);

	expect(matcher.match(['Labels_1', 'Reporter'])).toBe(first);

	for (const columns of sets) expect(findUnmatched(...columns)).toEqual(columns.slice(1));

	expect(matcher.match(['Labels_1', 'Reporter'])).not.toBe(first);
	expect(matcher.match(['Labels_1', 'Reporter'])).toEqual(first);
});

test.each(exportNames)('an export of %s has a name, a state and an ID in each row', (name) => {
	for (const item of readExport(name)) {
		expect(readItem(item)).toMatchObject({
			name: expect.any(String),
			state: expect.any(String),
			external_id: expect.anything(),
		});
	}
});

test('no heading stands for two fields', () => {
	const { headings } = upsertWorkItem;
	const headingKeys = headings.map(({ heading }) => heading.toLowerCase().replace(/[\s_-]/g, ''));

	expect(new Set(headingKeys).size).toBe(headingKeys.length);

	for (const { wire, heading } of headings) {
		expect([...matcher.match([heading]).byField.keys()]).toEqual([wire]);
	}
});
