import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Draft } from '../shared/model/draft';
import { nodeError } from '../shared/output/nodeErrors';
import { isProblem } from '../shared/result/problem';
import { checkImport } from './execute/checkImport';
import { startServices } from './execute/startServices';
import type { Input } from './input/readItems';
import { failAllItems } from './present/buildOutput';
import { indexProblems, throwIfCanceled } from './present/failures';
import { summarizeImport } from './present/imports/summarizeImport';

/**
 * Says in one item what an import would do. Nothing is changed.
 *
 * @returns with "continue on fail", all items with the error if nothing can be said
 * @throws NodeOperationError | NodeApiError if nothing can be said, because the server does not answer, or the
 *   credential is not valid
 */
export async function checkRows(
	context: IExecuteFunctions,
	{ drafts, connection }: Input,
): Promise<INodeExecutionData[]> {
	const valid = drafts.filter((draft): draft is Draft => !isProblem(draft));
	const check = connection && (await checkImport(valid, startServices(context, connection, true)));
	const results = drafts.map((draft, index) =>
		isProblem(draft) ? draft : check?.results.get(index),
	);

	throwIfCanceled(context, results);

	const problems = indexProblems(results);
	const isChecked = [...(check?.results.values() ?? [])].some((result) => !isProblem(result));
	const unanswered = problems.find(({ problem }) => problem.cause === 'failed');
	const reason = check === undefined ? problems[0] : unanswered;
	if (!isChecked && reason !== undefined) {
		if (context.continueOnFail()) return failAllItems(context, reason.problem);

		throw nodeError(context.getNode(), reason.problem, reason.index);
	}

	const summary = check && summarizeImport({ ...check, drafts });

	return [
		{
			json: { outcome: 'checked', ...summary },
			pairedItem: drafts.map((_, item) => ({ item })),
		},
	];
}
