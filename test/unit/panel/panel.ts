import type { INodeProperties } from 'n8n-workflow';

import { Plane } from '../../../nodes/Plane/Plane.node';

/** The parameters of the node, as n8n loads them. */
export const panel: readonly INodeProperties[] = new Plane().description.properties;

/** What the user has chosen so far, by the names of the parameters. */
export type Choices = Readonly<Record<string, string | boolean>>;

/** Whether the editor shows a parameter for these choices. */
export function isShown({ displayOptions }: INodeProperties, choices: Choices): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
		values?.some((value) => value === choices[name]),
	);
}

/** The parameters below the two menus that the editor shows for these choices, in order. */
export const shown = (choices: Choices): INodeProperties[] =>
	panel.filter(
		(parameter) =>
			parameter.name !== 'resource' &&
			parameter.name !== 'operation' &&
			isShown(parameter, choices),
	);

/** The parameters inside a parameter that is a collection; none for any other. */
export const inside = ({ type, options }: INodeProperties): INodeProperties[] =>
	type === 'collection' ? (options ?? []).filter((option) => 'type' in option) : [];

/** The values of a menu or a choice. */
export const valuesOf = ({ options }: INodeProperties): string[] =>
	(options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : []));

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Every operation of the panel, with each way of filling it in that shows other parameters. */
export const combinations: readonly Choices[] = panel
	.filter(({ name }) => name === 'operation')
	.flatMap((menu) =>
		(menu.displayOptions?.show?.resource ?? []).flatMap((resource) =>
			valuesOf(menu).map((operation) => ({ resource: textOf(resource), operation })),
		),
	)
	.flatMap((chosen) => {
		if (chosen.operation === 'getAll') {
			return [true, false].map((returnAll) => ({ ...chosen, returnAll }));
		}
		if (chosen.operation === 'attach') {
			return [true, false].map((allBinaryFields) => ({ ...chosen, allBinaryFields }));
		}
		if (chosen.operation === 'upload') {
			return ['json', 'fields'].map((credentialSource) => ({ ...chosen, credentialSource }));
		}
		return [chosen];
	});

/** `Module update`, `Work Item getAll, returnAll true` */
export const titleOf = ({ resource, operation, ...rest }: Choices): string =>
	[
		`${String(resource)} ${String(operation)}`,
		...Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`),
	].join(', ');
