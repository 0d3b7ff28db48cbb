import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { quote } from '../shared/fields/describe';
import { findOperation } from '../shared/operations/all';
import type { Operation } from '../shared/operations/operation';
import { isCanceled } from '../shared/model/isCanceled';
import { carryOutAll } from '../shared/execute/executeCalls';
import { nodeError } from '../shared/output/nodeErrors';
import { extentOf, failedItem, refuseUnfit } from '../shared/output/failures';
import type { Outcome } from '../shared/execute/jobResults';
import { plan } from '../shared/input/readItems';
import { isProblem } from '../shared/result/problem';

/**
 * Runs the node: reads and checks every item, then carries them out by the schedule.
 *
 * @returns the output items in the order of the input items, each paired with its own; with
 *   "continue on fail" a failed item goes out with its input json and its error
 * @throws NodeOperationError | NodeApiError for the first item that fails, unless n8n was told to
 *   continue; for a value that cannot be sent, before the first request; when it is canceled
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const { plans, ready } = await plan(context, operation);
	const goesOn = context.continueOnFail();
	if (!goesOn && !isCanceled(context)) refuseUnfit(context, plans);

	const calls = plans.flatMap((planned) => (isProblem(planned) ? [] : [planned]));
	const course = ready && (await carryOutAll(context, calls, ready, goesOn));
	const outcomes = context.getInputData().map((_, index) => {
		const planned = plans[index];
		return planned !== undefined && isProblem(planned) ? planned : course?.outcomes.get(index);
	});
	if (isCanceled(context)) {
		// n8n knows a canceled execution by this word.
		throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
			description: `Nothing more was sent.${extentOf(outcomes, 'Failed or broken off')}`,
		});
	}

	if (!goesOn) throwFirst(context, operation, outcomes);
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		if (outcome === undefined) continue;
		if (!isProblem(outcome)) {
			const pairedItem = { item: itemIndex };
			// One by one: a list may have more records than a call can have arguments.
			for (const item of outcome) output.push({ ...item, pairedItem });
		} else {
			output.push(failedItem(context, outcome, itemIndex));
		}
	}
	context.addExecutionHints(...(course?.hints ?? []));
	return output;
}

/** Throws for the first item that failed, not because of another one. */
function throwFirst(
	context: IExecuteFunctions,
	operation: Operation,
	outcomes: readonly (Outcome | undefined)[],
): void {
	const failed = outcomes.flatMap((outcome, index) =>
		outcome !== undefined && isProblem(outcome) ? [{ outcome, index }] : [],
	);
	const first = failed.find(({ outcome }) => outcome.unfinished === undefined) ?? failed[0];
	if (first === undefined) return;
	const { outcome, index } = first;
	// What a list reads is worth nothing before it is whole, so it has no extent.
	const extent = operation.list === undefined ? extentOf(outcomes) : '';
	throw nodeError(
		context.getNode(),
		{ ...outcome, description: outcome.description + extent },
		index,
	);
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
