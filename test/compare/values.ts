import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { ServiceState } from '../service/state';
import type { Dice } from './dice';

/** What identifies a row of the service, of any kind. */
interface AnyRow {
	readonly id: string;
}

/** Reads a field that not all kinds of row have. */
const read = (row: AnyRow, field: string): unknown => Reflect.get(row, field);

const readText = (row: AnyRow, field: string): string => {
	const value = read(row, field);

	return typeof value === 'string' ? value : '';
};

/** What a value depends on. */
export interface ValueContext {
	readonly dice: Dice;
	readonly state: ServiceState;
	/** How often a value is one that the node or the server refuses: 1 for as often as usual. */
	readonly mistakes: number;
	/** The records that the parameters before have chosen, by the names of the parameters. */
	readonly chosen: ReadonlyMap<string, AnyRow>;
}

/** The types of work items, those with custom properties first. */
const listTypes = ({ types, workItemProperties }: ServiceState): readonly AnyRow[] => {
	const hasProperties = (id: string) => workItemProperties.some((row) => row.issue_type === id);

	return types.toSorted((a, b) => Number(hasProperties(b.id)) - Number(hasProperties(a.id)));
};

/** The rows behind each list of the panel. Lists that are not here are empty. */
const rowsByList: Readonly<Record<string, (state: ServiceState) => readonly AnyRow[]>> = {
	searchActivities: ({ activities }) => activities,
	searchArchivedCycles: ({ cycles }) => cycles,
	searchArchivedModules: ({ modules }) => modules,
	searchArchivedPages: ({ pages }) => pages.filter(({ project }) => project !== null),
	searchArchivedWikiPages: ({ pages }) => pages.filter(({ project }) => project === null),
	searchAttachments: ({ attachments }) => attachments,
	searchComments: ({ comments }) => comments,
	searchCustomerProperties: ({ customerProperties }) => customerProperties,
	searchCustomerRequests: ({ customerRequests }) => customerRequests,
	searchCustomers: ({ customers }) => customers,
	searchCycles: ({ cycles }) => cycles,
	searchEpics: ({ epics }) => epics,
	searchEstimatePoints: ({ estimatePoints }) => estimatePoints,
	searchInitiativeLabels: ({ initiativeLabels }) => initiativeLabels,
	searchInitiatives: ({ initiatives }) => initiatives,
	// Intake items are chosen by their work items.
	searchIntakeItems: ({ intakeItems }) => intakeItems.map((row) => ({ ...row, id: row.issue })),
	searchInvitations: ({ invitations }) => invitations,
	searchLabels: ({ labels }) => labels,
	searchLinks: ({ links }) => links,
	searchMembers: ({ users }) => users,
	searchMilestones: ({ milestones }) => milestones,
	searchModules: ({ modules }) => modules,
	searchPages: ({ pages }) => pages.filter(({ project }) => project !== null),
	searchProjectEstimatePoints: ({ estimatePoints }) => estimatePoints,
	searchProjectLabels: ({ projectLabels }) => projectLabels,
	searchProjectMembers: ({ users }) => users,
	searchProjects: ({ projects }) => projects,
	searchPropertyOptions: ({ workItemPropertyOptions }) => workItemPropertyOptions,
	searchStates: ({ states }) => states,
	searchStickies: ({ stickies }) => stickies,
	searchTeamspaces: ({ teamspaces }) => teamspaces,
	searchWikiPages: ({ pages }) => pages.filter(({ project }) => project === null),
	searchWorkItemPages: ({ workItemPages }) => workItemPages,
	searchWorkItemProperties: ({ workItemProperties }) => workItemProperties,
	searchWorkItemTypes: listTypes,
	searchWorkItems: ({ workItems }) => workItems,
	searchWorklogs: ({ worklogs }) => worklogs,
};

/** The rows behind locators without a list. */
const rowsByName: Readonly<Record<string, (state: ServiceState) => readonly AnyRow[]>> = {
	workItemId: ({ workItems }) => workItems,
	memberId: ({ projectMembers }) => projectMembers,
	propertyId: ({ workItemProperties }) => workItemProperties,
	estimateId: ({ estimates }) => estimates,
};

/** The fields of a row that have the record of another parameter. */
const ownerFields: Readonly<Record<string, readonly string[]>> = {
	projectId: ['project'],
	workItemId: ['issue'],
	customerId: ['customer'],
	typeId: ['issue_type'],
	propertyId: ['property'],
	estimateId: ['estimate'],
};

