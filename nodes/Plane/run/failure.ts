import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { quote } from '../fields/describe';
import type { Call } from './call';
import { nodeError } from './errors';
import { isProblem, type Problem } from './problem';

/**
 * Turns whatever is thrown on the way of one item into its Problem. Thrown out of the node, n8n
 * would take it for the failure of all items or, told to continue, for the success of all.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T | Problem> {
	try {
		return await work();
	} catch (error) {
		return {
			message: error instanceof Error && error.message !== '' ? error.message : quote(error),
			description:
				'It came up inside n8n. Look in Plane whether this item was carried out before you repeat it.',
		};
	}
}

/** All the problems of an item as one. */
export const merged = ([first, ...others]: readonly Problem[]): Problem => ({
	message: first?.message ?? 'The item cannot be read',
	description: [
		first?.description,
		...others.map(({ message, description }) => `${message}. ${description}`),
	].join(' '),
});

/** How many of the other unfit items are named. */
const SHOWN = 20;

/** Throws for the first item that cannot be sent, and tells of the others. */
export function refuseUnfit(context: IExecuteFunctions, plans: readonly (Call | Problem)[]): void {
	const unfit = plans.flatMap((planned, index) => (isProblem(planned) ? [{ planned, index }] : []));
	const [first, ...others] = unfit;
	if (first === undefined) return;
	const indexes = others.slice(0, SHOWN).map(({ index }) => index);
	const rest = others.length > SHOWN ? ` and ${String(others.length - SHOWN)} more` : '';
	const more =
		others.length === 0 ? '' : ` Items with a problem too: ${indexes.join(', ')}${rest}.`;
	const { message, description } = first.planned;
	const told = { message, description: `${description}${more} Nothing was sent.` };
	throw nodeError(context.getNode(), told, first.index);
}

/** What was done before a failure stops the node, and what was not. */
export const extentOf = (itemIndex: number, items: number): string =>
	items === 1
		? ''
		: ` Items carried out before it: ${String(itemIndex)}. Not carried out: ${String(items - itemIndex - 1)} after it.`;

/**
 * A failed item as it goes out by itself, with its input json. On the way to the error output n8n
 * adds that json, and knows a failed item by its having nothing but the error. An `error` beside
 * the json would make n8n drop the rest of it.
 */
export function failedItem(
	context: IExecuteFunctions,
	problem: Problem,
	itemIndex: number,
): INodeExecutionData {
	const node = context.getNode();
	const { message, description } = nodeError(node, problem, itemIndex);
	const input = context.getInputData()[itemIndex]?.json;
	return {
		json: {
			...(node.onError === 'continueErrorOutput' ? {} : input),
			error: `${message}. ${description ?? ''}`.trim(),
		},
		pairedItem: { item: itemIndex },
	};
}
