import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { executeCalls } from './execute/executeCalls';
import { quote } from '../shared/fields/describe';
import { readItems } from './input/readItems';
import { isCanceled } from '../shared/model/isCanceled';
import { findOperation } from '../shared/operations/catalog';
import type { Operation } from '../shared/operations/operation';
import { extentOf, failedItem, problemsIn, refuseUnfit } from './output/failures';
import { nodeError } from '../shared/output/nodeErrors';
import { isProblem, isUnfinished } from '../shared/result/problem';

/**
 * Runs the node: reads and checks every item, then carries them out by the scheduler.
 *
 * @returns the output items in the order of the input items, each paired with its own; with
 *   "continue on fail" a failed item goes out with its input json and its error
 * @throws NodeOperationError | NodeApiError for the first item that fails, unless n8n was told to
 *   continue; for a value that cannot be sent, before the first request; when it is canceled
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const { calls, sending } = await readItems(context, operation);
	const continueOnFail = context.continueOnFail();
	if (!continueOnFail && !isCanceled(context)) refuseUnfit(context, calls);

	const ready = calls.flatMap((call) => (isProblem(call) ? [] : [call]));
	const execution = sending && (await executeCalls(context, ready, sending, continueOnFail));
	const results = context.getInputData().map((_, index) => {
		const call = calls[index];

		return isProblem(call) ? call : execution?.results.get(index);
	});
	if (isCanceled(context)) {
		// n8n knows a canceled execution by this word.
		throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
			description: `Nothing more was sent.${extentOf(results, 'Failed or interrupted')}`,
		});
	}

	const failed = problemsIn(results);
	// Not one that failed because of another one, if there is any other.
	const first = failed.find(({ problem }) => !isUnfinished(problem)) ?? failed[0];
	if (!continueOnFail && first !== undefined) {
		// What a list reads is worth nothing before it is whole, so it has no extent.
		const extent = operation.kind === 'list' ? '' : extentOf(results);
		const description = first.problem.description + extent;

		throw nodeError(context.getNode(), { ...first.problem, description }, first.index);
	}

	const output: INodeExecutionData[] = [];

	for (const [item, result = []] of results.entries()) {
		if (isProblem(result)) output.push(failedItem(context, result, item));
		// One by one: a list may have more records than a call can have arguments.
		else for (const each of result) output.push({ ...each, pairedItem: { item } });
	}

	context.addExecutionHints(...(execution?.hints ?? []));

	return output;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, value);
	if (operation !== undefined) return operation;

	const message = `There is no operation ${quote(value)} of the resource ${quote(resource)}`;
	const description = 'Choose a Resource and an Operation from the lists.';

	throw new NodeOperationError(context.getNode(), message, { description });
}
