import { describe, expect, test } from '@jest/globals';

import { states } from '../../../nodes/shared/lists/lists';
import { record } from '../../../nodes/shared/fields/kinds';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { collectReferences, substituteReferences } from '../../../nodes/shared/resolve/references';
import { upload } from '../calls';
import { add, common, create } from './resolving';

const path = { project_id: 'p1' };

const list = (query: Call<'list'>['query']): Call<'list'> => ({
	kind: 'list',
	operation: operations.getWorkItems,
	...common,
	path,
	query,
});
const action = (operation: Call<'action'>['operation'], body: object): Call<'action'> => ({
	kind: 'action',
	operation,
	...common,
	path,
	ignoreMissing: false,
	...body,
});
const { createIntakeItem } = operations;
/** An operation with a field that stands within another one, and names a record. */
const intake = {
	...createIntakeItem,
	body: {
		...createIntakeItem.body,
		collectionFields: [
			...createIntakeItem.body.collectionFields,
			record('issue.state', 'State', states),
		],
	},
};
const filter = (displayName: string) => ({ displayName, rowPath: 'a', values: ['A', 'B'] });
const own = (displayName: string) =>
	({ displayName, rowPath: 'a', test: 'is', values: ['C'] }) as const;

/** Each text that stands for a record with an "!" behind it, in lower case. */
const replace = ({ text }: { readonly text: string }) => `${text.toLowerCase()}!`;

describe('what stands for records, and nothing else, is found and replaced', () => {
	test.each<[title: string, Call, found: string[], replaced: object]>([
		[
			'in what is added, each record once',
			add(['A', 'a', 'B']),
			['issues A', 'issues B', 'issues a'],
			{ ids: ['a!', 'b!'] },
		],
		[
			'in what is taken out',
			{
				kind: 'remove',
				operation: operations.removeWorkItemsFromCycle,
				...common,
				path,
				ids: ['A'],
				ignoreMissing: false,
			},
			['issues A'],
			{ ids: ['a!'] },
		],
		[
			'in a record and what it is added to',
			create(
				{ name: 'N', priority: 'high', state: 'S', labels: ['L', 'l'], parent: null },
				{ targets: { modules: ['M', 'm'], cycle: ['C'] } },
			),
			['cycle C', 'labels L', 'labels l', 'modules M', 'modules m', 'state S'],
			{
				body: { name: 'N', priority: 'high', state: 's!', labels: ['l!'], parent: null },
				targets: { modules: ['m!'], cycle: ['c!'] },
			},
		],
		[
			'in a change',
			{
				kind: 'update',
				operation: operations.updateModule,
				...common,
				listActions: {},
				path,
				body: { lead: 'A', name: 'N' },
			},
			['lead A'],
			{ body: { lead: 'a!', name: 'N' }, targets: {} },
		],
		[
			'in a record within another one',
			create({ issue: { name: 'N', state: 'S' } }, { operation: intake }),
			['state S'],
			{ body: { issue: { name: 'N', state: 's!' } }, targets: {} },
		],
		[
			'but not where a text stands in the place of that record',
			create({ issue: 'I' }, { operation: intake }),
			[],
			{ body: { issue: 'I' }, targets: {} },
		],
		[
			'in what an action says',
			action(operations.transferWorkItems, { body: { new_cycle_id: 'C' } }),
			['new_cycle_id C'],
			{ body: { new_cycle_id: 'c!' } },
		],
		[
			'in what a list is narrowed by',
			list({
				queryParameters: { state: 'S', priority: 'high', fields: 'name' },
				offset: 5,
				serverFilters: [filter('State'), filter('Priority'), filter('Nobody knows')],
				clientFilters: [own('Label Names or IDs'), own('Created After')],
			}),
			['labels C', 'state A', 'state B', 'state S'],
			{
				query: {
					queryParameters: { state: 's!', priority: 'high', fields: 'name' },
					offset: 5,
					serverFilters: [
						{ ...filter('State'), values: ['a!', 'b!'] },
						filter('Priority'),
						filter('Nobody knows'),
					],
					clientFilters: [{ ...own('Label Names or IDs'), values: ['c!'] }, own('Created After')],
				},
			},
		],
		['in a list that is narrowed by nothing', list({ queryParameters: {}, offset: 0 }), [], {}],
	])('%s', (_, call, found, replaced) => {
		const references = collectReferences(call).map(({ field, text }) => `${field.wire} ${text}`);

		expect(references.sort()).toEqual(found);
		expect(substituteReferences(call, replace)).toStrictEqual({ ...call, ...replaced });
	});
});

const place = { ...common, path };

test.each<[title: string, Call]>([
	['a file for a storage', upload()],
	[
		'a file for a work item',
		{
			...place,
			kind: 'attach',
			operation: operations.attachFile,
			files: [],
			ifUnknownType: 'fail',
		},
	],
	[
		'a record that is read',
		{
			kind: 'get',
			operation: operations.getWorkItem,
			...place,
			queryParameters: { expand: 'state' },
			simplify: false,
			binaryField: '',
		},
	],
	['an action that says nothing', action(operations.transferWorkItems, {})],
	['an action that has nothing to say', action(operations.deleteLabel, { body: { parent: 'A' } })],
])('%s refers to nothing', (_, call) => {
	expect(substituteReferences(call, replace)).toBe(call);
	expect(collectReferences(call)).toEqual([]);
});
