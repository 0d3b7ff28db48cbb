import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { operations } from '../../nodes/shared/operations/catalog';
import { LIMIT_FIELDS } from '../../nodes/shared/transport/limits';
import { commercialDifferences, v2Differences, type ServerKind } from '../service/differences';
import type { Fault } from '../service/faults';
import { seed as seedState } from '../service/seed';
import type { ServiceOptions } from '../service/service';
import type { ServiceState } from '../service/state';
import { Dice } from './dice';
import { prepareState } from './prepareState';
import { COMBINED, SITUATIONS, type Situation } from './situations';
import {
	chooseMapping,
	chooseRecord,
	chooseText,
	chooseValue,
	readUnchanged,
	type Mapping,
	type ValueContext,
} from './values';

/** What a random workflow does, and what happens meanwhile. Both builds get the same one. */
export interface Workflow {
	readonly seed: number;
	readonly service: ServiceOptions;
	/** Whether there is a project that the user may not see. */
	readonly hasHiddenProject: boolean;
	/** How many further projects the service has. Then the work items are spread over all of them. */
	readonly moreProjects: number;
	/** Whether the credential allows API v2. */
	readonly allowsApiV2: boolean;
	readonly steps: readonly Step[];
	/** Each request has this fault with this chance. */
	readonly faults: readonly { readonly fault: Fault; readonly chance: number }[];
	/** The chance of each request to be the one at which the run is canceled. */
	readonly cancelChance: number;
}

/** One node of a workflow. */
export interface Step {
	/** `resource.operation` */
	readonly operation: string;
	readonly parameters: INodeParameters;
	readonly items: readonly IDataObject[];
	readonly continues: boolean;
	/** Whether an agent uses the node as a tool. */
	readonly isTool: boolean;
}

/** The work items of the first project of each service. */
const WORK_ITEMS = 20;

/** One of so many workflows reads lists of many pages and projects instead. */
const LONG_LISTS_EVERY = 61;
const MANY_WORK_ITEMS = 650;

/** Operations that need files, which only `test/engine` has a store for, or an execution that can wait. */
const LEFT_OUT = [
	'workItem.readExport',
	'workItemAttachment.attach',
	'workItemAttachment.upload',
	'workItemComment.sendAndWait',
];

/** The commercial one has all operations, and can have API v2. */
const SERVER_KINDS = ['specification', 'community', 'commercial', 'commercial'] as const;

/** The resources of a Community Edition: those with operations that need no plan. */
const COMMUNITY_RESOURCES = new Set(
	operations.filter(({ plan }) => plan === undefined).map(({ resource }) => resource),
);

/** The workspace is that of the credential. */
const IGNORED = ['workspaceSlug'];

/** Resources whose records have no name that only one of them can have. */
const IDENTIFIED_BY_EXTERNAL_ID = ['workItem', 'workItemComment', 'cycle', 'epic', 'milestone'];

/** The numbers of items of a node. Only from about ten on, requests are combined. */
const FEW = [1, 1, 2, 3, 5];
const MANY = [3, 16, 24];

/** A lost response is there twice: most code that looks for existing records is there because of it. */
const faults: readonly Fault[] = [
	{ kind: 'dropBeforeReading' },
	{ kind: 'dropBeforeAnswering' },
	{ kind: 'dropBeforeAnswering' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502, carriedOut: true },
	{ kind: 'status', status: 503, retryAfter: '1' },
	{ kind: 'status', status: 429, retryAfter: '2' },
	{ kind: 'status', status: 404 },
	{ kind: 'status', status: 403 },
	{ kind: 'status', status: 400 },
	{ kind: 'late', milliseconds: 3000 },
	{ kind: 'cut' },
	{ kind: 'empty' },
	{ kind: 'html' },
];

/** What the parameters of a node are chosen with. */
interface StepContext {
	readonly dice: Dice;
	readonly state: ServiceState;
	/** Whether the node is one whose requests may be combined. */
	readonly isCombined: boolean;
}

/** Creates random workflows for the operations of a panel. */
export class WorkflowGenerator {
	private readonly propertiesByOperation = new Map<string, readonly INodeProperties[]>();
	/** As `resource.operation`. */
	readonly operations: readonly string[];
	/** Without the project that the user may not see, and with it. */
	private readonly states: readonly [ServiceState, ServiceState] = [
		createState(false),
		createState(true),
	];

	constructor(private readonly description: INodeTypeDescription) {
		this.operations = listOperations(description).filter((name) => !LEFT_OUT.includes(name));
	}

	create(seed: number): Workflow {
		return seed % LONG_LISTS_EVERY === 0 ? this.createLongLists(seed) : this.createUsual(seed);
	}

