import { byId, here, ok, Refusal, type Answer, type Call } from './answer';
import { pageByCursor, pageByOffset, type Envelope } from './paging';
import { inOrder, type Records } from './records';
import { overloaded } from './refusals';
import type { Host } from './serve';
import type { Row } from './state';

/** How a list is answered, where that is not the usual. */
export interface ListLook {
	/** Default `results`. */
	envelope?: Envelope;
	/** The order without `order_by`. Default: the order in which each kind of server begins its lists. */
	order?: string;
	/** Whether it heeds `order_by`: `specified` by the specification alone (row 60). */
	ordered?: boolean | 'specified';
	/** The page without a `per_page`, where that is less than the largest. */
	pageSize?: number;
}

/** The rows from another one on: what is equal when they are sorted is in another order then. */
function rotated<Entry>(rows: readonly Entry[], by: number): readonly Entry[] {
	const start = rows.length === 0 ? 0 : by % rows.length;

	return [...rows.slice(start), ...rows.slice(0, start)];
}

/** How lists are answered. */
export function lists({ state, options, hasDifference, requests }: Host, records: Records) {
	const largest = options.largestPage ?? (hasDifference('pagesByCursor') ? 1000 : 100);
	const { paging = 'honoured', total = true } = options;

	function isOrdered({ ordered }: ListLook): boolean {
		if (!ordered || !hasDifference('newestFirst')) return false;

		return ordered === true || !hasDifference('sortsFewLists');
	}

	/** Of an archived project, the server shows nothing but its people, who come as an array (row 73). */
	const isHidden = ({ params }: Call, { envelope = 'results' }: ListLook = {}): boolean =>
		hasDifference('archivedProjectsTake') &&
		envelope === 'results' &&
		state.projects.some(({ id, archived_at: at }) => id === params.project_id && at !== null);

	return {
		isHidden,

		/** Those of the work item in the path. @throws Refusal 404 when it is not there. */
		ofItem: <Entry extends { project: string; issue: string }>(
			call: Call,
			rows: readonly Entry[],
		): Entry[] => {
			const { work_item_id: id } = call.params;
			if (!hasDifference('emptyBelowUnknown')) byId(here(call, state.workItems), id);

			return here(call, rows).filter(({ issue }) => issue === id);
		},

		/**
		 * One page of the rows, which stand in the order in which they were made.
		 * @throws Refusal 500 for an order that the server does not know (observed row 28).
		 */
		list: <Entry extends Row>(
			call: Call,
			all: readonly Entry[],
			show: (row: Entry) => object = (row) => row,
			look: ListLook = {},
		): Answer => {
			const { query } = call;
			const { envelope: usual = 'results', pageSize = largest } = look;
			const rows = isHidden(call, look) ? [] : all;
			const asked = isOrdered(look) ? query.order_by : undefined;
			const [first] = rows;
			if (asked !== undefined && first && !(asked.replace(/^-/, '') in show(first))) {
				throw new Refusal(overloaded);
			}

			const begun = look.order ?? (hasDifference('newestFirst') ? '-created_at' : undefined);
			const order = asked ?? begun;
			const isShuffled = asked !== undefined && hasDifference('shufflesEquals');
			const unsorted = isShuffled ? rotated(rows, requests.length * 13) : rows;
			const sorted = order === undefined ? unsorted : inOrder(unsorted, order);
			const shown = (row: Entry) => records.asAsked(show(row), query);
			if (!hasDifference('pagesByCursor')) {
				const { envelope = usual } = options;

				return pageByOffset(sorted, query, { paging, largest, envelope, total }, shown);
			}
			if (usual === 'array') return ok(sorted.map(shown));

			return pageByCursor(sorted, { per_page: String(pageSize), ...query }, largest, shown);
		},

		/** The rows that all filters of the query let through. */
		filtered: <Entry>(
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

export type Lists = ReturnType<typeof lists>;
