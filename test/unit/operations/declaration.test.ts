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

/** A request of a delete, whose path the compiler reads. */
const deleting = <const Path extends string>(path: Path) =>
	({ ...words, request: { method: 'DELETE', path } }) as const;

const noPlaceholder = deleting('cycles/');
const ofProject = deleting('projects/{project_id}/');
const ofCycle = deleting('projects/{project_id}/cycles/{cycle_id}/');

describe('a declaration', () => {
	test('has one field for each placeholder of its path', () => {
		const declared = operation({ ...ofCycle, path: [project, cycle] });
		expect(declared.path.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id']);
	});

	test('has no field where its path has no placeholder, and the name of its kind', () => {
		const declared = operation({ ...noPlaceholder, path: [] });
		expect(declared).toEqual({ ...noPlaceholder, path: [], value: 'delete', name: 'Delete' });
	});

	test('has a name of its own where it gives one', () => {
		const own = { value: 'archive', name: 'Archive' } as const;
		expect(operation({ ...noPlaceholder, ...own, path: [] })).toMatchObject(own);
	});

	/** The compiler checks these as `npm run types` does: an expected error that is none is an error. */
	test('does not compile where it lacks something, or has what is foreign to it', () => {
		const patch = { method: 'PATCH', path: 'cycles/' } as const;
		const wrong = [
			// @ts-expect-error the field for cycle_id is missing
			operation({ ...ofCycle, path: [project] }),
			// @ts-expect-error the field for project_id is missing
			operation({ ...ofProject, path: [] }),
			// @ts-expect-error the path has no placeholder for cycle_id
			operation({ ...ofProject, path: [project, cycle] }),
			// @ts-expect-error cycle_id is not project_id
			operation({ ...ofProject, path: [cycle] }),
			// @ts-expect-error the path has no placeholder at all
			operation({ ...noPlaceholder, path: [project] }),
			// @ts-expect-error a delete is no POST
			operation({ ...words, request: { method: 'POST', path: 'cycles/' }, path: [] }),
			// @ts-expect-error an update has a body
			operation({ ...words, kind: 'update', request: patch, path: [] }),
			// @ts-expect-error the description is missing
			text('name'),
		];
		expect(wrong).toHaveLength(8);
	});
});