	/** Creates a workflow that reads long lists. Without faults, so that builds that send other requests return the same. */
	private createLongLists(seed: number): Workflow {
		const dice = new Dice(seed);
		const serverKind = dice.pick(SERVER_KINDS);
		const servesApiV2 = serverKind === 'commercial' && dice.chance(0.6);
		const [state] = this.states;
		const situation = { operation: 'workItem.getAll' };
		const createStep = () => this.fillIn(situation, { dice, state, isCombined: false });

		return {
			seed,
			service: {
				serverKind,
				workItems: MANY_WORK_ITEMS,
				...(servesApiV2 && { differences: { servesApiV2 }, timeZone: 'UTC' }),
			},
			hasHiddenProject: false,
			moreProjects: dice.pick([0, 2, 6]),
			allowsApiV2: dice.chance(0.8),
			steps: [createStep(), createStep()],
			faults: [],
			cancelChance: 0,
		};
	}

	private createUsual(seed: number): Workflow {
		const dice = new Dice(seed);
		const hasHiddenProject = dice.chance(0.2);
		const state = this.states[hasHiddenProject ? 1 : 0];
		const isCombined = dice.chance(0.2);
		const steps: Step[] = [];
		const count = dice.pick([1, 1, 2, 2, 3]);

		for (let number = 0; number < count; number++) {
			const last = steps.at(-1);
			// What was interrupted is run again.
			const isRepeated = last !== undefined && dice.chance(0.35);
			const isOfGroup = isCombined && dice.chance(0.7);
			const step = isRepeated ? last : this.createStep(dice, state, isOfGroup);

			steps.push(step);
		}

		const serverKind = chooseServerKind(steps, isCombined, dice);
		const servesApiV2 = serverKind === 'commercial' && (isCombined || dice.chance(0.3));
		const differences = {
			...chooseDifferences(serverKind, servesApiV2, dice),
			...(servesApiV2 && { servesApiV2 }),
		};

		return {
			seed,
			service: {
				serverKind,
				workItems: WORK_ITEMS,
				differences,
				...(servesApiV2 && { timeZone: 'UTC' }),
				...(dice.chance(0.1) && { limit: { requests: 10, windowMs: 10_000 } }),
				...(dice.chance(0.1) && { replicaLag: 2000 }),
				...(serverKind === 'specification' && dice.chance(0.4) && { largestPage: 5 }),
			},
			hasHiddenProject,
			moreProjects: 0,
			allowsApiV2: dice.chance(0.8),
			steps,
			faults: dice.chance(0.4)
				? dice.some(faults, 2).map((fault) => ({ fault, chance: dice.pick([0.05, 0.2, 0.4]) }))
				: [],
			cancelChance: dice.chance(0.06) ? 0.1 : 0,
		};
	}

	/** @param isCombined whether the node is one whose requests may be combined */
	private createStep(dice: Dice, state: ServiceState, isCombined: boolean): Step {
		return this.fillIn(this.chooseSituation(dice, isCombined), { dice, state, isCombined });
	}

	/** Fills in the parameters of a node, and creates its items. */
	private fillIn(
		{ operation, members = [], fixed = {} }: Situation,
		{ dice, state, isCombined }: StepContext,
	): Step {
		const [resource = '', name = ''] = operation.split('.');
		const parameters: INodeParameters = {
			authentication: 'apiKey',
			resource,
			operation: name,
			...fixed,
		};
		const itemCount = dice.pick(isCombined ? MANY : FEW);
		const items: IDataObject[] = Array.from({ length: itemCount }, () => ({}));
		// One mistake among many items would end each such run before it has sent anything.
		const mistakes = isCombined ? 0.05 : 1;
		const context = { dice, state, chosen: new Map(), mistakes };

		for (const property of this.findProperties(resource, name)) {
			if (property.name in parameters || !this.isShown(property, parameters)) continue;

			if (property.type === 'collection') {
				this.fillCollection(property, parameters, { items, context, members });
			} else if (isDecisive(property) || dice.chance(0.5)) {
				parameters[property.name] = fill(property, property.name, { items, context, members });
			}
		}

		if (dice.chance(0.9)) addExternalId(parameters, items, context);

		const isTool = dice.chance(0.08);

		if (isTool) parameters.simple = dice.chance(0.7);

		if (dice.chance(0.1)) parameters.limits = createLimits(dice);

		return { operation, parameters, items, continues: dice.chance(isCombined ? 0.8 : 0.5), isTool };
	}

	/** Chooses what a node does: any operation, or one of the situations that the code has most to do with. */
	private chooseSituation(dice: Dice, isCombined: boolean): Situation {
		return isCombined || dice.chance(0.6)
			? dice.pick(isCombined ? COMBINED : SITUATIONS)
			: { operation: dice.pick(this.operations) };
	}

