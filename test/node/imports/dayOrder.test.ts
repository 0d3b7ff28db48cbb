import { describe, expect, it, test } from '@jest/globals';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

/** A query of Azure DevOps writes times so for a user with the settings of the United States. */
const row = (ID: string, due: string) => ({
	ID,
	'Work Item Type': 'Bug',
	Title: `Oil ${ID}`,
	State: 'To Do',
	'Target Date': `${due} 7:00:00 AM`,
});

test('one row shows how the days of all rows are written', async () => {
	const { importRows } = await startImport(startPlane);
	const alone = await importRows([row('1', '4/5/2026')]);

	expect(alone.json).toMatchObject([{ error: expect.stringContaining('is not a date') }]);

	const together = await importRows([row('1', '4/5/2026'), row('2', '4/25/2026')]);

	expect(together.json).toMatchObject([
		{ outcome: 'created', target_date: '2026-04-05' },
		{ outcome: 'created', target_date: '2026-04-25' },
	]);
});

describe('Days of ClickUp that are numbers', () => {
	const task = { 'Task ID': '86c', 'Task Name': 'Oil', 'Task Content': '', Status: 'to do' };
	// Midnight in New York.
	const number = { 'Due Date': '1776398400000', 'Start Date': 'null' };
	const text = { 'Due Date Text': '4/17/2026, 12:00:00 AM GMT-4' };
	const hint = expect.stringMatching(
		/^The days in Due Date are numbers, and were read in the .* choose that of ClickUp/,
	);

	it('are said to be read in the time zone of the workflow', async () => {
		const { importRows } = await startImport(startPlane);

		const check = await importRows([{ ...task, ...number }], { checkOnly: true });
		const { hints } = await importRows([{ ...task, ...number }]);

		expect(check.json).toMatchObject([{ failed: 0, numericDays: ['Due Date'] }]);
		expect(hints.map(({ message }) => message)).toContainEqual(hint);
	});

	it('are not read if they stand as text beside them', async () => {
		const { importRows } = await startImport(startPlane);

		const { json, hints } = await importRows([{ ...task, ...number, ...text }]);

		expect(json).toMatchObject([{ target_date: '2026-04-17' }]);
		expect(hints.map(({ message }) => message)).not.toContainEqual(hint);
	});
});
