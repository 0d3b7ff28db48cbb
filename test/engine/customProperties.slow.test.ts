import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { stableId, type WorkItemProperty } from '../service/state';
import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { byId } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const world = useWorld({ workItems: 4, differences: { refusesTakenNames: true } }, true);

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const only = <Entry>(entry: Entry | undefined): Entry => {
	if (entry === undefined) throw new Error('The service has no such record');

	return entry;
};

const project = () => only(world.service.state.projects[0]);
const workItem = () => only(world.service.state.workItems[0]);

/** The type of the first work items, to which the properties belong. */
const type = () => only(world.service.state.types.find(({ id }) => id === workItem().type));

/** A custom property by its name: Severity (High, Low), Version, Reported On, Effort or Regression. */
const property = (name: string): WorkItemProperty =>
	only(
		world.service.state.workItemProperties.find(
			({ display_name: displayName }) => displayName === name,
		),
	);

const option = (name: string) =>
	only(world.service.state.workItemPropertyOptions.find((row) => row.name === name)).id;

/** Adds a property to the type of the first work items. */
function addProperty(
	name: string,
	kind: string,
	more: Partial<WorkItemProperty> = {},
): WorkItemProperty {
	const { workItemProperties } = world.service.state;
	const added: WorkItemProperty = {
		...property('Version'),
		id: stableId('added property', workItemProperties.length),
		name: name.toLowerCase(),
		display_name: name,
		property_type: kind,
		...more,
	};

	workItemProperties.push(added);

	return added;
}

/** The values of a work item by the names of their properties, as the service stores them. */
const storedValues = (issue: unknown): IDataObject =>
	Object.fromEntries(
		world.service.state.workItemPropertyValues
			.filter((row) => row.issue === issue)
			.map((row) => {
				const { display_name: name } = only(
					world.service.state.workItemProperties.find(({ id }) => id === row.property),
				);

				return [name, row.value as IDataObject];
			}),
	);

/** The requests since the last call of `forget`, as `POST work-items/`, without IDs. */
const listRequests = (start = 0): string[] =>
	world.service.requests
		.slice(start)
		.map(({ method, url }) =>
			`${method} ${url.split('?')[0]?.split(`/projects/${project().id}/`)[1] ?? url}`.replace(
				/[0-9a-f-]{36}/g,
				'…',
			),
		);

const countRequests = (path: string, start = 0): number =>
	listRequests(start).filter((request) => request === path).length;

describe('Work Item Property Value', () => {
	const run = async (operation: string, name: string, value?: unknown) =>
		await world.run(`workItemPropertyValue.${operation}`, {
			projectId: byId(project().id),
			workItemId: byId(workItem().id),
			typeId: byName(type().name.toLowerCase()),
			propertyId: byName(name),
			...(value !== undefined && { value: value as INodeParameters }),
		});

	it('finds the type, the property and the option by name, with one request for each list', async () => {
		const { error } = await run('set', 'severity', 'low');

		expect(error).toBeUndefined();
		expect(storedValues(workItem().id)).toEqual({ Severity: option('Low') });
		expect(listRequests()).toEqual([
			'GET work-item-types/',
			'GET work-item-types/…/work-item-properties/',
			'POST work-items/…/work-item-properties/…/values/',
		]);
	});

	it('sends a list for a property with several values, and returns an item for each', async () => {
		const { id } = addProperty('Platforms', 'OPTION', { is_multi: true });

		for (const [index, name] of ['Linux', 'Windows, all'].entries()) {
			world.service.state.workItemPropertyOptions.push({
				...only(world.service.state.workItemPropertyOptions[0]),
				id: stableId('platform', index),
				name,
				property: id,
			});
		}

		const { error } = await run('set', 'Platforms', '["windows, all", "Linux"]');
		const { json } = await run('get', 'Platforms');

		expect(error).toBeUndefined();
		expect(json.map(({ value }) => value)).toEqual([
			stableId('platform', 1),
			stableId('platform', 0),
		]);
	});

	it('says that there is no value yet, and what sets one', async () => {
		const { error } = await run('update', 'Version', '1.5');

		expect(error?.description).toContain('use Set');
	});
});

