import type { JsonObject } from 'n8n-workflow';

import type { Execution } from '../../../nodes/Plane/execute/Execution';
import { presentRun } from '../../../nodes/Plane/present/presentRun';
import { savedRecords, type WriteOutcome } from '../../../nodes/Plane/execute/write/WriteResult';
import type { Call } from '../../../nodes/shared/model/call';
import { isProblem } from '../../../nodes/shared/result/problem';

/**
 * Presents a run that has saved one record for each call.
 *
 * @returns the records in the output of each item, and the hints
 */
export async function presentSaved(
	calls: readonly Call[],
	records: readonly JsonObject[],
	execution: Execution,
	outcome: WriteOutcome = 'updated',
) {
	const indexedCalls = calls.map((call, itemIndex) => ({ ...call, itemIndex }));
	const { results, hints } = await presentRun({
		calls: indexedCalls,
		resolvedCalls: indexedCalls,
		results: new Map(records.map((record, index) => [index, savedRecords([{ record, outcome }])])),
		jobResults: [],
		unresolvedMentions: [],
		execution,
		mayHaveChanged: true,
	});
	const outputs = indexedCalls.map(({ itemIndex }) => {
		const result = results.get(itemIndex);

		return result === undefined || isProblem(result) ? [] : result.map(({ json }) => json);
	});

	return { outputs, hints: hints.map(({ message }) => message) };
}
