import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { byId } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'specification', workItems: 6 }, true);

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

const customer = () => only(world.service.state.customers[0]);
const request = (index: number) =>
	only(world.service.state.customerRequests.filter((row) => row.customer === customer().id)[index]);
const workItem = (index: number) => only(world.service.state.workItems[index]);

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const run = async (
	operation: 'addWorkItems' | 'removeWorkItems',
	options: INodeParameters,
	items: readonly IDataObject[],
) =>
	await world.run(
		`customer.${operation}`,
		{ customerId: byId(customer().id), workItemIds: '={{ $json.id }}', options },
		{ items: jsonItems(items) },
	);

/** The links of the customer: the work item, and the request if it has one. */
const listLinks = () =>
	world.service.state.customerLinks
		.filter((link) => link.customer === customer().id)
		.map((link) => [link.issue, link.request]);

describe('A request of a customer', () => {
	it('is found by its title, and the work items are linked to it', async () => {
		const { error } = await run(
			'addWorkItems',
			{ customerRequest: byName(request(2).name.toUpperCase()) },
			[{ id: workItem(0).id }],
		);

		expect(error).toBeUndefined();
		expect(listLinks()).toEqual([[workItem(0).id, request(2).id]]);
	});

	it('gets the work items of several items in one request to Plane, and each item returns its own', async () => {
		const ids = [0, 1].map((index) => workItem(index).id);
		const { json } = await run('addWorkItems', {}, [{ id: ids.join(', ') }, { id: ids[1] ?? '' }]);

		expect(world.service.ledger).toHaveLength(1);
		expect(json.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[1]]);
	});

	it('has additions of its own: items with other requests share no request to Plane', async () => {
		const items = [
			{ id: workItem(0).id, request: request(0).id },
			{ id: workItem(1).id, request: request(1).id },
			{ id: workItem(2).id, request: request(0).id },
			{ id: workItem(0).id, request: request(1).id },
		];

		const { error, json } = await run(
			'addWorkItems',
			{ customerRequest: byId('={{ $json.request }}') },
			items,
		);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(4);
		expect(world.service.ledger).toHaveLength(2);
		expect(listLinks().map(String).sort()).toEqual(
			items.map(({ id, request: requestId }) => String([id, requestId])).sort(),
		);
	});

	it('is the only one that a work item is removed from', async () => {
		for (const index of [0, 1]) {
			await run('addWorkItems', { customerRequest: byId(request(index).id) }, [
				{ id: workItem(0).id },
			]);
		}

		const { error } = await run('removeWorkItems', { customerRequest: byId(request(0).id) }, [
			{ id: workItem(0).id },
		]);

		expect(error).toBeUndefined();
		expect(listLinks()).toEqual([[workItem(0).id, request(1).id]]);
	});

	it('has nothing to remove where another request has the link, which If Not Found accepts', async () => {
		await run('addWorkItems', { customerRequest: byId(request(0).id) }, [{ id: workItem(0).id }]);

		const other = { customerRequest: byId(request(1).id) };
		const failed = await run('removeWorkItems', other, [{ id: workItem(0).id }]);
		const ignored = await run('removeWorkItems', { ...other, ifNotFound: 'continue' }, [
			{ id: workItem(0).id },
		]);

		expectProblem(failed.error, {
			about: 'Work Item IDs',
			cause: `${workItem(0).id} was not removed: ${causes.notFound('it in Customer')}`,
		});
		expect(ignored.json).toEqual([{ removed: false, id: workItem(0).id }]);
		expect(listLinks()).toHaveLength(1);
	});

	it.each<[what: string, value: unknown, message: string | RegExp]>([
		['an unknown title', byName('Wishes'), /^Customer Request: there is no/],
		['an expression without a value', byId('={{ $json.none }}'), /^Customer Request: /],
		['nothing', byId(''), `Customer Request: ${causes.empty}`],
		['no ID', byId('../x'), /^Customer Request: /],
	])('is refused before anything is sent if it is %s', async (_, value, message) => {
		for (const operation of ['addWorkItems', 'removeWorkItems'] as const) {
			const { error } = await run(operation, { customerRequest: value as INodeParameters }, [
				{ id: workItem(0).id },
			]);

			expectProblem(error, { cause: message });
		}

		expect(world.service.ledger).toEqual([]);
	});

	it('of another customer is not found by its title', async () => {
		const foreign = only(
			world.service.state.customerRequests.find((row) => row.customer !== customer().id),
		);

		foreign.name = 'A wish of somebody else';
		const { error } = await run('addWorkItems', { customerRequest: byName(foreign.name) }, [
			{ id: workItem(0).id },
		]);

		expect(error?.message).toMatch(/^Customer Request: /);
		expect(world.service.ledger).toEqual([]);
	});
});
