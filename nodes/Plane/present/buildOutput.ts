import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { failedItem } from './failures';
import type { Output } from './Output';

/**
 * Builds the output of a run, each item paired with its own.
 *
 * @param results of all items; undefined for those that were not started
 */
export function buildOutput(
	context: IExecuteFunctions,
	results: readonly (Result<Output[]> | undefined)[],
): INodeExecutionData[] {
	const output: INodeExecutionData[] = [];

	for (const [itemIndex, result = []] of results.entries()) {
		if (isProblem(result)) {
			output.push(failedItem(context, result, itemIndex));
			continue;
		}

		// One by one: a list may have more records than a function can have arguments.
		for (const record of result) output.push({ ...record, pairedItem: { item: itemIndex } });
	}

	return output;
}

/**
 * Builds the output of a run that has failed as a whole, with "continue on fail": every item with the error. If the node
 * threw it, n8n would pass on the items as if all had succeeded.
 */
export const failAllItems = (context: IExecuteFunctions, problem: Problem): INodeExecutionData[] =>
	buildOutput(
		context,
		context.getInputData().map(() => problem),
	);
