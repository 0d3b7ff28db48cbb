import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import * as operations from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { advice, causes } from '../../nodeTexts';
import { createContext, expectParts, uuid, readItem } from './inputFixtures';

type Name = keyof typeof operations;

const readItemOf = async (name: Name, parameters: INodeParameters, workspaceSlug?: string) =>
	await readItem(
		operations[name],
		await createContext(operations[name], parameters),
		0,
		workspaceSlug,
	);

/** The value of a locator. */
const locator = (value: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value });

describe('readDraft, for the location of a call,', () => {
	const page = 'https://app.plane.so/acme/browse/LNCH-12/';
	const project = { project_id: uuid(1) };
	const problemWith = (...texts: readonly string[]) => ({ problem: texts });
	const otherWorkspace = problemWith(
		`Work Item: "${page}" is an address of another workspace than other`,
		'Enter "acme" as Workspace Slug, or an address of workspace other.',
	);
	const missingWorkspace = problemWith(
		`Workspace Slug: ${causes.noWorkspace}`,
		'Enter the slug from the address of the workspace, here or in the credential.',
	);
	const byAddress = { workItemId: locator(page, 'url') };

	test.each<[string, Name, INodeParameters, slug: string, object]>([
		[
			'takes the workspace of the credential',
			'deleteLabel',
			{},
			'acme',
			{ workspace: 'acme', path: { ...project, label_id: uuid(6) }, kind: 'action', itemIndex: 0 },
		],
		[
			'prefers the workspace in the panel',
			'deleteLabel',
			{ workspaceSlug: 'other' },
			'acme',
			{ workspace: 'other' },
		],
		['requires a workspace', 'deleteLabel', {}, '', missingWorkspace],
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
			byAddress,
			'acme',
			{ path: { ...project, work_item_id: 'LNCH-12' } },
		],
		[
			'refuses the address of a page of another workspace',
			'deleteWorkItem',
			byAddress,
			'other',
			otherWorkspace,
		],
	])('%s (%s)', async (_, operation, parameters, slug, call) => {
		expectParts(await readItemOf(operation, parameters, slug), call);
	});

	test('reads the location and the values of the item with the given index', async () => {
		const items = ['a', 'b'].map((name, index) => ({ json: { name, project: uuid(index) } }));
		const context = await createContext(
			operations.createLabel,
			{ projectId: '={{ $json.project }}', name: '={{ $json.name }}' },
			{ items },
		);

		const { slots, ...call } = await readItem(operations.createLabel, context, 1);

		expect(slots).toMatchObject([
			{ at: 'path', value: uuid(1) },
			{ at: 'body', value: 'b' },
		]);
		expect(call).toEqual({
			kind: 'create',
			itemIndex: 1,
			workspace: 'acme',
			path: { project_id: uuid(1) },
			body: { name: 'b' },
			targets: {},
			ifExists: 'fail',
			simplify: false,
		});
	});
});

