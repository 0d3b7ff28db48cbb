import { findById, filterByProject, ok, Refusal, type Answer, type Call } from './answer';
import { pageByCursor, pageByOffset, type ListEnvelope } from './paging';
import { sortRows, type Serializers } from './serializers';
import { serverError } from './refusals';
import type { Host } from './serve';
import type { Row } from './state';

/** What rows are sorted by, for each value of `order_by` that names a field of a related record. */
export type RelatedOrders<Entry> = Readonly<Record<string, (row: Entry) => string | number>>;

/** How a list differs from the usual one. */
export interface ListOptions<Entry = Row> {
	/** Default `results`. */
	envelope?: ListEnvelope;
	/** The order without `order_by`. Default: that of the server kind. */
	defaultOrder?: string;
	/** Whether `order_by` applies; `specified` if only the specification says so (row 60). */
	sortable?: boolean | 'specified';
	/** Default: none. */
	relatedOrders?: RelatedOrders<Entry>;
	/** The page size without `per_page`. Default: the maximum. */
	pageSize?: number;
}

/** Rotates the rows, so that sorting leaves equal rows in another order. */
export function rotate<Entry>(rows: readonly Entry[], places: number): readonly Entry[] {
	const start = rows.length === 0 ? 0 : places % rows.length;

	return [...rows.slice(start), ...rows.slice(0, start)];
}

/** Creates the functions that filter, sort and page lists. */
export function createListResponder(
	{ state, options, hasDifference, requests }: Host,
	serializers: Serializers,
) {
	const maxPageSize = options.largestPage ?? (hasDifference('pagesByCursor') ? 1000 : 100);
	const { paging = 'honoured', total = true } = options;

	function isSortable({ sortable }: Pick<ListOptions, 'sortable'>): boolean {
		if (!sortable || !hasDifference('newestFirst')) return false;

		return sortable === true || !hasDifference('sortsFewLists');
	}

	/** The server lists only the members of an archived project, which come as an array (row 73). */
	const isHidden = (
		{ params }: Call,
		{ envelope = 'results' }: Pick<ListOptions, 'envelope'> = {},
	): boolean =>
		hasDifference('archivedProjectsStayWritable') &&
		envelope === 'results' &&
		state.projects.some(({ id, archived_at: at }) => id === params.project_id && at !== null);

	return {
		isHidden,

		/** Returns the rows of the work item in the path. @throws Refusal 404 if it does not exist */
		filterByItem: <Entry extends { project: string; issue: string }>(
			call: Call,
			rows: readonly Entry[],
		): Entry[] => {
			const { work_item_id: id } = call.params;
			if (!hasDifference('emptyListsOfUnknownItems')) {
				findById(filterByProject(call, state.workItems), id);
			}

			return filterByProject(call, rows).filter(({ issue }) => issue === id);
		},

		/**
		 * Answers with one page of the rows, which are passed in the order of their creation.
		 * @throws Refusal 500 for an unknown field in `order_by` (observed row 28)
		 */
		list: <Entry extends Row>(
			call: Call,
			all: readonly Entry[],
			show: (row: Entry) => object = (row) => row,
			listOptions: ListOptions<Entry> = {},
		): Answer => {
			const { query } = call;
			const { envelope: defaultEnvelope = 'results', pageSize = maxPageSize } = listOptions;
			const rows = isHidden(call, listOptions) ? [] : all;
			const requestedOrder = isSortable(listOptions) ? query.order_by : undefined;
			const orderName = requestedOrder?.replace(/^-/, '') ?? '';
			const getSortKey = listOptions.relatedOrders?.[orderName];
			const [first] = rows;
			if (requestedOrder !== undefined && getSortKey === undefined && first) {
				if (!(orderName in show(first))) throw new Refusal(serverError);
			}

			const defaultOrder =
				listOptions.defaultOrder ?? (hasDifference('newestFirst') ? '-created_at' : undefined);
			const order = requestedOrder ?? defaultOrder;
			const isShuffled = requestedOrder !== undefined && hasDifference('shufflesEqualRows');
			const unsorted = isShuffled ? rotate(rows, requests.length * 13) : rows;
			const sorted = order === undefined ? unsorted : sortRows(unsorted, order, getSortKey);
			const serialize = (row: Entry) => serializers.expandAndSelect(show(row), query);
			if (!hasDifference('pagesByCursor')) {
				const { envelope = defaultEnvelope } = options;

				return pageByOffset(sorted, query, { paging, maxPageSize, envelope, total }, serialize);
			}
			if (defaultEnvelope === 'array') return ok(sorted.map(serialize));

			return pageByCursor(sorted, { per_page: String(pageSize), ...query }, maxPageSize, serialize);
		},

		/** Returns the rows that match every filter of the query. */
		applyFilters: <Entry>(
			{ query }: Call,
			rows: readonly Entry[],
			filters: Record<string, (row: Entry) => string | string[]>,
		): readonly Entry[] => {
			const sent = Object.entries(filters).filter(([name]) => query[name] !== undefined);
			if (hasDifference('ignoresFilters') || sent.length === 0) return rows;

			return rows.filter((row) =>
				sent.every(([name, valueOf]) => [valueOf(row)].flat().includes(query[name] ?? '')),
			);
		},
	};
}

export type ListResponder = ReturnType<typeof createListResponder>;
