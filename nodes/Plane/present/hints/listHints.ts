import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import type { ListStatistics } from '../../../shared/pagination/RowCollector';

/**
 * Hints about incomplete lists, about filters that the node applied because Plane ignored them, and about
 * rows that were kept although they lack a value to filter by.
 *
 * @param records what the rows are called, e.g. `work items`
 * @param lists the statistics of each list of the execution
 */
export const listHints = (records: string, lists: readonly ListStatistics[]): string[] => [
	...lists.flatMap((statistics) => incompleteListHint(records, statistics)),
	...ignoredFilterHint(records, lists),
	...missingValueHint(records, lists),
];

function incompleteListHint(
	records: string,
	{ received, possiblyIncomplete, place }: ListStatistics,
): string[] {
	if (possiblyIncomplete === undefined) return [];

	const { total } = possiblyIncomplete;
	const prefix = place === undefined ? '' : `In ${place}: `;

	return [
		total === undefined
			? `${prefix}Plane does not say how many ${records} there are: if some were deleted or moved while these ${received} were read page by page, others may be missing`
			: `${prefix}The list kept changing while it was read: ${received} ${records} were received, but Plane counted ${total}. Some may be missing: read the list again. If this hint appears again, ask whoever runs the server to check it: it may not return its records in a stable order`,
	];
}

function ignoredFilterHint(records: string, lists: readonly ListStatistics[]): string[] {
	const ignored = [...new Set(lists.flatMap((statistics) => statistics.ignoredFilters))];
	if (ignored.length === 0) return [];

	const filters = joinWithConjunction([...ignored, ...clientFilterNames(lists)], 'and');

	return [
		`This server does not filter by ${joinWithConjunction(ignored, 'or')}, so the node did: ${sum(lists, 'matching')} of ${sum(lists, 'received')} ${records} match ${filters}`,
	];
}

function missingValueHint(records: string, lists: readonly ListStatistics[]): string[] {
	const count = sum(lists, 'withoutValue');
	if (count === 0) return [];

	const filters = joinWithConjunction(clientFilterNames(lists), 'or');

	return [`${count} of the ${records} have no value for ${filters} and were kept`];
}

const sum = (
	lists: readonly ListStatistics[],
	name: 'received' | 'matching' | 'withoutValue',
): number => lists.reduce((total, statistics) => total + statistics[name], 0);

/** The names of the filters that only the node applies, each once. */
const clientFilterNames = (lists: readonly ListStatistics[]): string[] => [
	...new Set(lists.flatMap(({ clientFilters }) => clientFilters)),
];