/** The rows that belong to what was chosen before, or all if none does. */
function findRows(rows: readonly AnyRow[], { chosen }: ValueContext): readonly AnyRow[] {
	let matching = rows;

	for (const [parameter, { id }] of chosen) {
		const fields = ownerFields[parameter] ?? [];
		const owned = matching.filter((row) => fields.some((field) => read(row, field) === id));
		const hasOwner = matching.some((row) => fields.some((field) => field in row));
		if (hasOwner && owned.length > 0) matching = owned;
	}

	return matching;
}

/** What people call a record: its key if it has one, or else its name or its address. */
function nameOf(row: AnyRow, { dice, state }: ValueContext): string {
	const number = read(row, 'sequence_id');
	const project = state.projects.find(({ id }) => id === read(row, 'project'));
	if (project && typeof number === 'number') return `${project.identifier}-${number}`;

	const names = ['identifier', 'email', 'display_name', 'name', 'title']
		.map((field) => readText(row, field))
		.filter((text) => text !== '');

	return names.length === 0 ? row.id : dice.pick(names);
}

/** Names that no record has at first. There are few, so that runs and items meet in them. */
const newNames = [
	'Sails',
	'SAILS',
	'Oars',
	'Rudder',
	'Below deck',
	'On deck',
	'Anchor',
	'Bow',
	'Stern',
];

const UNKNOWN_ID = '0c7da278-21b6-4225-9d30-000000000404';

/** A record by its ID, its name or its key; now and then one that does not exist. */
function reference(row: AnyRow, context: ValueContext): string {
	const { dice } = context;
	if (dice.chance(0.02 * context.mistakes))
		return dice.pick([UNKNOWN_ID, 'Nobody knows', 'XYZ-99']);

	return dice.chance(0.5) ? row.id : nameOf(row, context);
}

/** Picks the first rows more often: they have comments, links and so on. */
const pickRow = (rows: readonly AnyRow[], { dice }: ValueContext): AnyRow =>
	dice.chance(0.5) ? dice.pick(rows) : dice.pickEarly(rows);

/** Fills in a resource locator. @returns the value, and the record if there is one */
export function chooseRecord(
	property: INodeProperties,
	context: ValueContext,
): { readonly value: INodeParameters; readonly row?: AnyRow } {
	const { dice, state } = context;
	const modes = property.modes ?? [];
	const method = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod ?? '';
	const rows = findRows(
		(rowsByList[method] ?? rowsByName[property.name] ?? (() => []))(state),
		context,
	);
	const hasMode = (name: string) => modes.some((mode) => mode.name === name);
	const locate = (mode: string, value: string) => ({ __rl: true, mode, value });
	if (rows.length === 0) return { value: locate('id', UNKNOWN_ID) };

	const isDecided = ['searchProjects', 'searchWorkItemTypes'].includes(method) && dice.chance(0.82);
	const row = isDecided ? (rows[0] ?? dice.pick(rows)) : pickRow(rows, context);
	const externalId = readText(row, 'external_id');
	if (dice.chance(0.015 * context.mistakes)) return { value: locate('id', UNKNOWN_ID) };

	if (hasMode('externalId') && externalId !== '' && dice.chance(0.3)) {
		return { value: locate('externalId', externalId), row };
	}

	if (method === 'searchCycles' && dice.chance(0.1)) return { value: locate('id', 'current') };

	// Keys and identifiers are accepted as IDs, too.
	if (hasMode('name') && dice.chance(0.4))
		return { value: locate('name', nameOf(row, context)), row };

	return { value: locate('id', row.id), row };
}

