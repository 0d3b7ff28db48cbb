import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { buildOperationProperties } from '../../../nodes/Plane/panel/buildOperationProperties';
import { menu, operations } from '../../../nodes/shared/operations/catalog';
import type { MenuOperation } from '../../../nodes/shared/operations/operation';

const { description } = new Plane();

/** The parameters of the node, as n8n loads them. */
export const panel: readonly INodeProperties[] = description.properties;

/** The values that a user has chosen so far, by the names of the parameters. */
export type Choices = Readonly<Record<string, string | boolean>>;

/** Returns the parameters that n8n shows after these choices, in order. */
export const filterDisplayed = (
	properties: readonly INodeProperties[],
	choices: Choices,
): INodeProperties[] =>
	properties.filter((property) =>
		NodeHelpers.displayParameter({ ...choices }, property, { typeVersion: 1 }, description),
	);

/** The parameters above those of the operations. */
export const MENUS: readonly string[] = ['authentication', 'resource', 'operation'];

/** Returns the parameters that the editor shows below the menus after these choices, in order. */
export const findShownParameters = (choices: Choices): INodeProperties[] =>
	filterDisplayed(panel, choices).filter(({ name }) => !MENUS.includes(name));

/** Reads the parameters of a saved workflow as n8n does, which drops those that it does not know. */
export const loadParameters = (saved: INodeParameters): INodeParameters | null =>
	NodeHelpers.getNodeParameters([...panel], saved, true, false, { typeVersion: 1 }, description);

/** Returns the parameters in a collection, or none if a parameter is not a collection. */
export const listCollectionFields = ({ type, options = [] }: INodeProperties): INodeProperties[] =>
	type === 'collection' ? options.filter((option) => 'type' in option) : [];

/** Returns the values that a menu or a choice offers. */
export const listOptionValues = ({ options = [] }: INodeProperties): string[] =>
	options.filter((option) => 'value' in option).map(({ value }) => String(value));

/**
 * Returns all combinations of an operation's switches, which are the parameters that decide whether
 * others are shown: `{ …, returnAll: true }` and `{ …, returnAll: false }`.
 */
export function buildChoices(operation: MenuOperation): Choices[] {
	const properties = buildOperationProperties(operation);
	const switches = properties.filter(({ name }) =>
		properties.some(({ displayOptions }) => name in { ...displayOptions?.show }),
	);
	let combinations: Choices[] = [{ resource: operation.resource, operation: operation.value }];

	for (const property of switches) {
		const values = property.type === 'boolean' ? [true, false] : listOptionValues(property);

		const isShown = (choices: Choices) => filterDisplayed([property], choices).length > 0;
		// Another switch can hide this one.
		const others = combinations.filter((choices) => !isShown(choices));

		combinations = values
			.flatMap((value) =>
				combinations.filter(isShown).map((choices) => ({ ...choices, [property.name]: value })),
			)
			.concat(others);
	}

	return combinations;
}

/** Returns every parameter that an operation can show, each once. */
export const findAllParameters = (operation: MenuOperation): INodeProperties[] => [
	...new Set(buildChoices(operation).flatMap(findShownParameters)),
];

/** Names an operation, e.g. `label.create`. */
export const toOperationName = ({ resource, value }: MenuOperation): string =>
	`${resource}.${value}`;

/** Every operation that sends requests with its name, as the cases of a matrix. */
export const namedOperations = operations.map(
	(operation) => [toOperationName(operation), operation] as const,
);

/** Every operation with each combination of its switches, as the cases of a matrix. */
export const choiceCases = menu.flatMap((operation) =>
	buildChoices(operation).map((choices) => toCase(choices, operation)),
);

function toCase(choices: Choices, operation: MenuOperation) {
	const { resource, operation: value, ...switches } = choices;
	const settings = Object.entries(switches).map(([name, setting]) => `${name} ${String(setting)}`);
	const title = [`${String(resource)} ${String(value)}`, ...settings].join(', ');

	return [title, { choices, operation }] as const;
}