describe('Type and Estimate Point of a work item', () => {
	const create = async (fields: INodeParameters, rows: readonly IDataObject[] = [{}]) =>
		await world.run(
			'workItem.create',
			{ projectId: byId(project().id), name: 'Print', additionalFields: fields },
			{ items: jsonItems(rows) },
		);

	it('are found by name and by value, in any case, with three requests for all items', async () => {
		const { types, estimatePoints } = world.service.state;
		const fault = only(types.find((row) => row.project === project().id && row.name === 'Fault'));
		const five = only(estimatePoints.find(({ value }) => value === '5'));

		const { error } = await create(
			{ typeId: '={{ $json.type }}', estimatePoint: '={{ $json.points }}' },
			[
				{ type: 'fault', points: 5 },
				{ type: 'Fault', points: '5' },
				{ type: fault.id, points: five.id },
			],
		);

		expect(error).toBeUndefined();
		expect(world.service.ledger.map(({ body }) => body)).toEqual(
			Array.from({ length: 3 }, () =>
				expect.objectContaining({ type_id: fault.id, estimate_point: five.id }),
			),
		);
		expect(countRequests('GET work-item-types/')).toBe(1);
		expect(countRequests('GET estimates/')).toBe(1);
		expect(countRequests('GET estimates/…/estimate-points/')).toBe(1);
	});

	it('say that the project has no estimate', async () => {
		world.service.state.estimates.length = 0;

		const { error } = await create({ estimatePoint: byName('5') });

		expect(error?.message).toMatch(/^The project has no estimate/);
		expect(error?.description).toContain(
			'choose it with Project → Update: Estimate. Or leave out the field Estimate Point.',
		);
		expect(world.service.ledger).toEqual([]);
	});
});

describe('A record of the commercial editions by name', () => {
	it.each([
		['an initiative', 'initiative.get', 'initiativeId', 'initiatives'],
		['a teamspace', 'teamspace.get', 'teamspaceId', 'teamspaces'],
		['a customer', 'customer.get', 'customerId', 'customers'],
		['a milestone', 'milestone.get', 'milestoneId', 'milestones'],
		['a type', 'workItemType.get', 'typeId', 'types'],
		['an epic', 'epic.get', 'epicId', 'epics'],
		['a label of initiatives', 'initiativeLabel.get', 'labelId', 'initiativeLabels'],
	] as const)(
		'is %s, and an error lists the IDs if there are two',
		async (_, operation, name, rows) => {
			const records: { id: string; name?: string; title?: string; project?: string }[] =
				world.service.state[rows];
			const [first, second] = records.filter(
				(row) => row.project === undefined || row.project === project().id,
			);
			const key = rows === 'milestones' ? 'title' : 'name';
			const parameters = {
				projectId: byId(project().id),
				[name]: byName(only(first)[key]?.toUpperCase() ?? ''),
			};

			const found = await world.run(operation, parameters);

			expect(found.json).toMatchObject([{ id: first?.id }]);

			only(second)[key] = only(first)[key] ?? '';
			const { error } = await world.run(operation, parameters);

			expect(error?.description).toContain(first?.id);
			expect(error?.description).toContain(second?.id);
		},
	);
});

it.each([
	['addEpics', 'epicIds', 'epic_ids'],
	['addWorkItems', 'workItemIds', 'work_item_ids'],
])(
	'Initiative: %s finds epics by their keys in the list of their project (row 460)',
	async (operation, parameter, wire) => {
		const { epics, initiatives } = world.service.state;
		const keys = epics.map((epic) => `${project().identifier.toLowerCase()}-${epic.sequence_id}`);
		const add = async (ids: string) =>
			await world.run(`initiative.${operation}`, {
				initiativeId: byId(only(initiatives[0]).id),
				[parameter]: ids,
			});

		const unknown = await add(`${project().identifier}-999`);
		const { error } = await add(keys.join(', '));

		expect(unknown.error?.message).toMatch(/^(Epic|Work Item) IDs: .*999/);
		expect(error).toBeUndefined();
		expect(world.service.ledger).toMatchObject([{ body: { [wire]: epics.map(({ id }) => id) } }]);
	},
);

it('An epic is found by its key, although the path for the keys of work items may not have it', async () => {
	const epic = only(world.service.state.epics[0]);

	const { json, error } = await world.run('epic.get', {
		projectId: byId(epic.project),
		epicId: byName(`${project().identifier.toLowerCase()}-${epic.sequence_id}`),
	});

	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ id: epic.id }]);
});

