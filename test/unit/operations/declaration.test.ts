import { describe, expect, test } from '@jest/globals';

import { locator, text } from '../../../nodes/shared/fields/kinds';
import { operation } from '../../../nodes/shared/operations/operation';

const project = locator('project_id', 'Project', { address: ['projects'] });
const cycle = locator('cycle_id', 'Cycle', { address: ['cycles'] });

const words = {
	kind: 'delete',
	resource: 'cycle',
	action: 'Delete cycle',
	description: 'Delete a cycle',
} as const;

/** The compiler checks these as `npm run types` does: an expected error that is none is an error. */
describe('a declaration', () => {
	test('has one field for each placeholder of its path', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'projects/{project_id}/cycles/{cycle_id}/' },
			path: [project, cycle],
		});
		expect(declared.path.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id']);
	});

	test('has no field where its path has no placeholder, and the name of its kind', () => {
		const request = { method: 'DELETE', path: 'cycles/' } as const;
		const declared = operation({ ...words, request, path: [] });
		expect(declared).toEqual({ ...words, request, path: [], value: 'delete', name: 'Delete' });
	});

	test('has a name of its own where it gives one', () => {
		const request = { method: 'DELETE', path: 'cycles/' } as const;
		const own = { value: 'archive', name: 'Archive' } as const;
		expect(operation({ ...words, ...own, request, path: [] })).toMatchObject(own);
	});

	test('does not compile where a field of the path is missing', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'projects/{project_id}/cycles/{cycle_id}/' },
			// @ts-expect-error the field for cycle_id is missing
			path: [project],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile where all fields of the path are missing', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'projects/{project_id}/' },
			// @ts-expect-error the field for project_id is missing
			path: [],
		});
		expect(declared.path).toHaveLength(0);
	});

	test('does not compile where a field is foreign to the path', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'projects/{project_id}/' },
			// @ts-expect-error the path has no placeholder for cycle_id
			path: [project, cycle],
		});
		expect(declared.path).toHaveLength(2);
	});

	test('does not compile where a field stands in the place of another', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'projects/{project_id}/' },
			// @ts-expect-error cycle_id is not project_id
			path: [cycle],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile with a field where its path has no placeholder', () => {
		const declared = operation({
			...words,
			request: { method: 'DELETE', path: 'cycles/' },
			// @ts-expect-error the path has no placeholder at all
			path: [project],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile with a method that its kind does not have', () => {
		const declared = operation({
			...words,
			// @ts-expect-error a delete is no POST
			request: { method: 'POST', path: 'cycles/' },
			path: [],
		});
		expect(declared.request.method).toBe('POST');
	});

	test('does not compile without what its kind needs', () => {
		const request = { method: 'PATCH', path: 'cycles/' } as const;
		// @ts-expect-error an update has a body
		const declared = operation({ ...words, kind: 'update', request, path: [] });
		expect(declared.body).toBeUndefined();
	});

	test('does not compile without a description of a field', () => {
		// @ts-expect-error the description is missing
		const field = text('name');
		expect(field.wire).toBe('name');
	});
});
