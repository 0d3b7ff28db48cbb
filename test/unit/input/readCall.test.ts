import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import * as operations from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { contextOf, expectParts, idOf, read } from './reading';

type Name = keyof typeof operations;

const one = async (name: Name, parameters: INodeParameters, workspaceSlug?: string) =>
	await read(operations[name], await contextOf(operations[name], parameters), 0, workspaceSlug);

/** A record in a locator, chosen by its ID or in another way. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

describe('the place of a call', () => {
	const page = 'https://app.plane.so/acme/browse/LNCH-12/';
	const project = { project_id: idOf(1) };
	const problem = (...words: readonly string[]) => ({ problem: words });
	const otherWorkspace = problem(
		`Work Item: "${page}" is an address of another workspace than other`,
		'Enter "acme" as Workspace Slug, or an address of workspace other.',
	);
	const none = problem(
		'Workspace Slug: there is no value here or in the credential',
		'Enter the slug from the address of the workspace, here or in the credential.',
	);
	const byPage = { workItemId: locator(page, 'url') };

	test.each<[string, Name, INodeParameters, slug: string, object]>([
		[
			'is in the workspace of the credential',
			'deleteLabel',
			{},
			'acme',
			{ workspace: 'acme', path: { ...project, label_id: idOf(6) }, kind: 'action', itemIndex: 0 },
		],
		[
			'is in the workspace of the panel, if there is one',
			'deleteLabel',
			{ workspaceSlug: 'other' },
			'acme',
			{ workspace: 'other' },
		],
		['has to have a workspace', 'deleteLabel', {}, '', none],
		['needs none outside workspaces', 'getCurrentUser', {}, '', { workspace: '', path: {} }],
		[
			'takes the address of a page of its workspace',
			'deleteWorkItem',
			byPage,
			'acme',
			{ path: { ...project, work_item_id: 'LNCH-12' } },
		],
		['takes none of another one', 'deleteWorkItem', byPage, 'other', otherWorkspace],
	])('%s (%s)', async (_, operation, parameters, slug, call) => {
		expectParts(await one(operation, parameters, slug), call);
	});

	test('is that of its own item, and so are all its values', async () => {
		const items = ['a', 'b'].map((name, index) => ({ json: { name, project: idOf(index) } }));
		const context = await contextOf(
			operations.createLabel,
			{ projectId: '={{ $json.project }}', name: '={{ $json.name }}' },
			{ items },
		);

		expect(await read(operations.createLabel, context, 1)).toEqual({
			kind: 'create',
			itemIndex: 1,
			workspace: 'acme',
			path: { project_id: idOf(1) },
			body: { name: 'b' },
			targets: {},
			createsLabels: false,
			ifTaken: 'fail',
		});
	});
});

describe('a call is read with what its operation needs', () => {
	const work = { body: { name: 'x' }, targets: {}, createsLabels: false, ifTaken: 'fail' };
	const changed = { targets: {}, createsLabels: false, merged: {} };
	const issue = { name: 'x', description_html: '<div><p>a</p><p>b</p></div>', priority: 'low' };
	const external = { externalSource: 'sheet', externalId: 'row-1' };
	const imported = { body: { name: 'x', external_source: 'sheet', external_id: 'row-1' } };
	const ids = [idOf(1), idOf(2)];
	const named = (additionalFields: INodeParameters, options: INodeParameters = {}) => ({
		name: 'x',
		additionalFields,
		options,
	});
	const card = 'state,assignees,labels,project';
	const update = (updateFields: INodeParameters) => ({ updateFields });
	const get = { search: {}, isSimple: false, filesInto: 'data' };

	test.each<[string, Name, INodeParameters, object]>([
		// Get
		['a card', 'getWorkItem', {}, { ...get, search: { expand: card }, isSimple: true }],
		['a card without names to look up', 'getCycle', {}, { ...get, isSimple: true }],
		['a whole record', 'getWorkItem', { simple: false }, get],
		[
			'a whole record with others in it',
			'getWorkItem',
			{ simple: false, options: { expand: ['type', 'state'] } },
			{ ...get, search: { expand: 'type,state' } },
		],
		[
			'a card with others in it',
			'getWorkItem',
			{ options: { expand: ['type', 'state'] } },
			{ search: { expand: 'type,state,assignees,labels,project' }, isSimple: true },
		],
		['a record without a card', 'getCurrentUser', {}, get],
		[
			'a file for a field',
			'getAttachment',
			{ options: { putOutputFileInField: 'photo' } },
			{ search: {}, isSimple: true, filesInto: 'photo' },
		],
		[
			'a file for no field',
			'getAttachment',
			{ options: { putOutputFileInField: '' } },
			{ filesInto: 'data' },
		],
		// Create
		['a name alone', 'createWorkItem', { name: ' x ' }, work],
		[
			'what it is added to, which the body has not',
			'createWorkItem',
			named({ cycle: locator('current', 'name'), modules: ids, priority: 'low' }),
			{
				...work,
				body: { name: 'x', priority: 'low' },
				targets: { cycle: ['current'], modules: ids },
			},
		],
		[
			'nothing that it is added to',
			'createWorkItem',
			named({ cycle: locator(''), modules: [] }),
			work,
		],
		[
			'labels that may be new',
			'createWorkItem',
			named({ labels: 'bug' }, { createMissingLabels: true }),
			{ body: { name: 'x', labels: ['bug'] }, createsLabels: true },
		],
		[
			'labels that may not be new',
			'createWorkItem',
			named({ labels: 'bug' }, { createMissingLabels: false }),
			{ createsLabels: false },
		],
		[
			'fields within a record',
			'createIntakeItem',
			named({ description: 'a\n\nb', descriptionFormat: 'text', priority: 'low' }),
			{ body: { issue } },
		],
		[
			'an import whose record may be used',
			'createWorkItem',
			named(external, { ifItAlreadyExists: 'use_the_existing_one' }),
			{ ...imported, ifTaken: 'use' },
		],
		[
			'an import whose record may be changed',
			'createWorkItem',
			named(external, { ifItAlreadyExists: 'update_the_existing_one' }),
			{ ...imported, ifTaken: 'update' },
		],
		[
			'an import whose record may not be there',
			'createWorkItem',
			named({}, { ifItAlreadyExists: 'fail' }),
			{ ifTaken: 'fail' },
		],
		[
			'a name that tells the record',
			'createLabel',
			named({}, { ifItAlreadyExists: 'use_the_existing_one' }),
			{ ifTaken: 'use' },
		],
		['nothing at all', 'createPage', {}, { body: {} }],
		// Update
		[
			'values that are changed and cleared',
			'updateWorkItem',
			update({ targetDate: '', description: '<b>a</b>', descriptionFormat: 'html', labels: ids }),
			{ ...changed, body: { target_date: null, description_html: '<b>a</b>', labels: ids } },
		],
		[
			'labels that are added, and people that are taken off',
			'updateWorkItem',
			update({ labels: 'a', labelsAction: 'add', assignees: 'b', assigneesAction: 'remove' }),
			{ body: { labels: ['a'], assignees: ['b'] }, merged: { labels: 'add', assignees: 'remove' } },
		],
		[
			'labels that replace others',
			'updateWorkItem',
			update({ labels: 'a', labelsAction: 'replace' }),
			{ body: { labels: ['a'] }, merged: {} },
		],
		[
			'a membership alone',
			'updateWorkItem',
			update({ cycle: locator('current', 'name') }),
			{ ...changed, body: {}, targets: { cycle: ['current'] } },
		],
		[
			'a field that is there already, and no other',
			'updateCustomerPropertyValue',
			{ customerId: idOf(1), propertyId: idOf(2), values: 'Gold, Silver' },
			{ ...changed, body: { values: ['Gold', 'Silver'] } },
		],
		// Others
		[
			'nothing but a place',
			'deleteLabel',
			{},
			{
				kind: 'action',
				itemIndex: 0,
				workspace: 'acme',
				ignoreMissing: false,
				body: undefined,
				path: { project_id: idOf(1), label_id: idOf(6) },
			},
		],
		[
			'a record that may be gone',
			'deleteLabel',
			{ options: { ifNotFound: 'go_on' } },
			{ ignoreMissing: true },
		],
		[
			'a body',
			'transferWorkItems',
			{ newCycleId: idOf(8) },
			{ body: { new_cycle_id: idOf(8) }, ignoreMissing: false },
		],
		['what the operation says', 'unarchiveWorkItem', {}, { body: { archived_at: null } }],
		[
			'records to add',
			'addWorkItemsToCycle',
			{ workItemIds: `${ids.join()}\n${idOf(1)}` },
			{ ids },
		],
		[
			'records to take out',
			'removeWorkItemsFromCycle',
			{ workItemIds: [...ids, ...ids] },
			{ ids, ignoreMissing: false },
		],
		[
			'records to take out that may not be in it',
			'removeWorkItemsFromCycle',
			{ workItemIds: ids, options: { ifNotFound: 'go_on' } },
			{ ids, ignoreMissing: true },
		],
	])('%s (%s)', async (_, name, parameters, parts) => {
		expectParts(await one(name, parameters), parts);
	});

	test.each([
		['Pacific/Kiritimati', 14],
		['Pacific/Pago_Pago', -11],
	])('today in the time zone of the workflow (%s)', async (timezone, hours) => {
		const context = await contextOf(operations.archiveWorkItem);

		Object.assign(context, { getTimezone: () => timezone });
		const day = () => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
		const before = day();
		const { body } = await read(operations.archiveWorkItem, context);

		expect([before, day()].map((today) => ({ archived_at: today }))).toContainEqual(body);
	});
});

describe('values that do not fit together are a problem', () => {
	const changes = (updateFields: INodeParameters) => ({ updateFields });
	const cycle = (additionalFields: INodeParameters) => ({ name: 'x', additionalFields });
	const use = { ifItAlreadyExists: 'use_the_existing_one' };
	const nothing = [
		'Update Fields: no field was added, so nothing would change',
		'Add at least one field.',
	];
	const model = "={{ $fromAI('labels') }}";

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		['an update of nothing', 'updateWorkItem', changes({}), nothing],
		[
			'a start without an end',
			'createCycle',
			cycle({ startDate: '2099-01-01' }),
			['Start Date: it is given without End Date', 'Add End Date, or leave out both.'],
		],
		[
			'an end without a start',
			'createCycle',
			cycle({ endDate: '2099-01-01' }),
			['End Date: it is given without Start Date', 'Add Start Date, or leave out both.'],
		],
		[
			'an end before its start',
			'createCycle',
			cycle({ startDate: '2099-01-02', endDate: '2099-01-01' }),
			[
				'End Date: 2099-01-01 is before Start Date 2099-01-02',
				'Use a day that is not before Start Date.',
			],
		],
		[
			'what to do with labels that are not given',
			'updateWorkItem',
			changes({ name: 'x', labelsAction: 'add' }),
			['Label Action: it is given without Label Names or IDs', 'Add Label Names or IDs too.'],
		],
		[
			'a record that may be there, and nothing that tells it',
			'createWorkItem',
			{ name: 'x', options: use },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
		[
			'an ID without its source',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '1' }, options: use },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
	])('%s (%s)', async (_, name, parameters, problem) => {
		expect(await one(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		[
			'a value, not that it leaves an update without any',
			'updateModule',
			{ moduleId: '..', ...changes({ status: 'doing' }) },
			[
				'Module: ".." is not an ID',
				'Enter only the ID, as text. Status: "doing" is not one of its values. Use one of: backlog, planned, in-progress, paused, completed, cancelled.',
			],
		],
		[
			'a place, and that an update has no value',
			'updateModule',
			{ moduleId: '..', ...changes({}) },
			['Module: ".." is not an ID', `Enter only the ID, as text. ${nothing.join('. ')}`],
		],
		[
			'an external ID, not that nothing tells the record',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '={{ $json.no }}' }, options: use },
			[
				'External ID: the expression returns no value (undefined)',
				'Give External ID a value for this item, or clear it with {{ $json.no ?? null }}. Most likely, its column is empty in this row.',
			],
		],
	])('and only what is wrong is told: %s', async (_, name, parameters, problem) => {
		expect(await one(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, object]>([
		[
			'days that are the same',
			'createCycle',
			cycle({ startDate: '2099-01-01', endDate: '2099-01-01' }),
			{ body: { name: 'x', start_date: '2099-01-01', end_date: '2099-01-01' } },
		],
		['neither of two days', 'createCycle', cycle({}), { body: { name: 'x' } }],
		[
			'an end that is cleared',
			'updateCycle',
			changes({ startDate: '2099-01-01', endDate: '' }),
			{ body: { start_date: '2099-01-01', end_date: null } },
		],
		[
			'a start that is cleared',
			'updateCycle',
			changes({ startDate: '', endDate: '2099-01-01' }),
			{ body: { start_date: null, end_date: '2099-01-01' } },
		],
	])('but not %s (%s)', async (_, name, parameters, call) => {
		expectParts(await one(name, parameters), call);
	});

	test('and a model may leave labels empty, whatever is to be done with them', async () => {
		const operation: Operation = operations.updateWorkItem;
		const context = await contextOf(
			operation,
			changes({ name: 'x', labels: model, labelsAction: 'add' }),
			{ items: [{ json: { labels: '' } }], node: { type: 'n8n-nodes-plane-workspace.planeTool' } },
		);

		expectParts(await read(operation, context), { body: { name: 'x' }, merged: {} });
	});
});
