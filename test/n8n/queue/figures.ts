import { idealTime } from '../../bench/statistics';
import type { Limit } from '../../service/limit';
import { LIMIT, SHORT } from './stories';
import type { Outcome } from './story';

/** What the three stories came to. */
export interface Outcomes {
	readonly free: Outcome;
	readonly limited: Outcome;
	readonly killed: Outcome;
}

/**
 * What a perfect client needs for the updates that were carried out, where it is as fast as this
 * machine is without a limit. @returns milliseconds
 */
export const idealOf = (free: Outcome, { carriedOut }: Outcome, limit: Limit): number =>
	idealTime(carriedOut.length, limit, (free.took * limit.requests) / free.carriedOut.length);

/** Executions by what n8n says of them, e.g. `35 success, 5 error`. */
function ends({ account }: Outcome): string {
	const counts = new Map<string, number>();
	for (const { execution } of account.entries) {
		counts.set(execution.status, (counts.get(execution.status) ?? 0) + 1);
	}
	return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

/** The figures of all stories side by side, as rows of cells with the heading first. */
export function figures(outcomes: Outcomes): string[][] {
	const { free, limited, killed } = outcomes;
	const ideals = [undefined, idealOf(free, limited, LIMIT), idealOf(free, killed, SHORT)];
	const columns = [free, limited, killed];
	const row = (name: string, cell: (outcome: Outcome, ideal?: number) => string) => [
		name,
		...columns.map((outcome, index) => cell(outcome, ideals[index])),
	];
	return [
		['', 'no limit', limitIn(LIMIT), `${limitIn(SHORT)}, one worker killed`],
		row('executions, by n8n', ends),
		row('updates carried out', ({ carriedOut }) => number(carriedOut.length)),
		row('carried out twice', ({ account }) =>
			number(account.rerun + account.entries.reduce((sum, { doubled }) => sum + doubled, 0)),
		),
		row('not carried out', ({ account }) => number(account.missing)),
		row('requests refused (429)', ({ refused }) => number(refused.length)),
		row('time in all', ({ took }) => seconds(took)),
		row('a perfect client', (_, ideal) => (ideal === undefined ? '' : seconds(ideal))),
		row('of the perfect time', ({ took }, ideal) =>
			ideal === undefined ? '' : `${((took / ideal) * 100).toFixed(1)} %`,
		),
		row('executions begun by the workers', ({ workers }) =>
			workers.map(({ begun }) => begun.length).join(' and '),
		),
	];
}

/** What went on in each window of the limit, as rows of cells with the heading first. */
export function windows({ carriedOut, refused }: Outcome, { windowMs }: Limit): string[][] {
	const count = Math.ceil(Math.max(0, ...carriedOut) / windowMs);
	const within = (times: readonly number[], window: number) =>
		times.filter((time) => Math.floor(time / windowMs) === window);
	return [
		['seconds', 'updates carried out', 'refused', 'the last update at'],
		...Array.from({ length: count }, (_, window) => {
			const updates = within(carriedOut, window);
			return [
				`${(window * windowMs) / 1000} to ${((window + 1) * windowMs) / 1000}`,
				number(updates.length),
				number(within(refused, window).length),
				seconds(Math.max(0, ...updates)),
			];
		}),
	];
}

const limitIn = ({ requests, windowMs }: Limit): string => `${requests} per ${windowMs / 1000} s`;

const number = (value: number): string => value.toLocaleString('en');

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
