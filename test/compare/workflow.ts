import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

import type { Fault } from '../service/faults';
import { seed as seedState } from '../service/seed';
import type { ServiceOptions } from '../service/service';
import type { ServiceState } from '../service/state';
import { Dice } from './dice';
import { chooseMapping, chooseRecord, chooseValue, type ValueContext } from './values';

/** What a random workflow does, and what happens meanwhile. Both builds get the same one. */
export interface Workflow {
	readonly seed: number;
	readonly service: ServiceOptions;
	/** How many projects the service has besides its two. Then the work items are spread over all of them. */
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
}

/** The work items of the first project of each service. */
const WORK_ITEMS = 20;

/** One of so many workflows reads lists of many pages and projects instead. */
const LONG_LISTS_EVERY = 61;
const MANY_WORK_ITEMS = 650;

/** Operations that need files, which only `test/engine` has a store for. */
const FILES = ['workItemAttachment.attach', 'workItemAttachment.upload'];

/** Operations that write in several steps, and so deserve more workflows than others. */
const FREQUENT = [
	'workItem.create',
	'workItem.update',
	'workItem.upsert',
	'workItem.getAll',
	'intakeItem.accept',
	'intakeItem.update',
	'epic.create',
	'module.addWorkItems',
	'cycle.addWorkItems',
	'workItemPropertyValue.set',
	'customerPropertyValue.setMany',
];

/** The commercial one has all operations, and can have API v2. */
const SERVER_KINDS = ['specification', 'community', 'commercial', 'commercial'] as const;

/** The workspace is that of the credential. */
const IGNORED = ['workspaceSlug'];

/** Operations whose requests are combined by API v2. */
const COMBINED = [
	'workItem.create',
	'workItem.update',
	'workItem.upsert',
	'workItem.delete',
	'label.update',
	'label.create',
	'state.create',
	'module.addWorkItems',
	'cycle.addWorkItems',
];

/** The numbers of items of a node. Only from about ten on, requests are combined. */
const FEW = [1, 1, 2, 3, 5];
const MANY = [3, 16, 24];

const faults: readonly Fault[] = [
	{ kind: 'dropBeforeReading' },
	{ kind: 'dropBeforeAnswering' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502, carriedOut: true },
	{ kind: 'status', status: 503, retryAfter: '1' },
	{ kind: 'status', status: 404 },
	{ kind: 'status', status: 403 },
	{ kind: 'status', status: 400 },
	{ kind: 'late', milliseconds: 3000 },
	{ kind: 'cut' },
	{ kind: 'empty' },
	{ kind: 'html' },
];

/** Creates random workflows for the operations of a panel. */
export class WorkflowGenerator {
	private readonly propertiesByOperation = new Map<string, readonly INodeProperties[]>();
	/** As `resource.operation`. */
	readonly operations: readonly string[];
	private readonly state: ServiceState = seedState(WORK_ITEMS);

	constructor(private readonly description: INodeTypeDescription) {
		this.operations = listOperations(description).filter((name) => !FILES.includes(name));
	}

	create(seed: number): Workflow {
		return seed % LONG_LISTS_EVERY === 0 ? this.createLongLists(seed) : this.createUsual(seed);
	}

	/** Creates a workflow that reads long lists. Without faults, so that builds that send other requests return the same. */
	private createLongLists(seed: number): Workflow {
		const dice = new Dice(seed);
		const serverKind = dice.pick(SERVER_KINDS);
		const servesApiV2 = serverKind === 'commercial' && dice.chance(0.6);

		return {
			seed,
			service: {
				serverKind,
				workItems: MANY_WORK_ITEMS,
				...(servesApiV2 && { differences: { servesApiV2 }, timeZone: 'UTC' }),
			},
			moreProjects: dice.pick([0, 2, 6]),
			allowsApiV2: dice.chance(0.8),
			steps: [this.createStep(dice, 'workItem.getAll'), this.createStep(dice, 'workItem.getAll')],
			faults: [],
			cancelChance: 0,
		};
	}