const texts: Readonly<Record<string, readonly string[]>> = {
	name: [...newNames, 'Bug', 'Write the manual'],
	title: newNames,
	displayName: ['Region', 'Severity', 'Browser'],
	description: [
		'Ask @nobody and @ada',
		'Some **bold** text',
		'- [ ] one\n- [x] two',
		'Ask @ada',
		'<b>plain</b>',
		'a & b',
	],
	comment: ['Looks *good*', 'Ask @bob about it', 'Done'],
	identifier: ['BOAT', 'LNCH-3', 'OARS'],
	url: ['https://example.com/a', 'https://example.com/b'],
	link: ['https://support.example.com/1'],
	website: ['https://example.com'],
	email: ['ada@example.com', 'eve@example.com', 'dora@example.com'],
	externalId: Array.from({ length: 24 }, (_, index) => `row-${index}`),
	externalSource: ['sheet'],
	search: ['a', 'the manual'],
	searchTerm: ['a', 'manual'],
	query: ['a'],
	nameContains: ['the', 'Bug'],
	duration: ['1h 30m', '0:45', '20'],
	values: ['8, 13', 'Gold'],
	value: ['Low', 'Medium', '3', 'Some text', '2026-04-01'],
	options: ['North, South', 'Firefox'],
	fieldsToReturn: ['id, name', 'name', 'id, name, project'],
	emoji: ['128640'],
	timezone: ['UTC', 'Europe/Berlin'],
	estimate: ['1', '3'],
	industry: ['Computing'],
	revenue: ['10-50'],
	defaultValue: ['Low'],
	key: ['1'],
};

/** Conditions of an advanced search (row 474). */
const conditions = [
	'{"priority": "high"}',
	'{"or": [{"priority": "low"}, {"not": {"priority": "urgent"}}]}',
	'{"a": 1, "b": 2}',
];

const earlyDates = ['2026-02-10', '2026-03-03', '2026-03-20'];
const lateDates = ['2026-03-20', '2026-04-05', '2026-04-05T22:30:00Z', '2026-05-01'];

/** Two dates are mostly in their order. */
function chooseDate(name: string, { dice }: ValueContext): string {
	const isLate = /before|to$|^target|^end|till/i.test(name) !== dice.chance(0.05);

	return dice.pick(isLate ? lateDates : earlyDates);
}

/** Whether a text is a list of work items or epics. */
const idsByName: Readonly<Record<string, (state: ServiceState) => readonly AnyRow[]>> = {
	workItemIds: ({ workItems }) => workItems,
	parent: ({ workItemPropertyOptions }) => workItemPropertyOptions,
	epicIds: ({ epics }) => epics,
};

export function chooseText(name: string, context: ValueContext): string {
	const { dice, state, chosen } = context;
	const property = chosen.get('propertyId');
	if (['value', 'values'].includes(name) && property) return choosePropertyValue(property, context);

	const rows = idsByName[name];
	if (rows === undefined) return dice.pick(texts[name] ?? ['Some text']);

	const found = dice.some(findRows(rows(state), context), 3);

	return found.map((row) => reference(row, context)).join(', ');
}

/** Several records, as an array of IDs or as one text of names. */
function chooseRecords(method: string, context: ValueContext): NodeParameterValueType {
	const rows = findRows((rowsByList[method] ?? (() => []))(context.state), context);
	const found = context.dice.some(rows, 3).map((row) => reference(row, context));
	const isCreatable = /labels/i.test(method);
	if (context.dice.chance((isCreatable ? 0.3 : 0.02) * context.mistakes))
		found.push(context.dice.pick(newNames));

	return found;
}

const listOptions = ({ options = [] }: INodeProperties) =>
	options.filter((option) => 'value' in option).map(({ value }) => value);

/** Values of the fields of a work item, as a row of a table has them. */
function chooseRow(context: ValueContext): INodeParameters {
	const { dice, state } = context;
	// A table of Plane's own records is refused.
	if (dice.chance(0.04)) return { externalId: dice.pick(state.workItems).id, name: 'Bug' };

	const name = (rows: readonly AnyRow[]) => nameOf(dice.pick(findRows(rows, context)), context);
	const columns: Readonly<Record<string, () => string>> = {
		externalId: () => chooseText('externalId', context),
		name: () => chooseText('name', context),
		state: () => name(state.states),
		priority: () => dice.pick(['high', 'Low', 'None', '']),
		labels: () => [name(state.labels), dice.pick(newNames)].join(', '),
		assignees: () => name(state.users),
		targetDate: () => dice.pick([...lateDates, '']),
		description: () => chooseText('description', context),
		cycle: () => name(state.cycles),
		modules: () => name(state.modules),
		parent: () => name(state.workItems),
	};
	const chosen = ['externalId', 'name', ...dice.some(Object.keys(columns).slice(2), 4)];

	return Object.fromEntries(chosen.map((column) => [column, columns[column]?.() ?? '']));
}

/** The value of a mapper: its fields, by their IDs. */
export interface Mapping extends INodeParameters {
	readonly value: INodeParameters;
}

