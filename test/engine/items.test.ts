import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { stableId } from '../service/state';
import { advice, causes, outcomes } from '../nodeTexts';
import type { Outcome } from './engine';
import { withLimits } from './limits';
import { byId, locateFirst, parametersFor, samples } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** An ID that no record has. */
const UNKNOWN = stableId('nothing', 1);

const world = useWorld({}, true);

/** Updates a module for each item, which has the ID of the module and the new values. */
const updateModules = async (
	updateFields: INodeParameters,
	items: readonly IDataObject[],
	{ onError, ...parameters }: INodeParameters & { readonly onError?: OnError } = {},
): Promise<Outcome> =>
	await world.run(
		'module.update',
		{
			projectId: locateFirst(world.service.state.projects),
			moduleId: byId('={{ $json.id }}'),
			updateFields,
			...parameters,
		},
		{ items: jsonItems(items), ...(onError === undefined ? {} : { onError }) },
	);

/** The modules of the first project. */
const modules = () => {
	const { state } = world.service;

	return state.modules.filter(({ project }) => project === state.projects[0]?.id);
};

const moduleIds = () => modules().map(({ id }) => id);
const firstItem = () => [{ id: moduleIds()[0] ?? '' }];

const pairedItems = ({ outputs }: Outcome) =>
	outputs.map((items) => items.map(({ pairedItem }) => pairedItem));

describe('Each item', () => {
	it('gets its own values from expressions and is paired with its output', async () => {
		const items = moduleIds().map((id, index) => ({ id, title: `Module ${index}` }));

		expect(items.length).toBeGreaterThan(1);

		const outcome = await updateModules({ name: '={{ $json.title }}' }, items);

		expect(pairedItems(outcome)).toEqual([items.map((_, item) => ({ item }))]);
		expect(outcome.json.map(({ id, name }) => ({ id, title: name }))).toEqual(items);
		expect(modules().map(({ name }) => name)).toEqual(items.map(({ title }) => title));
	});
});

describe('An item with missing values', () => {
	it('stops the node before anything is sent, naming the item and the field', async () => {
		const outcome = await updateModules({ name: 'x' }, [...firstItem(), { id: '' }, {}]);

		expect(world.service.requests).toEqual([]);
		expect(outcome.json).toEqual([]);
		expect(outcome.error).toEqual({
			message: `Module: ${causes.empty} [item 1]`,
			description: `Fill in Module.<br>Item 2 has a problem, too. ${outcomes.nothingChanged}`,
		});
	});
});

describe('An item that fails', () => {
	const itemsWithFailures = (): IDataObject[] => [
		{ id: moduleIds()[0], n: 0 },
		{ id: UNKNOWN, n: 1 },
		{ id: '..', n: 2 },
		{ id: moduleIds()[1], n: 3 },
	];
	const failures = [
		{
			json: { id: UNKNOWN, n: 1, error: expect.stringMatching(/Module .*\[item 1\]\. \w/) },
			pairedItem: { item: 1 },
		},
		{
			json: {
				id: '..',
				n: 2,
				error: `Module: ${causes.notAnId('".."')} [item 2]. ${advice.onlyTheId}`,
			},
			pairedItem: { item: 2 },
		},
	];
	const success = (item: number) => ({ json: { description: 'New' }, pairedItem: { item } });

	it.each<[OnError, outputs: readonly (readonly object[])[]]>([
		['continueRegularOutput', [[success(0), ...failures, success(3)]]],
		['continueErrorOutput', [[success(0), success(3)], failures]],
	])(
		'is output with its JSON and the error while the others continue, with %s',
		async (onError, expectedOutputs) => {
			const { outputs, error } = await updateModules({ description: 'New' }, itemsWithFailures(), {
				onError,
			});

			expect(error).toBeUndefined();
			expect(outputs).toMatchObject(expectedOutputs);
			// The project is read for the module that is not found: it may be archived (row 73).
			expect(world.service.requests).toHaveLength(3 + 1);
		},
	);

	it.each([
		[1, /<br>Done: 1 of 3 items \(0\)\. Failed: 1\. Not done: 2\.$/, [true, false]],
		[8, /<br>Done: 2 of 3 items \(0, 2\)\. Failed: 1\.$/, [true, true]],
	])(
		'stops the node by default, with %i concurrent requests, and says what was carried out',
		async (concurrentRequests, carriedOut, changed) => {
			const [first = '', second = ''] = moduleIds();
			const items = [first, UNKNOWN, second].map((id) => ({ id }));

			const { error, outputs } = await updateModules(
				{ description: 'New' },
				items,
				withLimits({ concurrentRequests }),
			);

			expect(outputs.flat()).toEqual([]);
			expect(error?.message).toMatch(/Module .*\[item 1\]$/);
			expect(error?.description).toMatch(carriedOut);
			expect(modules().map(({ description }) => description === 'New')).toEqual(changed);
		},
	);

	it('does not affect the lists of other items', async () => {
		const projectId = world.service.state.projects[0]?.id ?? '';

		const outcome = await world.run(
			'workItem.getAll',
			{ projectId: byId('={{ $json.project }}'), limit: 2 },
			{
				items: jsonItems([projectId, UNKNOWN, projectId].map((project) => ({ project }))),
				onError: 'continueErrorOutput',
			},
		);

		expect(pairedItems(outcome)).toEqual([[0, 0, 2, 2].map((item) => ({ item })), [{ item: 1 }]]);
		expect(outcome.outputs[1]).toMatchObject([{ json: { project: UNKNOWN } }]);
	});

	it('fails along with all others if the server address is wrong', async () => {
		const outcome = await world.run('label.create', samples(world.service.state)['label.create'], {
			items: [{}, {}, {}],
			credential: { ...world.credential, baseUrl: 'nothing' },
			onError: 'continueErrorOutput',
		});

		expect(pairedItems(outcome)).toEqual([[], [0, 1, 2].map((item) => ({ item }))]);
	});
});

describe('A credential that n8n cannot read', () => {
	const run = async (onError: OnError) => {
		const { engine, service, credential } = world;

		return await engine.run(
			{
				parameters: parametersFor('label.create', samples(service.state)['label.create']),
				credentials: { planeApi: { id: 'gone', name: 'Gone' } },
				onError,
			},
			jsonItems([{ n: 0 }, { n: 1 }]),
			credential,
		);
	};

	it('stops the node', async () => {
		const { error } = await run('stopWorkflow');

		expect(error?.message).toBe('No credential gone [item 0]');
	});

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)('fails every item with %s', async (onError, output) => {
		const { outputs } = await run(onError);

		expect(outputs.flat()).toHaveLength(2);
		expect(outputs[output]?.map(({ json }) => json)).toMatchObject([
			{ n: 0, error: expect.stringContaining('No credential gone [item 0]') },
			{ n: 1, error: expect.stringContaining('No credential gone [item 1]') },
		]);
	});
});
