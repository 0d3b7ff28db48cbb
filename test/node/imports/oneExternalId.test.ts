import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { locateFirst } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { NodeRun, Plane } from '../plane';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const start = async () => await startPlane({ serverKind: 'community', workItems: 2 });

const upsert = async (
	plane: Plane,
	rows: readonly IDataObject[],
	{ matchOn = 'externalId', ...more }: NodeRun & { readonly matchOn?: string } = {},
) =>
	await plane.run(
		'workItem.upsert',
		{
			projectId: locateFirst(plane.service.state.projects),
			externalSource: 'github',
			columns: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: [matchOn],
				schema: [],
			},
		},
		{ items: jsonItems(rows), ...more },
	);

const changesOf = ({ service }: Plane) => service.ledger.length;

/** The second issue of each of two repositories: a real export had 55 such pairs, which overwrote each other. */
const first = { Number: 2, Title: 'Oil the wheels', Priority: 'high' };
const second = { Number: 2, Title: 'Paint the roof', Priority: 'high' };
const other = { Number: 3, Title: 'Paint' };

describe('Rows with one External ID', () => {
	it('are refused if they differ, each with the items and the fields, and nothing is written', async () => {
		const plane = await start();
		const before = changesOf(plane);

		const { error } = await upsert(plane, [first, other, second]);

		expect(error?.message).toContain(
			'External ID: the rows 1 and 3 have the same one (github:2), but differ in Title',
		);
		expect(changesOf(plane)).toBe(before);
	});

	it('are refused alone if the run continues', async () => {
		const plane = await start();

		const { json } = await upsert(plane, [first, other, second], {
			onError: 'continueRegularOutput',
		});

		expect(json.map(({ outcome }) => outcome)).toEqual([undefined, 'created', undefined]);
	});

	it('are refused if the first one says less than two others, which differ', async () => {
		const plane = await start();

		const { error } = await upsert(plane, [
			{ Number: 2, Title: first.Title },
			{ ...first, Priority: 'high' },
			{ ...first, Priority: 'low' },
		]);

		expect(error?.message).toContain(
			'the rows 1, 2 and 3 have the same one (github:2), but differ in Priority',
		);
	});

	it('are refused if they differ in the parent', async () => {
		const { importRows } = await startImport(startPlane);
		const row = { Summary: 'Oil', 'Issue key': 'A-1' };

		const { json } = await importRows(
			['', 'A-2', 'A-3'].map((parent) => ({ ...row, 'Parent key': parent })),
			{ options: { setParents: true } },
		);

		expect(json).toHaveLength(3);
		for (const { error } of json) expect(error).toContain('differ in Parent');
	});

	it('are one work item if they differ in the spelling of a new label only', async () => {
		const { importRows } = await startImport(startPlane);
		const row = { Summary: 'Oil', 'Issue key': 'A-1' };

		const { json } = await importRows([
			{ ...row, Labels: 'Sails' },
			{ ...row, Labels: 'sails' },
		]);

		expect(json.map(({ error, outcome }) => error ?? outcome)).toEqual(['created', 'unchanged']);
	});

	it('are refused if only one of their descriptions would name a person', async () => {
		const { importRows } = await startImport(startPlane);
		const row = { Summary: 'Oil', 'Issue key': 'A-1', Description: 'It squeaks.' };

		const named = { ...row, Assignee: 'Mary Shelley' };
		const options = { unknownPeople: 'nameInDescription' };

		const { json } = await importRows([named, row], { options });
		const equal = await importRows([named, named], { options });

		expect(json).toMatchObject([
			{ error: expect.stringContaining('differ in Description') },
			{ error: expect.stringContaining('differ in Description') },
		]);
		expect(equal.json.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged']);
	});

	it('are one work item if they say the same, or one of them says less', async () => {
		const plane = await start();
		const rows = [first, { Number: 2, Title: first.Title }];

		const { json } = await upsert(plane, rows);
		const again = await upsert(plane, rows);

		expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged']);
		expect(again.json.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
	});
});

it('Rows with one title are one work item, and the last one has the final say', async () => {
	const plane = await start();
	const rows = [
		{ Title: 'Paint', Priority: 'high' },
		{ Title: 'Paint', Priority: 'low' },
	];

	const { json } = await upsert(plane, rows, { matchOn: 'name' });

	expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
});

it('Rows with one title send a value again if a write between them may have changed it', async () => {
	const plane = await start();

	plane.service.faults.plan(
		{ kind: 'dropBeforeAnswering' },
		{
			when: ({ method, body }) => method === 'PATCH' && body?.includes('high') === true,
			times: Infinity,
		},
	);

	const { json } = await upsert(
		plane,
		['low', 'high', 'low'].map((Priority) => ({ Title: 'Paint', Priority })),
		{ matchOn: 'name', onError: 'continueRegularOutput' },
	);

	expect(json.map(({ outcome }) => outcome)).toEqual(['created', undefined, 'updated']);
	expect(plane.service.state.workItems.at(-1)).toMatchObject({ name: 'Paint', priority: 'low' });
});
