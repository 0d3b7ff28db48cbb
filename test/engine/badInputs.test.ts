import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { locator, parametersFor, samples, withValue } from './samples';
import { fromFields, fromJson, issuedFor, textFile } from './uploads';
import { useWorld } from './useWorld';

const ID = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';

const issued = issuedFor('https://storage.example.com/uploads');

/** What samples do not have, or have otherwise. */
const others: Readonly<Record<string, INodeParameters>> = {
	'workItemAttachment.upload as JSON': fromJson(''),
	'workItemAttachment.upload as fields': fromFields(issued),
};

type Case = readonly [
	operation: string,
	place: string,
	displayName: string,
	good: NodeParameterValueType,
	bad: unknown,
];

/** Every kind of parameter with a value that its own field refuses. */
const cases: readonly Case[] = [
	['module.update', 'moduleId.value', 'Module', ID, '..'],
	['module.update', 'workspaceSlug', 'Workspace Slug', 'acme', 'https://app.plane.so/acme'],
	['module.update', 'updateFields.targetDate', 'Target Date', '2026-12-24', '2026-02-30'],
	['module.update', 'updateFields.status', 'Status', 'paused', 'doing'],
	['module.update', 'updateFields.lead', 'Lead', ID, 'https://app.plane.so/acme'],
	['module.update', 'updateFields.members', 'Member Names or IDs', ID, 'good,..'],
	['module.update', 'updateFields.description', 'Description', 'text', { text: 'x' }],
	['initiative.update', 'name', 'Name', 'Launch', '   '],
	['initiative.update', 'updateFields.state', 'State', 'active', 'DRAFTED'],
	['initiative.update', 'updateFields.logoProps', 'Logo Props', '{}', '{"a": 1,}'],
	['customerProperty.update', 'updateFields.isRequired', 'Is Required', 'true', 'maybe'],
	['customerProperty.update', 'updateFields.sortOrder', 'Sort Order', '0.5', '1,5'],
	['customerProperty.update', 'updateFields.propertyType', 'Property Type', 'COLOR', ['TEXT']],
	['customerProperty.update', 'updateFields.defaultValue', 'Default Value', 'Gold', '["Gold"'],
	['customerPropertyValue.update', 'values', 'Values', 'Gold', ' , \n, '],
	['cycle.addWorkItems', 'workItemIds', 'Work Item IDs', ID, [1, {}]],
	['teamspaceMember.add', 'memberIds', 'Member Names or IDs', ID, ['a', 'null']],
	['state.create', 'color', 'Color', '#3F76ff', 'redish'],
	['customer.create', 'email', 'Email', 'ada@example.com', 'ada@example'],
	['workItemLink.update', 'updateFields.url', 'URL', 'https://example.com', 'javascript:alert(1)'],
	['customerRequest.getAll', 'limit', 'Limit', 5, 0],
	['workItem.getAll', 'returnAll', 'Return All', 'false', 'maybe'],
	['workItem.getAll', 'options.offset', 'Offset', 5, -1],
	['workItem.getAll', 'options.expand', 'Expand', 'state', ['state', 'owner']],
	['workItem.getAll', 'filters.assignee', 'Assignee', ID, 'undefined'],
	['workItem.getAll', 'filters.createdAfter', 'Created After', '2026-01-08', 'yesterday'],
	['workItemAttachment.upload as JSON', 'uploadData', 'Upload Data', issued, { url: issued.url }],
	['workItemAttachment.upload as fields', 'binaryPropertyName', 'Input Binary Field', 'data', 5],
	['workItemAttachment.upload as fields', 'uploadUrl', 'Upload URL', issued.url, 'file:///etc'],
	...Object.entries({
		contentType: 'Content Type',
		key: 'Key',
		algorithm: 'Algorithm',
		credential: 'Credential',
		date: 'Date',
		policy: 'Policy',
		signature: 'Signature',
	}).map(([place, name]): Case => ['workItemAttachment.upload as fields', place, name, 'x', [' ']]),
];

const world = useWorld();

it.each(cases)(
	'%s sends nothing if %s (%s) is %j in one item and %j in the next',
	async (operation, place, displayName, good, bad) => {
		const { service, store, engine, credential } = world;
		const [key = ''] = operation.split(' ');
		const parameters = parametersFor(key, others[operation] ?? samples(service.state)[key]);
		const before = service.requests.length + store.requests.length;

		const { error, json } = await engine.run(
			{ parameters: withValue(parameters, place, '={{ $json.value }}') },
			[good, bad].map((value) => ({
				json: { value: value as object },
				files: { data: textFile('x', { inMemory: true }) },
			})),
			credential,
		);

		expect(service.requests.length + store.requests.length).toBe(before);
		expect(json).toEqual([]);
		expect(error?.message.startsWith(`${displayName}: `)).toBe(true);
		expect(error?.message.endsWith(' [item 1]')).toBe(true);
		expect(error?.description).toMatch(/^[A-Z].*\. Nothing was sent\.$/s);
	},
);