describe('readDraft', () => {
	const createParts = { body: { name: 'x' }, targets: {}, ifExists: 'fail' };
	const createdSlots = (mayCreate: boolean): unknown =>
		expect.arrayContaining([expect.objectContaining({ value: ['bug'], mayCreate })]);
	const updateParts = { targets: {}, listActions: {} };
	const issue = { name: 'x', description_html: '<div><p>a</p><p>b</p></div>', priority: 'low' };
	const external = { externalSource: 'sheet', externalId: 'row-1' };
	const importedParts = { body: { name: 'x', external_source: 'sheet', external_id: 'row-1' } };
	const ids = [uuid(1), uuid(2)];
	const createParameters = (additionalFields: INodeParameters, options: INodeParameters = {}) => ({
		name: 'x',
		additionalFields,
		options,
	});
	const simplifiedRecords = 'state,assignees,labels,project';
	const updateParameters = (updateFields: INodeParameters) => ({ updateFields });
	const getParts = { queryParameters: {}, simplify: false, binaryField: 'data' };

	test.each<[string, Name, INodeParameters, object]>([
		// Get
		[
			'expands the related records that a simplified record shows',
			'getWorkItem',
			{},
			{ ...getParts, queryParameters: { expand: simplifiedRecords }, simplify: true },
		],
		[
			'expands nothing for a simplified record without related records',
			'getCycle',
			{},
			{ ...getParts, simplify: true },
		],
		['reads a whole record', 'getWorkItem', { simple: false }, getParts],
		[
			'expands the chosen related records of a whole record',
			'getWorkItem',
			{ simple: false, options: { expand: ['type', 'state'] } },
			{ ...getParts, queryParameters: { expand: 'type,state' } },
		],
		[
			'expands the chosen related records and those that a simplified record shows',
			'getWorkItem',
			{ options: { expand: ['type', 'state'] } },
			{ queryParameters: { expand: 'type,state,assignees,labels,project' }, simplify: true },
		],
		['reads a record that has no simplified form', 'getCurrentUser', {}, getParts],
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
		['reads a create with a name only', 'createWorkItem', { name: ' x ' }, createParts],
		[
			'separates cycles and modules from the body of a create',
			'createWorkItem',
			createParameters({
				cycle: locator('current', 'name'),
				modules: ids,
				priority: 'low',
			}),
			{
				...createParts,
				body: { name: 'x', priority: 'low' },
				targets: { cycle: ['current'], modules: ids },
			},
		],
		[
			'ignores empty cycles and modules of a create',
			'createWorkItem',
			createParameters({ cycle: locator(''), modules: [] }),
			createParts,
		],
		[
			'allows new labels if the user chose so',
			'createWorkItem',
			createParameters({ labels: 'bug' }, { createMissingLabels: true }),
			{ slots: createdSlots(true) },
		],
		[
			'allows no new labels if the user chose so',
			'createWorkItem',
			createParameters({ labels: 'bug' }, { createMissingLabels: false }),
			{ slots: createdSlots(false) },
		],
		[
			'nests fields of a record inside the body',
			'createIntakeItem',
			createParameters({ description: 'a\n\nb', descriptionFormat: 'text', priority: 'low' }),
			{ body: { issue } },
		],
		[
			'reads that an existing imported record is used',
			'createWorkItem',
			createParameters(external, { ifItAlreadyExists: 'useExisting' }),
			{ ...importedParts, ifExists: 'use' },
		],
		[
			'reads that an existing imported record is updated',
			'createWorkItem',
			createParameters(external, { ifItAlreadyExists: 'updateExisting' }),
			{ ...importedParts, ifExists: 'update' },
		],
		[
			'reads that an existing imported record makes the item fail',
			'createWorkItem',
			createParameters({}, { ifItAlreadyExists: 'fail' }),
			{ ifExists: 'fail' },
		],
		[
			'uses an existing record that a unique name identifies',
			'createLabel',
			createParameters({}, { ifItAlreadyExists: 'useExisting' }),
			{ ifExists: 'use' },
		],
		[
			'reads a create without any value',
			'createSticky',
			{},
			{ body: {}, initialValues: undefined },
		],
		[
			'keeps what only a new record gets apart from what was entered (rows 453 and 454)',
			'createCustomerProperty',
			{ displayName: 'Notes', propertyType: 'TEXT' },
			{
				body: { display_name: 'Notes', property_type: 'TEXT' },
				initialValues: { is_active: true, 'settings.display_format': 'single-line' },
			},
		],
		[
			'gives a new record no other value than the one that was entered',
			'createCustomerProperty',
			{
				displayName: 'Notes',
				propertyType: 'TEXT',
				additionalFields: { isActive: false, displayFormat: 'multi-line' },
			},
			{
				body: {
					display_name: 'Notes',
					property_type: 'TEXT',
					is_active: false,
					settings: { display_format: 'multi-line' },
				},
				initialValues: undefined,
			},
		],
		[
			'uses the estimate of the project, which needs no name to be recognized (row 467)',
			'createEstimate',
			{ name: 'Points', options: { ifItAlreadyExists: 'useExisting' } },
			{ body: { name: 'Points' }, ifExists: 'use' },
		],
		// Update
		[
			'reads an update that changes and clears values',
			'updateWorkItem',
			updateParameters({
				targetDate: '',
				description: '<b>a</b>',
				descriptionFormat: 'html',
				labels: ids,
			}),
			{ ...updateParts, body: { target_date: null, description_html: '<b>a</b>', labels: ids } },
		],
		[
			'reads that labels are added and assignees removed',
			'updateWorkItem',
			updateParameters({
				labels: 'a',
				labelsAction: 'add',
				assignees: 'b',
				assigneesAction: 'remove',
			}),
			{
				body: { labels: ['a'], assignees: ['b'] },
				listActions: { labels: 'add', assignees: 'remove' },
			},
		],
		[
			'reads that labels are replaced',
			'updateWorkItem',
			updateParameters({ labels: 'a', labelsAction: 'replace' }),
			{ body: { labels: ['a'] }, listActions: {} },
		],
		[
			'reads an update that only adds to a cycle',
			'updateWorkItem',
			updateParameters({ cycle: locator('current', 'name') }),
			{ ...updateParts, body: {}, targets: { cycle: ['current'] } },
		],
		[
			'reads an update whose only field is always shown',
			'updateCustomerPropertyValue',
			{ customerId: uuid(1), propertyId: uuid(2), values: 'Gold, Silver' },
			{
				...updateParts,
				body: { values: 'Gold, Silver' },
				slots: expect.arrayContaining([
					expect.objectContaining({ value: 'Gold, Silver', splitLater: expect.anything() }),
				]),
			},
		],
		// Other kinds
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
				path: { project_id: uuid(1), label_id: uuid(6) },
			},
		],
		[
			'reads that a missing record is acceptable for a delete',
			'deleteLabel',
			{ options: { ifNotFound: 'continue' } },
			{ ignoreMissing: true },
		],
		[
			'reads the body of an action',
			'transferWorkItems',
			{ newCycleId: uuid(8) },
			{ body: { new_cycle_id: uuid(8) }, ignoreMissing: false },
		],
		[
			'sends the values of an action that were not entered',
			'removeMember',
			{ email: 'ada@example.com' },
			{ body: { email: 'ada@example.com', remove_seat: true } },
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
			{ workItemIds: `${ids.join()}\n${uuid(1)}` },
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
			{ workItemIds: ids, options: { ifNotFound: 'continue' } },
			{ ids, ignoreMissing: true },
		],
	])('%s (%s)', async (_, name, parameters, parts) => {
		expectParts(await readItemOf(name, parameters), parts);
	});

	test.each([
		['Pacific/Kiritimati', 14],
		['Pacific/Pago_Pago', -11],
	])(
		'archives with the date of today in the time zone of the workflow (%s)',
		async (timezone, hours) => {
			const context = await createContext(operations.archiveWorkItem);

			Object.assign(context, { getTimezone: () => timezone });
			const day = () => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
			const before = day();
			const { body } = await readItem(operations.archiveWorkItem, context);

			expect([before, day()].map((today) => ({ archived_at: today }))).toContainEqual(body);
		},
	);
});

