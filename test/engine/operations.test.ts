import { beforeAll, describe, expect, it } from '@jest/globals';

import { operations } from '../contract/contract';
import { samples } from './samples';
import { runStory, type StepResult } from './runStory';
import { commercialStory, getNodeName, story, type Step } from './story';
import { useWorld } from './useWorld';
import { serverKinds } from './world';

describe.each(serverKinds)("A team's week on a %s server", (serverKind) => {
	const world = useWorld({ serverKind });
	let results: readonly StepResult[] = [];
	const findResult = (step: Step) => results.find(({ name }) => name === getNodeName(step));

	beforeAll(async () => {
		results = await runStory(world, story);
	}, 60_000);

	it.each(story.map((step) => ({ ...step, name: getNodeName(step), step })))(
		'$operation: $name',
		({ step }) => {
			const { operation, expectedChanges, expectedOutput = {}, itemCount = 1 } = step;
			const result = findResult(step);

			expect(result?.problem).toBeUndefined();
			expect(result?.requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
			const sent = result?.requests.map((request) => request.operation);

			// The store does not name what it is asked for.
			expect(sent).toContain(operation.endsWith('upload') ? undefined : operation);
			expect(result?.items[0]).toMatchObject(expectedOutput);
			if (itemCount > 0) expect(result?.items).toHaveLength(itemCount);
			else expect(result?.items.length).toBeGreaterThan(0);
			if (expectedChanges === undefined) expect(result?.changed).toEqual([]);
			else expect(result?.changed.join('\n')).toMatch(expectedChanges);
		},
	);
});

describe('The operations of the commercial editions', () => {
	describe('on a server of these editions', () => {
		const world = useWorld({ serverKind: 'specification' });

		it('all succeed', async () => {
			const steps = commercialStory(world.service.state);
			const results = await runStory(world, steps);

			expect(results.map(({ operation, problem }) => [operation, problem])).toEqual(
				steps.map(({ operation }) => [operation, undefined]),
			);
			expect(results.every(({ succeeded }) => succeeded)).toBe(true);
		});
	});

	describe('on another server', () => {
		const world = useWorld({ serverKind: 'community' });

		it('fail with the editions that have them', async () => {
			for (const { operation, parameters } of commercialStory(world.service.state)) {
				const { error } = await world.run(operation, parameters);

				expect(error?.description).toMatch(/commercial/i);
			}
		});
	});
});

it('The story has a step for each operation of the contract', () => {
	const storyIds = story.map(({ operation }) => operation);
	const commercial = operations.filter(({ id }) => !storyIds.includes(id)).map(({ id }) => id);

	expect(new Set(storyIds).size + commercial.length).toBe(operations.length);
	expect(commercial).toHaveLength(8);
});

describe('A name that is taken already', () => {
	const world = useWorld({ serverKind: 'community' });

	it.each(['label.create', 'state.create'])(
		'fails %s, or returns the existing record with If It Already Exists',
		async (name) => {
			const parameters = { ...samples(world.service.state)[name], name: 'Made twice' };
			const made = await world.run(name, parameters);

			expect((await world.run(name, parameters)).error?.message).toMatch(/already/);
			const options = { ifItAlreadyExists: 'use_the_existing_one' };
			const again = await world.run(name, { ...parameters, options });

			expect(again.error).toBeUndefined();
			expect(again.json).toEqual(made.json);
			expect(world.service.requests.at(-1)).toMatchObject({ method: 'GET', status: 200 });
		},
	);
});
