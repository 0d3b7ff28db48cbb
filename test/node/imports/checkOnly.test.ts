import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { locateFirst } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { NodeRun, Plane } from '../plane';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

const PARAMETERS: INodeParameters = {
	externalSource: 'sheet',
	columns: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: ['externalId'],
		schema: [],
	},
	createMissingLabels: true,
};

const start = async () => await startPlane({ serverKind: 'community', workItems: 2 });

const upsert = async (
	plane: Plane,
	rows: readonly IDataObject[],
	parameters: INodeParameters = {},
	more: NodeRun = {},
) =>
	await plane.run(
		'workItem.upsert',
		{
			projectId: locateFirst(plane.service.state.projects),
			...PARAMETERS,
			checkOnly: true,
			...parameters,
		},
		{ items: jsonItems(rows), ...more },
	);

const ASSIGNEES = 'Assignee Names or IDs';

const rows: readonly IDataObject[] = [
	{ Key: 'a', Title: 'Oil the wheels', Labels: 'bug, Sails' },
	{ Key: 'b', Title: 'Paint', State: 'Stuck', Assignees: 'mary@example.com' },
	{ Key: 'c', Title: 'Sweep', State: 'Stuck', Colour: 'red' },
	{ Key: 'd' },
	{ Key: 'e', Title: 'Saw' },
	{ Key: 'e', Title: 'Cut' },
	{ Title: 'No key' },
];

