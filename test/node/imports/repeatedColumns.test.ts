import { describe, expect, it, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

/** A task of Asana. A custom field of a project may be called like a column of every export. */
const task = (more: IDataObject): IDataObject => ({
	'Task ID': '1',
	Name: 'Oil',
	'Section/Column': 'Todo',
	Notes: '',
	...more,
});

async function importTask(more: IDataObject) {
	const { plane, importRows } = await startImport(startPlane);
	const { json, hints } = await importRows([task(more)]);

	return { plane, record: json[0] ?? {}, hints: hints.map(({ message }) => message) };
}

describe('A column that stands twice in the file', () => {
	it.each([
		['has the same value twice', ['2026-05-01', '2026-05-01'], '2026-05-01'],
		['is empty', [], null],
	])('is one column if it %s', async (_, cells, date) => {
		const { record } = await importTask({ 'Due Date': cells });

		expect(record).toMatchObject({ outcome: 'created', target_date: date });
	});

	it.each([
		['Due Date', ['2026-05-01', '2026-05-02']],
		['Name', ['Oil', 'Saw']],
		['Section/Column', ['Todo', 'Done']],
		['Completed At', ['2026-05-01', '']],
	])(
		'stops the row if it has different values, and its field takes one: %s',
		async (column, cells) => {
			const { plane, record } = await importTask({ [column]: cells });

			expect(record.error).toContain(
				`the file has several columns that are called "${column}", with different values: "${cells.join('" and "')}"`,
			);
			expect(plane.service.ledger).toEqual([]);
		},
	);

	it('is left out and counted if nobody has asked for it', async () => {
		const { record, hints } = await importTask({ 'Created At': ['2026-05-01', '2026-05-02'] });

		expect(record).toMatchObject({ outcome: 'created' });
		expect(hints.join('\n')).toContain('Created At');
	});
});

test('A column with a number is one of its own where a record has one value', async () => {
	const { record, hints } = await importTask({
		'Due Date': '2026-05-01',
		'Due Date 2': '2026-06-01',
	});

	expect(record).toMatchObject({ outcome: 'created', target_date: '2026-05-01' });
	expect(hints.join('\n')).toContain('not imported: Due Date 2');
});

// So SheetJS, pandas, Excel's Power Query and spreadsheets number them.
test.each([
	['Labels_1', 'Sprint_1'],
	['Labels.1', 'Sprint.1'],
	['Labels2', 'Sprint2'],
	['Labels 2', 'Sprint 2'],
])(
	'The columns that a program has numbered are those of one heading (%s)',
	async (label, sprint) => {
		const { importRows, addCycle } = await startImport(startPlane);
		const cycles = ['Week 5', 'Week 6'].map((name) => addCycle(name));

		const { json } = await importRows(
			[
				{
					Summary: 'Oil',
					'Issue key': 'A-1',
					Labels: 'one',
					[label]: 'two',
					Sprint: 'Week 5',
					[sprint]: 'Week 6',
				},
			],
			{ options: { sprintsAsCycles: true } },
		);

		expect(json[0]?.labels).toHaveLength(2);
		expect(cycles.map(({ issues }) => issues.length)).toEqual([0, 1]);
	},
);

test.each([
	[
		'of a record of another tool',
		{ 'Task ID': 2 ** 60, Name: 'Oil', 'Section/Column': '', Notes: '' },
	],
	[
		'of Asana, in an Excel file,',
		{ 'Task ID': 1201234567890120, Name: 'Oil', 'Section/Column': '', Notes: '' },
	],
	['in a column of a table', { 'External ID': 2 ** 60, Title: 'Oil' }],
])('An ID %s that has lost digits is refused', async (_, row) => {
	const { plane, importRows } = await startImport(startPlane);

	const { json } = await importRows([row]);

	expect(json[0]?.error).toContain('it is a number with more than 15 digits');
	expect(plane.service.ledger).toEqual([]);
});

test('An ID with 16 digits that no spreadsheet has rounded is taken', async () => {
	const { importRows } = await startImport(startPlane);

	const { json } = await importRows([
		{ 'External ID': 1201234567890123, Title: 'Oil' },
		{ 'External ID': '1201234567890120', Title: 'Saw' },
	]);

	expect(json).toMatchObject([
		{ outcome: 'created', external_id: '1201234567890123' },
		{ outcome: 'created', external_id: '1201234567890120' },
	]);
});

// A real file of Jira has so many.
test('A hint about 2,261 columns that are left out stays short', async () => {
	const { importRows } = await startImport(startPlane);
	const columns = Array.from({ length: 2_261 }, (_, index) => `Custom field (${index})`);

	const { json, hints } = await importRows([
		{
			Summary: 'Oil',
			'Issue key': 'A-1',
			...Object.fromEntries(columns.map((name) => [name, 'x'])),
		},
	]);
	const about = hints.map(({ message }) => message).filter((text) => text.includes('Custom field'));

	expect(json).toMatchObject([{ outcome: 'created' }]);
	expect(about).toEqual([expect.stringMatching(/and 2241 more/)]);
	expect(about.join().length).toBeLessThan(1_000);
});
