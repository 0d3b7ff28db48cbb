import { describe, expect, it } from '@jest/globals';

import { findDifferences } from '../compare/findDifferences';
import { recordRun } from '../compare/record';
import { WorkflowGenerator } from '../compare/workflow';
import { sourceTypes } from '../unit/contexts';
import type { NodeTypes } from './contexts';

const { node } = sourceTypes;
const generator = new WorkflowGenerator(node.description);
const seeds = Array.from({ length: 12 }, (_, index) => 7_000_000 + index);

/** A build whose Plane node returns one item too few, of several. */
const forgetful: NodeTypes = {
	...sourceTypes,
	node: {
		description: node.description,
		async execute() {
			const output = await node.execute?.call(this);

			return Array.isArray(output) ? output.map((items) => items.slice(0, -1)) : null;
		},
	},
};

describe('The comparison of builds', () => {
	it.each(seeds)('finds no difference between a build and itself (seed %i)', async (seed) => {
		const workflow = generator.create(seed);

		const first = await recordRun(workflow, sourceTypes);
		const second = await recordRun(workflow, sourceTypes);

		expect(findDifferences(first, second)).toEqual([]);
	});

	it('names the place of a difference', async () => {
		const workflow = {
			...generator.create(1),
			steps: [
				{
					operation: 'label.getAll',
					parameters: {
						resource: 'label',
						operation: 'getAll',
						projectId: { __rl: true, mode: 'name', value: 'LNCH' },
						returnAll: true,
					},
					items: [{}],
					continues: false,
				},
			],
			faults: [],
			cancelChance: 0,
		};

		const complete = await recordRun(workflow, sourceTypes);
		const incomplete = await recordRun(workflow, forgetful);

		expect(findDifferences(complete, incomplete)).toMatchObject([
			{ place: expect.stringMatching(/^step 1 items\[\d\]$/), new: undefined },
		]);
	});

	it('has every operation but those that need files', () => {
		const operations = new Set<string>();

		for (let seed = 0; seed < 3000; seed++) {
			for (const { operation } of generator.create(seed).steps) operations.add(operation);
		}

		expect([...generator.operations].filter((name) => !operations.has(name))).toEqual([]);
	});
});
