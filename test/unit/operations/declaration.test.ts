import { describe, expect, test } from '@jest/globals';

import { text } from '../../../nodes/shared/fields/kinds';
import { content, operation } from '../../../nodes/shared/operations/operation';

const words = {
	kind: 'action',
	done: 'deleted',
	resource: 'cycle',
	description: 'Delete a cycle',
} as const;
const names = { value: 'delete', name: 'Delete', action: 'Delete cycle' } as const;

describe('a declaration', () => {
	test('has the locator of each placeholder of its path, in their order', () => {
		const { path } = operation({ ...words, path: 'projects/{project_id}/cycles/{cycle_id}/' });
		expect(path.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id']);
	});

	test('has the names and the method of its kind, and no locator where its path has no placeholder', () => {
		const request = { method: 'DELETE', path: 'cycles/' };
		const declared = operation({ ...words, path: 'cycles/' });
		expect(declared).toEqual({ ...words, ...names, request, path: [] });
	});

	test('has names of its own where it gives them', () => {
		const own = { value: 'end', name: 'End', action: 'End cycle' } as const;
		expect(operation({ ...words, ...own, path: 'cycles/' })).toMatchObject(own);
	});

	/** The compiler checks these as `npm run types` does: an expected error that is none is an error. */
	test('does not compile where it lacks something, or has what is foreign to it', () => {
		const wrong = [
			// @ts-expect-error no record has this placeholder
			operation({ ...words, path: 'projects/{project_id}/nowhere/{nowhere_id}/' }),
			// @ts-expect-error an update has a body
			operation({ ...words, kind: 'update', path: 'cycles/' }),
			// @ts-expect-error no action does that
			() => operation({ ...words, done: 'painted', path: 'cycles/' }),
			// @ts-expect-error nothing is written where a record is read
			operation({ ...words, kind: 'get', path: 'cycles/', body: content([]) }),
			// @ts-expect-error the path is missing
			() => operation(words),
			// @ts-expect-error the description is missing
			text('name'),
		];
		expect(wrong).toHaveLength(6);
	});
});
