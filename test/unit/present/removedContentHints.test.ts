import { expect, test } from '@jest/globals';

import { removedContentHints } from '../../../nodes/Plane/present/hints/removedContentHints';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { writeDefaults } from '../calls';

const createCall = (itemIndex: number, contents: readonly string[]): Call => ({
	...writeDefaults,
	kind: 'create',
	operation: createWorkItem,
	itemIndex,
	workspace: 'acme',
	path: { project_id: 'p1' },
	body: {},
	ifExists: 'fail',
	...(contents.length > 0 && { removedContents: [{ fieldName: 'Description', contents }] }),
});

test('what was left out of texts is listed once, with the first item that has it', () => {
	const calls = [['<script>\nx()</script>'], ['onclick="y()"', '<script>\nx()</script>'], []].map(
		(contents, index) => createCall(index, contents),
	);

	expect(removedContentHints(calls)).toEqual([
		expect.stringMatching(
			/^Left out of Description, .*: <script> x\(\)<\/script> \(item 0\) and onclick="y\(\)" \(item 1\)\. /,
		),
	]);
});

test('there is no hint if nothing was left out', () => {
	expect(removedContentHints([createCall(0, [])])).toEqual([]);
});
