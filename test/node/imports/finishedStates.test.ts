import { expect, test } from '@jest/globals';

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
