import type { NodeExecutionHint } from 'n8n-workflow';

import { createdAfter, createdBefore } from '../../operations/paging';
import type { Account } from './rows';

/**
 * What the user is told under the output about rows of lists that were left out, or kept, although
 * nobody would expect it.
 *
 * @param records what the rows are called, e.g. `work items`
 * @param accounts one for each list of the execution
 */
export function hintsOf(records: string, accounts: readonly Account[]): NodeExecutionHint[] {
	const sum = (name: 'seen' | 'leftOut' | 'undated') =>
		accounts.reduce((total, account) => total + account[name], 0);
	const [seen, leftOut, undated] = [sum('seen'), sum('leftOut'), sum('undated')];
	const ignored = [...new Set(accounts.flatMap((account) => account.ignored))];

	const doubts = accounts.flatMap(({ seen: came, doubt }) =>
		doubt === undefined ? [] : [{ came, ...doubt }],
	);

	const messages = doubts.map(({ came, total }) =>
		total === undefined
			? `Plane does not say how many ${records} there are: if some were deleted or moved while the ${String(came)} were read page by page, others may be missing`
			: `The list changed while it was read, twice: ${String(came)} ${records} came, and Plane counted ${String(total)}. Some may be missing: run it again when fewer people work on them`,
	);
	if (leftOut > 0) {
		const filters = `filter${ignored.length === 1 ? '' : 's'} ${ignored.join(' and ')}`;
		const were = leftOut === 1 ? 'was' : 'were';
		messages.push(
			`Plane ignored the ${filters}: ${String(leftOut)} of ${String(seen)} ${records} ${were} left out here`,
		);
	}
	if (undated > 0) {
		messages.push(
			`${String(undated)} of the ${records} kept despite ${createdAfter.displayName} or ${createdBefore.displayName} do not say when they were created`,
		);
	}
	return messages.map((message) => ({ message, type: 'info', location: 'outputPane' }));
}
