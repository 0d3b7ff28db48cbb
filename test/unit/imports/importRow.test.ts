import { describe, expect, test } from '@jest/globals';

import { findDayOrder } from '../../../nodes/shared/imports/dayOrder';
import { importRow, isRecordOf } from '../../../nodes/shared/imports/importRow';
import { recognize } from '../../../nodes/shared/imports/recognize';
import { date } from '../../../nodes/shared/fields/kinds';
import { writeValue } from '../fields/fieldAssertions';

function read(row: Readonly<Record<string, unknown>>) {
	const recognition = recognize(Object.keys(row));
	if (recognition === undefined) throw new Error('It is an export of no tool');

	return importRow(row, recognition);
}

const JIRA = { Summary: 'a', 'Issue key': 'ENG-1' };

describe('a record of an export', () => {
	test.each(['constructor', '__proto__', 'toString'])(
		'may have words that every object inherits (%s)',
		(word) => {
			const { cells, state } = read({ ...JIRA, Priority: word, Status: word });

			expect(cells.get('priority')?.value).toBe(word);
			expect(state).toMatchObject({ name: word, group: undefined, isFinal: false });
		},
	);

	test('may have a list or a record where the tool has a text', () => {
		const record = { toString: 1 };
		const row = { 'Task ID': '1', 'Task Name': 'a', 'Task Content': '', Status: '' };
		const { cells } = read({ ...row, 'Due Date Text': record, Assignees: [record] });

		expect(cells.get('target_date')?.value).toBe(record);
		expect(cells.get('assignees')?.value).toEqual([record]);
	});

	test('may have a column that is called like what every object inherits', () => {
		expect(read({ ...JIRA, constructor: 'x' }).unknownColumns).toEqual(['constructor']);
	});

	test('has no field whose column is missing, and an empty one whose cell is', () => {
		const { cells } = read({ ...JIRA, Assignee: '' });

		expect(cells.has('target_date')).toBe(false);
		expect(cells.get('assignees')).toEqual({ column: 'Assignee', value: '' });
	});

	test('may have a word in its title that means nothing in other columns', () => {
		const { cells } = read({
			'Task ID': '1',
			'Task Name': 'null',
			'Task Content': 'null',
			Status: '',
		});

		expect(cells.get('name')?.value).toBe('null');
		expect(cells.get('description_html')?.value).toBe('');
	});

	test('of GitLab is known by the names of its columns before and since version 18.4', () => {
		const row = { Title: 'a', State: 'Open', 'Author Username': 'ada' };
		const newer = read({
			...row,
			ID: '900',
			IID: '7',
			'Parent IID': '3',
			'Start Date': '2026-03-01',
		});

		expect(read({ ...row, 'Issue ID': '7' }).cells.get('external_id')?.value).toBe('7');
		expect(newer.cells.get('external_id')?.value).toBe('7');
		expect(newer.cells.get('start_date')?.value).toBe('2026-03-01');
		expect(newer.names).toEqual(['7']);
		expect(newer.parent?.value).toBe('3');
		expect(newer.technicalColumns).toEqual(['ID', 'Author Username']);
	});

	test('of GitHub has the comments that its command line tool returns', () => {
		const comment = {
			id: 'IC_kwDO',
			author: { login: 'ada' },
			authorAssociation: 'OWNER',
			body: 'Done in **1.2**',
			createdAt: '2026-05-20T08:24:43Z',
		};
		const { comments, links } = read({
			number: 7,
			title: 'Oil',
			state: 'OPEN',
			body: '',
			comments: [comment],
			url: 'https://github.com/acme/mill/issues/7',
		});

		expect(comments.entries).toMatchObject([
			{ author: 'ada', time: '2026-05-20T08:24:43Z', text: 'Done in **1.2**', format: 'github' },
		]);
		expect(links.entries).toEqual([{ url: 'https://github.com/acme/mill/issues/7', title: '' }]);
	});

	/** Some of the fields of cli.github.com/manual/gh_issue_list. */
	test.each([
		[{ number: 1, title: 'a', body: 'b' }],
		[{ number: 1, title: 'a', stateReason: '' }],
		[{ title: 'a', labels: [], stateReason: 'COMPLETED' }],
		[{ title: 'a', state: 'OPEN', isPinned: false }],
		[{ title: 'a', url: 'https://github.com/acme/mill/issues/1', reactionGroups: [] }],
		[{ title: 'a', projectItems: [] }],
		[{ title: 'a', closedByPullRequestsReferences: [] }],
	])('of GitHub is known by some of its columns (%j)', (issue) => {
		expect(recognize(Object.keys(issue))?.profile.tool).toBe('GitHub');
	});

	/** Linear's and GitLab's API, notes of a program, and a table of one's own. */
	test.each([
		[['id', 'identifier', 'number', 'title', 'description', 'state', 'labels', 'url', 'createdAt']],
		[['id', 'iid', 'title', 'description', 'state', 'labels', 'assignees', 'web_url']],
		[['id', 'title', 'body', 'createdAt', 'updatedAt', 'tags']],
		[['number', 'title', 'status', 'labels', 'url']],
	])('of something else is not taken for one of GitHub (%j)', (headings) => {
		expect(recognize(headings)).toBeUndefined();
	});

	test.each([
		['COMPLETED', 'completed'],
		['NOT_PLANNED', 'cancelled'],
		['REOPENED', 'unstarted'],
		['', undefined],
	])('of GitHub without its state has the group of the reason (%j)', (stateReason, group) => {
		const { state } = read({ title: 'a', stateReason });

		expect(state).toMatchObject({ group, isOnlyOpen: false });
	});

	test('of GitHub has no comment if a table only counts them', () => {
		const { comments } = read({ number: 7, title: 'Oil', state: 'OPEN', body: '', comments: '3' });

		expect(comments).toEqual({ entries: [], columns: [] });
	});

	// The guards of GitLab's CSV builder, of Plane's csv_utils.py, and of Linear's exports.
	test.each([
		[
			{ ID: '1', Team: '', Title: '', Status: '', 'Cycle Number': '' },
			"'- [x] a\n- b",
			'- [x] a\n- b',
		],
		[{ 'Issue ID': '1', Title: '', State: '', 'Author Username': '' }, "';a", ';a'],
		[{ Identifier: 'A-1', 'Sequence Id': '1', 'State Name': '' }, "' -a", ' -a'],
		[{ Identifier: 'A-1', 'Sequence Id': '1', 'State Name': '' }, "'a'", "'a'"],
		[JIRA, "'-a", "'-a"],
	])('loses the apostrophe with which its tool guards a cell (%j, %j)', (row, cell, value) => {
		expect(read({ ...row, Description: cell }).text.cell?.value).toBe(value);
	});

	test('may have several people in a cell, the last one with an address', () => {
		const people = 'Bob, Ada (ada@example.com)';
		const asana = { 'Task ID': '1', Name: 'a', 'Section/Column': '', Notes: '' };

		expect(read({ ...asana, Assignee: people }).cells.get('assignees')?.value).toBe(people);
	});

	test('of Trello is known without its board, and has the color of a label without a name', () => {
		const labels = [{ id: '5ce2615891d0c2ddc5bbf999', name: '', color: 'red' }];
		const card = { id: 'c1', name: 'Cut', desc: '**x**', idList: 'l1', labels, closed: false };
		const { tool, cells, technicalColumns } = read(card);

		expect(tool).toBe('Trello');
		expect(cells.get('labels')?.value).toEqual(['red']);
		expect(technicalColumns).toContain('idList');
	});

	test.each([
		[{ state: 'closed', state_reason: 'not_planned' }, 'cancelled'],
		[{ state: 'CLOSED', stateReason: 'DUPLICATE' }, 'cancelled'],
		[{ state: 'closed', state_reason: 'completed' }, 'completed'],
	])('of GitHub is in the group that the reason for closing says (%j)', (states, group) => {
		expect(read({ number: 7, title: 'a', ...states }).state.group).toBe(group);
	});

	// ClickUp writes the line breaks of its texts so.
	test.each([
		[{ 'Task ID': '1', 'Task Name': 'a', Status: '' }, 'Task Content', 'a\n- b'],
		[JIRA, 'Description', 'a\\n- b'],
	])('has line breaks where its tool writes them out (%j)', (row, column, text) => {
		expect(read({ ...row, [column]: 'a\\n- b' }).text.cell?.value).toBe(text);
	});

	/** The layout is that of Asana's API, whose tasks its export as JSON has. */
	test.each([true, 'TRUE'])('of Asana is a task of its API (completed: %s)', (completed) => {
		const membership = {
			project: { gid: '9', name: 'Mill' },
			section: { gid: '8', name: 'Doing' },
		};
		const task = {
			gid: '12',
			name: 'Oil',
			notes: 'a_b',
			completed,
			resource_subtype: 'default_task',
			assignee: { gid: '3', name: 'Ada Lovelace' },
			due_on: '2026-05-15',
			memberships: [membership, { ...membership, section: { name: 'Elsewhere' } }],
			parent: { gid: '11', name: 'Wheel' },
			tags: [{ gid: '7', name: 'bug' }],
			permalink_url: 'https://app.asana.com/0/9/12',
			custom_fields: [{ name: 'Effort', display_value: '3' }],
		};
		const { cells, state, parent, names, links, unknownColumns, text } = read(task);
		const valueOf = (wire: string) => [...cells].find(([name]) => name === wire)?.[1].value;

		expect(state).toMatchObject({ name: 'Doing', group: 'completed', isFinal: true });
		expect(['external_id', 'name', 'assignees', 'labels', 'target_date'].map(valueOf)).toEqual([
			'12',
			'Oil',
			'Ada Lovelace',
			['bug'],
			'2026-05-15',
		]);
		expect(text.format).toBe('text');
		expect(parent?.value).toBe('11');
		expect(names).toEqual(['12']);
		expect(links.entries).toEqual([{ url: 'https://app.asana.com/0/9/12', title: '' }]);
		expect(unknownColumns).toEqual(['custom_fields', 'parent']);

		const open = read({ ...task, completed: false, memberships: [], parent: null });

		expect(open.state).toMatchObject({ name: undefined, group: undefined });
		expect(open.parent).toBeUndefined();
	});

	/** The headings are those of ClickUp's export of 2026. */
	test('of ClickUp has the address of its task', () => {
		const { links } = read({
			'Task ID': '86a',
			'Task Name': 'Oil',
			'Task Content': '',
			Status: '',
			'Task Link': 'https://app.clickup.com/t/86a',
		});

		expect(links.entries).toEqual([{ url: 'https://app.clickup.com/t/86a', title: '' }]);
	});

	/** The headings are those of a tree, as the documentation of Azure DevOps shows its export. */
	test('of a tree of Azure DevOps has the title of its level, and the parent that a column names', () => {
		const row = { ID: '3', 'Work Item Type': 'Task', State: 'Done', Parent: '2' };
		const { cells, parent, unknownColumns } = read({ ...row, 'Title 1': '', 'Title 2': 'Oil' });

		expect(cells.get('name')).toEqual({ column: 'Title 2', value: 'Oil' });
		expect(parent).toEqual({ column: 'Parent', value: '2' });
		expect(unknownColumns).toContain('Parent');
	});

	/** All columns of Jira's cloud: those with work come first in the list of what is left out. */
	test('of Jira has columns that say nothing more than others', () => {
		const { unknownColumns, technicalColumns } = read({
			...JIRA,
			'Status Category Changed': '13/Mar/26 9:39 AM',
			'Custom field ([CHART] Time in Status)': '3_*:*_1_*:*_0',
			Parent: '10123',
			'Parent key': 'ENG-2',
			Reporter: 'Ada',
		});

		expect(unknownColumns).toEqual(['Reporter', 'Parent key']);
		expect(technicalColumns).toHaveLength(3);
	});

	test('is not one that lacks the ID of the tool', () => {
		const jira = recognize(Object.keys(JIRA));

		expect(jira && isRecordOf(jira, JIRA)).toBe(true);
		expect(jira && isRecordOf(jira, { Summary: 'of a sheet' })).toBe(false);
	});

	test('keeps a time that does not exist as it is written, so that the field refuses it', () => {
		const time = 'Thu Foo 16 2025 21:00:00 GMT+0000 (GMT)';
		const row = { ID: 'A-1', Team: '', Title: 'a', Status: '', 'Cycle Number': '' };

		expect(read({ ...row, 'Due Date': time }).cells.get('target_date')?.value).toBe(time);
	});

	test('has a document of Atlassian as it is, in the format of such documents', () => {
		const description = { type: 'doc', version: 1, content: [] };
		const { text } = read({ summary: 'a', key: 'ENG-1', issuetype: {}, description });

		expect(text).toEqual({
			cell: { column: 'description', value: description },
			format: 'atlassian',
		});
	});
});

