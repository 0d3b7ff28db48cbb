import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { findOperation } from '../operations/all';
import type { Operation } from '../operations/operation';
import type { Call } from './call';
import { carrier, type CarryOut } from './carryOut';
import { connect } from './connection';
import { nodeError } from './errors';
import { extentOf, failedItem, guarded, merged, refuseUnfit } from './failure';
import { hintsOf } from './list/hints';
import type { Account } from './list/rows';
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
	const accounts: Account[] = [];
	const { plans, carryOut } = await plan(context, operation, (account) => accounts.push(account));
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
	if (operation.list !== undefined) {
		context.addExecutionHints(...hintsOf(operation.list.records, accounts));
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
	tell: (account: Account) => void,
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
	return { plans, carryOut: carrier(context, connection, tell) };
}