/** A value of a custom property, mostly one that it accepts. */
function choosePropertyValue(row: AnyRow, { dice, state }: ValueContext): string {
	const ownOptions = read(row, 'options');
	const options: unknown[] = [
		...state.workItemPropertyOptions.filter(({ property }) => property === row.id),
		...(Array.isArray(ownOptions) ? (ownOptions as unknown[]) : []),
	];
	const names = options.map((option) =>
		typeof option === 'string' ? option : readText(option as AnyRow, 'name'),
	);
	const values: Readonly<Record<string, readonly string[]>> = {
		OPTION: names,
		BOOLEAN: ['true', 'no'],
		DECIMAL: ['3', '0.5'],
		DATETIME: lateDates,
		RELATION: state.users.map(({ email }) => email),
		EMAIL: ['eve@example.com'],
		URL: ['https://example.com/a'],
		TEXT: ['Some text', 'Other text'],
	};
	const fitting = values[readText(row, 'property_type')] ?? [];

	return fitting.length === 0 || dice.chance(0.05)
		? dice.pick(texts.value ?? [])
		: dice.pick(fitting);
}

/** Values of custom properties, by their IDs. */
function chooseProperties(rows: readonly AnyRow[], context: ValueContext): Mapping {
	const { dice } = context;
	const entries = dice
		.some(findRows(rows, context), 3)
		.map((row) => [row.id, choosePropertyValue(row, context)] as const);

	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(entries),
		schema: entries.map(([id]) => ({ id, displayName: id })),
	};
}

/** Fills in a mapper with one row. */
export function chooseMapping(property: INodeProperties, context: ValueContext): Mapping {
	const { customerProperties, workItemProperties } = context.state;
	const method = property.typeOptions?.resourceMapper?.resourceMapperMethod;
	if (method === 'mapCustomerProperties') return chooseProperties(customerProperties, context);

	if (method === 'mapCustomProperties') {
		const item = context.chosen.get('workItemId');
		const type = item === undefined ? workItemProperties[0]?.issue_type : read(item, 'type');
		const ofType = workItemProperties.filter(({ issue_type: owner }) => owner === type);

		return chooseProperties(ofType.length > 0 ? ofType : workItemProperties, context);
	}

	return {
		mappingMode: 'defineBelow',
		value: chooseRow(context),
		matchingColumns: [context.dice.pick(['externalId', 'externalId', 'name'])],
		schema: [],
	};
}

/** Fills in a parameter of the panel, of any type but a collection, a locator or a mapper. */
export function chooseValue(
	property: INodeProperties,
	context: ValueContext,
): NodeParameterValueType {
	const { dice } = context;
	const { name, type, typeOptions } = property;

	switch (type) {
		case 'boolean':
			// They need a type that has the properties, so most values are refused.
			return dice.chance(name === 'setCustomProperties' ? 0.15 : 0.6);
		case 'number':
			return dice.pick([1, 2, 5, 100]);
		case 'dateTime':
			return chooseDate(name, context);
		case 'color':
			return dice.pick(['#3f76ff', '#ff0000']);
		case 'json':
			return dice.pick(name === 'conditions' ? conditions : ['{"a": 1}', '{}']);
		case 'options':
			return dice.pick(listOptions(property));
		case 'multiOptions':
			return typeOptions?.loadOptionsMethod === undefined
				? dice.some(listOptions(property), 3)
				: chooseRecords(typeOptions.loadOptionsMethod, context);
		default:
			return chooseText(name, context);
	}
}

/** The fields of rows whose names are not those of their parameters. */
const fieldNames: Readonly<Record<string, string>> = {
	typeId: 'type',
	description: 'description_html',
	startDate: 'start_date',
	targetDate: 'target_date',
	endDate: 'end_date',
	externalId: 'external_id',
	estimatePoint: 'estimate_point',
	sortOrder: 'sort_order',
};

/** The value that the record has already which the parameters before have chosen last, or undefined if it has none. */
export function readUnchanged(
	{ name, type }: INodeProperties,
	{ chosen }: ValueContext,
): NodeParameterValueType | undefined {
	const record = [...chosen.values()].at(-1);
	const value = record && read(record, fieldNames[name] ?? name);
	if (name.endsWith('Id') || value === '') return undefined;

	if (typeof value === 'string' && type === 'resourceLocator') {
		return { __rl: true, mode: 'id', value };
	}

	const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

	return isPlain ? (value as NodeParameterValueType) : undefined;
}
