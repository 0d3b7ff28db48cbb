import { describe, expect, test } from '@jest/globals';

import { states } from '../../../nodes/shared/lists/lists';
import { record } from '../../../nodes/shared/fields/kinds';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { collectReferences, substituteReferences } from '../../../nodes/shared/resolve/references';
import { upload } from '../calls';
import { addCall, commonParts, createCall } from './resolverFixtures';

const path = { project_id: 'p1' };

const listCall = (query: Call<'list'>['query']): Call<'list'> => ({
	kind: 'list',
	operation: operations.getWorkItems,
	...commonParts,
	path,
	query,
});
const actionCall = (
	operation: Call<'action'>['operation'],
	parts: Partial<Call<'action'>>,
): Call<'action'> => ({
	kind: 'action',
	operation,
	...commonParts,
	path,
	ignoreMissing: false,
	...parts,
});
const { createIntakeItem } = operations;
/** An operation with a nested field that refers to a record. */
const createIntakeItemWithState = {
	...createIntakeItem,
	body: {
		...createIntakeItem.body,
		collectionFields: [
			...createIntakeItem.body.collectionFields,
			record('issue.state', 'State', states),
		],
	},
};
const serverFilter = (displayName: string) => ({ displayName, rowPath: 'a', values: ['A', 'B'] });
const clientFilter = (displayName: string) =>
	({ displayName, rowPath: 'a', test: 'is', values: ['C'] }) as const;

/** Replaces each reference by its text in lower case with an exclamation mark. */
const replace = ({ text }: { readonly text: string }) => `${text.toLowerCase()}!`;

describe('collectReferences and substituteReferences', () => {
	test.each<[title: string, Call, references: string[], changedParts: object]>([
		[
			'find the IDs to add, and keep each ID once',
			addCall(['A', 'a', 'B']),
			['issues A', 'issues B', 'issues a'],
			{ ids: ['a!', 'b!'] },
		],
		[
			'find the IDs to remove',
			{
				kind: 'remove',
				operation: operations.removeWorkItemsFromCycle,
				...commonParts,
				path,
				ids: ['A'],
				ignoreMissing: false,
			},
			['issues A'],
			{ ids: ['a!'] },
		],
		[
			'find the fields of a new record and its memberships',
			createCall(
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
			'find the fields of an update',
			{
				kind: 'update',
				operation: operations.updateModule,
				...commonParts,
				listActions: {},
				path,
				body: { lead: 'A', name: 'N' },
			},
			['lead A'],
			{ body: { lead: 'a!', name: 'N' }, targets: {} },
		],
		[
			'find the fields of a nested record',
			createCall({ issue: { name: 'N', state: 'S' } }, { operation: createIntakeItemWithState }),
			['issue.state S'],
			{ body: { issue: { name: 'N', state: 's!' } }, targets: {} },
		],
		[
			'find nothing if there is a text instead of the nested record',
			createCall({ issue: 'I' }, { operation: createIntakeItemWithState }),
			[],
			{ body: { issue: 'I' }, targets: {} },
		],
		[
			'find the fields of the body of an action',
			actionCall(operations.transferWorkItems, { body: { new_cycle_id: 'C' } }),
			['new_cycle_id C'],
			{ body: { new_cycle_id: 'c!' } },
		],
		[
			'find the values of the query and the filters of a list',
			listCall({
				queryParameters: { state: 'S', priority: 'high', fields: 'name' },
				offset: 5,
				serverFilters: [
					serverFilter('State'),
					serverFilter('Priority'),
					serverFilter('Unknown filter'),
				],
				clientFilters: [clientFilter('Label Names or IDs'), clientFilter('Created After')],
			}),
			['labels C', 'state A', 'state B', 'state S'],
			{
				query: {
					queryParameters: { state: 's!', priority: 'high', fields: 'name' },
					offset: 5,
					serverFilters: [
						{ ...serverFilter('State'), values: ['a!', 'b!'] },
						serverFilter('Priority'),
						serverFilter('Unknown filter'),
					],
					clientFilters: [
						{ ...clientFilter('Label Names or IDs'), values: ['c!'] },
						clientFilter('Created After'),
					],
				},
			},
		],
		[
			'find nothing in a list without filters',
			listCall({ queryParameters: {}, offset: 0 }),
			[],
			{},
		],
	])('%s', (_, call, references, changedParts) => {
		const collected = collectReferences(call).map(({ field, text }) => `${field.wire} ${text}`);
		const substituted = substituteReferences(call, replace);

		expect(collected.sort()).toEqual(references);
		expect(substituted).toStrictEqual({ ...call, ...changedParts });
	});
});

test.each<[title: string, Call]>([
	['An upload of a file to a storage', upload()],
	[
		'An attachment of a work item',
		{
			...commonParts,
			path,
			kind: 'attach',
			operation: operations.attachFile,
			files: [],
			ifUnknownType: 'fail',
		},
	],
	[
		'A request for one record',
		{
			kind: 'get',
			operation: operations.getWorkItem,
			...commonParts,
			path,
			queryParameters: { expand: 'state' },
			simplify: false,
			binaryField: '',
		},
	],
	['An action without a body', actionCall(operations.transferWorkItems, {})],
	[
		'An action whose operation declares no body',
		actionCall(operations.deleteLabel, { body: { parent: 'A' } }),
	],
])('%s contains no references', (_, call) => {
	expect(substituteReferences(call, replace)).toBe(call);
	expect(collectReferences(call)).toEqual([]);
});
