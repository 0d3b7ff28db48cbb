import { describe, expect, it, test } from '@jest/globals';
import { choice, date, record, records, text } from '../../../nodes/shared/fields/kinds';
import { createBody, updateBody } from '../../../nodes/shared/operations/body';
import { action, create, update } from '../../../nodes/shared/operations/builders';
import { toNodeProperty } from '../../../nodes/shared/fields/nodeProperty';
import { buildProperties } from '../../../nodes/Plane/panel/buildProperties';
import { picker } from '../../../nodes/shared/lists/picker';

const path = 'stickies/{sticky_id}/';
const stickyDescription = { description: 'A sticky of one user' } as const;

const updateSticky = update({
	resource: 'stickyNote',
	path,
	...stickyDescription,
	body: updateBody([text('name', 'Name of the sticky')]),
});
const createSticky = create({
	resource: 'stickyNote',
	path: 'stickies/',
	...stickyDescription,
	body: createBody([text('name', 'Name of the sticky')]),
});
const deleteCustomer = action({
	resource: 'customer',
	path: 'customers/{customer_id}/',
	resultKey: 'deleted',
	description: 'Delete a customer',
	plan: 'Business',
});

describe('the panel of three operations', () => {
	const panel = buildProperties([updateSticky, createSticky, deleteCustomer], 'customer');

	it('begins with a menu that offers each resource once, with the default resource chosen', () => {
		expect(panel[0]).toEqual({
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Sticky Note', value: 'stickyNote' },
				{ name: 'Customer (Commercial)', value: 'customer', description: 'Whom the work is for' },
			],
			default: 'customer',
		});
	});

	it('continues with a menu of operations for each resource, with the creation chosen if there is one', () => {
		const menu = {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
		};

		expect(panel.slice(1, 3)).toEqual([
			{
				...menu,
				displayOptions: { show: { resource: ['stickyNote'] } },
				options: [
					{ name: 'Update', value: 'update', action: 'Update sticky note', ...stickyDescription },
					{ name: 'Create', value: 'create', action: 'Create sticky note', ...stickyDescription },
				],
				default: 'create',
			},
			{
				...menu,
				displayOptions: { show: { resource: ['customer'] } },
				options: [
					{
						name: 'Delete',
						value: 'delete',
						action: 'Delete customer',
						description: 'Delete a customer',
					},
				],
				default: 'delete',
			},
		]);
	});

	it('ends with each parameter once, shown for the operations that have it', () => {
		const parameters = panel.slice(3);
		const shownFor = parameters.map(({ name, displayOptions }) => [name, displayOptions?.show]);

		expect(parameters.filter(({ displayOptions }) => displayOptions?.hide)).toEqual([]);
		expect(shownFor).toEqual([
			['stickyId', { operation: ['update'] }],
			['updateFields', { operation: ['update'] }],
			['additionalFields', { operation: ['create'] }],
			['options', { resource: ['stickyNote'] }],
			['editionNotice', { operation: ['delete'] }],
			['customerId', { operation: ['delete'] }],
			['options', { operation: ['delete'] }],
			['workspaceSlug', undefined],
		]);
	});
});

test('the fields of a new record that its body names are shown from the beginning, each empty, in the order of the options', () => {
	const list = picker('searchMembers', 'members/');
	const fields = [
		records('assignees', 'Users who work on it', list),
		choice('priority', ['urgent', 'none'], 'How urgent it is', { default: 'none' }),
		record('state', 'State of it', list),
		date('target_date', 'Day on which it is due', { displayName: 'Due Date' }),
		text('note', 'A note about it'),
	];
	const shownFields = ['target_date', 'assignees', 'state', 'priority'];
	const createTask = create({
		resource: 'task',
		path: 'tasks/',
		description: 'Create a task',
		body: createBody(fields, { shownFields }),
	});

	const [collection] = buildProperties([createTask], 'task').filter(
		({ name }) => name === 'additionalFields',
	);

	expect(Object.entries(collection?.default ?? {})).toEqual([
		['assignees', []],
		['targetDate', ''],
		['priority', ''],
		['state', { __rl: true, mode: 'list', value: '' }],
	]);
	expect(collection?.options).toHaveLength(fields.length);
});

test('a parameter has no properties that its field does not need', () => {
	expect(Object.keys(toNodeProperty(text('name', 'Name')))).toEqual([
		'displayName',
		'name',
		'type',
		'default',
		'description',
	]);
});