	/** Finds the parameters that an operation can show. */
	private findProperties(resource: string, operation: string): readonly INodeProperties[] {
		const key = `${resource}.${operation}`;
		const known = this.propertiesByOperation.get(key);
		if (known !== undefined) return known;

		const found = this.description.properties.filter(({ name, type, displayOptions }) => {
			const { resource: resources, operation: operations } = displayOptions?.show ?? {};

			return (
				!IGNORED.includes(name) &&
				type !== 'notice' &&
				resources?.includes(resource) !== false &&
				operations?.includes(operation) !== false
			);
		});

		this.propertiesByOperation.set(key, found);

		return found;
	}

	private isShown(property: INodeProperties, parameters: INodeParameters): boolean {
		return NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, this.description);
	}

	private fillCollection(
		{ name, options = [] }: INodeProperties,
		parameters: INodeParameters,
		surroundings: Surroundings,
	): void {
		const { context, members: names } = surroundings;
		const { dice } = context;
		const members = options.filter((option) => 'type' in option);
		const certain = members.filter((member) => names.includes(member.name) && dice.chance(0.85));
		// An update without a field is refused, so there is always one.
		const isNeeded = name === 'updateFields' || certain.length > 0;
		if (!isNeeded && dice.chance(0.4)) return;

		parameters[name] = Object.fromEntries(
			withCompanions(chooseMembers(members, certain, dice), members, parameters).map((member) => [
				member.name,
				fill(member, `${name}_${member.name}`, surroundings),
			]),
		);
	}
}

/** Creates some limits of the credential, which `moveLimits` separates from the parameters. */
const createLimits = (dice: Dice): INodeParameters =>
	Object.fromEntries(
		dice.some(LIMIT_FIELDS, 4).map(({ parameter }) => [parameter, dice.pick([1, 2, 5])]),
	);

/**
 * Chooses fields of a collection: those of the situation, and an external ID often, because it identifies a record
 * that exists.
 */
function chooseMembers(
	members: readonly INodeProperties[],
	certain: readonly INodeProperties[],
	dice: Dice,
): INodeProperties[] {
	const externalIds = members.filter(({ name }) => name === 'externalId' && dice.chance(0.4));

	return [...certain, ...externalIds, ...dice.some(members, certain.length > 0 ? 2 : 4)];
}

/** Adds the fields without which others are refused. */
function withCompanions(
	chosen: readonly INodeProperties[],
	members: readonly INodeProperties[],
	parameters: INodeParameters,
): readonly INodeProperties[] {
	const names = new Set(chosen.map(({ name }) => name));

	for (const name of names) {
		if (name.endsWith('Action')) names.add(name.replace('Action', ''));
	}

	if (parameters.setCustomProperties === true) names.add('typeId');
	if (names.has('externalId')) names.add('externalSource');

	return members.filter(({ name }) => names.has(name));
}

/** Gives a record that can exist already what identifies it, where that is not its name. */
function addExternalId(
	parameters: INodeParameters,
	items: readonly IDataObject[],
	context: ValueContext,
): void {
	const { options, additionalFields } = parameters;
	const mayExist = Reflect.get(Object(options), 'ifItAlreadyExists') !== undefined;
	if (!mayExist || !IDENTIFIED_BY_EXTERNAL_ID.some((name) => name === parameters.resource)) return;
	if (Reflect.get(Object(additionalFields), 'externalId') !== undefined) return;

	for (const item of items) item.externalId = chooseText('externalId', context);

	parameters.additionalFields = {
		...(additionalFields as INodeParameters | undefined),
		externalId: '={{ $json.externalId }}',
		externalSource: 'sheet',
	};
}

const createState = (hasHiddenProject: boolean): ServiceState => {
	const state = seedState(WORK_ITEMS);

	prepareState(state, hasHiddenProject);

	return state;
};

/** Chooses a kind of server that has the operations, mostly. */
function chooseServerKind(steps: readonly Step[], isCombined: boolean, dice: Dice): ServerKind {
	if (isCombined) return 'commercial';

	// No other kind says which type a work item has.
	const hasProperties = steps.some(({ parameters }) => parameters.setCustomProperties === true);
	if (hasProperties && dice.chance(0.85)) return 'specification';

	const isCommercial = steps.some(
		({ operation }) => !COMMUNITY_RESOURCES.has(operation.split('.')[0] ?? ''),
	);

	return isCommercial && dice.chance(0.9)
		? dice.pick(['commercial', 'commercial', 'specification'])
		: dice.pick(SERVER_KINDS);
}

/** Chooses what the server does otherwise than others of its kind. */
function chooseDifferences(
	serverKind: ServerKind,
	servesApiV2: boolean,
	dice: Dice,
): Record<string, boolean> {
	if (serverKind === 'community') return {};

	const names = [
		...(dice.chance(0.4) ? (['listsWorkspace'] as const) : []),
		...(dice.chance(0.3) ? dice.some(commercialDifferences, 2) : []),
		...(servesApiV2 && dice.chance(0.3) ? dice.some(v2Differences, 2) : []),
	];

	return Object.fromEntries(names.map((name) => [name, true]));
}