/** Headings and dates as public files and their readers have them. */
test.each([
	[
		'French',
		'Résumé',
		'Clé de ticket',
		"Date d'échéance",
		'19/févr./26 7:31 PM',
		'19/Feb/26 7:31 PM',
	],
	['French', 'Résumé', 'Clé de ticket', "Date d'échéance", '07/déc./25 10:51', '07/Dec/25 10:51'],
	['French', 'Résumé', 'Clé de ticket', "Date d'échéance", '07/juil./25 10:51', '07/Jul/25 10:51'],
	['German', 'Zusammenfassung', 'Vorgangsschlüssel', 'Fälligkeitsdatum', '30/Mär/26', '30/Mar/26'],
	[
		'Portuguese',
		'Resumo',
		'Chave da item',
		'Data limite',
		'02/fev/26 1:00 AM',
		'02/Feb/26 1:00 AM',
	],
	['Russian', 'Тема', 'Ключ проблемы', 'Срок исполнения', '02/сен/26 09:05', '02/Sep/26 09:05'],
	['Russian', 'Тема', 'Ключ проблемы', 'Срок исполнения', '02/мая/26 09:05', '02/May/26 09:05'],
	[
		'Polish',
		'Podsumowanie',
		'Klucz zgłoszenia',
		'Termin',
		'19/paź/26 1:57 PM',
		'19/Oct/26 1:57 PM',
	],
	['Chinese', '摘要', '事务密钥', '截止日期', '15/三月/24', '15/Mar/24'],
	['Spanish', 'Resumen', 'Clave de incidencia', 'Fecha de vencimiento', '05/abr/26', '05/Apr/26'],
])(
	"Jira's export in %s (%s) has its fields, and %s is read",
	(_, title, key, due, day, english) => {
		const { tool, cells } = read({ [title]: 'Oil', [key]: 'MILL-1', [due]: day });

		expect(tool).toBe('Jira');
		expect(cells.get('name')?.value).toBe('Oil');
		expect(cells.get('external_id')?.value).toBe('MILL-1');
		expect(cells.get('target_date')?.value).toBe(english);
	},
);

