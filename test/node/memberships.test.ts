import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { locateFirst } from '../engine/samples';
import { jsonItems } from '../engine/startNode';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import type { CarryOut } from './inProcessHttp';
import type { NodeRun, Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const start = async (carryOut?: CarryOut) =>
	await startPlane({
		serverKind: 'commercial',
		workItems: 2,
		...(carryOut && { carryOut }),
	});

interface CreateRun extends NodeRun {
	readonly ifItAlreadyExists?: string;
	readonly additionalFields?: INodeParameters;
	readonly parameters?: INodeParameters;
}

/** Creates a work item for each item, in Cycle Week 6 and in Module Preparation. */
const create = async (
	plane: Plane,
	items: readonly IDataObject[],
	{ ifItAlreadyExists = 'fail', additionalFields = {}, parameters = {}, ...run }: CreateRun = {},
) =>
	await plane.run(
		'workItem.create',
		{
			projectId: locateFirst(plane.service.state.projects),
			name: '={{ $json.name }}',
			additionalFields: {
				externalSource: 'sheet',
				externalId: '={{ $json.name }}',
				cycle: { __rl: true, mode: 'name', value: 'Week 6' },
				modules: 'Preparation',
				...additionalFields,
			},
			options: { ifItAlreadyExists },
			...parameters,
		},
		{ items: jsonItems(items), ...run },
	);

/** The names of the cycles and modules that the work item with a name is in. */
function listTargets({ service: { state } }: Plane, name: string): readonly string[] {
	const item = state.workItems.find((row) => row.name === name);
	if (item === undefined) return ['no work item'];

	return [...state.cycles, ...state.modules]
		.filter(({ issues }) => issues.includes(item.id))
		.map((target) => target.name);
}

const BOTH = ['Week 6', 'Preparation'];

describe('A new work item is added to its cycle and its module', () => {
	it('although one of its custom properties is refused, and the item fails', async () => {
		const plane = await start();
		const { types, workItemProperties } = plane.service.state;
		const [property] = workItemProperties;
		const type = types.find(({ id }) => id === property?.issue_type);

		plane.service.faults.plan(
			{ kind: 'status', status: 400, body: '{"error": "Not now"}' },
			{ when: ({ url = '' }) => url.includes('/values/') },
		);
		const { error } = await create(plane, [{ name: 'Sails' }], {
			additionalFields: { typeId: { __rl: true, mode: 'name', value: type?.name ?? '' } },
			parameters: {
				setCustomProperties: true,
				customProperties: {
					mappingMode: 'defineBelow',
					value: { [property?.id ?? '']: 'High' },
					schema: [{ id: property?.id ?? '', displayName: property?.display_name ?? '' }],
				},
			},
		});

		expectProblem(error, { effect: 'partlyDone', cause: /Severity/ });
		expect(listTargets(plane, 'Sails')).toEqual(BOTH);
	});

	it('although a later item stops the run', async () => {
		const plane = await start();

		// The title of the second item is refused.
		plane.service.faults.plan(
			{ kind: 'status', status: 400, body: '{"name": ["Not this one."]}' },
			{ when: ({ body = '' }) => body.includes('Oars') },
		);
		const { error } = await create(plane, [
			{ name: 'Sails' },
			{ name: 'Oars' },
			{ name: 'Rudder' },
		]);

		expect(error?.itemIndex).toBe(1);
		expect(listTargets(plane, 'Sails')).toEqual(BOTH);
		expect(listTargets(plane, 'Oars')).toEqual(['no work item']);
	});

	it('although another target does not accept it, and the item says which one', async () => {
		const plane = await start();

		for (const cycle of plane.service.state.cycles) {
			Object.assign(cycle, { start_date: '2026-01-01', end_date: '2026-01-02' });
		}

		const { error } = await create(plane, [{ name: 'Sails' }]);

		expectProblem(error, { effect: 'partlyDone', cause: 'not added to Cycle ' });
		expect(listTargets(plane, 'Sails')).toEqual(['Preparation']);
	});

	it('by the next run if somebody cancels the run before', async () => {
		const canceling = new AbortController();
		const plane = await start(async (request, inject) => {
			const answer = await inject();
			if (request.method === 'POST') canceling.abort();

			return answer;
		});
		const items = [{ name: 'Sails' }, { name: 'Oars' }];

		const { error } = await create(plane, items, { signal: canceling.signal });

		expectProblem(error, { cause: causes.canceled });
		expect(listTargets(plane, 'Sails')).toEqual([]);
		expect(listTargets(plane, 'Oars')).toEqual(['no work item']);

		const { error: secondError } = await create(plane, items, {
			ifItAlreadyExists: 'useExisting',
		});

		expect(secondError).toBeUndefined();
		expect(listTargets(plane, 'Sails')).toEqual(BOTH);
		expect(listTargets(plane, 'Oars')).toEqual(BOTH);
	});
});

describe('An existing work item that is used as it is', () => {
	const use = async (plane: Plane) =>
		await create(plane, [{ name: 'Sails' }], { ifItAlreadyExists: 'useExisting' });

	/** Starts a Plane with the work item Sails in no cycle and in no module. */
	const startWithItem = async () => {
		const plane = await start();
		const [item] = plane.service.state.workItems;
		if (item === undefined) throw new Error('The service has no work item');

		Object.assign(item, { name: 'Sails', external_source: 'sheet', external_id: 'Sails' });

		return { plane, item };
	};

	const additions = ({ service }: Plane) =>
		service.ledger.filter(({ url }) => url.includes('-issues/')).map(({ operation }) => operation);

	it('is added to its cycle and its module if it is in none', async () => {
		const { plane } = await startWithItem();

		const { error } = await use(plane);

		expect(error).toBeUndefined();
		expect(listTargets(plane, 'Sails')).toEqual(BOTH);
	});

	it('stays in another cycle, and is added to its module', async () => {
		const { plane, item } = await startWithItem();
		const other = plane.service.state.cycles.find(({ name }) => name === 'Week 7');

		other?.issues.push(item.id);
		const { error } = await use(plane);

		expect(error).toBeUndefined();
		expect(listTargets(plane, 'Sails')).toEqual(['Week 7', 'Preparation']);
	});

	it('is not added again', async () => {
		const { plane } = await startWithItem();

		await use(plane);
		const before = additions(plane);
		const { error } = await use(plane);

		expect(error).toBeUndefined();
		expect(additions(plane)).toEqual(before);
	});

	it('is added nowhere if it is archived, because no list shows where it is', async () => {
		const { plane, item } = await startWithItem();

		item.archived_at = '2026-02-01';
		const { json, error } = await use(plane);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: item.id }]);
		expect(additions(plane)).toEqual([]);
	});

	it('is added to the cycle of the first of two items that use it', async () => {
		const { plane, item } = await startWithItem();
		const cycles = ['Week 7', 'Week 6'];

		const { error } = await create(
			plane,
			cycles.map((cycle) => ({ name: 'Sails', cycle })),
			{
				ifItAlreadyExists: 'useExisting',
				additionalFields: { cycle: { __rl: true, mode: 'name', value: '={{ $json.cycle }}' } },
			},
		);

		expect(error).toBeUndefined();
		expect(item.name).toBe('Sails');
		expect(listTargets(plane, 'Sails')).toEqual(['Week 7', 'Preparation']);
	});
});
