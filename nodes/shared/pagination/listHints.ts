import { series } from '../errors/pathParameters';
import { createdAfter, createdBefore } from '../operations/shared/paging';
import type { ListStatistics } from './RowCollector';

const BOUNDS = [
	['after', createdAfter],
	['before', createdBefore],
] as const;

/**
 * What the user is told under the output about rows of lists that were left out, or kept, although
 * nobody would expect it.
 *
 * @param records what the rows are called, e.g. `work items`
 * @param accounts one for each list of the execution
 */
export function listHints(records: string, accounts: readonly ListStatistics[]): string[] {
	const sum = (name: 'seen' | 'fitting' | 'undated') =>
		accounts.reduce((total, statistics) => total + statistics[name], 0);
	const ignored = [...new Set(accounts.flatMap((statistics) => statistics.ignored))];

	const doubts = accounts.flatMap(({ seen: came, doubt }) =>
		doubt === undefined ? [] : [{ came, ...doubt }],
	);

	const messages = doubts.map(({ came, total }) =>
		total === undefined
			? `Plane does not say how many ${records} there are: if some were deleted or moved while these ${String(came)} were read page by page, others may be missing`
			: `The list kept changing while it was read: ${String(came)} ${records} were received, but Plane counted ${String(total)}. Some may be missing: run it again when fewer people are working on them`,
	);
	if (ignored.length > 0) {
		const own = BOUNDS.filter(([bound]) =>
			accounts.some(({ created }) => created?.[bound] !== undefined),
		).map(([, { displayName }]) => displayName);
		const named = series(ignored, 'and');
		// One may be called a filter by its name.
		const one = named.endsWith('Filter)') ? named : `${named} filter`;
		const filters = ignored.length > 1 ? `filters ${named}` : one;
		const by = own.length === 0 ? '' : ` by ${series([...ignored, ...own], 'and')}`;
		messages.push(
			`Plane ignored the ${filters}: the node filtered ${String(sum('seen'))} ${records} to ${String(sum('fitting'))}${by}`,
		);
	}
	if (sum('undated') > 0) {
		messages.push(
			`${String(sum('undated'))} of the ${records} kept despite ${createdAfter.displayName} or ${createdBefore.displayName} do not say when they were created`,
		);
	}
	return messages;
}