interface Surroundings {
	readonly items: readonly IDataObject[];
	/** The fields of collections that the situation is about. */
	readonly members: readonly string[];
	readonly context: ValueContext & { readonly chosen: Map<string, { readonly id: string }> };
}

/** Whether an operation fails without a parameter, or others are shown because of it. */
const isDecisive = ({ name, required, type }: INodeProperties): boolean =>
	required === true ||
	name === 'externalSource' ||
	['resourceLocator', 'resourceMapper', 'boolean', 'options'].includes(type);

/** Fills in a parameter: with one value for all items, or with an expression and a value in each item. */
function fill(
	property: INodeProperties,
	key: string,
	{ items, context }: Surroundings,
): NodeParameterValueType {
	const { dice } = context;
	if (property.type === 'resourceMapper') return fillMapping(property, key, { items, context });

	const unchanged = dice.chance(0.15) ? readUnchanged(property, context) : undefined;
	if (unchanged !== undefined) return unchanged;

	const isLocator = property.type === 'resourceLocator';
	const chance = items.length > 5 ? 0.8 : 0.5;
	const isPerItem = takesExpression(property, dice) && items.length > 1 && dice.chance(chance);
	if (!isPerItem) {
		if (!isLocator) return chooseValue(property, context);

		const { value, row } = chooseRecord(property, context);
		if (row !== undefined) context.chosen.set(property.name, row);

		return value;
	}

	const values = items.map(() =>
		isLocator ? chooseRecord(property, context).value.value : chooseValue(property, context),
	);

	for (const [index, item] of items.entries()) {
		// Two items often have the same value.
		const value = dice.chance(items.length > 5 ? 0.08 : 0.3) ? values[0] : values[index];

		// A list may be one text.
		const isOneText = Array.isArray(value) && value.every(isText) && dice.chance(0.4);

		item[key] = isOneText ? value.join(', ') : value;
	}

	const expression = `={{ $json.${key} }}`;

	return isLocator ? { __rl: true, mode: 'id', value: expression } : expression;
}

/** Fills in a mapper: some of its fields with one value for all items, the others with one for each. */
function fillMapping(
	property: INodeProperties,
	key: string,
	{ items, context }: Pick<Surroundings, 'items' | 'context'>,
): NodeParameterValueType {
	const { dice } = context;
	const mapping = chooseMapping(property, context);
	if (property.name === 'columns' && dice.chance(0.25)) {
		const chooseColumns = () => chooseMapping(property, context).value;

		return fillAutomatically(mapping, items, { chooseColumns, dice });
	}

	const rows = items.map(() => chooseMapping(property, context).value);
	const value = { ...mapping.value };

	for (const [column, common] of Object.entries(mapping.value)) {
		if (items.length === 1 || dice.chance(0.3)) continue;

		for (const [index, item] of items.entries()) {
			item[`${key}_${column}`] = rows[index]?.[column] ?? common;
		}

		value[column] = `={{ $json[${JSON.stringify(`${key}_${column}`)}] }}`;
	}

	return { ...mapping, value };
}

/** Gives each item the columns of a table, whose names are those of the fields in one of several spellings. */
function fillAutomatically(
	mapping: Mapping,
	items: readonly IDataObject[],
	{ chooseColumns, dice }: { readonly chooseColumns: () => INodeParameters; readonly dice: Dice },
): NodeParameterValueType {
	const names: Record<string, string> = {
		externalId: dice.pick(['id', 'External ID', 'external_id']),
		name: dice.pick(['Title', 'name']),
		targetDate: 'Due date',
	};

	for (const item of items) {
		for (const [name, value] of Object.entries(chooseColumns())) {
			item[names[name] ?? name] = value;
		}

		item.Remark = 'No field has this name';
	}

	return { ...mapping, mappingMode: 'autoMapInputData', value: null };
}

/** Switches decide what is shown, and the project of a run is mostly one. */
const takesExpression = ({ name, type }: INodeProperties, dice: Dice): boolean =>
	(name !== 'projectId' || dice.chance(0.15)) &&
	!['options', 'boolean', 'resourceMapper', 'notice'].includes(type);

/** Lists the operations of a panel as `resource.operation`. */
const listOperations = ({ properties }: INodeTypeDescription): string[] =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const resources = (displayOptions?.show?.resource ?? []).filter(isText);
			const names = options.map((option) => ('value' in option ? option.value : '')).filter(isText);

			return resources.flatMap((resource) => names.map((name) => `${resource}.${name}`));
		});

const isText = (value: unknown): value is string => typeof value === 'string';