test("Jira's categories decide about the group, with or without accents", () => {
	const row = { Résumé: 'Oil', 'Clé de ticket': 'MILL-1', État: 'Prêt' };

	expect(read({ ...row, "Catégorie d'état": 'A faire' }).state.group).toBe('unstarted');
	expect(read({ ...row, "Catégorie d'état": 'Terminé' }).state.group).toBe('completed');
});

/** Extract from File reads the dates of Excel files as numbers, and their truth values as such. */
describe('a record in an Excel file', () => {
	const asana = { 'Task ID': '1', Name: 'Oil', 'Section/Column': 'Todo', Notes: '' };
	const linear = { ID: 'A-1', Team: 'Mill', Title: 'Oil', Status: 'Todo', 'Cycle Number': '' };
	const plane = { Identifier: 'A-1', 'Sequence Id': 1, Name: 'Oil', 'State Name': 'Todo' };
	const card = { idList: '1', id: '2', name: 'Oil', desc: '', closed: false };

	test.each([
		[{ ...asana, 'Completed At': 46124 }, 'completed'],
		[{ ...linear, Completed: 46124.5 }, 'completed'],
		[{ ...linear, Completed: '', Canceled: 46124.5 }, 'cancelled'],
	])('is finished if it has the time of that (%j)', (row, group) => {
		expect(read(row).state.group).toBe(group);
	});

	test.each([
		[{ ...linear, Archived: 46124.5 }, 'archived'],
		[{ ...plane, 'Archived At': 46124.5, 'Is Draft': false }, 'archived'],
		[{ ...plane, 'Archived At': '', 'Is Draft': true }, 'draft'],
		[{ ...card, isTemplate: 'TRUE' }, 'template'],
	])('is no open work if it says so (%j)', (row, exception) => {
		expect(read(row).exception).toBe(exception);
	});

	test.each([
		[{ ...asana, 'Completed At': ' ' }],
		[{ ...linear, Completed: '', Canceled: null, Archived: ' ' }],
		[{ ...plane, 'Archived At': null, 'Is Draft': 'False' }],
	])('is open work if the cells are empty (%j)', (row) => {
		const { exception, state } = read(row);

		expect(exception).toBeUndefined();
		expect(['completed', 'cancelled']).not.toContain(state.group);
	});
});

