import { describe, expect, test } from '@jest/globals';

import { required, text } from '../../../nodes/shared/fields/kinds';
import {
	archiveWorkItem,
	getCurrentUser,
	getProjects,
	removeWorkItemsFromCycle,
	unarchiveCycle,
	unarchiveWorkItem,
	uploadFile,
} from '../../../nodes/shared/operations';
import {
	allFields,
	changes,
	content,
	isOutsideWorkspaces,
	operation,
} from '../../../nodes/shared/operations/operation';
import { archivedCycle, locatorsIn } from '../../../nodes/shared/operations/shared/locators';

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

	test.each(['deleted', 'removed', 'archived', 'unarchived'] as const)(
		'of an action is called after what has been done: %s',
		(done) => {
			const { value, name, action, request } = operation({ ...words, done, path: 'cycles/' });

			expect(done.startsWith(value)).toBe(true);
			expect([name.toLowerCase(), action]).toEqual([value, `${name} cycle`]);
			expect(request.method).toBe(done === 'archived' ? 'POST' : 'DELETE');
		},
	);

	test('of another kind is called after the kind, and a list after its records', () => {
		const { resource, description } = words;
		const path = 'cycles/';
		const declared = operation({ kind: 'get', resource, description, path });

		expect(declared).toMatchObject({ value: 'get', name: 'Get', action: 'Get cycle' });
		const list = { records: 'old cycles' };

		expect(operation({ kind: 'list', resource, description, path, list })).toMatchObject({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many old cycles',
			request: { method: 'GET', path },
		});
	});

	test('has no locator of what is removed, and another one where it says so', () => {
		const removal = { field: text('issues', 'Work items'), placeholder: 'work_item_id' };
		const { resource, description } = words;
		const locators = { cycle_id: archivedCycle };
		const path = 'projects/{project_id}/cycles/{cycle_id}/{work_item_id}/';
		const declared = operation({ kind: 'remove', resource, description, path, removal, locators });

		expect(declared.path).toEqual([...locatorsIn('{project_id}'), archivedCycle]);
	});

	test('has names of its own where it gives them', () => {
		const own = { value: 'end', name: 'End', action: 'End cycle' } as const;

		expect(operation({ ...words, ...own, path: 'cycles/' })).toMatchObject(own);
	});

	/** The compiler checks these as `npm run typecheck` does: an expected error that is none is an error. */
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

test('the fields of an operation begin with its locators, and those of an upload with its credentials', () => {
	const [first, last] = [removeWorkItemsFromCycle, uploadFile].map(allFields);

	expect(first?.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id', 'issues']);
	const wires = last?.map(({ wire }) => wire) ?? [];

	expect([wires.slice(0, 3), wires.slice(-2)]).toEqual([
		['upload_data', 'upload_url', 'Content-Type'],
		['file', 'x-store-'],
	]);
});

test.each([
	[getCurrentUser, true],
	[getProjects, false],
	[unarchiveCycle, false],
])('the operation %# is outside of workspaces: %p', (declared, isOutside) => {
	expect(isOutsideWorkspaces(declared)).toBe(isOutside);
});

test('a body has its required fields in their own place, and the others in a collection', () => {
	const [name, about] = [required(text('name', 'Name of it')), text('about', 'What it is about')];
	const body = { fields: [name], added: [about] };

	expect(changes([about, name])).toEqual({ ...body, collection: 'updateFields' });
	expect(content([name, about], { repeats: ['project_id'] })).toEqual({
		...body,
		collection: 'additionalFields',
		repeats: ['project_id'],
	});
});

test('a work item is archived by the day of it, and restored by none', () => {
	const said = [archiveWorkItem, unarchiveWorkItem].map(({ says }) => says?.('2026-11-21'));

	expect(said).toEqual([{ archived_at: '2026-11-21' }, { archived_at: null }]);
});
