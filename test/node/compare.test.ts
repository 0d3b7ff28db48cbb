import { describe, expect, it } from '@jest/globals';

import { findDifferences } from '../compare/findDifferences';
import { ListReads } from '../compare/listReads';
import { applyMutation, listMutations } from '../compare/mutations';
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

/** A response of the service, as far as reads of lists depend on it. */
const answer = (body: unknown) => ({
	status: 200,
	headers: {},
	body: Buffer.from(JSON.stringify(body)),
});

describe('The reads of lists in a run', () => {
	const path = '/api/v1/workspaces/acme/projects/3f005499-863f-45b9-aa9d-d549931bc484/labels/';
	const read = (query: string) => ({ method: 'GET', url: `${path}${query}`, headers: {} });
	const lastPage = answer({ results: [{}], next_page_results: false });

	it('are repeated if the last page of a list is read twice, whatever the size of its pages', () => {
		const reads = new ListReads();

		reads.note(
			read('?per_page=100&cursor=100:0:0'),
			answer({ results: [{}], next_page_results: true }),
		);
		reads.note(read('?per_page=100&cursor=100:1:0'), lastPage);
		reads.note(read('?per_page=50'), lastPage);

		expect(reads.repeated).toEqual([{ list: 'projects/{id}/labels/', afterWrite: false }]);
	});

	it('are not repeated if their filters differ', () => {
		const reads = new ListReads();

		reads.note(read('?per_page=100'), lastPage);
		reads.note(read('?per_page=100&external_id=1'), lastPage);

		expect(reads.repeated).toEqual([]);
	});

	it('say whether a record of the list was written in between', () => {
		const reads = new ListReads();

		reads.note(read(''), lastPage);
		reads.note({ method: 'POST', url: path, headers: {} }, answer({}));
		reads.note(read(''), lastPage);

		expect(reads.repeated).toMatchObject([{ afterWrite: true }]);
	});
});

describe('The mutations of a file', () => {
	const mutate = (source: string) =>
		listMutations(source).map((mutation) => applyMutation(source, mutation));

	it('change one place each', () => {
		expect(mutate('if (a && b) go();')).toEqual([
			'if (!(a && b)) go();',
			'if (a || b) go();',
			'if (a && b) ;',
		]);
		expect(mutate('const list = rows.filter(isOpen).length > 1 ?? {};')).toContain(
			'const list = rows.length > 1 ?? {};',
		);
	});

	it('leave alone what the compiler has added', () => {
		expect(mutate('exports.run = run;\nconst text_1 = require("./text");')).toEqual([]);
		expect(mutate('const a = (0, text_1.read)(b);')).toEqual([]);
	});
});

describe('The comparison of builds', () => {
	it.each(seeds)(
		'finds no difference between a build and itself after another workflow (seed %i)',
		async (seed) => {
			const workflow = generator.create(seed);
			const other = generator.create(seed + seeds.length);

			const first = await recordRun(workflow, sourceTypes);

			await recordRun(other, sourceTypes);
			const second = await recordRun(workflow, sourceTypes);

			expect(findDifferences(first, second)).toEqual([]);
		},
	);

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
					isTool: false,
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
