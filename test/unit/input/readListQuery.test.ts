import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { splitNames } from '../../../nodes/Plane/input/readListQuery';
import * as operations from '../../../nodes/shared/operations';
import { contextOf, expectParts, idOf, read } from './reading';

type Name = keyof typeof operations;

const one = async (name: Name, parameters: INodeParameters) =>
	await read(operations[name], await contextOf(operations[name], parameters));

/** A record in a locator, chosen by its ID or by its name. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

const filters = (given: INodeParameters) => ({ simple: false, filters: given });
const options = (given: INodeParameters) => ({ simple: false, options: given });

describe('a list is asked for', () => {
	/** What is asked for where the panel says nothing but that whole records are wanted. */
	const usual = {
		search: {},
		filters: [],
		expandedForTests: [],
		isOrdered: true,
		limit: 50,
		offset: 0,
		isSimple: false,
	};
	const card = 'state,assignees,labels,project';
	const groups = ['started', 'completed'];
	const inGroups = { displayName: 'State Group', row: 'state.group', test: 'is', values: groups };
	const looking = (displayName: string, row: string, how: string, ...values: string[]) => ({
		displayName,
		row,
		test: how,
		values,
	});
	const inState = { displayName: 'State', rowField: 'state', values: [idOf(8)] };
	const ofAda = { displayName: 'Assignee', rowField: 'assignees', values: ['Lovelace, Ada'] };
	const ada = locator('Lovelace, Ada', 'name');
	const needed = 'id,created_at,updated_at';

	test.each<[string, Name, INodeParameters, query: object]>([
		['as cards', 'getWorkItems', {}, { search: { expand: card }, isSimple: true }],
		['as cards that look up no names', 'getLabels', {}, { isSimple: true, isOrdered: false }],
		['as whole records', 'getWorkItems', { simple: false }, {}],
		['without cards', 'getStates', { simple: false }, { isOrdered: false }],
		['whole', 'getWorkItems', { simple: false, returnAll: true }, { limit: undefined }],
		['up to a limit', 'getWorkItems', { simple: false, limit: '={{ "7" }}' }, { limit: 7 }],
		['from a place on', 'getWorkItems', options({ offset: 5 }), { offset: 5 }],
		[
			'in an order',
			'getWorkItems',
			options({ orderBy: 'priority' }),
			{ search: { order_by: 'priority' } },
		],
		[
			'with whole records in it',
			'getWorkItems',
			options({ expand: ['state', 'type'] }),
			{ search: { expand: 'state,type' } },
		],
		[
			'with whole records in cards',
			'getWorkItems',
			{ options: { expand: ['type', 'state'] } },
			{ search: { expand: 'type,state,assignees,labels,project' }, isSimple: true },
		],
		[
			'by what is looked for',
			'searchWorkItems',
			{ search: 'printer', ...options({ project: locator('LNCH', 'name') }) },
			{ search: { search: 'printer', project_id: 'LNCH' }, isOrdered: false },
		],
		[
			'by filters of the server, which are applied to its rows too',
			'getWorkItems',
			filters({ state: locator(idOf(8)), assignee: ada }),
			{ search: { state: idOf(8), assignee: 'Lovelace, Ada' }, filters: [inState, ofAda] },
		],
		[
			'by the groups of states, for which the states are expanded',
			'getWorkItems',
			filters({ stateGroup: groups }),
			{ search: { expand: 'state' }, tests: [inGroups], expandedForTests: ['state'] },
		],
		[
			'by the groups of states on cards, which have the states',
			'getWorkItems',
			{ filters: { stateGroup: groups } },
			{ search: { expand: card }, tests: [inGroups], isSimple: true },
		],
		[
			'by the groups of states where the states are wanted whole',
			'getWorkItems',
			{ ...filters({ stateGroup: groups }), options: { expand: ['state'] } },
			{ search: { expand: 'state' }, tests: [inGroups] },
		],
		[
			'by names, and by days',
			'getWorkItems',
			filters({
				parent: 'LNCH-12',
				startFrom: '2026-01-01',
				startTo: '2026-01-01',
				labels: 'a, b',
			}),
			{
				tests: [
					looking('Label Names or IDs', 'labels', 'is', 'a', 'b'),
					looking('Parent', 'parent', 'is', 'LNCH-12'),
					looking('Start From', 'start_date', 'from', '2026-01-01'),
					looking('Start To', 'start_date', 'to', '2026-01-01'),
				],
			},
		],
		[
			'from a day on, and up to another day of another kind',
			'getWorkItems',
			filters({ startTo: '2026-01-01', targetFrom: '2026-02-01' }),
			{
				tests: [
					looking('Start To', 'start_date', 'to', '2026-01-01'),
					looking('Target From', 'target_date', 'from', '2026-02-01'),
				],
			},
		],
		[
			'by times',
			'getWorkItems',
			filters({ createdAfter: '2026-01-01', createdBefore: '2026-01-01T00:00:01' }),
			{
				tests: [
					looking('Created After', 'created_at', 'from', '2025-12-31T23:00:00.000Z'),
					looking('Created Before', 'created_at', 'before', '2025-12-31T23:00:01.000Z'),
				],
			},
		],
		[
			'with some fields, and no cards',
			'getWorkItems',
			{ options: { fields: 'name, id' } },
			{ search: { fields: 'name,id,created_at,updated_at' }, fields: ['name', 'id'] },
		],
		[
			'with some fields, and those that filters look at',
			'getWorkItems',
			{ ...filters({ assignee: ada, stateGroup: groups }), options: { fields: 'name' } },
			{
				search: {
					assignee: 'Lovelace, Ada',
					expand: 'state',
					fields: `name,${needed},state,assignees`,
				},
				filters: [ofAda],
				tests: [inGroups],
				expandedForTests: ['state'],
				fields: ['name'],
			},
		],
		[
			'with files',
			'getWorkItemAttachments',
			options({ downloadFiles: true, putOutputFileInField: 'photo' }),
			{ isOrdered: false, filesInto: 'photo' },
		],
		[
			'with files in the usual field',
			'getWorkItemAttachments',
			options({ downloadFiles: true }),
			{ isOrdered: false, filesInto: 'data' },
		],
		[
			'with files in no field that is named',
			'getWorkItemAttachments',
			options({ downloadFiles: true, putOutputFileInField: '' }),
			{ isOrdered: false, filesInto: 'data' },
		],
		[
			'without files',
			'getWorkItemAttachments',
			options({ downloadFiles: false, putOutputFileInField: 'photo' }),
			{ isOrdered: false },
		],
	])('%s (%s)', async (_, name, parameters, query) => {
		expectParts(await one(name, parameters), { query: { ...usual, ...query } });
	});
});

describe('a list is not asked for', () => {
	const soon = '2026-01-01T00:00:00.000Z';

	test.each<[string, INodeParameters, problem: string[]]>([
		[
			'without knowing whether it is to be whole',
			{ returnAll: '={{ "" }}' },
			['Return All: the value is empty', 'Fill in Return All.'],
		],
		[
			'without knowing how far',
			{ limit: '={{ null }}' },
			['Limit: the value is empty', 'Fill in Limit.'],
		],
		[
			'from a day to an earlier one',
			filters({ startFrom: '2026-01-02', startTo: '2026-01-01' }),
			[
				'Start To: 2026-01-01 is before Start From 2026-01-02',
				'Use a day that is not before Start From.',
			],
		],
		[
			'from a time to the same one',
			filters({ updatedAfter: soon, updatedBefore: soon }),
			[
				`Updated Before: ${soon} is not after Updated After ${soon}`,
				'Use a time after Updated After.',
			],
		],
	])('%s', async (_, parameters, problem) => {
		expect(await one('getWorkItems', parameters)).toEqual({ problem });
	});
});

test('names are split at commas, each of them once, and without empty ones', () => {
	expect(splitNames('b,a', undefined, '', 'a,,c')).toEqual(['b', 'a', 'c']);
});
