import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { splitNames } from '../../../nodes/Plane/input/readListQuery';
import * as operations from '../../../nodes/shared/operations';
import { contextFor, expectParts, idOf, readItem } from './reading';

type Name = keyof typeof operations;

const readOne = async (name: Name, parameters: INodeParameters) =>
	await readItem(operations[name], await contextFor(operations[name], parameters));

/** A record in a locator, chosen by its ID or by its name. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

const filters = (values: INodeParameters) => ({ simple: false, filters: values });
const options = (values: INodeParameters) => ({ simple: false, options: values });

describe('readListQuery', () => {
	/** The query if the user changed nothing but Simplify. */
	const defaults = {
		queryParameters: {},
		serverFilters: [],
		expandedForFilters: [],
		isOrdered: true,
		limit: 50,
		offset: 0,
		simplify: false,
	};
	const card = 'state,assignees,labels,project';
	const groups = ['started', 'completed'];
	const inGroups = {
		displayName: 'State Group',
		rowPath: 'state.group',
		test: 'is',
		values: groups,
	};
	const clientFilter = (
		displayName: string,
		rowPath: string,
		operator: string,
		...values: string[]
	) => ({
		displayName,
		rowPath,
		test: operator,
		values,
	});
	const inState = { displayName: 'State', rowPath: 'state', values: [idOf(8)] };
	const ofAda = { displayName: 'Assignee', rowPath: 'assignees', values: ['Lovelace, Ada'] };
	const ada = locator('Lovelace, Ada', 'name');
	const needed = 'id,created_at,updated_at';

	test.each<[string, Name, INodeParameters, query: object]>([
		[
			'expands what simplified records show',
			'getWorkItems',
			{},
			{ queryParameters: { expand: card }, simplify: true },
		],
		[
			'expands nothing for simplified records without related records',
			'getLabels',
			{},
			{ simplify: true, isOrdered: false },
		],
		['reads whole records', 'getWorkItems', { simple: false }, {}],
		[
			'reads records that have no simplified form',
			'getStates',
			{ simple: false },
			{ isOrdered: false },
		],
		[
			'has no limit for Return All',
			'getWorkItems',
			{ simple: false, returnAll: true },
			{ limit: undefined },
		],
		['reads the limit', 'getWorkItems', { simple: false, limit: '={{ "7" }}' }, { limit: 7 }],
		['reads the offset', 'getWorkItems', options({ offset: 5 }), { offset: 5 }],
		[
			'reads the order',
			'getWorkItems',
			options({ orderBy: 'priority' }),
			{ queryParameters: { order_by: 'priority' } },
		],
		[
			'expands what the user chose in whole records',
			'getWorkItems',
			options({ expand: ['state', 'type'] }),
			{ queryParameters: { expand: 'state,type' } },
		],
		[
			'expands what the user chose and what simplified records show',
			'getWorkItems',
			{ options: { expand: ['type', 'state'] } },
			{ queryParameters: { expand: 'type,state,assignees,labels,project' }, simplify: true },
		],
		[
			'reads the text of a search',
			'searchWorkItems',
			{ search: 'printer', ...options({ project: locator('LNCH', 'name') }) },
			{ queryParameters: { search: 'printer', project_id: 'LNCH' }, isOrdered: false },
		],
		[
			'sends filters to the server and applies them to its rows',
			'getWorkItems',
			filters({ state: locator(idOf(8)), assignee: ada }),
			{
				queryParameters: { state: idOf(8), assignee: 'Lovelace, Ada' },
				serverFilters: [inState, ofAda],
			},
		],
		[
			'expands states for a filter by state group',
			'getWorkItems',
			filters({ stateGroup: groups }),
			{
				queryParameters: { expand: 'state' },
				clientFilters: [inGroups],
				expandedForFilters: ['state'],
			},
		],
		[
			'does not collapse states that simplified records show',
			'getWorkItems',
			{ filters: { stateGroup: groups } },
			{ queryParameters: { expand: card }, clientFilters: [inGroups], simplify: true },
		],
		[
			'does not collapse states that the user expanded',
			'getWorkItems',
			{ ...filters({ stateGroup: groups }), options: { expand: ['state'] } },
			{ queryParameters: { expand: 'state' }, clientFilters: [inGroups] },
		],
		[
			'reads client-side filters by names and by days',
			'getWorkItems',
			filters({
				parent: 'LNCH-12',
				startFrom: '2026-01-01',
				startTo: '2026-01-01',
				labels: 'a, b',
			}),
			{
				clientFilters: [
					clientFilter('Label Names or IDs', 'labels', 'is', 'a', 'b'),
					clientFilter('Parent', 'parent', 'is', 'LNCH-12'),
					clientFilter('Start From', 'start_date', 'from', '2026-01-01'),
					clientFilter('Start To', 'start_date', 'to', '2026-01-01'),
				],
			},
		],
		[
			'compares only the two ends of the same range',
			'getWorkItems',
			filters({ startTo: '2026-01-01', targetFrom: '2026-02-01' }),
			{
				clientFilters: [
					clientFilter('Start To', 'start_date', 'to', '2026-01-01'),
					clientFilter('Target From', 'target_date', 'from', '2026-02-01'),
				],
			},
		],
		[
			'reads client-side filters by times as instants in UTC',
			'getWorkItems',
			filters({ createdAfter: '2026-01-01', createdBefore: '2026-01-01T00:00:01' }),
			{
				clientFilters: [
					clientFilter('Created After', 'created_at', 'from', '2025-12-31T23:00:00.000Z'),
					clientFilter('Created Before', 'created_at', 'before', '2025-12-31T23:00:01.000Z'),
				],
			},
		],
		[
			'requests selected fields, and does not simplify',
			'getWorkItems',
			{ options: { fields: 'name, id' } },
			{ queryParameters: { fields: 'name,id,created_at,updated_at' }, fields: ['name', 'id'] },
		],
		[
			'requests selected fields, and those that filters need',
			'getWorkItems',
			{ ...filters({ assignee: ada, stateGroup: groups }), options: { fields: 'name' } },
			{
				queryParameters: {
					assignee: 'Lovelace, Ada',
					expand: 'state',
					fields: `name,${needed},state,assignees`,
				},
				serverFilters: [ofAda],
				clientFilters: [inGroups],
				expandedForFilters: ['state'],
				fields: ['name'],
			},
		],
		[
			'reads the binary field for files',
			'getWorkItemAttachments',
			options({ downloadFiles: true, putOutputFileInField: 'photo' }),
			{ isOrdered: false, binaryField: 'photo' },
		],
		[
			'uses the default binary field for files',
			'getWorkItemAttachments',
			options({ downloadFiles: true }),
			{ isOrdered: false, binaryField: 'data' },
		],
		[
			'uses the default binary field if the option is empty',
			'getWorkItemAttachments',
			options({ downloadFiles: true, putOutputFileInField: '' }),
			{ isOrdered: false, binaryField: 'data' },
		],
		[
			'reads no binary field if files are not downloaded',
			'getWorkItemAttachments',
			options({ downloadFiles: false, putOutputFileInField: 'photo' }),
			{ isOrdered: false },
		],
	])('%s (%s)', async (_, name, parameters, query) => {
		expectParts(await readOne(name, parameters), { query: { ...defaults, ...query } });
	});
});

describe('readListQuery refuses', () => {
	const soon = '2026-01-01T00:00:00.000Z';

	test.each<[string, INodeParameters, problem: string[]]>([
		[
			'an empty Return All',
			{ returnAll: '={{ "" }}' },
			['Return All: the value is empty', 'Fill in Return All.'],
		],
		['an empty limit', { limit: '={{ null }}' }, ['Limit: the value is empty', 'Fill in Limit.']],
		[
			'a range of days that ends before it starts',
			filters({ startFrom: '2026-01-02', startTo: '2026-01-01' }),
			[
				'Start To: 2026-01-01 is before Start From 2026-01-02',
				'Use a day that is not before Start From.',
			],
		],
		[
			'a range of times that is empty',
			filters({ updatedAfter: soon, updatedBefore: soon }),
			[
				`Updated Before: ${soon} is not after Updated After ${soon}`,
				'Use a time after Updated After.',
			],
		],
	])('%s', async (_, parameters, problem) => {
		expect(await readOne('getWorkItems', parameters)).toEqual({ problem });
	});
});

test('splitNames splits at commas, and drops duplicates and empty names', () => {
	expect(splitNames('b,a', undefined, '', 'a,,c')).toEqual(['b', 'a', 'c']);
});
