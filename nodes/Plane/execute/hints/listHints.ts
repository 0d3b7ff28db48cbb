import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import type { ListStatistics } from '../../../shared/pagination/RowCollector';

/**
 * What the user is told under the output about rows of lists that were left out, or kept, although
 * nobody would expect it.
 *
 * @param records what the rows are called, e.g. `work items`
 * @param accounts one for each list of the execution
 */
export function listHints(records: string, accounts: readonly ListStatistics[]): string[] {
	const messages = accounts.flatMap(({ seen, doubt }) => {
		if (doubt === undefined) return [];

		return doubt.total === undefined
			? `Plane does not say how many ${records} there are: if some were deleted or moved while these ${seen} were read page by page, others may be missing`
			: `The list kept changing while it was read: ${seen} ${records} were received, but Plane counted ${doubt.total}. Some may be missing: run it again, and if this hint comes back, ask whoever runs the server, which then does not keep to one order of its records`;
	});
	const sum = (name: 'seen' | 'fitting' | 'unsaid') =>
		String(accounts.reduce((total, statistics) => total + statistics[name], 0));
	const ignored = [...new Set(accounts.flatMap((statistics) => statistics.ignored))];
	if (ignored.length > 0) {
		const named = joinWithConjunction(ignored, 'and');
		// One may be called a filter by its name.
		const one = named.endsWith('Filter)') ? named : `${named} filter`;
		const filters = ignored.length > 1 ? `filters ${named}` : one;
		const own = clientFilterNames(accounts);
		const by = own.length === 0 ? '' : ` by ${joinWithConjunction([...ignored, ...own], 'and')}`;

		messages.push(
			`Plane ignored the ${filters}: the node filtered ${sum('seen')} ${records} to ${sum('fitting')}${by}`,
		);
	}

	if (sum('unsaid') !== '0') {
		messages.push(
			`${sum('unsaid')} of the ${records} have no value for ${joinWithConjunction(clientFilterNames(accounts), 'or')} and were kept`,
		);
	}

	return messages;
}

/** The names of the node's own filters, each once. */
const clientFilterNames = (accounts: readonly ListStatistics[]): string[] => [
	...new Set(accounts.flatMap(({ own }) => own)),
];
