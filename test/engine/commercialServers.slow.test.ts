import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../nodes/shared/operations/catalog';
import type { Difference } from '../service/differences';
import type { ServiceState } from '../service/state';
import { expectProblem } from '../expectProblem';
import { advice, causes } from '../nodeTexts';
import { runStory } from './runStory';
import { samples } from './samples';
import { byId, commercialStory, type Step } from './story';
import { useWorld, useWorlds } from './useWorld';
import type { World } from './world';

const ALL = /./;

/** The operations that a difference concerns, although their output does not show it. */
const INVISIBLE: readonly (readonly [Difference, RegExp])[] = [
	['wrapsLists', ALL],
	['listsBare', ALL],
	['listsLabelsBare', /^projectLabel\./],
	['newPropertiesAreInUse', /^customerProperty/],
	['setsAnswer201', /^(initiative|teamspace(Member)?)\.add/],
	['customerValuesAnswer', /^customerPropertyValue\./],
	['valuesAnswer201', /^workItemProperty/],
	['valuesAnswerLists', /^workItemProperty/],
	['valuesAreObjects', /^workItem\.get$/],
	['lacksValueLists', /^workItem\.get$/],
	['worklogsNeedDescriptions', /^worklog\./],
];

/** Copies an output item without what differs between any two runs: times, and the port of the service. */
const withoutRun = (item: IDataObject): unknown =>
	JSON.parse(
		JSON.stringify(item, (name, value: unknown) => {
			if (name.endsWith('_at')) return null;

			return typeof value === 'string' ? value.replace(/^http:\/\/127\.0\.0\.1:\d+/, '') : value;
		}),
	);

/** Reads a work item with its custom properties. */
const readWithProperties = ({ workItemPropertyValues: [value] }: ServiceState): Step => ({
	operation: 'workItem.get',
	parameters: {
		projectId: byId(value?.project ?? ''),
		workItemId: byId(value?.issue ?? ''),
		options: { includeCustomProperties: true },
	},
});

/** Runs these operations of the commercial editions, and returns their output. */
async function runOperations(world: World, operations: RegExp) {
	const { state } = world.service;
	const archivedItem = state.workItems[2];

	// So that there is a list of archived work items.
	if (archivedItem) archivedItem.archived_at = archivedItem.created_at;

	const steps = [...commercialStory(state), readWithProperties(state)].filter(({ operation }) =>
		operations.test(operation),
	);
	// After a creation, reading a list would wait for the clock of the server.
	const isList = ({ operation }: Step) => operation.endsWith('.getAll');
	const results = await runStory(world, [
		...steps.filter(isList),
		...steps.filter((step) => !isList(step)),
	]);

	return results.map(({ operation, problem, succeeded, items }) => ({
		operation,
		problem,
		succeeded,
		items: items.map(withoutRun),
	}));
}

const { start } = useWorlds();

describe('On a commercial server', () => {
	it('every operation of these editions succeeds', async () => {
		const results = await runOperations(await start({ serverKind: 'commercial' }), ALL);

		expect(results.filter(({ succeeded }) => !succeeded)).toEqual([]);
	});

	let usualOutput: Awaited<ReturnType<typeof runOperations>> | undefined;

	/** The output on a server without differences. That of all operations is the same each time. */
	async function runUsual(operations: RegExp) {
		if (operations.source !== ALL.source) {
			return await runOperations(await start({ serverKind: 'specification' }), operations);
		}

		usualOutput ??= await runOperations(await start({ serverKind: 'specification' }), ALL);

		return usualOutput;
	}

	it.each(INVISIBLE)(
		'with the difference %s, the output is the same as without it',
		async (difference, operations) => {
			const usual = await runUsual(operations);
			const differences = { [difference]: true };
			const different = await runOperations(
				await start({ serverKind: 'specification', differences }),
				operations,
			);

			expect(usual.length).toBeGreaterThan(0);
			expect(usual.filter(({ succeeded }) => !succeeded)).toEqual([]);
			expect(different).toEqual(usual);
		},
	);
});

