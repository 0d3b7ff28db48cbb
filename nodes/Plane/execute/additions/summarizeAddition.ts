import type { JsonObject } from 'n8n-workflow';

import {
	isProblem,
	isStopped,
	type Problem,
	problem,
	type Result,
	withPartDone,
} from '../../../shared/result/problem';
import type { AdditionOutcome } from '../results';
import { listUpTo } from '../../../shared/text/listUpTo';

/** How many IDs a message lists: people have to add these again. */
const MAX_IDS_LISTED = 20;

/**
 * Merges the outcomes of the IDs that one item adds.
 *
 * @param outcomes by ID
 * @param idCount how many IDs the item adds; IDs that were not tried have no outcome
 * @returns the records, or a Problem that lists the IDs that were not added
 */
export function summarizeAddition(
	outcomes: ReadonlyMap<string, AdditionOutcome>,
	idCount = outcomes.size,
): Result<JsonObject[]> {
	const records: JsonObject[] = [];
	const failures: { readonly id: string; readonly failure: Problem }[] = [];

	for (const [id, outcome] of outcomes) {
		if (isProblem(outcome)) {
			failures.push({ id, failure: outcome });
		} else {
			records.push(outcome);
		}
	}

	// One record may stand for several IDs.
	if (records.length === idCount) return [...new Set(records)];

	const count = `${records.length} of ${idCount}`;
	const mainFailure =
		failures.find(({ failure }) => failure.cause === 'closedTarget') ??
		failures.find(({ failure }) => !isStopped(failure));
	if (mainFailure === undefined) {
		const notSent = failures[0]?.failure;

		return notSent !== undefined && records.length === 0 ? notSent : interruptedProblem(count);
	}

	const { failure } = mainFailure;
	if (idCount === 1 || failure.cause === 'closedTarget') return failure;

	const otherIds = failures.filter((other) => other !== mainFailure).map(({ id }) => id);
	const alsoNotAdded =
		otherIds.length === 0 ? '' : ` Also not added: ${listUpTo(otherIds, MAX_IDS_LISTED, ', ')}.`;
	const untried = idCount - outcomes.size;
	const notTried = untried === 0 ? '' : ` Not tried: ${untried}.`;

	return {
		...withPartDone(failure, records.length > 0),
		description: `${failure.description}${alsoNotAdded} Added: ${count}.${notTried}`,
	};
}

const interruptedProblem = (count: string): Problem =>
	problem({
		cause: 'stopped',
		effect: 'partlyDone',
		message: `Only ${count} were added before another item failed`,
		description: '',
	});
