import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { findOperation } from '../operations/all';
import type { Operation } from '../operations/operation';
import type { Call } from './call';
import { carrier, type CarryOut } from './carryOut';
import { connect } from './connection';
import { nodeError } from './errors';
import { isProblem, type Problem } from './problem';
import { readCall } from './read';

/**
 * Runs the node: reads and checks every item, then carries them out in input order.
 *
 * @returns the output items, each paired with its input item; with "continue on fail" a failed
 *   item goes out with its input json and its error
 * @throws NodeOperationError | NodeApiError for the first item that fails, unless n8n was told to
 *   continue; for a value that cannot be sent, before the first request
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const { plans, carryOut } = await plan(context, operation);
	const goesOn = context.continueOnFail();
	if (!goesOn) refuseUnfit(context, plans);

	const output: INodeExecutionData[] = [];
	for (const [itemIndex, planned] of plans.entries()) {
		const outcome = isProblem(planned)
			? planned
			: await guarded(async () => await carryOut(planned));
		if (!isProblem(outcome)) {
			// One by one: a list may have more records than a call can have arguments.
			for (const json of outcome) output.push({ json, pairedItem: { item: itemIndex } });
		} else if (goesOn) {
			output.push(failedItem(context, outcome, itemIndex));
		} else {
			const extent = operation.list === undefined ? extentOf(itemIndex, plans.length) : '';
			const told = { ...outcome, description: outcome.description + extent };
			throw nodeError(context.getNode(), told, itemIndex);
		}
	}
	return output;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const [resource, value] = ['resource', 'operation'].map((name) =>
		context.getNodeParameter(name, 0),
	);
	const operation = findOperation(resource, value);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation ${quote(value)} of the resource ${quote(resource)}`,
		{ description: 'Choose a Resource and an Operation from the lists.' },
	);
}

/** Reads all items; where the credential is unfit, no item has a call. */
async function plan(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<{ readonly plans: readonly (Call | Problem)[]; readonly carryOut: CarryOut }> {
	const items = context.getInputData();
	const credential = await guarded(async () => await context.getCredentials('planeApi'));
	const connection = isProblem(credential) ? credential : connect(credential);
	if (isProblem(connection)) {
		return { plans: items.map(() => connection), carryOut: () => Promise.resolve(connection) };
	}
	const plans: (Call | Problem)[] = [];
	for (const itemIndex of items.keys()) {
		const { workspaceSlug } = connection;
		const read = await guarded(
			async () => await readCall(context, operation, itemIndex, workspaceSlug),
		);
		plans.push('operation' in read || isProblem(read) ? read : merged(read));
	}
	return { plans, carryOut: carrier(context, connection) };
}

/**
 * Turns whatever is thrown on the way of one item into its Problem. Thrown out of the node, n8n
 * would take it for the failure of all items or, told to continue, for the success of all.
 */
async function guarded<T>(work: () => Promise<T>): Promise<T | Problem> {
	try {
		return await work();
	} catch (error) {
		return {
			message: error instanceof Error && error.message !== '' ? error.message : quote(error),
			description: 'This came from n8n itself, before Plane answered.',
		};
	}
}

/** All the problems of an item as one. */
const merged = ([first, ...others]: readonly Problem[]): Problem => ({
	message: first?.message ?? 'The item cannot be read',
	description: [
		first?.description,
		...others.map(({ message, description }) => `${message}. ${description}`),
	].join(' '),
});

/** How many of the other unfit items are named. */
const SHOWN = 20;

/** Throws for the first item that cannot be sent, and tells of the others. */
function refuseUnfit(context: IExecuteFunctions, plans: readonly (Call | Problem)[]): void {
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
const extentOf = (itemIndex: number, items: number): string =>
	items === 1
		? ''
		: ` Items carried out before it: ${String(itemIndex)}. Not carried out: ${String(items - itemIndex - 1)} after it.`;

/**
 * A failed item as it goes out by itself, with its input json. On the way to the error output n8n
 * adds that json, and knows a failed item by its having nothing but the error. An `error` beside
 * the json would make n8n drop the rest of it.
 */
function failedItem(
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
