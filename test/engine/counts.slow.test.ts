import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { InputItem } from './startNode';
import { byId } from './samples';
import { startStubServer } from '../service/testing/stubServer';
import { useWorld } from './useWorld';

// Servers limit the number of requests (row 19), so these tests count those of a usual day's work.

const ROWS = 500;

const rows = (count = ROWS): InputItem[] =>
	Array.from({ length: count }, (_, row) => ({
		json: { row: `row-${String(row)}`, name: `Row ${String(row)}` },
	}));

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

/** Checks whether the server can write many records with one request (row 485). */
const PROBE = 1;

describe('The number of requests on a server that pages by cursor', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	/** Runs an operation, and counts its requests. */
	async function runAndCount(
		operation: string,
		parameters: INodeParameters,
		items: readonly InputItem[] = rows(),
	) {
		const { service } = world;
		const before = service.requests.length;
		const outcome = await world.run(
			operation,
			{ ...parameters, limits: { concurrentRequests: 8 } },
			{ items },
		);

		expect(outcome.error).toBeUndefined();

		return { ...outcome, requests: service.requests.length - before };
	}

	const projectId = () => byId(world.service.state.projects[1]?.id);
	const withName = (additionalFields: INodeParameters, options: INodeParameters = {}) => ({
		projectId: projectId(),
		name: '={{ $json.name }}',
		additionalFields,
		options,
	});

	it('is one for each create with state, labels and assignees by name, one for each list, three for people, one for the project and one for API v2', async () => {
		const fields = {
			state: byName('done'),
			labels: '={{ ["Bug"] }}',
			assignees: '={{ "ada@example.com" }}',
		};
		const { requests, json } = await runAndCount('workItem.create', withName(fields));

		expect(json).toHaveLength(ROWS);
		// Of people, also the two lists that may show who is a guest (rows 61 and 220).
		expect(requests).toBe(ROWS + 6 + PROBE);
	});

	it('is two for each update that adds a label', async () => {
		const { state } = world.service;
		const items = state.workItems.slice(0, 200).map(({ id }) => ({ json: { id } }));
		const { requests } = await runAndCount(
			'workItem.update',
			{
				projectId: byId(state.projects[0]?.id),
				workItemId: byId('={{ $json.id }}'),
				updateFields: { labels: '={{ ["text"] }}', labelsAction: 'add' },
			},
			items,
		);

		expect(requests).toBeLessThanOrEqual(2 * items.length + 1);
	});

	it('is one for each row of a second import with nothing new, which creates no record, one for the project and one for API v2', async () => {
		const parameters = withName(
			{ externalSource: 'sheet', externalId: '={{ $json.row }}' },
			{ ifItAlreadyExists: 'useExisting' },
		);
		const first = await runAndCount('workItem.create', parameters, rows(300));
		const countBefore = world.service.state.workItems.length;
		const second = await runAndCount('workItem.create', parameters, rows(300));

		expect(second.requests).toBeLessThanOrEqual(300 + 1 + PROBE);
		expect(world.service.state.workItems).toHaveLength(countBefore);
		expect(second.json.map(({ id }) => id)).toEqual(first.json.map(({ id }) => id));
	});

	it('is one for each row and each change of an import in which 10 of 200 rows changed, and no other record is touched', async () => {
		const { service } = world;
		const people = service.state.projects[1]?.members.slice(0, 2) ?? [];
		const labels = service.state.labels
			.filter(({ project }) => project === service.state.projects[1]?.id)
			.slice(0, 2)
			.map(({ id }) => id);

		const parameters = (order: 'first' | 'reversed') => {
			const inOrder = (ids: readonly string[]) =>
				order === 'first' ? [...ids] : [...ids].reverse();

			return withName(
				{
					externalSource: 'sheet',
					externalId: '={{ $json.row }}',
					priority: 'high',
					startDate: '2026-12-01',
					targetDate: '2026-12-24',
					description: 'First.',
					assignees: inOrder(people),
					labels: inOrder(labels),
				},
				{ ifItAlreadyExists: 'updateExisting' },
			);
		};

		const sheetRows = rows(200);

		await runAndCount('workItem.create', parameters('first'), sheetRows);
		await runAndCount('workItem.create', parameters('first'), sheetRows);

		const receiver = await startStubServer((_request, response) => response.end());

		service.webhooks.targets.push({ url: receiver.url, secret: 'plane_wh_of_the_test' });
		await service.workers.waitUntilIdle();
		service.state.activities = [];
		const unchanged = new Map(service.state.workItems.map((item) => [item.id, item.updated_at]));
		const changed = sheetRows.map(({ json }, row) =>
			row % 20 === 0 ? { json: { ...json, name: `New ${String(row)}` } } : { json: { ...json } },
		);
		const { requests } = await runAndCount('workItem.create', parameters('reversed'), changed);

		await service.workers.waitUntilIdle();
		await service.webhooks.waitUntilIdle();
		await receiver.close();

		expect(requests).toBeLessThanOrEqual(200 + 10 + 5 + PROBE);
		expect(service.state.activities).toHaveLength(10);
		expect(service.webhooks.attempts).toHaveLength(10);
		const touched = service.state.workItems.filter(
			({ id, updated_at: at }) => unchanged.get(id) !== at,
		);

		expect(touched).toHaveLength(10);
	});

	it('is one for each create with a cycle and a module, and one for each hundred additions to both', async () => {
		const fields = { cycle: byName('Week 6'), modules: '={{ ["Press"] }}' };
		const { modules, cycles, projects } = world.service.state;
		const project = projects[1]?.id;
		const [module] = modules.filter((row) => row.project === project);
		const [cycle] = cycles.filter((row) => row.project === project);

		Object.assign(module ?? {}, { name: 'Press' });
		Object.assign(cycle ?? {}, { name: 'Week 6' });
		const { requests } = await runAndCount('workItem.create', withName(fields));

		// Two lists of names besides, and the project for the keys.
		expect(requests).toBe(ROWS + 10 + 3 + PROBE);
		expect(module?.issues).toHaveLength(ROWS);
	});

	it('is one for the few attachments of a work item', async () => {
		const { state } = world.service;
		const { requests, json } = await runAndCount(
			'workItemAttachment.getAll',
			{
				projectId: byId(state.projects[0]?.id),
				workItemId: byId(state.workItems[0]?.id),
				returnAll: true,
			},
			[{}],
		);

		expect(json).toHaveLength(4);
		expect(requests).toBe(1);
	});

	it('is one for the work items that changed in the last hour, however many there are', async () => {
		const { state } = world.service;
		const { requests, json } = await runAndCount(
			'workItem.getAll',
			{
				projectId: byId(state.projects[0]?.id),
				returnAll: true,
				filters: { updatedAfter: '={{ $now.minus({ hours: 1 }) }}' },
			},
			[{}],
		);

		expect(json).toEqual([]);
		expect(requests).toBe(1);
	});
});