describe('An import that only checks', () => {
	it('says in one item what it would do, which names are unknown, and which rows have problems', async () => {
		const plane = await start();
		const before = plane.service.ledger.length;

		const { json } = await upsert(plane, rows);

		expect(plane.service.ledger).toHaveLength(before);
		expect(json).toEqual([
			{
				outcome: 'checked',
				tools: [],
				toolsBy: 'columns',
				rows: 7,
				created: 1,
				createdUnlessArchived: 0,
				updated: 0,
				unchanged: 0,
				leftOut: 0,
				failed: 6,
				finished: 0,
				unknownNames: [
					{ field: ASSIGNEES, name: 'mary@example.com', effect: 'fails', rows: [2] },
					{ field: 'State', name: 'Stuck', effect: 'fails', rows: [2, 3] },
				],
				newLabels: ['Sails'],
				newStates: [],
				problems: [
					expect.objectContaining({
						message: expect.stringContaining('there is no project member "mary@example.com"'),
						rows: [2],
						records: ['b'],
					}),
					expect.objectContaining({
						message: expect.stringContaining('there is no state "Stuck"'),
						rows: [3],
						records: ['c'],
					}),
					expect.objectContaining({
						message: expect.stringContaining('Title'),
						rows: [4],
						records: ['d'],
					}),
					expect.objectContaining({
						message: expect.stringContaining('differ in Title'),
						rows: [5, 6],
						records: ['e', 'e'],
					}),
					expect.objectContaining({
						message: expect.stringContaining('External ID'),
						rows: [7],
						records: ['No key'],
					}),
				],
				leftOutRecords: [],
				numericDays: [],
				incompleteComments: [],
				leftOutColumns: ['Colour'],
			},
		]);
	});

	it('says what is there already, and what differs', async () => {
		const plane = await start();
		const [, ...names] = ['', 'First', 'Second', 'Third'];
		const items = names.map((Title, index) => ({ Key: `k${index}`, Title, Cycle: 'Week 6' }));

		await upsert(plane, items.slice(0, 2), { checkOnly: false });

		const { json } = await upsert(plane, [
			{ ...items[0] },
			{ ...items[1], Title: 'Another' },
			{ ...items[2] },
		]);
		const moved = await upsert(plane, [{ ...items[0], Cycle: 'Week 7' }]);

		expect(json).toMatchObject([{ created: 1, updated: 1, unchanged: 1, failed: 0 }]);
		expect(moved.json).toMatchObject([{ created: 0, updated: 1, unchanged: 0 }]);
	});

	it('counts the records that would get a parent, and the import then gives it to them', async () => {
		const plane = await start();
		const family = [
			{ Summary: 'Child', 'Issue key': 'A-1', 'Parent key': 'A-2' },
			{ Summary: 'Parent', 'Issue key': 'A-2', 'Parent key': '' },
		];
		const options = { setParents: true };

		await upsert(plane, family, { checkOnly: false });

		const check = await upsert(plane, family, { options });
		const { json } = await upsert(plane, family, { options, checkOnly: false });
		const again = await upsert(plane, family, { options });

		expect(check.json).toMatchObject([{ updated: 1, unchanged: 1 }]);
		expect(json).toMatchObject([{ outcome: 'updated' }, { outcome: 'unchanged' }]);
		expect(json[0]?.parent).toBe(json[1]?.id);
		expect(again.json).toMatchObject([{ updated: 0, unchanged: 2 }]);
	});

	it('counts two spellings of a new label once', async () => {
		const plane = await start();

		const { json } = await upsert(plane, [
			{ Key: 'a', Title: 'Oil', Labels: 'Sails' },
			{ Key: 'b', Title: 'Saw', Labels: 'sails' },
		]);

		expect(json).toMatchObject([{ created: 2, newLabels: ['Sails'] }]);
	});

	it('reads the list of the project once, whatever its rows', async () => {
		const plane = await start();
		const many = Array.from({ length: 500 }, (_, index) => ({ Key: `k${index}`, Title: 'Saw' }));
		const before = plane.service.requests.length;

		await upsert(plane, many);

		// The project, the number of its work items, and they themselves.
		expect(plane.service.requests.length - before).toBeLessThanOrEqual(5);
	});

	it('finds archived work items as the import does, or says how many rows may have one', async () => {
		const plane = await start();
		const count = (outcomes: IDataObject) => ({
			created: 0,
			updated: 0,
			unchanged: 0,
			...outcomes,
		});
		const toRow = (index: number): IDataObject => ({ Key: `k${index}`, Title: `Saw ${index}` });
		const all = Array.from({ length: 12 }, (_, index) => toRow(index));
		const changed = { ...toRow(0), Title: 'Saw again' };

		await upsert(plane, all, { checkOnly: false });

		for (const item of plane.service.state.workItems) {
			if (/^k[0-2]$/.test(item.external_id ?? '')) item.archived_at = '2026-03-02';
		}

		const few = [changed, ...all.slice(1), toRow(12)];
		const many = [...few, ...Array.from({ length: 7 }, (_, index) => toRow(20 + index))];
		const check = await upsert(plane, few);
		const bigCheck = await upsert(plane, many);
		const { json } = await upsert(plane, few, { checkOnly: false });

		expect(json.map(({ outcome }) => outcome)).toEqual([
			'updated',
			...Array.from({ length: 11 }, () => 'unchanged'),
			'created',
		]);
		expect(check.json).toMatchObject([
			count({ created: 1, updated: 1, unchanged: 11, createdUnlessArchived: 0 }),
		]);
		// Three of them are archived.
		expect(bigCheck.json).toMatchObject([
			count({ created: 11, unchanged: 9, createdUnlessArchived: 11 }),
		]);
	});

	it('fails if the server does not answer, because nothing can be said then', async () => {
		const plane = await start();

		plane.service.faults.plan({ kind: 'dropBeforeReading' }, { times: Infinity });

		const { json } = await upsert(plane, rows, {}, { onError: 'continueErrorOutput' });

		expect(json).toHaveLength(rows.length);

		for (const { error } of json) {
			expect(error).toContain('closed the connection before its response was complete');
			expect(error).not.toContain('came from n8n');
		}
	});

	it('changes nothing for any item if one of them says so', async () => {
		const plane = await start();
		const before = plane.service.ledger.length;

		const { json } = await upsert(
			plane,
			[
				{ Key: 'a', Title: 'Oil', check: true },
				{ Key: 'b', Title: 'Saw', check: false },
			],
			{ checkOnly: '={{ $json.check }}' },
		);

		expect(json).toMatchObject([{ outcome: 'checked', rows: 2, created: 2 }]);
		expect(plane.service.ledger).toHaveLength(before);
	});

	it('fails for all items if one of them does not say clearly whether it only checks', async () => {
		const plane = await start();
		const before = plane.service.ledger.length;

		const { json } = await upsert(
			plane,
			[
				{ Key: 'a', Title: 'Oil', check: false },
				{ Key: 'b', Title: 'Saw', check: 'perhaps' },
			],
			{ checkOnly: '={{ $json.check }}' },
			{ onError: 'continueRegularOutput' },
		);

		expect(json.map(({ error }) => error)).toEqual([
			'It was not carried out, because Check Only of another item is neither true nor false [item 0]. Enter true or false for each item.',
			expect.stringMatching(/^Check Only: "perhaps" is neither true nor false \[item 1\]\. /),
		]);
		expect(plane.service.ledger).toHaveLength(before);
	});
});

it('An import says at its end what it has done, and what its failures have in common', async () => {
	const plane = await start();

	const { hints } = await upsert(
		plane,
		rows,
		{ checkOnly: false },
		{ onError: 'continueRegularOutput' },
	);
	const messages = hints.map(({ message }) => message);

	expect(messages).toEqual([
		'Of 7 rows: 1 created, 6 failed',
		expect.stringMatching(
			/^Failed: .* differ in Title \(2 rows: 5 and 6\), External ID: the value is empty \(1 row: 7\)$/,
		),
		`${ASSIGNEES}: these names are not in the project, cannot be read, or take nothing more: "mary@example.com" (1 row)`,
		'State: these names are not in the project, cannot be read, or take nothing more: "Stuck" (2 rows)',
		'These columns match no field and were not imported: Colour',
	]);
});

it('An import that stops names all that is unknown, and not only that of its first row', async () => {
	const plane = await start();
	const unknown = ['Stuck', 'Later', 'Stuck'].map((State, row) => ({
		Key: `k${row}`,
		Title: 'Saw',
		State,
	}));

	const { error } = await upsert(plane, unknown, { checkOnly: false });

	expect(error?.description).toContain(
		'The project has none of these: State "Stuck" (2 rows) and State "Later" (1 row).',
	);
});
