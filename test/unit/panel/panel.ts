import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { operations } from '../../../nodes/shared/operations/catalog';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { operationProperties } from '../../../nodes/Plane/panel/operationProperties';

const { description } = new Plane();

/** The parameters of the node, as n8n loads them. */
export const panel: readonly INodeProperties[] = description.properties;

/** What the user has chosen so far, by the names of the parameters. */
export type Choices = Readonly<Record<string, string | boolean>>;

/** Those of some parameters that n8n shows for these choices, in order. */
export const displayed = (
	properties: readonly INodeProperties[],
	choices: Choices,
): INodeProperties[] =>
	properties.filter((property) =>
		NodeHelpers.displayParameter({ ...choices }, property, { typeVersion: 1 }, description),
	);

/** The parameters below the two menus that the editor shows for these choices, in order. */
export const shown = (choices: Choices): INodeProperties[] =>
	displayed(panel, choices).filter(({ name }) => name !== 'resource' && name !== 'operation');

/** What n8n makes of the parameters that a saved workflow holds. */
export const loaded = (saved: INodeParameters): INodeParameters | null =>
	NodeHelpers.getNodeParameters([...panel], saved, true, false, { typeVersion: 1 }, description);

/** The parameters inside a parameter that is a collection; none for any other. */
export const inside = ({ type, options }: INodeProperties): INodeProperties[] =>
	type === 'collection' ? (options ?? []).filter((option) => 'type' in option) : [];

/** The values of a menu or a choice. */
export const valuesOf = ({ options }: INodeProperties): string[] =>
	(options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : []));

/** Each way of filling in an operation that shows other parameters. */
export function choicesOf(operation: Operation): Choices[] {
	const properties = operationProperties(operation);
	const switches = properties.filter(({ name }) =>
		properties.some(({ displayOptions }) => name in { ...displayOptions?.show }),
	);

	return switches.reduce<Choices[]>(
		(all, { name, ...property }) =>
			(property.type === 'boolean' ? [true, false] : valuesOf({ name, ...property })).flatMap(
				(value) => all.map((choices) => ({ ...choices, [name]: value })),
			),
		[{ resource: operation.resource, operation: operation.value }],
	);
}

/** All parameters of an operation; one that several ways show stands there once. */
export const parametersOf = (operation: Operation): INodeProperties[] => [
	...new Set(choicesOf(operation).flatMap(shown)),
];

/** `label.create` */
export const nameOf = ({ resource, value }: Operation): string => `${resource}.${value}`;

export const named = operations.map((operation) => [nameOf(operation), operation] as const);

/** Every operation, with each way of filling it in that shows other parameters. */
export const combinations = operations.flatMap((operation) =>
	choicesOf(operation).map((choices) => {
		const { resource, operation: value, ...rest } = choices;
		const chosen = Object.entries(rest).map(([name, on]) => `${name} ${String(on)}`);

		return [
			[`${String(resource)} ${String(value)}`, ...chosen].join(', '),
			choices,
			operation,
		] as const;
	}),
);
