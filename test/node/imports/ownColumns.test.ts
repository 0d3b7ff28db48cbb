import { describe, expect, it } from '@jest/globals';

import { listMapperFields } from '../../../nodes/Plane/panel/buildMapper';
import { upsertWorkItem } from '../../../nodes/shared/operations';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const rows = ['Ada Lovelace', 'Former user', 'Unassigned'].map((Assignee, index) => ({
	'External ID': `row-${index}`,
	Title: `Title ${index}`,
	Assignee,
	State: index === 0 ? 'In Progress' : 'UAT',
}));

const columns = {
	mappingMode: 'defineBelow',
	value: {
		externalId: '={{ $json["External ID"] }}',
		name: '={{ $json.Title }}',
		assignees: '={{ $json.Assignee }}',
		state: '={{ $json.State }}',
	},
	matchingColumns: ['externalId'],
	schema: [],
};

/** The mapper of the editor has the types of the fields, by which n8n checks what is mapped. */
const schema = listMapperFields(upsertWorkItem).map(({ id, displayName, type = 'string' }) => ({
	id,
	displayName,
	type,
}));

describe('Rows of no known tool, with names that the project does not have,', () => {
	it.each([
		['leaveOut', 'defaultState'],
		['nameInDescription', 'firstOfGroup'],
	])(
		'are created without them if the user wishes (%s, %s), and change nothing the second time',
		async (unknownPeople, unknownStates) => {
			const { plane, importRows, statesByTitle } = await startImport(startPlane);
			const options = { unknownPeople, unknownStates };

			const { json, hints } = await importRows(rows, { options });
			const changes = plane.service.ledger.length;
			const again = await importRows(rows, { options });

			expect(json.map(({ outcome, error }) => error ?? outcome)).toEqual(Array(3).fill('created'));
			expect(json.map(({ assignees }) => (assignees as string[]).length)).toEqual([1, 0, 0]);
			expect(statesByTitle()).toEqual({
				'Title 0': 'In Progress',
				'Title 1': 'Backlog',
				'Title 2': 'Backlog',
			});
			expect(hints.map(({ message }) => message).join()).toMatch(
				/"Former user" \(1 row\) and "Unassigned" \(1 row\).*"UAT" \(2 rows\)/s,
			);
			expect(json[1]?.description_html).toBe(
				unknownPeople === 'leaveOut' ? '<p></p>' : '<p>Assignee in the other tool: Former user</p>',
			);
			expect(again.json.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
			expect(plane.service.ledger).toHaveLength(changes);
		},
	);

	it('get a new state in Backlog, if the user wishes', async () => {
		const { plane, importRows, statesByTitle } = await startImport(startPlane);

		await importRows(rows, {
			options: { unknownPeople: 'leaveOut', unknownStates: 'createInGroup' },
		});

		expect(statesByTitle()).toMatchObject({ 'Title 1': 'UAT', 'Title 2': 'UAT' });
		expect(plane.service.state.states.filter(({ name }) => name === 'UAT')).toMatchObject([
			{ group: 'backlog' },
		]);
	});

	it('are created without them if each column was mapped', async () => {
		const { plane, projectId } = await startImport(startPlane);

		const { json } = await plane.run(
			'workItem.upsert',
			{
				projectId: byId(projectId),
				externalSource: 'sheet',
				columns,
				options: { unknownPeople: 'leaveOut', unknownStates: 'defaultState' },
			},
			{ items: jsonItems(rows) },
		);

		expect(json.map(({ outcome }) => outcome)).toEqual(Array(3).fill('created'));
	});

	it('fail otherwise', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const changes = plane.service.ledger.length;

		const { json } = await importRows(rows.slice(1));

		expect(json.map(({ error }) => error)).toEqual([
			expect.stringContaining('no project member "Former user"'),
			expect.stringContaining('no project member "Unassigned"'),
		]);
		expect(plane.service.ledger).toHaveLength(changes);
	});
});

// The forms are those of Jira's exports with other settings.
it.each(['12-12-2024 14:42', '7/15/2026 20:53'])(
	'A creation time that cannot be read, and an unknown creator, stop no row (%s)',
	async (Created) => {
		const { importRows } = await startImport(startPlane);

		const { json, hints } = await importRows([
			{ 'External ID': 'row-1', Summary: 'Oil', Created, 'Created By': 'Former user' },
		]);

		expect(json).toMatchObject([{ outcome: 'created', name: 'Oil' }]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(`^Created At: .*"${Created}" \\(1 row\\)$`),
			expect.stringMatching(/^Created By: .*"Former user" \(1 row\)$/),
		]);
	},
);

it.each([
	['Labels', { Title: 'Oil', 'External ID': '1' }],
	['Labels', { Summary: 'Oil', 'Issue key': 'A-1' }],
	['Assignee', { Title: 'Oil', 'External ID': '1' }],
])('A list that has nothing but separators is empty (%s, %j)', async (column, row) => {
	const { importRows } = await startImport(startPlane);

	const { json } = await importRows([{ ...row, [column]: ' , ; ,' }]);

	expect(json).toMatchObject([{ outcome: 'created', labels: [], assignees: [] }]);
});

// As Jira writes days.
it('A day with the name of its month is that day in a mapped column, too', async () => {
	const { plane, projectId } = await startImport(startPlane);
	const value = { externalId: '1', name: 'Oil', targetDate: '={{ $json.due }}' };

	const { json } = await plane.run(
		'workItem.upsert',
		{
			projectId: byId(projectId),
			externalSource: 'sheet',
			columns: { mappingMode: 'defineBelow', matchingColumns: ['externalId'], schema, value },
		},
		{ items: jsonItems([{ due: '30/Sep/26' }]) },
	);

	expect(json).toMatchObject([{ outcome: 'created', target_date: '2026-09-30' }]);
});
