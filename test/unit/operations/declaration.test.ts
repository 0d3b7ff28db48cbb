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
import { listFields } from '../../../nodes/shared/operations/listFields';
import { createBody, updateBody } from '../../../nodes/shared/operations/body';
import {
	action,
	get,
	list,
	remove,
	resource,
	update,
} from '../../../nodes/shared/operations/builders';
import { isOutsideWorkspaces, type Operation } from '../../../nodes/shared/operations/operation';
import { archivedCycle, findPathLocators } from '../../../nodes/shared/operations/shared/locators';
import { simplified } from '../../../nodes/shared/operations/shared/recordOutput';
import { simplifiers } from '../../../nodes/shared/operations/shared/simplifiers';

const commonProperties = { resource: 'cycle', description: 'Delete a cycle' } as const;
const deletion = { ...commonProperties, resultKey: 'deleted' } as const;

describe('A declared operation', () => {
	test('has the locator of each placeholder of its path, in the order of the path', () => {
		const { locators } = action({ ...deletion, path: 'projects/{project_id}/cycles/{cycle_id}/' });

		expect(locators.map(({ wire }) => wire)).toEqual(['project_id', 'cycle_id']);
	});

	test('takes its names and its method from its kind, and has no locator without a placeholder', () => {
		const declared = action({ ...deletion, path: 'cycles/' });

		expect(declared).toEqual({
			...deletion,
			kind: 'action',
			value: 'delete',
			name: 'Delete',
			action: 'Delete cycle',
			request: { method: 'DELETE', path: 'cycles/' },
			locators: [],
		});
	});

	test.each(['deleted', 'removed', 'archived', 'unarchived'] as const)(
		'of the kind action takes its names from the key of its result: %s',
		(resultKey) => {
			const declared = action({ ...commonProperties, resultKey, path: 'cycles/' });

			expect(resultKey.startsWith(declared.value)).toBe(true);
			expect(declared.name.toLowerCase()).toBe(declared.value);
			expect(declared.action).toBe(`${declared.name} cycle`);
			expect(declared.request.method).toBe(resultKey === 'archived' ? 'POST' : 'DELETE');
		},
	);

	test('of another kind takes its names from the kind', () => {
		const declared = get({ ...commonProperties, path: 'cycles/' });

		expect(declared).toMatchObject({ value: 'get', name: 'Get', action: 'Get cycle' });
	});

	test('of the kind list is named after its records', () => {
		const declared = list({ ...commonProperties, path: 'cycles/', records: 'old cycles' });

		expect(declared).toMatchObject({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many old cycles',
			request: { method: 'GET', path: 'cycles/' },
		});
	});

	test('of the kind remove has no locator for the records that it removes, and can replace other locators', () => {
		const { locators } = remove({
			...commonProperties,
			path: 'projects/{project_id}/cycles/{cycle_id}/{work_item_id}/',
			idsField: text('issues', 'Work items'),
			idPlaceholder: 'work_item_id',
			locators: { cycle_id: archivedCycle },
		});

		expect(locators).toEqual([...findPathLocators('{project_id}'), archivedCycle]);
	});

	test('keeps the names and the method that it declares itself', () => {
		const names = { value: 'end', name: 'End', action: 'End cycle' } as const;

		const declared = action({ ...deletion, ...names, path: 'cycles/', method: 'PATCH' });

		expect(declared).toMatchObject({ ...names, request: { method: 'PATCH' } });
	});

	test('of a resource has what its usual operations have in common, and can replace it', () => {
		const operations = resource({
			resource: 'cycle',
			records: 'cycles',
			path: 'projects/{project_id}/cycles/',
			recordPath: 'projects/{project_id}/cycles/{cycle_id}/',
			plan: 'Pro',
			output: simplified(simplifiers.cycle),
		});
		const body = createBody([]);
		const { description } = commonProperties;

		const declared = [
			operations.create({ description, body }),
			operations.get({ description }),
			operations.list({ description, plan: 'Free' }),
			operations.update({ description, body }),
			operations.delete({ description }),
		];

		expect(declared.map(({ action: sentence }) => sentence)).toEqual([
			'Create cycle',
			'Get cycle',
			'Get many cycles',
			'Update cycle',
			'Delete cycle',
		]);
		expect(declared.map(({ locators }) => locators.length)).toEqual([1, 2, 1, 2, 2]);
		expect(declared.map(({ plan }) => plan)).toEqual(['Pro', 'Pro', 'Free', 'Pro', 'Pro']);
		expect(declared.filter((operation) => 'output' in operation)).toHaveLength(2);
	});

	/** `npm run typecheck` checks these: an expected error that does not occur is an error. */
	test('does not compile if it lacks a property, or has one that its kind does not have', () => {
		const invalidDeclarations = [
			// @ts-expect-error no locator has this placeholder
			action({ ...deletion, path: 'projects/{project_id}/nowhere/{nowhere_id}/' }),
			// @ts-expect-error an update needs a body
			update({ ...commonProperties, path: 'cycles/' }),
			// @ts-expect-error no action has this result
			() => action({ ...commonProperties, resultKey: 'painted', path: 'cycles/' }),
			// @ts-expect-error an operation that reads a record has no body
			get({ ...commonProperties, path: 'cycles/', body: createBody([]) }),
			// @ts-expect-error the path is missing
			() => action(deletion),
			// @ts-expect-error the description is missing
			text('name'),
		];

		expect(invalidDeclarations).toHaveLength(6);
	});
});

test('the fields of an operation begin with its locators', () => {
	const wires = listFields(removeWorkItemsFromCycle).map(({ wire }) => wire);

	expect(wires).toEqual(['project_id', 'cycle_id', 'issues']);
});

test('the fields of an upload are its credentials, its form fields and its file', () => {
	const wires = listFields(uploadFile).map(({ wire }) => wire);

	expect(wires.slice(0, 3)).toEqual(['upload_data', 'upload_url', 'Content-Type']);
	expect(wires.slice(-2)).toEqual(['file', 'x-store-']);
});

test.each([
	[getCurrentUser, true],
	[getProjects, false],
	[unarchiveCycle, false],
])('only a path with a leading slash is outside of workspaces (%#)', (operation, isOutside) => {
	expect(isOutsideWorkspaces(operation)).toBe(isOutside);
});

test('a body shows its required fields by themselves, and the others in a collection', () => {
	const name = required(text('name', 'Name of the cycle'));
	const about = text('about', 'What the cycle is about');
	const rules = [{ kind: 'alwaysSent', field: 'about' }] as const;
	const fieldsByPlace = { fields: [name], collectionFields: [about] };

	expect(updateBody([about, name])).toEqual({ ...fieldsByPlace, collection: 'updateFields' });
	expect(createBody([name, about], { rules })).toEqual({
		...fieldsByPlace,
		collection: 'additionalFields',
		rules,
	});
});

test('archiving a work item sends the day, and unarchiving it sends null', () => {
	const today = '2026-11-21';

	const readFixedValues = ({ body }: Operation<'action'>) =>
		(body?.fixedValues ?? []).map(({ field, value }) => [field.wire, value(today)]);

	expect(readFixedValues(archiveWorkItem)).toEqual([['archived_at', today]]);
	expect(readFixedValues(unarchiveWorkItem)).toEqual([['archived_at', null]]);
});
