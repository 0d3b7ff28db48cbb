import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import * as operations from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { contextFor, expectParts, idOf, readItem } from './reading';

type Name = keyof typeof operations;

const readOne = async (name: Name, parameters: INodeParameters, workspaceSlug?: string) =>
	await readItem(
		operations[name],
		await contextFor(operations[name], parameters),
		0,
		workspaceSlug,
	);

/** A record in a locator, chosen by its ID or in another way. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

describe('the location of a call', () => {
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
			'has the workspace of the credential',
			'deleteLabel',
			{},
			'acme',
			{ workspace: 'acme', path: { ...project, label_id: idOf(6) }, kind: 'action', itemIndex: 0 },
		],
		[
			'prefers the workspace in the panel',
			'deleteLabel',
			{ workspaceSlug: 'other' },
			'acme',
			{ workspace: 'other' },
		],
		['requires a workspace', 'deleteLabel', {}, '', none],
		[
			'requires no workspace for the current user',
			'getCurrentUser',
			{},
			'',
			{ workspace: '', path: {} },
		],
		[
			'accepts the address of a page of its workspace',
			'deleteWorkItem',
			byPage,
			'acme',
			{ path: { ...project, work_item_id: 'LNCH-12' } },
		],
		[
			'refuses the address of a page of another workspace',
			'deleteWorkItem',
			byPage,
			'other',
			otherWorkspace,
		],
	])('%s (%s)', async (_, operation, parameters, slug, call) => {
		expectParts(await readOne(operation, parameters, slug), call);
	});

	test('reads the location and the values of the item with the given index', async () => {
		const items = ['a', 'b'].map((name, index) => ({ json: { name, project: idOf(index) } }));
		const context = await contextFor(
			operations.createLabel,
			{ projectId: '={{ $json.project }}', name: '={{ $json.name }}' },
			{ items },
		);

		expect(await readItem(operations.createLabel, context, 1)).toEqual({
			kind: 'create',
			itemIndex: 1,
			workspace: 'acme',
			path: { project_id: idOf(1) },
			body: { name: 'b' },
			targets: {},
			createsLabels: false,
			ifExists: 'fail',
		});
	});
});

describe('readCall', () => {
	const work = { body: { name: 'x' }, targets: {}, createsLabels: false, ifExists: 'fail' };
	const changed = { targets: {}, createsLabels: false, listActions: {} };
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
	const get = { queryParameters: {}, simplify: false, binaryField: 'data' };

	test.each<[string, Name, INodeParameters, object]>([
		// Get
		[
			'expands what a simplified record shows',
			'getWorkItem',
			{},
			{ ...get, queryParameters: { expand: card }, simplify: true },
		],
		[
			'expands nothing for a simplified record without related records',
			'getCycle',
			{},
			{ ...get, simplify: true },
		],
		['reads a whole record', 'getWorkItem', { simple: false }, get],
		[
			'expands what the user chose in a whole record',
			'getWorkItem',
			{ simple: false, options: { expand: ['type', 'state'] } },
			{ ...get, queryParameters: { expand: 'type,state' } },
		],
		[
			'expands what the user chose and what a simplified record shows',
			'getWorkItem',
			{ options: { expand: ['type', 'state'] } },
			{ queryParameters: { expand: 'type,state,assignees,labels,project' }, simplify: true },
		],
		['reads a record that has no simplified form', 'getCurrentUser', {}, get],
		[
			'reads the binary field for a file',
			'getAttachment',
			{ options: { putOutputFileInField: 'photo' } },
			{ queryParameters: {}, simplify: true, binaryField: 'photo' },
		],
		[
			'uses the default binary field if the option is empty',
			'getAttachment',
			{ options: { putOutputFileInField: '' } },
			{ binaryField: 'data' },
		],
		// Create
		['reads a create with a name only', 'createWorkItem', { name: ' x ' }, work],
		[
			'separates cycles and modules from the body of a create',
			'createWorkItem',
			named({ cycle: locator('current', 'name'), modules: ids, priority: 'low' }),
			{
				...work,
				body: { name: 'x', priority: 'low' },
				targets: { cycle: ['current'], modules: ids },
			},
		],
		[
			'ignores empty cycles and modules of a create',
			'createWorkItem',
			named({ cycle: locator(''), modules: [] }),
			work,
		],
		[
			'allows new labels if the user chose so',
			'createWorkItem',
			named({ labels: 'bug' }, { createMissingLabels: true }),
			{ body: { name: 'x', labels: ['bug'] }, createsLabels: true },
		],
		[
			'allows no new labels if the user chose so',
			'createWorkItem',
			named({ labels: 'bug' }, { createMissingLabels: false }),
			{ createsLabels: false },
		],
		[
			'nests fields of a record inside the body',
			'createIntakeItem',
			named({ description: 'a\n\nb', descriptionFormat: 'text', priority: 'low' }),
			{ body: { issue } },
		],
		[
			'reads that an existing imported record is used',
			'createWorkItem',
			named(external, { ifItAlreadyExists: 'use_the_existing_one' }),
			{ ...imported, ifExists: 'use' },
		],
		[
			'reads that an existing imported record is updated',
			'createWorkItem',
			named(external, { ifItAlreadyExists: 'update_the_existing_one' }),
			{ ...imported, ifExists: 'update' },
		],
		[
			'reads that an existing imported record makes the item fail',
			'createWorkItem',
			named({}, { ifItAlreadyExists: 'fail' }),
			{ ifExists: 'fail' },
		],
		[
			'uses an existing record that a unique name identifies',
			'createLabel',
			named({}, { ifItAlreadyExists: 'use_the_existing_one' }),
			{ ifExists: 'use' },
		],
		['reads a create without any value', 'createPage', {}, { body: {} }],
		// Update
		[
			'reads an update that changes and clears values',
			'updateWorkItem',
			update({ targetDate: '', description: '<b>a</b>', descriptionFormat: 'html', labels: ids }),
			{ ...changed, body: { target_date: null, description_html: '<b>a</b>', labels: ids } },
		],
		[
			'reads that labels are added and assignees removed',
			'updateWorkItem',
			update({ labels: 'a', labelsAction: 'add', assignees: 'b', assigneesAction: 'remove' }),
			{
				body: { labels: ['a'], assignees: ['b'] },
				listActions: { labels: 'add', assignees: 'remove' },
			},
		],
		[
			'reads that labels are replaced',
			'updateWorkItem',
			update({ labels: 'a', labelsAction: 'replace' }),
			{ body: { labels: ['a'] }, listActions: {} },
		],
		[
			'reads an update that only adds to a cycle',
			'updateWorkItem',
			update({ cycle: locator('current', 'name') }),
			{ ...changed, body: {}, targets: { cycle: ['current'] } },
		],
		[
			'reads an update whose only field is always shown',
			'updateCustomerPropertyValue',
			{ customerId: idOf(1), propertyId: idOf(2), values: 'Gold, Silver' },
			{ ...changed, body: { values: ['Gold', 'Silver'] } },
		],
		// Others
		[
			'reads a delete, which has no body',
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
			'reads that a missing record is acceptable for a delete',
			'deleteLabel',
			{ options: { ifNotFound: 'go_on' } },
			{ ignoreMissing: true },
		],
		[
			'reads the body of an action',
			'transferWorkItems',
			{ newCycleId: idOf(8) },
			{ body: { new_cycle_id: idOf(8) }, ignoreMissing: false },
		],
		[
			'adds the values that the operation declares',
			'unarchiveWorkItem',
			{},
			{ body: { archived_at: null } },
		],
		[
			'reads the IDs to add, each once',
			'addWorkItemsToCycle',
			{ workItemIds: `${ids.join()}\n${idOf(1)}` },
			{ ids },
		],
		[
			'reads the IDs to remove, each once',
			'removeWorkItemsFromCycle',
			{ workItemIds: [...ids, ...ids] },
			{ ids, ignoreMissing: false },
		],
		[
			'reads that missing IDs are acceptable for a remove',
			'removeWorkItemsFromCycle',
			{ workItemIds: ids, options: { ifNotFound: 'go_on' } },
			{ ids, ignoreMissing: true },
		],
	])('%s (%s)', async (_, name, parameters, parts) => {
		expectParts(await readOne(name, parameters), parts);
	});

	test.each([
		['Pacific/Kiritimati', 14],
		['Pacific/Pago_Pago', -11],
	])(
		'archives with the date of today in the time zone of the workflow (%s)',
		async (timezone, hours) => {
			const context = await contextFor(operations.archiveWorkItem);

			Object.assign(context, { getTimezone: () => timezone });
			const day = () => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
			const before = day();
			const { body } = await readItem(operations.archiveWorkItem, context);

			expect([before, day()].map((today) => ({ archived_at: today }))).toContainEqual(body);
		},
	);
});

describe('values that do not fit together', () => {
	const changes = (updateFields: INodeParameters) => ({ updateFields });
	const cycle = (additionalFields: INodeParameters) => ({ name: 'x', additionalFields });
	const use = { ifItAlreadyExists: 'use_the_existing_one' };
	const nothing = [
		'Update Fields: no field was added, so nothing would change',
		'Add at least one field.',
	];
	const model = "={{ $fromAI('labels') }}";

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		['are refused: an update without a field', 'updateWorkItem', changes({}), nothing],
		[
			'are refused: a start without an end',
			'createCycle',
			cycle({ startDate: '2099-01-01' }),
			['Start Date: it is given without End Date', 'Add End Date, or leave out both.'],
		],
		[
			'are refused: an end without a start',
			'createCycle',
			cycle({ endDate: '2099-01-01' }),
			['End Date: it is given without Start Date', 'Add Start Date, or leave out both.'],
		],
		[
			'are refused: an end before its start',
			'createCycle',
			cycle({ startDate: '2099-01-02', endDate: '2099-01-01' }),
			[
				'End Date: 2099-01-01 is before Start Date 2099-01-02',
				'Use a day that is not before Start Date.',
			],
		],
		[
			'are refused: an action for labels without labels',
			'updateWorkItem',
			changes({ name: 'x', labelsAction: 'add' }),
			['Label Action: it is given without Label Names or IDs', 'Add Label Names or IDs too.'],
		],
		[
			'are refused: an existing record is used, but nothing identifies it',
			'createWorkItem',
			{ name: 'x', options: use },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
		[
			'are refused: an existing record is used, but its external ID has no source',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '1' }, options: use },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
	])('%s (%s)', async (_, name, parameters, problem) => {
		expect(await readOne(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		[
			'an invalid value, not that the update has no other value',
			'updateModule',
			{ moduleId: '..', ...changes({ status: 'doing' }) },
			[
				'Module: ".." is not an ID',
				'Enter only the ID, as text. Status: "doing" is not one of its values. Use one of: backlog, planned, in-progress, paused, completed, cancelled.',
			],
		],
		[
			'an invalid location, and that the update has no value',
			'updateModule',
			{ moduleId: '..', ...changes({}) },
			['Module: ".." is not an ID', `Enter only the ID, as text. ${nothing.join('. ')}`],
		],
		[
			'a missing external ID, not that nothing identifies the record',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '={{ $json.no }}' }, options: use },
			[
				'External ID: the expression returns no value (undefined)',
				'Give External ID a value for this item, or clear it with {{ $json.no ?? null }}. Most likely, its column is empty in this row.',
			],
		],
	])('are not reported beside the actual cause: %s', async (_, name, parameters, problem) => {
		expect(await readOne(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, object]>([
		[
			'an end on the day of its start',
			'createCycle',
			cycle({ startDate: '2099-01-01', endDate: '2099-01-01' }),
			{ body: { name: 'x', start_date: '2099-01-01', end_date: '2099-01-01' } },
		],
		['neither a start nor an end', 'createCycle', cycle({}), { body: { name: 'x' } }],
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
	])('are not seen in %s (%s)', async (_, name, parameters, call) => {
		expectParts(await readOne(name, parameters), call);
	});

	test('are not seen if a model leaves labels empty, whatever their action is', async () => {
		const operation: Operation = operations.updateWorkItem;
		const context = await contextFor(
			operation,
			changes({ name: 'x', labels: model, labelsAction: 'add' }),
			{ items: [{ json: { labels: '' } }], node: { type: 'n8n-nodes-plane-workspace.planeTool' } },
		);

		expectParts(await readItem(operation, context), { body: { name: 'x' }, listActions: {} });
	});
});
