import { describe, expect, it } from '@jest/globals';

import { operations } from '../contract/contract';
import type { FaceName } from '../service/service';
import type { Row, ServiceState } from '../service/state';
import { samples } from './samples';
import { useWorld } from './useWorld';

/** What differs between the two kinds of server. */
interface Expected {
	readonly face: FaceName;
	/** The operations that the server lacks. */
	readonly lacks: readonly string[];
	/** How many items an operation puts out, where it is not one. */
	readonly items: Readonly<Record<string, number>>;
	/** Whether lists begin with the record that was made last. */
	readonly newestFirst: boolean;
}

const expectations: readonly Expected[] = [
	{ face: 'specification', lacks: [], items: {}, newestFirst: false },
	{
		face: 'community',
		lacks: [
			'customer.create',
			'customerProperty.update',
			'customerPropertyValue.update',
			'customerRequest.getAll',
			'initiative.update',
			'page.create',
			'teamspaceMember.add',
			'teamspaceMember.getAll',
		],
		// Its answer to an addition has a record for each work item.
		items: { 'cycle.addWorkItems': 2, 'module.addWorkItems': 3 },
		newestFirst: true,
	},
];

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
	'label.delete': ({ labels, projects: [first] }) => [
		{ names: labels.filter(({ project }) => project === first?.id).map(({ name }) => name) },
		{ names: expect.not.arrayContaining(['bug']) },
	],
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

/** The records that a list is to give, in the order in which they were made. */
const lists: Record<string, (state: ServiceState) => readonly Row[]> = {
	'customerRequest.getAll': ({ customerRequests }) => customerRequests.slice(0, 5),
	'label.get': ({ labels }) => labels.slice(0, 1),
	'label.getAll': ({ labels, projects: [first] }) =>
		labels.filter(({ project }) => project === first?.id),
	'teamspaceMember.getAll': ({ teamspaceMembers: members }) =>
		members.filter(({ teamspace }) => teamspace === members[0]?.teamspace),
	'workItem.getAll': ({ workItems }) => workItems.slice(0, 250),
	'workItemAttachment.getAll': ({ attachments }) =>
		attachments.filter(({ issue, is_uploaded }) => is_uploaded && issue === attachments[0]?.issue),
};

describe.each(expectations)('every operation, on the face $face', (expected) => {
	const world = useWorld({ face: expected.face });

	const run = async (name: string) => await world.run(name, samples(world.service.state)[name]);
	const there = (name: string) => !expected.lacks.includes(name);

	it.each(Object.keys(effects).filter(there))(
		'%s changes the record and outputs the response',
		async (name) => {
			const outcome = await run(name);
			expect(outcome.error).toBeUndefined();
			const { requests, apiKey, state } = world.service;
			expect(requests.at(-1)).toMatchObject({ operation: name, headers: { 'x-api-key': apiKey } });

			const [record, shown] = effects[name]?.(state) ?? [];
			expect(record).toMatchObject(shown ?? {});
			expect(outcome.outputs).toHaveLength(1);
			expect(outcome.outputs[0]).toHaveLength(expected.items[name] ?? 1);
			for (const item of outcome.outputs[0] ?? []) {
				expect(item).toEqual({
					json: expect.objectContaining({ id: expect.any(String) }),
					pairedItem: { item: 0 },
				});
			}
		},
	);

	it.each(Object.keys(lists).filter(there))('%s outputs one item per record', async (name) => {
		const outcome = await run(name);
		expect(outcome.error).toBeUndefined();
		expect(world.service.requests.at(-1)).toMatchObject({ operation: name, status: 200 });
		const made = lists[name]?.(world.service.state).map(({ id }) => id) ?? [];
		expect(outcome.json.map(({ id }) => id)).toEqual(expected.newestFirst ? made.reverse() : made);
		expect(outcome.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			made.map(() => ({ item: 0 })),
		);
	});

	for (const name of expected.lacks) {
		it(`${name} is said to belong to the commercial editions`, async () => {
			expect((await run(name)).error?.description).toMatch(/commercial/i);
		});
	}

	it('has a test for each operation of the contract except the upload', () => {
		const covered = [...Object.keys(effects), ...Object.keys(lists), 'workItemAttachment.upload'];
		expect(covered.sort()).toEqual(operations.map(({ id }) => id).sort());
	});
});

describe('A name that is taken', () => {
	const world = useWorld({ face: 'community' });

	it.each(['label.create', 'state.create'])(
		'is an error of %s, or returns the existing record if that is wanted',
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
