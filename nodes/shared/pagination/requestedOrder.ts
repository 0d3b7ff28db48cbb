import type { ListQuery } from '../model/call';
import { findLowerBound, type LowerBound } from './NewestFirstCheck';

/** The order in which Plane returns its lists, if no other is requested. */
export const DEFAULT_ORDER = '-created_at';

/** The order in which a list is requested. */
export interface RequestedOrder {
	/** A field of the records, with `-` in front if descending. */
	readonly order: string;
	/** Set if a filter made the node choose the order: the time back to which the list is needed. */
	readonly lowerBound?: LowerBound | undefined;
}

/**
 * The order in which the rows of a list are requested: the one that the user has chosen, or the latest time first if a filter
 * leaves out older ones and the server can sort the list, or the default order of the server.
 */
export function findRequestedOrder({
	queryParameters,
	clientFilters,
	isOrdered,
}: ListQuery): RequestedOrder {
	const { order_by: chosen } = queryParameters;
	if (chosen !== undefined) return { order: chosen };

	const lowerBound = isOrdered === true ? findLowerBound(clientFilters) : undefined;

	return lowerBound === undefined
		? { order: DEFAULT_ORDER }
		: { order: `-${lowerBound.field}`, lowerBound };
}

/**
 * The order in which a list is read again. Rows that are equal in the requested order may be sorted differently
 * for each page, so that some are received twice and others never (row 341).
 *
 * @param stableOrder one in which no two rows are equal, or undefined if the list has none
 * @returns undefined for the server's own order
 */
export function findOrderForRereading(
	{ queryParameters }: ListQuery,
	stableOrder: string | undefined,
): string | undefined {
	const isChosenByUser = queryParameters.order_by !== undefined;

	return stableOrder ?? (isChosenByUser ? DEFAULT_ORDER : undefined);
}
