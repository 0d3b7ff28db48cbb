import { describe, expect, it, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { FORGIVING } from '../../tools/expectedImports';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

/** Jira's export of a filter with few columns, and a board of Trello: nothing but its name tells what a state means. */
const jira = (key: string, Status: string) => ({ Summary: key, 'Issue key': key, Status });
const card = (id: string, list: string) => ({
	'Card ID': id,
	'Card Name': id,
	'List Name': list,
});

test.each([
	['Jira', jira],
	['Trello', card],
])('work is finished in %s if its state is usually called so', async (_, row) => {
	const { importRows, statesByTitle } = await startImport(startPlane);
	const rows = [
		row('A-1', 'ACABADO'),
		row('A-2', 'クローズ'),
		row('A-3', ' Erledigt'),
		row('A-4', 'Cancelado'),
		row('A-5', 'Done, but'),
	];

	const { hints } = await importRows(rows, { options: FORGIVING });
	const second = await importRows(rows, { options: FORGIVING });

	expect(statesByTitle()).toEqual({
		'A-1': 'Done',
		'A-2': 'Done',
		'A-3': 'Done',
		'A-4': 'Cancelled',
		'A-5': 'Backlog',
	});
	expect(hints.map(({ message }) => message).join()).toContain('"ACABADO" → Done (1 row)');
	expect(second.json.map(({ outcome }) => outcome)).toEqual(Array(5).fill('unchanged'));
});

/**
 * Only the state says that work is finished. The tables are those of Monday and YouTrack, with a column of IDs that is
 * called ID.
 */
describe.each([
	['a board of Trello', card],
	['a table of Monday', (ID: string, Status: string) => ({ ID, Name: ID, Status })],
	['a table of YouTrack', (ID: string, State: string) => ({ ID, Summary: ID, State })],
])('work that is finished in %s', (_, row) => {
	const finished = [row('A-1', 'Erledigt'), row('A-2', 'Resolved'), row('A-3', 'Cancelado')];

	test('is refused if unknown states become the default one, which is open', async () => {
		const { importRows, statesByTitle } = await startImport(startPlane);
		const options = { unknownStates: 'defaultState' };

		await importRows([row('A-1', 'In Progress')], { options });

		const { json, hints } = await importRows([...finished, row('A-4', 'UAT')], { options });

		expect(json.map(({ error, outcome }) => error ?? outcome)).toEqual([
			expect.stringContaining('there is no state "Erledigt"'),
			expect.stringContaining('there is no state "Resolved"'),
			expect.stringContaining('there is no state "Cancelado"'),
			'created',
		]);
		expect(statesByTitle()).toEqual({ 'A-1': 'In Progress', 'A-4': 'Backlog' });
		expect(hints.map(({ message }) => message).join()).not.toContain('finished in the tool');
	});

	test('takes the first state of its group, if the user wishes', async () => {
		const { importRows, statesByTitle } = await startImport(startPlane);

		await importRows(finished, { options: FORGIVING });

		expect(statesByTitle()).toEqual({ 'A-1': 'Done', 'A-2': 'Done', 'A-3': 'Cancelled' });
	});

	test('gets a new state in its group, if the user wishes', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const options = { unknownStates: 'createInGroup' };

		const { json } = await importRows([...finished, row('A-4', 'UAT')], { options });
		const groups = plane.service.state.states.map(({ name, group }) => [name, group]);

		expect(json.map(({ error, outcome }) => error ?? outcome)).toEqual(Array(4).fill('created'));
		expect(Object.fromEntries(groups)).toMatchObject({
			Erledigt: 'completed',
			Resolved: 'completed',
			Cancelado: 'cancelled',
			UAT: 'backlog',
		});
	});
});

test('a state of the project that is called so decides, whatever its group is', async () => {
	const { plane, importRows, statesByTitle } = await startImport(startPlane);
	const started = plane.service.state.states.find(({ name }) => name === 'In Progress');
	if (started === undefined) throw new Error('The project has no such state');

	started.name = 'Resolved';
	await importRows([card('A-1', 'resolved'), card('A-2', 'closed')], { options: FORGIVING });

	expect(statesByTitle()).toEqual({ 'A-1': 'Resolved', 'A-2': 'Done' });
});

test('a row whose state is only usually called so is saved if the project has no state in that group', async () => {
	const { plane, importRows } = await startImport(startPlane);

	for (const state of plane.service.state.states) {
		if (state.group === 'completed') state.group = 'started';
	}

	const { json } = await importRows([card('A-1', 'クローズ')], { options: FORGIVING });

	expect(json).toMatchObject([{ outcome: 'created' }]);
});

describe('Columns that say in which state a record is', () => {
	const jira = { Summary: 'Saw', 'Issue key': 'A-1', Status: 'Closed' };
	const gitHub = { number: 1, title: 'Saw', body: '' };
	const trello = { idList: '1', id: '2', name: 'Saw', desc: '', 'List Name': 'Todo' };
	const linear = { ID: 'A-1', Team: 'Mill', Title: 'Saw', 'Cycle Number': '', Status: 'Done' };
	const asana = { 'Task ID': '1', Name: 'Saw', 'Section/Column': 'Todo', Notes: '' };
	const plane = { Identifier: 'A-1', 'Sequence Id': 1, Name: 'Saw', 'State Name': 'Todo' };
	const time = 'Sun Apr 12 2026 06:40:10 GMT+0000 (GMT+00:00)';

	it.each<[string, IDataObject, readonly string[]]>([
		['Asana', { ...asana, 'Completed At': '2026-04-12' }, []],
		['GitHub', { ...gitHub, state: 'CLOSED', stateReason: 'NOT_PLANNED' }, []],
		['Jira', { ...jira, 'Status Category': 'Done' }, []],
		["Jira's server", { ...jira, Resolution: 'Fixed' }, []],
		['Linear', { ...linear, Completed: time }, ['Team']],
		['Plane', { ...plane, 'Is Draft': 'False', 'Archived At': '2026-03-02' }, ['Sequence Id']],
		['Trello', { ...trello, dueComplete: true, closed: false }, ['idList']],
	])('of %s are not among those that are left out', async (_, row, leftOutColumns) => {
		const { importRows } = await startImport(startPlane);

		const { json } = await importRows([row], { checkOnly: true });

		expect(json).toMatchObject([{ failed: 0, leftOutColumns }]);
	});

	it('are among them if something else decides', async () => {
		const { importRows } = await startImport(startPlane);
		const rejected = { ...jira, 'Status Category': 'Done', Resolution: "Won't Do" };
		const added = { ...asana, State: 'Todo', 'Completed At': '2026-04-12' };
		const check = async (row: IDataObject) => (await importRows([row], { checkOnly: true })).json;

		expect(await check(rejected)).toMatchObject([{ leftOutColumns: ['Resolution'] }]);
		expect(await check(added)).toMatchObject([{ leftOutColumns: ['Completed At'] }]);
	});
});
