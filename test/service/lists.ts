import { byId, here, ok, type Answer, type Call } from './answer';
import { pageByCursor, pageByOffset, type Envelope } from './paging';
import { newestFirst } from './records';
import type { Host } from './serve';
import type { Row } from './state';

/** How lists are answered. */
export function lists({ state, options, differs }: Host) {
	const largest = options.largestPage ?? (differs('pagesByCursor') ? 1000 : 100);
	const { paging = 'honoured', total = true } = options;

	/** One page of the rows as they stand, in the envelope that is usual for them. */
	const page = <Entry>(
		{ query }: Call,
		rows: readonly Entry[],
		show: (row: Entry) => unknown = (row) => row,
		usual: Envelope = 'results',
	): Answer => {
		if (!differs('pagesByCursor')) {
			const { envelope = usual } = options;
			return pageByOffset(rows, query, { paging, largest, envelope, total }, show);
		}
		if (usual === 'array') return ok(rows.map(show));
		return pageByCursor(rows, query, largest, show);
	};

	return {
		page,

		/** Those of the work item in the path. @throws Refusal 404 when it is not there. */
		ofItem: <Entry extends { project: string; issue: string }>(
			call: Call,
			rows: readonly Entry[],
		): Entry[] => {
			const { work_item_id: id } = call.params;
			if (!differs('emptyBelowUnknown')) byId(here(call, state.workItems), id);
			return here(call, rows).filter(({ issue }) => issue === id);
		},

		/** One page of the rows, which stand in the order in which they were made. */
		list: <Entry extends Row>(
			call: Call,
			rows: readonly Entry[],
			...look: [show?: (row: Entry) => unknown, usual?: Envelope]
		): Answer => page(call, differs('newestFirst') ? newestFirst(rows) : rows, ...look),

		/** The rows that all filters of the query let through. */
		filtered: <Entry>(
			{ query }: Call,
			rows: readonly Entry[],
			filters: Record<string, (row: Entry) => string | string[]>,
		): readonly Entry[] => {
			const sent = Object.entries(filters).filter(([name]) => query[name] !== undefined);
			if (differs('ignoresFilters') || sent.length === 0) return rows;
			return rows.filter((row) =>
				sent.every(([name, valueOf]) => [valueOf(row)].flat().includes(query[name] ?? '')),
			);
		},
	};
}
