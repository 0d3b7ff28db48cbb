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

	it('is left out if it has become a child of its child since', async () => {
		const { plane, importRows } = await startImport(startPlane);

		await importRows([jira('A-1', 'A-2'), jira('A-2')], setParents);

		const { json, hints } = await importRows([jira('A-1'), jira('A-2', 'A-1')], setParents);
		const [first, second] = json;

		expect(first?.parent).toBe(second?.id);
		expect(second?.parent).toBe(null);
		expect(hints.map(({ message }) => message)).toContainEqual(withoutParent('A-1'));
		expect(plane.service.state.workItems.filter(({ parent }) => parent !== null)).toHaveLength(1);
	});

	it('is none of another External Source', async () => {
		const { importRows } = await startImport(startPlane);

		const { json } = await importRows(
			[
				jira('A-2', 'A-1', { 'External Source': 'jira-1' }),
				jira('A-1', '', { 'External Source': 'jira-2' }),
			],
			setParents,
		);

		expect(json.map(({ parent }) => parent)).toEqual([null, null]);
	});

	it('is the one of the last row if several rows find the same record', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const byTitle = { ...setParents, matchOn: 'name' } as const;
		const rows = [
			asana('1', 'Oil'),
			asana('2', 'Grain'),
			asana('3', 'Mill', 'Oil'),
			asana('3', 'Mill', 'Grain'),
		];

		await importRows(rows, byTitle);
		const changes = plane.service.ledger.length;
		const { json } = await importRows(rows, byTitle);

		expect(plane.service.ledger).toHaveLength(changes);
		expect(json[3]?.parent).toBe(json[1]?.id);
	});

	it('is also a record of which not everything could be saved', async () => {
		const { plane, importRows } = await startImport(startPlane);
		const { users, projectMembers } = plane.service.state;
		const bob = users.find(({ email }) => email === 'bob@example.com');

		// Guests cannot be assigned (row 32).
		for (const membership of projectMembers) {
			if (membership.member === bob?.id) membership.role = 5;
		}

		const { json } = await importRows(
			[jira('A-1', '', { Assignee: 'bob@example.com' }), jira('A-2', 'A-1')],
			setParents,
		);

		expect(json[0]?.error).toContain('Assignee');
		expect(json[1]?.parent).toEqual(expect.any(String));
	});

	it('that is not among the rows is not said to be missing from the project', async () => {
		const { importRows } = await startImport(startPlane);

		await importRows([jira('A-1')]);

		const { hints } = await importRows([jira('A-2', 'A-1')], setParents);

		expect(hints.map(({ message }) => message)).toContainEqual(
			'Parent: these are no rows of this import, or not clearly one of them: "A-1" (1 row)',
		);
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
