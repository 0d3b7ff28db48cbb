import { expect, test } from '@jest/globals';

import { renamedFileHints } from '../../../nodes/Plane/input/renamedFileHints';
import type { Call, UploadFile } from '../../../nodes/shared/model/call';
import { attachFile } from '../../../nodes/shared/operations';
import { list, upload } from '../calls';

const callWith = (...files: readonly Partial<UploadFile>[]): Call<'attach'> => ({
	kind: 'attach',
	operation: attachFile,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1', work_item_id: 'w1' },
	files: files.map((file) => upload('abc', file).file),
	ifUnknownType: 'fail',
});

const BEGIN =
	'Files that were given other names, because Plane or its storage does not take their own: ';

test('files of all items that were given other names are listed with both (X7)', () => {
	const calls = [
		callWith({ name: 'a.csv', givenName: 'x/a.csv' }, { name: 'b.csv' }),
		callWith({ name: 'data', givenName: '..' }),
	];

	expect(renamedFileHints(calls)).toEqual([`${BEGIN}"x/a.csv" as "a.csv" and ".." as "data"`]);
});

test('of many files with other names, ten are listed (X7)', () => {
	const files = Array.from({ length: 12 }, () => ({ name: 'a.csv', givenName: 'x/a.csv' }));

	const [hint] = renamedFileHints([callWith(...files)]);

	expect(hint?.match(/"x\/a\.csv" as "a\.csv"/g)).toHaveLength(10);
	expect(hint).toMatch(/ and 2 more$/);
});

test('files that keep their names, and calls without files, give no hint', () => {
	expect(renamedFileHints([callWith({ name: 'a.csv' }), list])).toEqual([]);
});
