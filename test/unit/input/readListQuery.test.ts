import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { splitNames } from '../../../nodes/Plane/input/readListQuery';
import * as operations from '../../../nodes/shared/operations';
import { causes } from '../../nodeTexts';
import { createContext, expectParts, uuid, readItem } from './inputFixtures';

type Name = keyof typeof operations;

const readItemOf = async (name: Name, parameters: INodeParameters) =>
	await readItem(operations[name], await createContext(operations[name], parameters));

/** The value of a locator. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

const filterParameters = (values: INodeParameters) => ({ simple: false, filters: values });
const optionParameters = (values: INodeParameters) => ({ simple: false, options: values });

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
	const simplifiedRecords = 'state,assignees,labels,project';
	const stateGroups = ['started', 'completed'];
	const filterBy = (displayName: string, rowPath: string, test: string, ...values: string[]) => ({
		field: expect.objectContaining({ displayName }),
		rowPath,
		test,
		values,
	});
	const stateGroupFilter = filterBy('State Group', 'state.group', 'is', ...stateGroups);
	const stateFilter = filterBy('State', 'state', 'is', uuid(8));
	const assigneeFilter = filterBy('Assignee', 'assignees', 'is', 'Lovelace, Ada');
	const assigneeLocator = locator('Lovelace, Ada', 'name');

	test.each<[string, Name, INodeParameters, query: object]>([
		[
			'expands the related records that simplified records show',
			'getWorkItems',
			{},
			{ queryParameters: { expand: simplifiedRecords }, simplify: true },
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
		['reads the offset', 'getWorkItems', optionParameters({ offset: 5 }), { offset: 5 }],
		[
			'reads the order',
			'getWorkItems',
			optionParameters({ orderBy: 'priority' }),
			{ queryParameters: { order_by: 'priority' } },
		],
		[
			'expands the chosen related records of whole records',
			'getWorkItems',
			optionParameters({ expand: ['state', 'type'] }),
			{ queryParameters: { expand: 'state,type' } },
		],
		[
			'expands the chosen related records and those that simplified records show',
			'getWorkItems',
			{ options: { expand: ['type', 'state'] } },
			{ queryParameters: { expand: 'type,state,assignees,labels,project' }, simplify: true },
		],
		[
			'reads the text of a search',
			'searchWorkItems',
			{ search: 'printer', project: locator('LNCH', 'name'), simple: false },
			{ queryParameters: { search: 'printer', project_id: 'LNCH' }, isOrdered: false },
		],
		[
			'sends filters to the server and applies them to its rows',
			'getWorkItems',
			filterParameters({ state: locator(uuid(8)), assignee: assigneeLocator }),
			{
				queryParameters: { state: uuid(8), assignee: 'Lovelace, Ada' },
				serverFilters: [stateFilter, assigneeFilter],
			},
		],
		[
			'expands states for a filter by state group',
			'getWorkItems',
			filterParameters({ stateGroup: stateGroups }),
			{
				queryParameters: { expand: 'state' },
				clientFilters: [stateGroupFilter],
				expandedForFilters: ['state'],
			},
		],
		[
			'does not collapse states that simplified records show',
			'getWorkItems',
			{ filters: { stateGroup: stateGroups } },
			{
				queryParameters: { expand: simplifiedRecords },
				clientFilters: [stateGroupFilter],
				simplify: true,
			},
		],
		[
			'does not collapse states that the user expanded',
			'getWorkItems',
			{ ...filterParameters({ stateGroup: stateGroups }), options: { expand: ['state'] } },
			{ queryParameters: { expand: 'state' }, clientFilters: [stateGroupFilter] },
		],
		[
			'reads client-side filters by names and by days',
			'getWorkItems',
			filterParameters({
				parent: 'LNCH-12',
				startFrom: '2026-01-01',
				startTo: '2026-01-01',
				labels: 'a, b',
			}),
			{
				clientFilters: [
					filterBy('Label Names or IDs', 'labels', 'is', 'a, b'),
					filterBy('Parent', 'parent', 'is', 'LNCH-12'),
					filterBy('Start Date From', 'start_date', 'from', '2026-01-01'),
					filterBy('Start Date Until', 'start_date', 'to', '2026-01-01'),
				],
			},
		],
		[
			'compares only the two ends of the same range',
			'getWorkItems',
			filterParameters({ startTo: '2026-01-01', targetFrom: '2026-02-01' }),
			{
				clientFilters: [
					filterBy('Start Date Until', 'start_date', 'to', '2026-01-01'),
					filterBy('Due Date From', 'target_date', 'from', '2026-02-01'),
				],
			},
		],
		[
			'reads client-side filters by times as instants in UTC',
			'getWorkItems',
			filterParameters({ createdAfter: '2026-01-01', createdBefore: '2026-01-01T00:00:01' }),
			{
				clientFilters: [
					filterBy('Created After', 'created_at', 'from', '2025-12-31T23:00:00.000Z'),
					filterBy('Created Before', 'created_at', 'before', '2025-12-31T23:00:01.000Z'),
				],
			},
		],
		[
			'reads the binary field for files',
			'getWorkItemAttachments',
			optionParameters({ downloadFiles: true, putOutputFileInField: 'photo' }),
			{ isOrdered: false, binaryField: 'photo' },
		],
		[
			'uses the default binary field for files',
			'getWorkItemAttachments',
			optionParameters({ downloadFiles: true }),
			{ isOrdered: false, binaryField: 'data' },
		],
		[
			'uses the default binary field if the option is empty',
			'getWorkItemAttachments',
			optionParameters({ downloadFiles: true, putOutputFileInField: '' }),
			{ isOrdered: false, binaryField: 'data' },
		],
		[
			'reads no binary field if files are not downloaded',
			'getWorkItemAttachments',
			optionParameters({ downloadFiles: false, putOutputFileInField: 'photo' }),
			{ isOrdered: false },
		],
	])('%s (%s)', async (_, name, parameters, query) => {
		expectParts(await readItemOf(name, parameters), { query: { ...defaults, ...query } });
	});
});

describe('readListQuery refuses', () => {
	const instant = '2026-01-01T00:00:00.000Z';

	test.each<[string, INodeParameters, problem: string[]]>([
		[
			'an empty Return All',
			{ returnAll: '={{ "" }}' },
			[`Return All: ${causes.empty}`, 'Fill in Return All.'],
		],
		['an empty limit', { limit: '={{ null }}' }, [`Limit: ${causes.empty}`, 'Fill in Limit.']],
		[
			'a range of days that ends before it starts',
			filterParameters({ startFrom: '2026-01-02', startTo: '2026-01-01' }),
			[
				'Start Date Until: 2026-01-01 is before Start Date From 2026-01-02',
				'Use a day that is not before Start Date From.',
			],
		],
		[
			'a range of times that is empty',
			filterParameters({ updatedAfter: instant, updatedBefore: instant }),
			[
				`Updated Before: ${instant} is not after Updated After ${instant}`,
				'Use a time after Updated After.',
			],
		],
	])('%s', async (_, parameters, problem) => {
		expect(await readItemOf('getWorkItems', parameters)).toEqual({ problem });
	});
});

test('splitNames splits at commas, and drops duplicates and empty names', () => {
	expect(splitNames('b,a', undefined, '', 'a,,c')).toEqual(['b', 'a', 'c']);
});