	private createUsual(seed: number): Workflow {
		const dice = new Dice(seed);
		const serverKind = dice.pick(SERVER_KINDS);
		const servesApiV2 = serverKind === 'commercial' && dice.chance(0.6);
		const steps: Step[] = [];
		const count = dice.pick([1, 1, 2, 2, 3]);

		for (let number = 0; number < count; number++) {
			const last = steps.at(-1);
			// What was interrupted is run again.
			const isRepeated = last !== undefined && dice.chance(0.35);
			const step = isRepeated ? last : this.createAnyStep(dice, servesApiV2 && dice.chance(0.6));

			steps.push(step);
		}

		return {
			seed,
			service: {
				serverKind,
				workItems: WORK_ITEMS,
				...(servesApiV2 && { differences: { servesApiV2 }, timeZone: 'UTC' }),
				...(dice.chance(0.1) && { limit: { requests: 10, windowMs: 10_000 } }),
				...(dice.chance(0.1) && { replicaLag: 2000 }),
			},
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
	private createAnyStep(dice: Dice, isCombined: boolean): Step {
		const frequent = isCombined ? COMBINED : FREQUENT;
		const operation =
			isCombined || dice.chance(0.45) ? dice.pick(frequent) : dice.pick(this.operations);

		return this.createStep(dice, operation, isCombined);
	}

	private createStep(dice: Dice, operation: string, isCombined = false): Step {
		const [resource = '', name = ''] = operation.split('.');
		const parameters: INodeParameters = { authentication: 'apiKey', resource, operation: name };
		const itemCount = dice.pick(isCombined ? MANY : FEW);
		const items: IDataObject[] = Array.from({ length: itemCount }, () => ({}));
		// One mistake among many items would end each such run before it has sent anything.
		const mistakes = isCombined ? 0.05 : 1;
		const context = { dice, state: this.state, chosen: new Map(), mistakes };

		for (const property of this.findProperties(resource, name)) {
			if (property.name in parameters || !this.isShown(property, parameters)) continue;

			if (property.type === 'collection') {
				this.fillCollection(property, parameters, { items, context });
			} else if (isDecisive(property) || dice.chance(0.5)) {
				parameters[property.name] = fill(property, property.name, { items, context });
			}
		}

		return { operation, parameters, items, continues: dice.chance(isCombined ? 0.8 : 0.5) };
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
		const { dice } = surroundings.context;
		const members = options.filter((option) => 'type' in option);
		// An update without a field is refused, so there is always one.
		const isNeeded = name === 'updateFields';
		if (name === 'requestOptions' ? !dice.chance(0.1) : !isNeeded && dice.chance(0.4)) return;

		parameters[name] = Object.fromEntries(
			withCompanions(chooseMembers(members, dice), members, parameters).map((member) => [
				member.name,
				name === 'requestOptions'
					? dice.pick([1, 2, 5])
					: fill(member, `${name}_${member.name}`, surroundings),
			]),
		);
	}
}

/** Chooses fields of a collection: an external ID often, because it identifies a record that exists. */
function chooseMembers(members: readonly INodeProperties[], dice: Dice): INodeProperties[] {
	const externalIds = members.filter(({ name }) => name === 'externalId' && dice.chance(0.5));

	return [...externalIds, ...dice.some(members, 4)];
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

interface Surroundings {
	readonly items: readonly IDataObject[];
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

	const isLocator = property.type === 'resourceLocator';
	const chance = items.length > 5 ? 0.8 : 0.5;
	const isPerItem = takesExpression(property) && items.length > 1 && dice.chance(chance);
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
		const value = dice.chance(items.length > 5 ? 0.05 : 0.3) ? values[0] : values[index];

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
	{ items, context }: Surroundings,
): NodeParameterValueType {
	const { dice } = context;
	const mapping = chooseMapping(property, context);
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

/** Switches decide what is shown, and the project of a run is mostly one. */
const takesExpression = ({ name, type }: INodeProperties): boolean =>
	name !== 'projectId' && !['options', 'boolean', 'resourceMapper', 'notice'].includes(type);

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