/** Jira's issue navigator, as HTML or for Excel: it has no categories, and a word in each open issue. */
describe("a resolution in Jira's list of issues", () => {
	const row = { Key: 'MILL-1', Summary: 'Oil', Status: 'Ready', Reporter: 'Ada' };
	const german = { Zusammenfassung: 'Oil', Vorgangsschlüssel: 'MILL-1', Status: 'Bereit' };

	test.each([
		['Unresolved', undefined],
		['unresolved ', undefined],
		['', undefined],
		['Fixed', 'completed'],
		["Won't Do", 'completed'],
	])('says whether the issue is finished, unless it is the word for none (%j)', (word, group) => {
		expect(read({ ...row, Resolution: word }).state.group).toBe(group);
	});

	test('leaves an open issue in the state that it is called', () => {
		const { state } = read({ ...row, Status: 'In Progress', Resolution: 'Unresolved' });

		expect(state).toMatchObject({ name: 'In Progress', group: 'started' });
	});

	test.each([
		[{ ...german, Lösung: 'Nicht erledigt' }],
		[{ Resumen: 'Oil', 'Clave de incidencia': 'MILL-1', Resolución: 'Sin resolver' }],
		[{ Résumé: 'Oil', 'Clé de ticket': 'MILL-1', Résolution: 'Non résolue' }],
		[{ Resumo: 'Oil', 'Chave da item': 'MILL-1', Resolução: 'Não resolvido' }],
	])('is none in the words of other languages (%j)', (issue) => {
		expect(read(issue).state.group).toBeUndefined();
	});

	test.each([
		['', 'Noch offen', undefined],
		['12/Mai/26 9:39 AM', 'Nicht erledigt', 'completed'],
		[46124.5, 'Fertig', 'completed'],
	])('counts less than the date of the resolution (%j, %j)', (date, word, group) => {
		expect(read({ ...german, Lösung: word, Erledigt: date }).state.group).toBe(group);
	});
});