describe('readDraft, for values that depend on each other,', () => {
	const updateParameters = (updateFields: INodeParameters) => ({ updateFields });
	const cycleParameters = (additionalFields: INodeParameters) => ({ name: 'x', additionalFields });
	const useExisting = { ifItAlreadyExists: 'useExisting' };
	const noChange = [
		'Update Fields: no field was added, so nothing would change',
		'Add at least one field.',
	];
	const modelExpression = "={{ $fromAI('labels') }}";

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		['refuses an update without a field', 'updateWorkItem', updateParameters({}), noChange],
		[
			'refuses a start without an end',
			'createCycle',
			cycleParameters({ startDate: '2099-01-01' }),
			['Start Date: it is given without End Date', 'Add End Date, or leave out both.'],
		],
		[
			'refuses an end without a start',
			'createCycle',
			cycleParameters({ endDate: '2099-01-01' }),
			['End Date: it is given without Start Date', 'Add Start Date, or leave out both.'],
		],
		[
			'refuses an end before its start',
			'createCycle',
			cycleParameters({ startDate: '2099-01-02', endDate: '2099-01-01' }),
			[
				'End Date: 2099-01-01 is before Start Date 2099-01-02',
				'Use a day that is not before Start Date.',
			],
		],
		[
			'refuses two places for a page',
			'createPage',
			{ name: 'x', additionalFields: { collectionId: uuid(1), parentId: uuid(2) } },
			['Parent: a record cannot have both Parent and Collection', 'Remove one of them.'],
		],
		[
			'refuses empty options of a property, which would clear nothing (row 453)',
			'updateCustomerProperty',
			{ propertyId: uuid(1), updateFields: { options: '={{ [] }}' } },
			[`Options: ${causes.empty}`, 'Fill in Options or remove it.'],
		],
		[
			'refuses empty options of a property of work items',
			'updateWorkItemProperty',
			{ typeId: uuid(1), propertyId: uuid(2), updateFields: { options: '' } },
			[`Options: ${causes.empty}`, 'Fill in Options or remove it.'],
		],
		[
			'refuses options for a property that has none',
			'createCustomerProperty',
			{ displayName: 'x', propertyType: 'TEXT', additionalFields: { options: 'A, B' } },
			['Options: it does not fit, because Kind is Text', 'Remove it.'],
		],
		[
			'refuses a formula for another property',
			'createWorkItemProperty',
			{
				typeId: locator(uuid(1)),
				displayName: 'x',
				propertyType: 'URL',
				additionalFields: { formula: '1 + 1' },
			},
			['Formula: it does not fit, because Kind is URL', 'Remove it.'],
		],
		[
			'refuses a display format for a number',
			'createCustomerProperty',
			{
				displayName: 'x',
				propertyType: 'DECIMAL',
				additionalFields: { displayFormat: 'readonly' },
			},
			['Display Format: it does not fit, because Kind is Decimal', 'Remove it.'],
		],
		[
			'refuses a relation of a property that points to nothing',
			'createCustomerProperty',
			{ displayName: 'x', propertyType: 'TEXT', additionalFields: { relationType: 'USER' } },
			['Relation Type: it does not fit, because Kind is Text', 'Remove it.'],
		],
		[
			'refuses an action for labels without labels',
			'updateWorkItem',
			updateParameters({ name: 'x', labelsAction: 'add' }),
			['Label Action: it is given without Label Names or IDs', 'Add Label Names or IDs too.'],
		],
		[
			'refuses to use an existing record that nothing identifies',
			'createWorkItem',
			{ name: 'x', options: useExisting },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
		[
			'refuses to use an existing record by an external ID without a source',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '1' }, options: useExisting },
			[
				'If It Already Exists: nothing identifies an existing record',
				'Add External ID and External Source.',
			],
		],
	])('%s (%s)', async (_, name, parameters, problem) => {
		expect(await readItemOf(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, problem: string[]]>([
		[
			'the invalid value of an update that has no other value',
			'updateModule',
			{ moduleId: '..', ...updateParameters({ status: 'doing' }) },
			[
				`Module: ${causes.notAnId('".."')}`,
				`${advice.onlyTheId}\nStatus: ${causes.notOneOfItsValues('"doing"')}. Use one of: backlog, planned, in-progress, paused, completed, cancelled.`,
			],
		],
		[
			'the invalid location of an update, and that it has no value',
			'updateModule',
			{ moduleId: '..', ...updateParameters({}) },
			[`Module: ${causes.notAnId('".."')}`, `${advice.onlyTheId}\n${noChange.join('. ')}`],
		],
		[
			'the missing external ID of a record that nothing else identifies',
			'createWorkItem',
			{ name: 'x', additionalFields: { externalId: '={{ $json.no }}' }, options: useExisting },
			[
				`External ID: ${causes.noResult}`,
				'Give External ID a value for this item, or, if every item without one is to lose it in Plane, use {{ $json.no ?? null }}. Most likely, its column is empty in this row, or is called something else.',
			],
		],
	])('reports only %s', async (_, name, parameters, problem) => {
		expect(await readItemOf(name, parameters)).toEqual({ problem });
	});

	test.each<[string, Name, INodeParameters, object]>([
		[
			'an end on the day of its start',
			'createCycle',
			cycleParameters({ startDate: '2099-01-01', endDate: '2099-01-01' }),
			{ body: { name: 'x', start_date: '2099-01-01', end_date: '2099-01-01' } },
		],
		['neither a start nor an end', 'createCycle', cycleParameters({}), { body: { name: 'x' } }],
		[
			'options for a kind that only the server knows',
			'createCustomerProperty',
			{ displayName: 'x', propertyType: 'CASCADING', additionalFields: { options: 'A' } },
			{
				body: {
					display_name: 'x',
					property_type: 'CASCADING',
					options: [{ name: 'A' }],
				},
			},
		],
		[
			'no options yet for a property that can have them',
			'createCustomerProperty',
			{ displayName: 'x', propertyType: 'OPTION', additionalFields: {} },
			{ body: { display_name: 'x', property_type: 'OPTION' } },
		],
		[
			'an end that is cleared',
			'updateCycle',
			updateParameters({ startDate: '2099-01-01', endDate: '' }),
			{ body: { start_date: '2099-01-01', end_date: null } },
		],
		[
			'a start that is cleared',
			'updateCycle',
			updateParameters({ startDate: '', endDate: '2099-01-01' }),
			{ body: { start_date: null, end_date: '2099-01-01' } },
		],
	])('accepts %s (%s)', async (_, name, parameters, call) => {
		expectParts(await readItemOf(name, parameters), call);
	});

	test('accepts an action for labels that an AI model leaves empty', async () => {
		const operation: Operation = operations.updateWorkItem;
		const context = await createContext(
			operation,
			updateParameters({ name: 'x', labels: modelExpression, labelsAction: 'add' }),
			{ items: [{ json: { labels: '' } }], node: { type: 'n8n-nodes-plane-workspace.planeTool' } },
		);

		expectParts(await readItem(operation, context), { body: { name: 'x' }, listActions: {} });
	});
});
