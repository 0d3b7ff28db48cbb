import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { executeCalls } from './execute/executeCalls';
import { quote } from '../shared/text/quote';
import { readItems } from './input/readItems';
import type { Call } from '../shared/model/call';
import { isCanceled } from './input/isCanceled';
import { findOperation } from '../shared/operations/catalog';
import type { Operation } from '../shared/operations/operation';
import { failedItem, summarizeProgress, throwIfFailed, throwIfInvalid } from './present/failures';
import type { Output } from './present/Output';
import { presentRun } from './present/presentRun';
import { formatDescription } from '../shared/output/nodeErrors';
import { catchProblem } from '../shared/model/catchProblem';
import { isTool } from '../shared/parameters/isTool';
import { isProblem, type Result } from '../shared/result/problem';

/** The result of an item, or undefined if it was not started. */
type OptionalResult = Result<Output[]> | undefined;

/**
 * Runs the node: reads and checks all items, carries them out, and builds the output.
 *
 * @returns the output items in the order of the input items, each paired with its own; with
 *   "continue on fail", a failed item is returned with its input JSON and its error; a tool that fails
 *   returns an item with nothing but the error
 * @throws NodeOperationError | NodeApiError if the execution is canceled; and, unless On Error is set to
 *   continue or the node is a tool, for the first item that cannot be sent (before the first request) or
 *   that fails
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (!returnsFailures(context.getNode())) return await runItems(context);

	const output = await catchProblem(async () => await runItems(context));
	if (!isProblem(output)) return output;

	throwIfCanceled(context, [output]);

	return [{ json: { error: output.message }, pairedItem: { item: 0 } }];
}

/**
 * Whether a failure is returned as an item instead of being thrown. An agent of version 2 (n8n 2.41, 1.123) drops
 * what a tool throws, and the model reads an empty text (`AgentExecutor` of @langchain/classic).
 *
 * n8n's engine lets a tool continue by default, too. Only Stop Workflow written in the workflow stops it. The
 * editor does not save this value, because it is the default.
 */
const returnsFailures = (node: INode): boolean => isTool(node) && node.onError !== 'stopWorkflow';

async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = findChosenOperation(context);
	const { calls, sending } = await readItems(context, operation);
	const continueOnFail = context.continueOnFail();
	if (!continueOnFail && !isCanceled(context)) throwIfInvalid(context, operation, calls);

	const validCalls = calls.filter((call): call is Call => !isProblem(call));
	const run = sending && (await executeCalls(context, validCalls, sending, continueOnFail));
	const presentation = run && (await presentRun(run));
	const results = context.getInputData().map((_, index) => {
		const call = calls[index];

		return isProblem(call) ? call : presentation?.results.get(index);
	});

	throwIfCanceled(context, results);

	if (!continueOnFail) {
		throwIfFailed(context, operation, {
			results,
			mayHaveChanged: run?.mayHaveChanged === true,
		});
	}

	const output = buildOutput(context, results);

	context.addExecutionHints(...(presentation?.hints ?? []));

	return output;
}

function throwIfCanceled(context: IExecuteFunctions, results: readonly OptionalResult[]): void {
	if (!isCanceled(context)) return;

	// n8n recognizes a canceled execution by the word "canceled".
	throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
		description: formatDescription(
			['Nothing more was sent.', summarizeProgress(results, 'Failed or interrupted')]
				.filter((sentence) => sentence !== '')
				.join('\n'),
		),
	});
}

/** @param results of all items; undefined for those that were not started */
function buildOutput(
	context: IExecuteFunctions,
	results: readonly OptionalResult[],
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

function findChosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, value);
	if (operation !== undefined) return operation;

	const message = `There is no operation ${quote(value)} of the resource ${quote(resource)}`;
	const description = 'Choose a Resource and an Operation from the lists.';

	throw new NodeOperationError(context.getNode(), message, { description });
}
