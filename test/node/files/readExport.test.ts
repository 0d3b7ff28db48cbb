import { expect, test } from '@jest/globals';

import type { INodeParameters } from 'n8n-workflow';

import type { InputItem } from '../../engine/startNode';
import { textFile } from '../../engine/uploads';
import { expectProblem } from '../../expectProblem';
import type { NodeRun, Plane } from '../plane';
import { usePlanes } from '../usePlanes';

const startPlane = usePlanes();

const JIRA = 'Summary,Issue key,Labels,Labels\nMill,LNCH-1,wood,water\n';

const fileItem = (text: string, name = 'export.csv', field = 'data'): InputItem => ({
	json: { from: name },
	files: { [field]: textFile(text, { name }) },
});

const readExport = async (
	plane: Plane,
	items: readonly InputItem[],
	{ options = {}, ...more }: NodeRun & { readonly options?: INodeParameters } = {},
) => await plane.run('workItem.readExport', { options }, { items, ...more });

test('the records of each file are items that are paired with it, and nothing is sent, whatever the credential is', async () => {
	const plane = await startPlane();

	const { items, requests, hints, error } = await readExport(
		plane,
		[fileItem(JIRA), fileItem('[{"id":1},{"id":2}]', 'list.json')],
		{ credential: {} },
	);

	expect(error).toBeUndefined();
	expect(items).toEqual([
		{
			json: { Summary: 'Mill', 'Issue key': 'LNCH-1', Labels: ['wood', 'water'] },
			pairedItem: { item: 0 },
		},
		{ json: { id: 1 }, pairedItem: { item: 1 } },
		{ json: { id: 2 }, pairedItem: { item: 1 } },
	]);
	expect(hints.map(({ message }) => message)).toEqual([
		'export.csv: 1 record. Read as an export of Jira, because of its columns',
		'list.json: 2 records. Its columns are those of no tool that is known. Create or Update matches them by their names',
	]);
	expect(requests).toEqual([]);
});

test('hints list the rows that are not as they should be, and say if the file is not UTF-8', async () => {
	const plane = await startPlane();
	const text = 'id,title,notes\n1,für Ada\nid,title,notes\n2,a,b,c\n3,a\n';
	const file = textFile('', { content: Buffer.from(text, 'latin1'), name: 'sheet.csv' });

	const { json, hints } = await readExport(plane, [{ files: { data: file } }]);

	expect(json).toHaveLength(3);
	expect(hints.map(({ message }) => message).slice(1)).toEqual([
		'sheet.csv: it is not UTF-8, and was read as Windows-1252. Check letters such as ä or é',
		'sheet.csv: rows 1 and 3 have fewer cells than there are headings: the last are empty',
		'sheet.csv: row 2 has more cells than there are headings. Check whether the right ones are in each column',
		'sheet.csv: rows that have the headings once more were left out: 1',
	]);
});

test('the name of the tool is put into a field that a record does not have itself', async () => {
	const plane = await startPlane();
	const own = 'Summary,Issue key,External Source\nMill,LNCH-1,old\n';

	const { json } = await readExport(
		plane,
		[fileItem(JIRA), fileItem(own), fileItem('id,title\n1,Mill\n')],
		{ options: { putToolInField: 'External Source' } },
	);

	expect(json.map((record) => record['External Source'])).toEqual(['jira', 'old', undefined]);
});

test('a file that cannot be read stops the run, with its name', async () => {
	const plane = await startPlane();

	const { error } = await readExport(plane, [fileItem(JIRA), fileItem('', 'empty.csv')]);

	expectProblem(error, { about: 'empty.csv', cause: 'it is empty', item: 1 });
	expect(error?.description).toBe('Export it again.<br>Done: 1 of 2 items (0). Failed: 1.');
});

test('with On Error set to continue, a file that cannot be read does not stop the others', async () => {
	const plane = await startPlane();

	const { json } = await readExport(plane, [fileItem('', 'empty.csv'), fileItem(JIRA)], {
		onError: 'continueRegularOutput',
	});

	expect(json).toMatchObject([
		{ from: 'empty.csv', error: expect.stringContaining('empty.csv: it is empty') },
		{ Summary: 'Mill' },
	]);
});

test('an item without the file is an error that lists its binary fields', async () => {
	const plane = await startPlane();

	const { error } = await readExport(plane, [fileItem(JIRA, 'export.csv', 'Export')]);

	expectProblem(error, {
		about: 'Input Binary Field',
		cause: 'the item has no binary field "data"',
		remedy: /^Use one of: Export\./,
		item: 0,
	});
});
