import { type INodeProperties, isObjectEmpty } from 'n8n-workflow';

import { type DisplayRule, findDisplayRules, type MenuChoice } from './displayRules';

/** The parameters of one operation, in the order in which they are shown. */
export interface OperationParameters {
	readonly choice: MenuChoice;
	readonly properties: readonly INodeProperties[];
}

/** A parameter that one or more operations have. */
interface MergedParameter {
	/** The parameter as JSON: parameters with the same JSON are merged. */
	readonly key: string;
	readonly property: INodeProperties;
	/** The operations that have it. */
	readonly choices: MenuChoice[];
	/** The keys of the parameters right before it in these operations. */
	readonly predecessors: Set<string>;
}

/**
 * Merges the parameters of several operations into one list, because n8n sends the list to every editor.
 * Parameters that are the same in several operations are in the list once, with a rule that shows them
 * for all of these operations.
 *
 * The parameters of each operation keep their order, as long as no two operations have the same two
 * parameters in opposite orders.
 */
export function mergeProperties(operations: readonly OperationParameters[]): INodeProperties[] {
	const menu = operations.map(({ choice }) => choice);

	return sortByPredecessors(mergeEqualParameters(operations)).flatMap(({ property, choices }) =>
		findDisplayRules(choices, menu).map((rule) => addDisplayRule(property, rule)),
	);
}

function mergeEqualParameters(operations: readonly OperationParameters[]): MergedParameter[] {
	const parameters = new Map<string, MergedParameter>();

	for (const { choice, properties } of operations) {
		let previousKey: string | undefined;

		for (const property of properties) {
			const key = JSON.stringify(property);
			const parameter = parameters.get(key) ?? {
				key,
				property,
				choices: [],
				predecessors: new Set(),
			};

			parameters.set(key, parameter);
			parameter.choices.push(choice);
			if (previousKey !== undefined) parameter.predecessors.add(previousKey);

			previousKey = key;
		}
	}

	return [...parameters.values()];
}

/** Sorts parameters so that each follows all of its predecessors. Others keep their order. */
function sortByPredecessors(parameters: readonly MergedParameter[]): MergedParameter[] {
	const remaining = [...parameters];
	const sorted: MergedParameter[] = [];

	while (remaining.length > 0) {
		const next = remaining.findIndex(
			({ predecessors }) => !remaining.some(({ key }) => predecessors.has(key)),
		);

		// If two operations have opposite orders, no parameter is free of predecessors: the first one is next.
		sorted.push(...remaining.splice(Math.max(next, 0), 1));
	}

	return sorted;
}

/** Adds a rule to the conditions that a parameter already has, e.g. that Return All is off. */
function addDisplayRule(
	{ displayOptions, ...property }: INodeProperties,
	{ resource = [], operation = [] }: DisplayRule,
): INodeProperties {
	const show = { ...omitEmptyLists({ resource, operation }), ...displayOptions?.show };
	const conditions = {
		...(!isObjectEmpty(show) && { show }),
		...(displayOptions?.hide && { hide: displayOptions.hide }),
	};

	return { ...property, ...(!isObjectEmpty(conditions) && { displayOptions: conditions }) };
}

const omitEmptyLists = (
	lists: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(lists)
			.filter(([, list]) => list.length > 0)
			.map(([name, list]) => [name, [...list]]),
	);