describe.each<[resource: string, owner: () => string | null]>([
	['page', () => project().id],
	['wikiPage', () => null],
])('The name of an archived page (%s)', (resource, owner) => {
	it('is found where it is restored or deleted, and elsewhere the error says that it is archived', async () => {
		const page = only(world.service.state.pages.find((row) => row.project === owner()));
		const run = async (operation: string, more: INodeParameters = {}) =>
			await world.run(`${resource}.${operation}`, {
				projectId: byId(project().id),
				pageId: byName(page.name),
				...more,
			});

		await run('archive');
		const update = await run('update', { updateFields: { name: 'New' } });
		const unarchive = await run('unarchive');

		await run('archive');
		const deletion = await run('delete');

		expect(update.error?.message).toMatch(/archived/);
		expect(unarchive.json).toEqual([{ unarchived: true, id: page.id }]);
		expect(deletion.json).toEqual([{ deleted: true, id: page.id }]);
	});
});

describe('The name of a record of the commercial editions on a Community Edition', () => {
	const community = useWorld({ serverKind: 'community', workItems: 2 });

	it.each([
		['customer.get', { customerId: byName('Ada') }, 'customers'],
		['initiative.addProjects', { initiativeId: byName('Ada'), projectIds: 'LNCH' }, 'initiatives'],
		['milestone.get', { milestoneId: byName('Ada') }, 'milestones'],
		[
			'workItem.create',
			{ name: 'x', additionalFields: { typeId: byName('Ada') } },
			'work item types',
		],
	])(
		'is refused because only those have such records (%s)',
		async (operation, parameters, records) => {
			const [first] = community.service.state.projects;

			const { error } = await community.run(operation, {
				projectId: byId(first?.id),
				...parameters,
			});

			expectProblem(error, { cause: causes.onlyCommercial(records), item: 0 });
			expect(community.service.ledger).toEqual([]);
		},
	);
});

describe('Type and Estimate Point of a work item on a Community Edition', () => {
	const community = useWorld({ serverKind: 'community', workItems: 2 }, true);

	it('take no request if they are not used', async () => {
		const [first] = community.service.state.projects;

		await community.run('workItem.create', { projectId: byId(first?.id), name: 'Print' });

		const urls = community.service.requests.map(({ url }) => url);

		expect(urls.filter((url) => /types|estimates|properties/.test(url))).toEqual([]);
	});

	it('are refused with a sentence that says what to do', async () => {
		const [first] = community.service.state.projects;

		const { error } = await community.run('workItem.create', {
			projectId: byId(first?.id),
			name: 'Print',
			additionalFields: { estimatePoint: byName('5') },
		});

		expectProblem(error, { cause: causes.onlyCommercial('estimate points') });
		expect(community.service.ledger).toEqual([]);
	});
});