describe('Parameters that do not fit together send nothing', () => {
	const inProject = () => ({ projectId: locator(world.service.state.projects) });
	const workItem = () => ({ ...inProject(), workItemId: locator(world.service.state.workItems) });
	const cycle = (additionalFields: INodeParameters) => ({
		...inProject(),
		name: 'Sprint',
		additionalFields,
	});
	const changed = (updateFields: INodeParameters) => ({ ...workItem(), updateFields });
	const members = (text: string) => ({
		...samples(world.service.state)['module.update'],
		updateFields: { members: `=${text}` },
	});

	it.each<
		[what: string, operation: string, () => INodeParameters, message: string, remedy: string]
	>([
		[
			'a start without an end',
			'cycle.create',
			() => cycle({ startDate: '2099-01-01' }),
			'Start Date: it is given without End Date',
			'Add End Date, or leave out both.',
		],
		[
			'an end without a start',
			'cycle.create',
			() => cycle({ endDate: '2099-01-01' }),
			'End Date: it is given without Start Date',
			'Add Start Date, or leave out both.',
		],
		[
			'an end before its start',
			'workItem.update',
			() => changed({ startDate: '2099-01-02', targetDate: '2099-01-01' }),
			'Target Date: 2099-01-01 is before Start Date 2099-01-02',
			'Use a day that is not before Start Date.',
		],
		[
			'what to do with labels without labels',
			'workItem.update',
			() => changed({ name: 'x', labelsAction: 'add' }),
			'Label Action: it is given without Label Names or IDs',
			'Add Label Names or IDs too.',
		],
		[
			'what to do with labels that an expression does not find',
			'workItem.update',
			() => changed({ labels: '={{ $json.missing }}', labelsAction: 'add' }),
			'Label Names or IDs: the expression returns no value (undefined)',
			'Give Label Names or IDs a value for this item, or clear it with {{ $json.missing ?? null }}. Most likely, its column is empty in this row.',
		],
		[
			'an update of nothing',
			'workItem.update',
			() => changed({}),
			'Update Fields: no field was added, so nothing would change',
			'Add at least one field.',
		],
		[
			'a list with an expression that gives nothing',
			'module.update',
			() => members('{{ $json.member }}\n{{ $json.missing }}'),
			'Member Names or IDs: the expression {{ $json.missing }} in it returns no value',
			'Give each entry a value, or remove those that have none.',
		],
	])('%s (%s)', async (_, operation, parameters, message, remedy) => {
		const { service } = world;
		const before = service.requests.length;
		const items = [{ json: { member: ID } }];
		const { error } = await world.run(operation, parameters(), { items });

		expect(error).toMatchObject({
			message: `${message} [item 0]`,
			description: `${remedy} Nothing was sent.`,
		});
		expect(service.requests).toHaveLength(before);
	});

	it.each<[what: string, operation: string, () => INodeParameters, sent: object]>([
		[
			'start and end on the same day',
			'cycle.create',
			() => cycle({ startDate: '2099-01-01', endDate: '2099-01-01' }),
			{ start_date: '2099-01-01', end_date: '2099-01-01' },
		],
		['neither start nor end', 'cycle.create', () => cycle({}), { name: 'Sprint' }],
		[
			'labels and what to do with them',
			'workItem.update',
			() => changed({ labels: world.service.state.labels[1]?.id ?? '', labelsAction: 'replace' }),
			{ labels: [expect.any(String)] },
		],
		[
			'a list with an expression for each entry',
			'module.update',
			() => members('{{ $json.member }}\n{{ $json.other }}'),
			{ members: [expect.any(String), expect.any(String)] },
		],
		[
			'a list as JSON in which an expression finds nothing',
			'module.update',
			() => members(' [{{ JSON.stringify($json.member) }}{{ $json.missing }}]'),
			{ members: [expect.any(String)] },
		],
		[
			'a text in which an expression finds nothing',
			'workItem.update',
			() => changed({ name: '=Build {{ $json.number }}{{ $json.missing }}' }),
			{ name: 'Build 7' },
		],
		[
			'a text that is empty, whatever it is written in',
			'workItem.update',
			() => changed({ description: '', descriptionFormat: 'text' }),
			{ description_html: '<p></p>' },
		],
	])('and otherwise do: %s (%s)', async (_, operation, parameters, sent) => {
		const [, bob, grace] = world.service.state.users;
		const items = [{ json: { member: bob?.id, other: grace?.id, number: 7 } }];
		const { error } = await world.run(operation, parameters(), { items });

		expect(error).toBeUndefined();
		expect(world.service.requests.at(-1)?.body).toMatchObject(sent);
	});
});
