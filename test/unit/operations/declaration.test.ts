import { describe, expect, test } from '@jest/globals';

import { locator, text } from '../../../nodes/shared/fields/kinds';
import { operation } from '../../../nodes/shared/operations/operation';

const project = locator('project_id', 'Project', { address: ['projects'] });
const cycle = locator('cycle_id', 'Cycle', { address: ['cycles'] });

const words = {
	resource: 'cycle',
	value: 'archive',
	name: 'Archive',
	action: 'Archive a cycle',
	description: 'Put a cycle away',
} as const;

/** The compiler checks these as `npm run types` does: an expected error that is none is an error. */
describe('a declaration', () => {
	test('has one field for each placeholder of its path', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'projects/{project_id}/cycles/{cycle_id}/' },
			path: [project, cycle],
		});
		expect(declared.path.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id']);
	});

	test('has no field where its path has no placeholder', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'cycles/' },
			path: [],
		});
		expect(declared.path).toEqual([]);
	});

	test('does not compile where a field of the path is missing', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'projects/{project_id}/cycles/{cycle_id}/' },
			// @ts-expect-error the field for cycle_id is missing
			path: [project],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile where all fields of the path are missing', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'projects/{project_id}/' },
			// @ts-expect-error the field for project_id is missing
			path: [],
		});
		expect(declared.path).toHaveLength(0);
	});

	test('does not compile where a field is foreign to the path', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'projects/{project_id}/' },
			// @ts-expect-error the path has no placeholder for cycle_id
			path: [project, cycle],
		});
		expect(declared.path).toHaveLength(2);
	});

	test('does not compile where a field stands in the place of another', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'projects/{project_id}/' },
			// @ts-expect-error cycle_id is not project_id
			path: [cycle],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile with a field where its path has no placeholder', () => {
		const declared = operation({
			...words,
			request: { method: 'POST', path: 'cycles/' },
			// @ts-expect-error the path has no placeholder at all
			path: [project],
		});
		expect(declared.path).toHaveLength(1);
	});

	test('does not compile with a method that the service does not have', () => {
		const declared = operation({
			...words,
			// @ts-expect-error there is no such method
			request: { method: 'FETCH', path: 'cycles/' },
			path: [],
		});
		expect(declared.request.method).toBe('FETCH');
	});

	test('does not compile without a description of a field', () => {
		// @ts-expect-error the description is missing
		const field = text('name');
		expect(field.wire).toBe('name');
	});
});
