import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { InputItem } from './startNode';
import { byId } from './samples';
import { useWorld } from './useWorld';

/** How many requests a day's work takes: a server counts them (row 19). */

const ROWS = 1_000;

const rows = (count = ROWS): InputItem[] =>
	Array.from({ length: count }, (_, row) => ({
		json: { row: `row-${String(row)}`, name: `Row ${String(row)}` },
	}));

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

describe('On a server that pages by cursor', () => {
	const world = useWorld({ face: 'community' }, true);

	/** Runs an operation, and counts its requests. */
	async function count(
		operation: string,
		parameters: INodeParameters,
		items: readonly InputItem[] = rows(),
	) {
		const { service } = world;
		const before = service.requests.length;
		const outcome = await world.run(
			operation,
			{ ...parameters, requestOptions: { concurrentRequests: 8 } },
			{ items },
		);
		expect(outcome.error).toBeUndefined();
		return { ...outcome, requests: service.requests.length - before };
	}
	const projectId = () => byId(world.service.state.projects[1]?.id);
	const named = (additionalFields: INodeParameters, options: INodeParameters = {}) => ({
		...{ projectId: projectId(), name: '={{ $json.name }}' },
		...{ additionalFields, options },
	});

	it('creates with state, labels and assignees by name take one request each, and one for each list', async () => {
		const fields = {
			...{ state: byName('done'), labels: '={{ ["Bug"] }}' },
			assignees: '={{ "ada@example.com" }}',
		};
		const { requests, json } = await count('workItem.create', named(fields));
		expect(json).toHaveLength(ROWS);
		expect(requests).toBe(ROWS + 3);
	});

	it('updates that add a label take two', async () => {
		const { state } = world.service;
		const items = state.workItems.slice(0, 200).map(({ id }) => ({ json: { id } }));
		const { requests } = await count(
			'workItem.update',
			{
				...{ projectId: byId(state.projects[0]?.id), workItemId: byId('={{ $json.id }}') },
				updateFields: { labels: '={{ ["text"] }}', labelsAction: 'add' },
			},
			items,
		);
		expect(requests).toBeLessThanOrEqual(2 * items.length + 1);
	});

	it('a second import with nothing new takes at most one for each row, and makes no record', async () => {
		const parameters = named(
			{ externalSource: 'sheet', externalId: '={{ $json.row }}' },
			{ ifItAlreadyExists: 'use_the_existing_one' },
		);
		const first = await count('workItem.create', parameters, rows(300));
		const there = world.service.state.workItems.length;
		const second = await count('workItem.create', parameters, rows(300));
		expect(second.requests).toBeLessThanOrEqual(300);
		expect(world.service.state.workItems).toHaveLength(there);
		expect(second.json.map(({ id }) => id)).toEqual(first.json.map(({ id }) => id));
	});

	it('creates with a cycle and a module take a request each, and one for each hundred of both', async () => {
		const fields = { cycle: byName('Week 6'), modules: '={{ ["Press"] }}' };
		const { modules, cycles, projects } = world.service.state;
		const project = projects[1]?.id;
		const [module] = modules.filter((each) => each.project === project);
		const [cycle] = cycles.filter((each) => each.project === project);
		Object.assign(module ?? {}, { name: 'Press' });
		Object.assign(cycle ?? {}, { name: 'Week 6' });
		const { requests } = await count('workItem.create', named(fields));
		// Two lists of names besides.
		expect(requests).toBe(ROWS + 20 + 2);
		expect(module?.issues).toHaveLength(ROWS);
	});

	it('what changed in the last hour takes one request, however many there are', async () => {
		const { state } = world.service;
		const { requests, json } = await count(
			'workItem.getAll',
			{
				...{ projectId: byId(state.projects[0]?.id), returnAll: true },
				filters: { updatedAfter: '={{ $now.minus({ hours: 1 }) }}' },
			},
			[{}],
		);
		expect(json).toEqual([]);
		expect(requests).toBe(1);
	});
});
