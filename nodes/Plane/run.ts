import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { catchProblem } from '../shared/model/catchProblem';
import type { Draft } from '../shared/model/draft';
import { isTool } from '../shared/parameters/isTool';
import { isProblem } from '../shared/result/problem';
import { execute } from './execute/execute';
import { startServices } from './execute/startServices';
import { isCanceled } from './input/isCanceled';
import { readItems } from './input/readItems';
import { readOperation } from './input/readOperation';
import { askAndWait } from './ask/askAndWait';
import { checkRows } from './checkRows';
import { buildOutput } from './present/buildOutput';
import { throwIfCanceled, throwIfFailed, throwIfInvalid } from './present/failures';
import { presentRun } from './present/presentRun';
import { readExports } from './readExports';

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
	const isFailureReturned = returnsFailures(context.getNode());
	if (!isFailureReturned && !context.continueOnFail()) return await runItems(context);

	const output = await catchProblem(async () => await runItems(context));
	if (!isProblem(output)) return output;

	throwIfCanceled(context, [output]);

	// With "continue on fail", n8n would pass on the items of a run that throws as if all had succeeded.
	return isFailureReturned
		? [{ json: { error: output.message }, pairedItem: { item: 0 } }]
		: buildOutput(
				context,
				context.getInputData().map(() => output),
			);
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
	const operation = readOperation(context);
	if (operation.kind === 'readFile') return await readExports(context, operation);
	if (operation.kind === 'ask') return await askAndWait(context, operation);

	const input = await readItems(context, operation);
	const { drafts, connection, isCheckUnclear = false } = input;
	const continueOnFail = context.continueOnFail();
	const stops = !continueOnFail || isCheckUnclear;
	if (input.checksOnly === true) return await checkRows(context, input);
	if (stops && !isCanceled(context)) throwIfInvalid(context, operation, drafts);

	const validDrafts = drafts.filter((draft): draft is Draft => !isProblem(draft));
	const run =
		connection &&
		(await execute(
			validDrafts,
			// After a failure, a run closes its scheduler, and others complete what was saved.
			(continues) => startServices(context, connection, continues),
			continueOnFail,
		));
	const presentation = run && (await presentRun(run, drafts));
	const results = context.getInputData().map((_, index) => {
		const draft = drafts[index];

		return isProblem(draft) ? draft : presentation?.results.get(index);
	});

	throwIfCanceled(context, results);

	if (!continueOnFail) {
		throwIfFailed(context, operation, {
			results,
			mayHaveChanged: run?.mayHaveChanged === true,
			...(presentation && { remarks: presentation.remarks }),
		});
	}

	const output = buildOutput(context, results);

	context.addExecutionHints(...(presentation?.hints ?? []));

	return output;
}