/** Azure DevOps writes times as the settings of a user say; Excel writes all of them so when it saves an export. */
describe('days in numbers', () => {
	const azure = { ID: '1', 'Work Item Type': 'Bug', Title: 'Oil', State: 'New' };
	const gitLab = { 'Issue ID': '1', Title: 'Oil', State: 'Open', 'Author Username': 'ada' };

	/** Reads the times of the first row. */
	const readTimes = (...rows: readonly Readonly<Record<string, unknown>>[]) => {
		const [row = {}] = rows;
		const recognition = recognize([...new Set(rows.flatMap((other) => Object.keys(other)))]);
		if (recognition === undefined) throw new Error('They are an export of no tool');

		const dayOrder = findDayOrder(rows, recognition);
		const { cells } = importRow(row, dayOrder ? { ...recognition, dayOrder } : recognition);

		return ['target_date', 'created_at'].map((wire) => cells.get(wire as 'created_at')?.value);
	};

	test.each([
		['the month first', { 'Changed Date': '4/25/2026 1:02:03 PM' }, '2026-08-09T19:00:05'],
		['the day first', { 'Changed Date': '25/4/2026 13:02' }, '2026-09-08T19:00:05'],
		['nothing', { 'Changed Date': '4/5/2026 13:02' }, '8/9/2026 7:00:05 PM'],
		['nothing in another column', { Note: '25/4/2026' }, '8/9/2026 7:00:05 PM'],
		['both', { 'Changed Date': '4/25/2026', 'Closed Date': '25/4/2026' }, '8/9/2026 7:00:05 PM'],
	])('are read as another row shows them: %s', (_, other, created) => {
		const times = readTimes(
			{ ...azure, 'Created Date': '8/9/2026 7:00:05 PM', 'Target Date': '' },
			{ ...azure, ...other },
		);

		expect(times).toEqual(['', created]);
	});

	test.each([
		['22.09.2025 9:05', '2025-09-22T09:05:00'],
		['2.9.2025', '2025-09-02'],
		['5/5/2026 12:00 AM', '2026-05-05T00:00:00'],
		['5/5/2026 12:30 PM', '2026-05-05T12:30:00'],
		['22.13.2025', '22.13.2025'],
		['2.9.25', '2.9.25'],
		['about 2.9.2025', 'about 2.9.2025'],
	])('are read alone only if nothing can be confused: %s', (cell, read) => {
		expect(readTimes({ ...azure, 'Target Date': cell })).toEqual([read, undefined]);
	});

	test('are read in the time zone of the tool', () => {
		const row = { ...gitLab, 'Due Date': '4/25/2026', 'Created At (UTC)': '4/5/2026 13:02' };

		expect(readTimes(row)).toEqual(['2026-04-25', '2026-04-05T13:02:00Z']);
	});
});