describe('Custom Properties', () => {
	/** The mapper with values by the names of the properties. */
	const mapper = (values: Readonly<Record<string, unknown>>): INodeParameters => ({
		mappingMode: 'defineBelow',
		value: Object.fromEntries(
			Object.entries(values).map(([name, value]) => [property(name).id, value]),
		) as INodeParameters,
		schema: Object.keys(values).map((name) => ({
			id: property(name).id,
			displayName: name,
		})),
	});

	const five = {
		Severity: 'low',
		Version: '1.4',
		'Reported On': '2026-03-31',
		Effort: '2.5',
		Regression: 'yes',
	};
	const stored = () => ({
		Severity: option('Low'),
		Version: '1.4',
		'Reported On': '2026-03-31',
		Effort: 2.5,
		Regression: true,
	});

	const create = async (
		values: Readonly<Record<string, unknown>>,
		{
			options = {},
			fields = {},
			rows = [{}],
		}: {
			readonly options?: INodeParameters;
			readonly fields?: INodeParameters;
			readonly rows?: readonly IDataObject[];
		} = {},
	) =>
		await world.run(
			'workItem.create',
			{
				projectId: byId(project().id),
				name: 'Print',
				additionalFields: { typeId: byName(type().name), ...fields },
				setCustomProperties: true,
				customProperties: mapper(values),
				options,
			},
			{ items: jsonItems(rows) },
		);

	const update = async (values: Readonly<Record<string, unknown>>, item: IDataObject = {}) =>
		await world.run(
			'workItem.update',
			{
				projectId: byId(project().id),
				workItemId: byId(workItem().id),
				updateFields: { typeId: byId(type().id) },
				setCustomProperties: true,
				customProperties: mapper(values),
			},
			{ items: jsonItems([item]) },
		);

	describe('in the editor', () => {
		const load = async (collection: string, typeId: unknown) =>
			await world.engine.loadMapper(
				{
					method: 'mapCustomProperties',
					parameters: {
						projectId: byId(project().id),
						[collection]: { typeId: typeId as INodeParameters },
					},
				},
				world.credential,
			);

		it.each(['additionalFields', 'updateFields'])(
			'are those of the type in %s, with the inputs of their kinds',
			async (collection) => {
				property('Version').is_required = true;
				addProperty('Cost', 'FORMULA');
				addProperty('Region', 'CASCADING');

				const { fields } = await load(collection, byName(type().name));

				expect(fields).toEqual([
					expect.objectContaining({
						id: property('Severity').id,
						displayName: 'Severity',
						type: 'options',
						required: false,
						options: [
							{ name: 'High', value: option('High') },
							{ name: 'Low', value: option('Low') },
						],
					}),
					expect.objectContaining({
						displayName: 'Version',
						type: 'string',
						// An update leaves what is not filled in as it is.
						required: collection === 'additionalFields',
					}),
					expect.objectContaining({ displayName: 'Reported On', type: 'dateTime' }),
					expect.objectContaining({ displayName: 'Effort', type: 'number' }),
					expect.objectContaining({
						displayName: 'Regression',
						type: 'options',
						options: [
							{ name: 'Yes', value: true },
							{ name: 'No', value: false },
						],
					}),
				]);
			},
		);

		it('say that a type has none', async () => {
			const other = only(world.service.state.types.find(({ id }) => id !== type().id));

			expect(await load('additionalFields', byId(other.id))).toEqual({
				fields: [],
				emptyFieldsNotice: 'The type has no custom properties',
			});
		});
	});

	it('are set after a work item was created, with one request for each', async () => {
		const { error, json } = await create(five, { rows: [{}, {}] });

		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		for (const { id } of json) expect(storedValues(id)).toEqual(stored());
		expect(countRequests('GET work-item-types/')).toBe(1);
		expect(countRequests('GET work-item-types/…/work-item-properties/')).toBe(1);
		expect(countRequests('POST work-items/')).toBe(2);
		expect(countRequests('POST work-items/…/work-item-properties/…/values/')).toBe(10);
		expect(countRequests('GET work-items/…/work-item-properties/values/')).toBe(0);
	});

	it('that are empty in the panel are not sent', async () => {
		const { error, json } = await create({ ...five, Severity: null, Version: '' });

		expect(error).toBeUndefined();
		expect(Object.keys(storedValues(json[0]?.id)).sort()).toEqual([
			'Effort',
			'Regression',
			'Reported On',
		]);
	});

	it('of an update without a type are refused with the field that is missing', async () => {
		const { error } = await world.run('workItem.update', {
			projectId: byId(project().id),
			workItemId: byId(workItem().id),
			updateFields: {},
			setCustomProperties: true,
			customProperties: mapper({ Severity: 'High' }),
		});

		expectProblem(error, { about: 'Type', cause: causes.noValue });
		expect(world.service.ledger).toEqual([]);
	});

	it.each(['useExisting', 'updateExisting'])(
		'that a failure has left out are reported, and set by a second run with an external ID (%s)',
		async (choice) => {
			const fields = { externalSource: 'sheet', externalId: 'row-1' };

			world.service.faults.plan(
				{ kind: 'status', status: 400, body: '{"error": "Not now"}' },
				{ when: ({ method, url = '' }) => method === 'POST' && url.includes('/values/'), skip: 2 },
			);

			const first = await create(five, { fields });
			const [item] = world.service.state.workItems.filter(({ name }) => name === 'Print');

			expect(first.error?.message).toMatch(
				/^It was saved \(ID .+\) with Severity and Version, but Reported On, Effort and Regression could not be set/,
			);
			expect(first.error?.message).toContain(item?.id);
			expect(first.error?.description).toContain(
				'To run the item again, set If It Already Exists to',
			);

			const start = world.service.requests.length;
			const second = await create(five, { fields, options: { ifItAlreadyExists: choice } });

			expect(second.error).toBeUndefined();
			expect(storedValues(item?.id)).toEqual(stored());
			expect(countRequests('POST work-items/…/work-item-properties/…/values/', start)).toBe(3);
		},
	);

	it('are not set if Set Custom Properties was turned off', async () => {
		const { error, json } = await world.run('workItem.create', {
			projectId: byId(project().id),
			name: 'Print',
			customProperties: mapper(five),
		});

		expect(error).toBeUndefined();
		expect(storedValues(json[0]?.id)).toEqual({});
	});

	it('are in the output of Get by name, with names of options and people', async () => {
		const [, ada] = world.service.state.users;

		addProperty('Tester', 'RELATION', { relation_type: 'USER' });
		await update({ ...five, Tester: only(ada).email });

		const start = world.service.requests.length;
		const { json } = await world.run('workItem.get', {
			projectId: byId(project().id),
			workItemId: byId(workItem().id),
			simple: true,
			options: { includeCustomProperties: true },
		});

		expect(json[0]?.custom_properties).toEqual({
			...stored(),
			Severity: 'Low',
			Tester: only(ada).display_name,
		});
		expect(countRequests('GET work-items/…/work-item-properties/values/', start)).toBe(1);
		expect(countRequests('GET work-item-types/…/work-item-properties/', start)).toBe(1);
	});

	describe('of several types', () => {
		const other = () =>
			only(
				world.service.state.types.find(
					(row) => row.project === project().id && row.id !== type().id,
				),
			);
		const open = async (rows: readonly IDataObject[], values: Readonly<Record<string, unknown>>) =>
			await world.run(
				'workItem.create',
				{
					projectId: byId(project().id),
					name: 'Print',
					additionalFields: { typeId: '={{ $json.type }}' },
					setCustomProperties: true,
					customProperties: {
						...mapper(values),
						schema: Object.keys(values).map((name) => ({
							id: property(name).id,
							displayName: name,
							options: name === 'Severity' ? [{ name: 'High', value: option('High') }] : undefined,
						})),
					} as INodeParameters,
				},
				{ items: jsonItems(rows) },
			);

		it('are found by their names in the type of the item', async () => {
			const loaded = property('Severity');
			const twin = addProperty('SEVERITY', 'OPTION', { issue_type: other().id });
			const high = {
				...only(world.service.state.workItemPropertyOptions[0]),
				id: stableId('twin', 1),
				name: 'high',
				property: twin.id,
			};

			world.service.state.workItemPropertyOptions.push(high);

			const { error, json } = await open([{ type: type().name }, { type: other().name }], {
				Severity: option('High'),
			});

			expect(error).toBeUndefined();
			expect(
				world.service.state.workItemPropertyValues
					.filter(({ issue }) => json.some(({ id }) => id === issue))
					.map(({ property: id, value }) => [id, value]),
			).toEqual([
				[loaded.id, option('High')],
				[twin.id, high.id],
			]);
		});
	});

	describe('of a work item that an earlier item has created', () => {
		const external = { externalSource: 'sheet', externalId: 'row-1' };

		it('remain if the work item is used as it is', async () => {
			const { error, json } = await create(
				{ Severity: '={{ $json.severity }}', Version: '={{ $json.version }}' },
				{
					fields: external,
					options: { ifItAlreadyExists: 'useExisting' },
					rows: [{ severity: 'High' }, { severity: 'Low', version: '2' }],
				},
			);

			expect(error).toBeUndefined();
			expect(json[1]?.id).toBe(json[0]?.id);
			expect(storedValues(json[0]?.id)).toEqual({ Severity: option('High'), Version: '2' });
		});
	});

	it('show the name of an option that is not in use any more, which nobody can choose', async () => {
		await update({ Severity: 'Low' });
		only(world.service.state.workItemPropertyOptions.find(({ name }) => name === 'Low')).is_active =
			false;

		const { json } = await world.run('workItem.get', {
			projectId: byId(project().id),
			workItemId: byId(workItem().id),
			options: { includeCustomProperties: true },
		});
		const { error } = await create({ Severity: 'Low' });

		expect(json[0]?.custom_properties).toEqual({ Severity: 'Low' });
		expect(error?.description).toContain('Use one of: High.');
	});

	it('take the option with exactly the name of two that differ in case', async () => {
		only(world.service.state.workItemPropertyOptions.find(({ name }) => name === 'High')).name =
			'LOW';

		const exact = await create({ Severity: 'Low' });
		const ambiguous = await create({ Severity: 'low' });

		expect(storedValues(exact.json[0]?.id)).toEqual({ Severity: option('Low') });
		expect(ambiguous.error?.message).toMatch(/^Severity: several options are called/);
	});

	describe('on a server without a list of all values', () => {
		let triedCount = 0;

		const removeList = () => {
			const isList = ({ url = '' }) => {
				const isTried = url.includes('work-item-properties/values/');
				if (isTried) triedCount++;

				return isTried;
			};

			triedCount = 0;
			world.service.faults.plan(
				{ kind: 'status', status: 404, body: '{"error": "Page not found."}' },
				{ when: isList, times: 100 },
			);
		};

		it('are read one by one', async () => {
			await update(five);
			removeList();

			const { error, json } = await world.run('workItem.getAll', {
				projectId: byId(project().id),
				returnAll: true,
				options: { includeCustomProperties: true },
			});

			expect(error).toBeUndefined();
			expect(json.find(({ id }) => id === workItem().id)?.custom_properties).toEqual({
				...stored(),
				Severity: 'Low',
			});
			expect(triedCount).toBe(1);
		});

		it('remain if the work item is used as it is', async () => {
			const fields = { externalSource: 'sheet', externalId: 'row-1' };
			const options = { ifItAlreadyExists: 'useExisting' };
			const first = await create({ Severity: 'High' }, { fields });

			removeList();

			const { error } = await create({ Severity: 'Low', Version: '2' }, { fields, options });

			expect(error).toBeUndefined();
			expect(storedValues(first.json[0]?.id)).toEqual({ Severity: option('High'), Version: '2' });
		});
	});

	describe('of a list in which the values of a work item are not found', () => {
		const list = async () => {
			const isOf = ({ url = '' }) => url.includes(`${workItem().id}/work-item-properties/values/`);

			world.service.faults.plan(
				{ kind: 'status', status: 404, body: '{"detail": "Not found."}' },
				{ when: isOf },
			);

			return await world.run('workItem.getAll', {
				projectId: byId(project().id),
				returnAll: true,
				options: { includeCustomProperties: true },
			});
		};

		it('are an error if it is still there', async () => {
			const { error } = await list();

			expectProblem(error, {
				cause: causes.notFound('Work Item'),
				remedy: /Work Item Types may also be turned off/,
			});
		});
	});

	describe('that the server refuses', () => {
		const refuse = (path: string, status: number, body: string) => {
			world.service.faults.plan(
				{ kind: 'status', status, body },
				{ when: ({ url = '' }) => url.includes(path) },
			);
		};

		const PLAN =
			/needs the Pro plan .*Work Item Types may also be turned off: see Project → Update Features/;

		it.each([
			['the types', 'work-item-types/', byName('Fault')],
			['the properties', 'work-item-properties/', undefined],
		])('for the plan are reported with the plan and the switch (%s)', async (_, path, typeId) => {
			refuse(path, 402, '{"error": "Payment required"}');

			const { error } = await create(
				{ Severity: 'low' },
				{ fields: { typeId: typeId ?? byId(type().id) } },
			);

			expect(error?.message).toMatch(/^The plan of workspace acme does not include this/);
			expect(error?.description).toMatch(PLAN);
		});

		it.each([
			[
				402,
				'{"error": "Payment required"}',
				/The plan of workspace acme does not include this/,
				PLAN,
			],
			[
				404,
				'{"error": "Page not found."}',
				`${causes.noOperation} "Set work item property value"`,
				/Only the commercial editions/,
			],
			[
				404,
				'{"detail": "Not found."}',
				causes.notFound('Property Severity'),
				/Check Property first/,
			],
		])(
			'are about the value, not about the work item, with status %i and %s',
			async (status, body, message, description) => {
				refuse('/values/', status, body);

				const { error } = await create({ Severity: 'low' });

				expectProblem(error, { effect: 'partlyDone', cause: 'Severity could not be set' });
				expect(error?.message).toMatch(message);
				expect(error?.description).toMatch(description);
			},
		);

		it.each(['{"detail": "Not found."}', '{"error": "The requested resource does not exist"}'])(
			'because types are turned off name the switch (%s)',
			async (body) => {
				refuse('work-item-types/', 404, body);

				const { error } = await create({ Severity: 'low' });

				expect(error?.description).toMatch(/Work Item Types may also be turned off/);
			},
		);
	});
});

describe('Include Custom Properties on a Community Edition', () => {
	const community = useWorld({ serverKind: 'community', workItems: 2 });

	it('says that only the commercial editions have them', async () => {
		const [item] = community.service.state.workItems;

		const { error } = await community.run('workItem.get', {
			projectId: byId(item?.project),
			workItemId: byId(item?.id),
			options: { includeCustomProperties: true },
		});

		expect(error?.message).toMatch(/no custom properties/);
		expect(error?.description).toMatch(/commercial editions/);
	});
});