it('On a server that lists relations by IDs, they are read like any other (row 33)', async () => {
	const world = await start({ serverKind: 'commercial' });
	const [item, other] = world.service.state.workItems;
	const ofItem = { projectId: byId(item?.project ?? ''), workItemId: byId(item?.id ?? '') };

	await world.run('workItemRelation.create', {
		...ofItem,
		relationType: 'blocking',
		workItemIds: other?.id ?? '',
	});
	const { json } = await world.run('workItemRelation.getAll', { ...ofItem, returnAll: true });

	expect(json).toEqual([
		expect.objectContaining({ relation_type: 'blocking', issue_id: other?.id }),
	]);
});

describe('In a workspace whose plan lacks them, operations of the commercial editions', () => {
	const world = useWorld({ serverKind: 'specification', differences: { asksForUpgrade: true } });

	/** Operations that are refused before the plan matters: the option of the sample has not been created. */
	const NEED_EARLIER_STEPS = ['workItemPropertyValue.update'];

	const isPaidWrite = ({ operation }: Step) => {
		const [resource = '', value = ''] = operation.split('.');
		const declared = findOperation(resource, value);

		return (
			declared?.request.method !== 'GET' &&
			// A search reads, although its request is a POST.
			value !== 'searchAdvanced' &&
			!NEED_EARLIER_STEPS.includes(operation)
		);
	};

	it('that write fail with an error that says to upgrade it (row 472)', async () => {
		const writes = commercialStory(world.service.state).filter(isPaidWrite);
		const other: string[] = [];

		for (const { operation, parameters } of writes) {
			const { error } = await world.run(operation, parameters);
			const { message = '', description = '' } = error ?? {};
			const saysSo =
				message.includes('The plan of workspace acme does not include this') &&
				/upgrade the plan/i.test(description);

			if (!saysSo) other.push(`${operation}: ${message}`);
		}

		expect(other).toEqual([]);
		expect(writes.length).toBe(87);
	});
});

describe('On an older commercial server', () => {
	const world = useWorld({ serverKind: 'specification', differences: { lacksRecentPaths: true } });

	it.each([
		['initiative.addWorkItems', /Older servers of these editions do not have it/],
		['initiative.getWorkItems', /Older servers of these editions do not have it/],
		['page.archive', /Older servers of these editions do not have it/],
		['wikiPage.unarchive', /Older servers of these editions do not have it/],
		['milestone.addWorkItems', advice.updateForIt],
		['milestone.removeWorkItems', advice.updateForIt],
	])('%s fails with an error that says so (rows 461, 462 and 466)', async (operation, remedy) => {
		const { error } = await world.run(operation, samples(world.service.state)[operation] ?? {});

		expectProblem(error, { cause: new RegExp(`${causes.noOperation} "`), remedy });
	});
});

describe('With initiatives turned off', () => {
	const world = useWorld({
		serverKind: 'specification',
		differences: { turnsInitiativesOff: true },
	});

	it.each(['initiative.create', 'initiative.getAll', 'initiativeLabel.create'])(
		'%s fails with an error that names the switch (row 472)',
		async (operation) => {
			const { error } = await world.run(operation, samples(world.service.state)[operation] ?? {});

			expect(error?.description).toMatch(/Workspace → Update Features: Initiatives/);
		},
	);
});

describe('On a server that lets nobody change labels of initiatives with an API key (row 481)', () => {
	const world = useWorld({
		serverKind: 'specification',
		differences: { refusesLabelChanges: true },
	});

	it('initiativeLabel.update fails with an error that says so', async () => {
		const operation = 'initiativeLabel.update';
		const { error } = await world.run(operation, samples(world.service.state)[operation] ?? {});

		expect(error?.description).toMatch(/do not let API keys change labels of initiatives/);
	});
});
