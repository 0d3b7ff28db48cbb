import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { operations } from '../contract/contract';
import type { ServiceState } from '../service/state';
import { parametersFor, samples } from './samples';
import { startWorld, type World } from './world';

let world: World;

beforeAll(async () => {
	world = await startWorld();
});
afterAll(async () => {
	await world.close();
});

/** What an operation is to have done: the record of the service that shows it, and what is in it. */
type Shown = (state: ServiceState) => readonly [record: unknown, expected: object];

const created = <Row>(rows: readonly Row[]): Row | undefined => rows.at(-1);

const effects: Record<string, Shown> = {
	'customer.create': ({ customers }) => [
		created(customers),
		{ name: 'Analytical Engines', email: 'ada@example.com' },
	],
	'customerProperty.update': ({ customerProperties: [property] }) => [
		property,
		{ display_name: 'Plan', is_required: true, default_value: ['Gold', 'Silver'], name: 'tier' },
	],
	'customerPropertyValue.update': ({ customerPropertyValues: [value] }) => [
		value,
		{ values: ['Gold'] },
	],
	'cycle.addWorkItems': ({ cycles: [cycle] }) => [cycle?.issues, { length: 2 }],
	'initiative.update': ({ initiatives: [initiative] }) => [
		initiative,
		{
			name: 'Launch in spring',
			state: 'ACTIVE',
			start_date: '2026-03-01',
			end_date: '2026-05-31',
		},
	],
	'label.create': ({ labels }) => [created(labels), { name: 'from n8n' }],
	'module.addWorkItems': ({ modules: [module] }) => [module?.issues, { length: 3 }],
	'module.update': ({ modules: [module], users }) => [
		module,
		{ status: 'paused', lead: users[1]?.id, target_date: '2026-12-24' },
	],
	'page.create': ({ pages }) => [
		created(pages),
		{ name: 'Release notes', description_html: '<h1>Version 2</h1>' },
	],
	'state.create': ({ states }) => [created(states), { name: 'In review by n8n', color: '#3f76ff' }],
	'teamspaceMember.add': ({ teamspaceMembers, users }) => [
		created(teamspaceMembers),
		{ member: users.at(-1)?.id },
	],
	'workItemLink.update': ({ links: [link] }) => [
		link,
		{ name: 'Design', url: 'https://example.com/design' },
	],
};

/** How many records a list is to give, and the first of them. */
const lists: Record<string, (state: ServiceState) => readonly [count: number, first: unknown]> = {
	'customerRequest.getAll': ({ customerRequests }) => [5, customerRequests[0]],
	'teamspaceMember.getAll': ({ teamspaceMembers }) => [
		teamspaceMembers.filter(({ teamspace }) => teamspace === teamspaceMembers[0]?.teamspace).length,
		teamspaceMembers[0],
	],
	'workItem.getAll': ({ workItems }) => [250, workItems[0]],
	'workItemAttachment.getAll': ({ attachments }) => [
		attachments.filter(({ issue, is_uploaded }) => is_uploaded && issue === attachments[0]?.issue)
			.length,
		attachments[0],
	],
};

describe('every operation, in the engine', () => {
	it.each(Object.keys(effects))('%s changes the record and puts out the answer', async (name) => {
		const { service, engine, credential } = world;
		const outcome = await engine.run(
			{ parameters: parametersFor(name, samples(service.state)[name]) },
			[{}],
			credential,
		);
		expect(outcome.error).toBeUndefined();
		const request = service.requests.at(-1);
		expect(request).toMatchObject({ operation: name, headers: { 'x-api-key': service.apiKey } });

		const [record, expected] = effects[name]?.(service.state) ?? [];
		expect(record).toMatchObject(expected ?? {});
		expect(outcome.outputs).toHaveLength(1);
		expect(outcome.outputs[0]).toEqual([
			{ json: expect.objectContaining({ id: expect.any(String) }), pairedItem: { item: 0 } },
		]);
	});

	it.each(Object.keys(lists))('%s puts out one item per record', async (name) => {
		const { service, engine, credential } = world;
		const outcome = await engine.run(
			{ parameters: parametersFor(name, samples(service.state)[name]) },
			[{}],
			credential,
		);
		expect(outcome.error).toBeUndefined();
		expect(service.requests.at(-1)).toMatchObject({ operation: name, status: 200 });
		const [count, first] = lists[name]?.(service.state) ?? [];
		expect(outcome.json).toHaveLength(count ?? 0);
		expect(outcome.json[0]).toMatchObject({ id: (first as { id: string }).id });
		expect(
			outcome.outputs[0]?.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}'),
		).toBe(true);
	});

	it('covers every operation of the contract, the upload in a file of its own', () => {
		const covered = [...Object.keys(effects), ...Object.keys(lists), 'workItemAttachment.upload'];
		expect(covered.sort()).toEqual(operations.map(({ id }) => id).sort());
	});
});
