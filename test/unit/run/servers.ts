import type { JsonObject } from 'n8n-workflow';

import type { Answer } from '../../../nodes/Plane/run/answer';
import type { PageQuery } from '../../../nodes/Plane/run/request';
import { jsonAnswer } from './answers';

/** How a server of a list behaves. */
export interface Behaviour {
	/** The most rows that it gives in one answer. */
	readonly cap: number;
	/** Whether it follows `limit` and `offset`, or gives its first rows whatever is asked. */
	readonly honours: boolean;
	/** Whether it tells the number of all rows. */
	readonly tells: boolean;
}

export interface Server {
	/** What was asked for, in order. */
	readonly asked: PageQuery[];
	answer(page: PageQuery): Promise<Answer>;
}

/** `n` rows with the IDs 0, 1, 2 … */
export const rowsOf = (n: number): JsonObject[] =>
	Array.from({ length: n }, (_, index) => ({ id: `row-${String(index)}` }));

/**
 * A server in memory. It gives a bare array, or an envelope where it tells the total. `rowsAt` says
 * what it holds when it is asked for the nth time, counted from 0.
 */
export function serverOf(rowsAt: (request: number) => JsonObject[], behaviour: Behaviour): Server {
	const { cap, honours, tells } = behaviour;
	const asked: PageQuery[] = [];
	return {
		asked,
		answer(page) {
			const rows = rowsAt(asked.length);
			asked.push(page);
			if (asked.length > 1000) throw new Error('asked without end');
			const given = honours
				? rows.slice(page.offset, page.offset + Math.min(page.limit, cap))
				: rows.slice(0, cap);
			return Promise.resolve(
				jsonAnswer(tells ? { results: given, total_count: rows.length } : given),
			);
		},
	};
}
