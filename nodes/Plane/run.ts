import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { catchProblem } from '../shared/model/catchProblem';
import type { Draft } from '../shared/model/draft';
import { isTool } from '../shared/parameters/isTool';
import { isProblem, refused, type Problem, type Result } from '../shared/result/problem';
import { execute } from './execute/execute';
import { startServices } from './execute/startServices';
import { isCanceled } from './input/isCanceled';
import { readItems } from './input/readItems';
import { readOperation } from './input/readOperation';
import { askAndWait } from './ask/askAndWait';
import { checkRows } from './checkRows';
import { buildOutput, failAllItems } from './present/buildOutput';
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

	return isFailureReturned
		? [{ json: { error: output.message }, pairedItem: { item: 0 } }]
		: failAllItems(context, output);
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
	if (input.checksOnly === true) return await checkRows(context, input);

	if (!isCanceled(context)) {
		if (!continueOnFail) throwIfInvalid(context, operation, drafts);
		else if (isCheckUnclear) return buildOutput(context, drafts.map(refuseUnclear));
	}

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

/** Why an item is not carried out if it is unclear whether the run only checks: it might have to change nothing. */
const refuseUnclear = (draft: Result<Draft>): Problem =>
	isProblem(draft)
		? draft
		: refused(
				'It was not carried out, because Check Only of another item is neither true nor false',
				'Enter true or false for each item.',
			);
