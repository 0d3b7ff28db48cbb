import { beforeAll, describe, expect, it } from '@jest/globals';

import { operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { seed } from '../service/seed';
import { expectProblem } from '../expectProblem';
import { advice, causes } from '../nodeTexts';
import { createCommercialRows, createDemoRows, customerStory, listSteps } from './customerStory';
import { samples } from './samples';
import { runStory, type StepResult } from './runStory';
import { serverKinds } from './serverKinds';
import { commercialStory, getNodeName, story, type Step } from './story';
import { useWorld } from './useWorld';

/** Lists these operations as `resource.operation`, in alphabetical order. */
const listIds = (isIncluded: (operation: Operation) => boolean): string[] =>
	operations
		.filter(isIncluded)
		.map(({ resource, value }) => `${resource}.${value}`)
		.sort();

/** The operation that the service records for one of the node. */
function getRecordedOperation(operation: string): string | undefined {
	// The store does not record operations.
	if (operation.endsWith('upload')) return undefined;

	// An upsert and a count consist of the requests of other operations. The upsert in the story finds its record.
	// Accepting an intake item is an update of it.
	return operation.replace(/\.(upsert|accept)$/, '.update').replace(/\.count$/, '.getAll');
}

const customerSteps = listSteps(customerStory);

describe.each([
	...serverKinds.map((serverKind) => ({ name: 'the week', serverKind, steps: story })),
	{ name: "the customer's request", serverKind: 'specification', steps: customerSteps },
] as const)('A step of $name on a $serverKind server succeeds:', ({ serverKind, steps }) => {
	const world = useWorld({ serverKind });
	let results: readonly StepResult[] = [];
	const findResult = (step: Step) => results.find(({ name }) => name === getNodeName(step));

	beforeAll(async () => {
		results = await runStory(world, steps);
	});

	it.each(steps.map((step) => ({ ...step, name: getNodeName(step), step })))(
		'$operation: $name',
		({ step }) => {
			const { operation, expectedChanges, expectedOutput = {}, itemCount = 1 } = step;
			const result = findResult(step);

			expect(result?.problem).toBeUndefined();
			expect(result?.requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
			const sent = result?.requests.map((request) => request.operation);

			expect(sent).toContain(getRecordedOperation(operation));
			expect(result?.items[0]).toMatchObject(expectedOutput);
			if (itemCount > 0) expect(result?.items).toHaveLength(itemCount);
			else expect(result?.items.length).toBeGreaterThan(0);
			if (expectedChanges === undefined) expect(result?.changed).toEqual([]);
			else expect(result?.changed.join('\n')).toMatch(expectedChanges);
		},
	);
});

describe('The rows of the demo for the commercial editions', () => {
	const world = useWorld({ serverKind: 'specification' });

	it('can be run again on the same server', async () => {
		const steps = listSteps(createCommercialRows(world.service.state));

		for (let run = 1; run <= 2; run++) {
			const results = await runStory(world, steps);
			const failed = results.filter(({ succeeded }) => !succeeded);

			expect(failed.map(({ name, problem }) => [run, name, problem])).toEqual([]);
		}
	});
});

it('The demo has every operation of the package', () => {
	const steps = listSteps(createDemoRows(seed(1)));

	expect([...new Set(steps.map(({ operation }) => operation))].sort()).toEqual(listIds(() => true));
});

describe('The operations of the commercial editions', () => {
	describe('on a server of these editions', () => {
		const world = useWorld({ serverKind: 'specification' });

		it('have parameters in test/engine/samples.ts', () => {
			const steps = commercialStory(world.service.state);

			expect(steps.map(({ operation }) => operation).sort()).toEqual(
				listIds(({ plan }) => plan !== undefined),
			);
		});
	});

	describe('in a workspace whose plan does not include them (row 472)', () => {
		const world = useWorld({ serverKind: 'specification', differences: { lacksPlan: true } });

		it('fail with an error that says to upgrade it', async () => {
			for (const { operation, parameters } of commercialStory(world.service.state)) {
				const { error } = await world.run(operation, parameters);

				expect(`${operation}: ${error?.message ?? ''}`).toMatch(/: The plan of workspace/);
				expect(error?.description).toMatch(/upgrade the plan/i);
			}
		});
	});

	describe('on a server that cannot change pages (row 466)', () => {
		const world = useWorld({
			serverKind: 'specification',
			differences: { pagesCannotChange: true },
		});

		it.each(['page.update', 'page.delete', 'wikiPage.update', 'wikiPage.delete'])(
			'fail with an error that says that the server is too old (%s)',
			async (operation) => {
				const { error } = await world.run(operation, samples(world.service.state)[operation] ?? {});

				expectProblem(error, {
					cause: `${causes.noOperation} "`,
					remedy: advice.updateForIt,
				});
			},
		);
	});

	describe('in a workspace that owns types, states and labels of its projects (row 473)', () => {
		const world = useWorld({
			serverKind: 'specification',
			differences: { ownsRecordsInWorkspace: true },
		});

		it.each([
			'workItemType.create',
			'workItemType.update',
			'workItemType.delete',
			'state.create',
			'label.create',
		])('fail with an error that says who can change them (%s)', async (operation) => {
			const { error } = await world.run(operation, samples(world.service.state)[operation] ?? {});

			expect(error?.message).toMatch(/manages these records for all of its projects/);
			expect(error?.description).toMatch(/^An administrator of the workspace/);
		});
	});

	describe('on another server', () => {
		const world = useWorld({ serverKind: 'community' });

		it('fail with an error that names the editions', async () => {
			for (const { operation, parameters } of commercialStory(world.service.state)) {
				const { error } = await world.run(operation, parameters);

				expect(error?.description).toMatch(/commercial/i);
			}
		});
	});
});

it('The week in test/engine/story.ts has a step for each operation that all editions have', () => {
	const inWeek = new Set(story.map(({ operation }) => operation));

	expect([...inWeek].sort()).toEqual(listIds(({ plan }) => plan === undefined));
});
