import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const setParents = { options: { setParents: true } };

const jira = (key: string, parent = '', more: IDataObject = {}): IDataObject => ({
	Summary: `Title of ${key}`,
	'Issue key': key,
	'Parent key': parent,
	...more,
});

const asana = (id: string, Name: string, parent = ''): IDataObject => ({
	'Task ID': id,
	Name,
	'Section/Column': '',
	Notes: '',
	'Parent task': parent,
});

const gitLab = (IID: string, Title: string, parent = '', parentTitle = ''): IDataObject => ({
	Title,
	ID: `9${IID}`,
	IID,
	State: 'Open',
	'Author Username': 'ada',
	'Parent IID': parent,
	'Parent Title': parentTitle,
});

/** Imports rows, and runs the same again. */
async function importTwice(rows: readonly IDataObject[]) {
	const { plane, importRows } = await startImport(startPlane);
	const check = await importRows(rows, { ...setParents, checkOnly: true });
	const first = await importRows(rows, setParents);
	const changes = plane.service.ledger.length;
	const second = await importRows(rows, setParents);
	const titles = new Map(first.json.map(({ id, name }) => [id, name]));

	expect(plane.service.ledger).toHaveLength(changes);
	expect(second.json.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'unchanged'));

	return {
		unknownNames: check.json[0]?.unknownNames,
		hints: first.hints.map(({ message }) => message),
		parents: first.json.map(({ parent }) => titles.get(parent) ?? parent),
	};
}

const withoutParent = (...names: readonly string[]) =>
	expect.stringMatching(new RegExp(`^Parent.*: ${names.map((name) => `"${name}"`).join('.*')}`));

describe('The parent of an imported record', () => {
	it('is the row that it names, before or after it', async () => {
		const { parents, hints } = await importTwice([
			jira('A-1', 'A-2'),
			jira('A-2'),
			jira('A-3', 'A-2'),
		]);

		expect(parents).toEqual(['Title of A-2', null, 'Title of A-2']);
		expect(hints).not.toContainEqual(withoutParent());
	});

	it.each([
		['is not among the rows', [jira('A-1', 'A-9')], 'A-9'],
		['is its own parent', [jira('A-1', 'A-1')], 'A-1'],
		[
			'has the name of two rows',
			[asana('1', 'Roof', 'House'), asana('2', 'House'), asana('3', 'House')],
			'House',
		],
		[
			'is an epic with the number of another issue',
			[gitLab('1', 'Roof', '2', 'The whole house'), gitLab('2', 'Door')],
			'2',
		],
	])('is left out and named if it %s', async (_, rows, name) => {
		const { parents, hints, unknownNames } = await importTwice(rows);

		expect(parents).toEqual(rows.map(() => null));
		expect(hints).toContainEqual(withoutParent(name));
		expect(unknownNames).toContainEqual(
			expect.objectContaining({ field: expect.stringMatching(/^Parent/), name }),
		);
	});

	it('is the row of its title, where the export has one', async () => {
		const { parents } = await importTwice([
			gitLab('1', 'Roof', '2', 'House'),
			gitLab('2', 'House'),
		]);

		expect(parents).toEqual(['House', null]);
	});

	it('is left out and named if it is a child of its child', async () => {
		const { parents, hints } = await importTwice([
			jira('A-1', 'A-2'),
			jira('A-2', 'A-3'),
			jira('A-3', 'A-1'),
		]);

		expect(parents).toEqual(['Title of A-2', 'Title of A-3', null]);
		expect(hints).toContainEqual(withoutParent('A-1'));
	});
});