/** A board of Trello, its table, and a task of ClickUp without the columns of texts. */
describe('days of a tool that writes instants', () => {
	const card = { idList: '1', id: '2', name: 'Oil', desc: '' };
	const row = { 'Card ID': '2', 'Card Name': 'Oil', 'List Name': 'Doing' };
	const task = { 'Task ID': '86c', 'Task Name': 'Oil', 'Task Content': '', Status: 'to do' };
	const field = date('target_date', 'Due');

	const readDue = (record: Readonly<Record<string, unknown>>, timezone: string) =>
		writeValue(field, read(record).cells.get('target_date')?.value, timezone);

	test.each([
		[{ ...card, due: '2026-06-16T00:00:00.000Z' }],
		[{ ...row, 'Due Date': '2026-06-16T00:00:00.000Z' }],
		[{ ...task, 'Due Date': String(Date.UTC(2026, 5, 16)) }],
		[{ ...task, 'Due Date': Date.UTC(2026, 5, 16) }],
	])('are those of the workflow, also at midnight UTC (%j)', (record) => {
		expect(readDue(record, 'America/Los_Angeles')).toBe('2026-06-15');
		expect(readDue(record, 'UTC')).toBe('2026-06-16');
		expect(readDue(record, 'Asia/Kolkata')).toBe('2026-06-16');
	});

	test.each([
		[{ ...card, due: '2026-06-16' }],
		[{ ...task, 'Due Date Text': '6/16/2026, 12:00:00 AM GMT' }],
	])('are the same everywhere if they have no clock, or one of their own (%j)', (record) => {
		expect(readDue(record, 'America/Los_Angeles')).toBe('2026-06-16');
		expect(readDue(record, 'Asia/Kolkata')).toBe('2026-06-16');
	});

	test('are shown as they are written if they are none', () => {
		expect(read({ ...card, due: 'next week' }).cells.get('target_date')?.value).toBe('next week');
	});
});

test("Jira's export in Polish has its relations, files and categories", () => {
	const row = {
		Podsumowanie: 'Oil',
		'Klucz zgłoszenia': 'MILL-2',
		Status: 'Gotowe do testów',
		'Kategoria statusu': 'Do zrobienia',
		'Wewnętrzne łącze zgłoszenia (Blocks)': ['MILL-1', 'MILL-3'],
		'Zewnętrzne łącze do zgłoszenia (Blocks)': 'MILL-4',
		Załącznik: '19/lip/26 11:43 AM;5b10;oil.png;https://mill.example.com/oil.png',
	};
	const { state, relations, links } = read(row);

	expect(state).toMatchObject({ name: 'Gotowe do testów', group: 'unstarted' });
	expect(read({ ...row, 'Kategoria statusu': 'Gotowe' }).state.group).toBe('completed');
	expect(links.entries).toEqual([{ url: 'https://mill.example.com/oil.png', title: 'oil.png' }]);
	expect(relations.entries).toEqual([
		{ type: 'blocking', name: 'MILL-4' },
		{ type: 'blocked_by', name: 'MILL-1' },
		{ type: 'blocked_by', name: 'MILL-3' },
	]);
});

test('a month that a language shortens to what two begin with is not guessed', () => {
	const row = { Résumé: 'Oil', 'Clé de ticket': 'MILL-1', "Date d'échéance": '07/jui/25' };

	expect(read(row).cells.get('target_date')?.value).toBe('07/jui/25');
});

test.each([
	['true', 'completed'],
	['false', undefined],
])("a card of Trello's table whose due date is complete (%s) is finished", (complete, group) => {
	const row = {
		'Card ID': '1',
		'Card Name': 'Oil',
		'List Name': 'Doing',
		'Due Complete': complete,
	};

	expect(read(row).state.group).toBe(group);
});
