import { describe, expect, it, test } from '@jest/globals';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const start = async () => await startImport(startPlane);

const row = (key: string, Status: string, category?: string) => ({
	Summary: key,
	'Issue key': key,
	Status,
	...(category !== undefined && { 'Status Category': category }),
});

const createInGroup = { options: { unknownStates: 'createInGroup' } };

describe('A state that the project does not have', () => {
	it('is created once in the group that the export names, if the user wishes', async () => {
		const { plane, importRows } = await start();
		const rows = [
			row('A-1', 'UAT', 'In Progress'),
			row('A-2', 'uat', 'In Progress'),
			row('A-3', 'Rejected', 'Done'),
			row('A-4', 'To Do', 'To Do'),
		];

		const check = await importRows(rows, { ...createInGroup, checkOnly: true });
		const first = await importRows(rows, createInGroup);
		const second = await importRows(rows, createInGroup);
		const created = plane.service.state.states.filter(({ name }) =>
			['UAT', 'Rejected'].includes(name),
		);

		expect(check.json).toMatchObject([{ created: 4, newStates: ['UAT', 'Rejected'] }]);
		expect(first.json.map(({ outcome, error }) => error ?? outcome)).toEqual(
			Array(4).fill('created'),
		);
		expect(second.json.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'));
		expect(created).toMatchObject([
			{ name: 'UAT', group: 'started' },
			{ name: 'Rejected', group: 'completed' },
		]);
	});

	it('is not created in one group for work that another row says is finished, and a check says so, too', async () => {
		const { importRows } = await start();
		const rows = [row('A-1', 'UAT', 'In Progress'), row('A-2', 'UAT', 'Done')];
		const message =
			'State: "UAT" is in the group Started, and this row says that it is in Completed';

		const check = await importRows(rows, { ...createInGroup, checkOnly: true });
		const { json } = await importRows(rows, createInGroup);

		expect(check.json).toMatchObject([
			{
				created: 1,
				failed: 1,
				problems: [{ rows: [2], message: expect.stringContaining(message) }],
			},
		]);
		expect(json).toMatchObject([
			{ outcome: 'created' },
			{ error: expect.stringContaining(message) },
		]);
	});

	it.each([
		['first', [row('A-1', 'UAT', 'Done'), row('A-2', 'UAT')]],
		['last', [row('A-1', 'UAT'), row('A-2', 'UAT', 'Done')]],
	])('is in the group of the row that says one, if that is the %s', async (_, rows) => {
		const { plane, importRows } = await start();

		const { json } = await importRows(rows, createInGroup);

		expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
		expect(plane.service.state.states.filter(({ name }) => name === 'UAT')).toMatchObject([
			{ group: 'completed' },
		]);
	});
});

test('A state that is open, for work that is finished, is refused before anything is sent, and by a check', async () => {
	const { plane, importRows } = await start();
	const rows = [row('A-1', 'In Progress', 'Done')];
	const before = plane.service.ledger.length;
	const message =
		'State: "In Progress" is in the group Started, and this row says that it is in Completed';

	const check = await importRows(rows, { ...createInGroup, checkOnly: true });
	const { json } = await importRows(rows, createInGroup);

	expect(check.json).toMatchObject([
		{ failed: 1, problems: [{ message: expect.stringContaining(message) }] },
	]);
	expect(json).toMatchObject([{ error: expect.stringContaining(message) }]);
	expect(plane.service.ledger).toHaveLength(before);
});

test('Work that is finished in the other tool takes a finished state of its name, whichever finished group it is in', async () => {
	const { importRows, statesByTitle } = await start();

	await importRows([row('A-1', 'Cancelled', 'Done')], createInGroup);

	expect(statesByTitle()).toEqual({ 'A-1': 'Cancelled' });
});

test('Work that is open in the other tool never takes a finished state, whichever night it comes', async () => {
	const { importRows, statesByTitle } = await start();
	const finished = row('A-1', 'UAT', 'Done');

	await importRows([finished], createInGroup);

	const { json } = await importRows([finished, row('A-2', 'UAT', 'In Progress')], createInGroup);

	expect(json[1]?.error).toContain(
		'"UAT" is in the group Completed, and this row says that it is in Started',
	);
	expect(statesByTitle()).toEqual({ 'A-1': 'UAT' });
});
