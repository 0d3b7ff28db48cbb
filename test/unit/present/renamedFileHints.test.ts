import { expect, test } from '@jest/globals';

import { renamedFileHints } from '../../../nodes/Plane/present/hints/renamedFileHints';
import type { Call, UploadFile } from '../../../nodes/shared/model/call';
import { attachFile } from '../../../nodes/shared/operations';
import { list, upload } from '../calls';

const attachCall = (...files: readonly Partial<UploadFile>[]): Call<'attach'> => ({
	kind: 'attach',
	operation: attachFile,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1', work_item_id: 'w1' },
	files: files.map((file) => upload('abc', file).file),
	ifUnknownType: 'fail',
	showsPictures: false,
});

const START = 'Files that were renamed, because Plane or its storage does not accept their names: ';

test('lists the renamed files of all items with their old and new names', () => {
	const calls = [
		attachCall({ name: 'a.csv', originalName: 'x/a.csv' }, { name: 'b.csv' }),
		attachCall({ name: 'data', originalName: '..' }),
	];

	expect(renamedFileHints(calls)).toEqual([`${START}"x/a.csv" as "a.csv" and ".." as "data"`]);
});

test('lists at most ten renamed files', () => {
	const files = Array.from({ length: 12 }, () => ({ name: 'a.csv', originalName: 'x/a.csv' }));

	const [hint] = renamedFileHints([attachCall(...files)]);

	expect(hint?.match(/"x\/a\.csv" as "a\.csv"/g)).toHaveLength(10);
	expect(hint).toMatch(/ and 2 more$/);
});

test('returns no hint for files that keep their names and for calls without files', () => {
	expect(renamedFileHints([attachCall({ name: 'a.csv' }), list])).toEqual([]);
});
