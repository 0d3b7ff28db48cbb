import type { ContenderName } from '../contender/protocol';
import type { Figure } from '../figure';
import type { Run, ProcessGroup } from '../stage';
import { best } from '../statistics';

/** Figures that are measured in the same runs. */
export interface Group {
	/** Their names, in the order of the figures. */
	readonly figures: readonly string[];
	/** @param selected the names of the figures to measure; others may be left out */
	run(processes: ProcessGroup, selected: readonly string[]): Promise<readonly Figure[]>;
}

/** `1,000 updates` */
export const formatCount = (count: number, what: string): string =>
	`${count.toLocaleString('en')} ${what}`;

/** Whether this number of modules was updated, each by one request. */
export const hasUpdated = ({ account }: Run, count: number): boolean =>
	account.updated === count && account.carriedOut === count;

/** @throws Error if the work of the run was not done, because then its figures mean nothing */
export function assertDone(run: Run, isDone: boolean): Run {
	const { name, account, items, failed, error = '' } = run;
	const [problem] = account.problems;
	if (problem !== undefined) throw new Error(`${name} sent an invalid request: ${problem}`);
	if (isDone && failed === 0) return run;

	const { carriedOut, updated, added } = account;

	throw new Error(
		`${name} has not done the work: ${items} items succeeded, ${failed} failed. The server carried out ${carriedOut} requests: ${updated} modules are updated, ${added} work items added. ${error}`,
	);
}

/**
 * Checks that the contenders sent the same requests. Besides, the node may ask once whether the server has API v2.
 *
 * @throws Error if they did not
 */
export function assertSameRequests(runs: readonly Run[]): void {
	const digests = new Set(runs.map(({ account }) => account.digest));
	if (digests.size > 1) {
		throw new Error('The node and the bare loop did not send the same requests.');
	}

	if (runs.some(({ account }) => account.requestsToV2 > 1)) {
		throw new Error('The node asked more than once whether the server has API v2.');
	}
}

/**
 * Performs each entrant in turn, round after round, so that other work of the machine affects all of
 * them in the same way. The order is reversed in every other round, because an entrant can leave work
 * for the machine that slows down the next one.
 */
export async function runInTurn<Entrant, Result>(
	entrants: readonly Entrant[],
	rounds: number,
	perform: (entrant: Entrant) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];

	for (let round = 0; round < rounds; round++) {
		for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
			results.push(await perform(entrant));
		}
	}

	return results;
}

/** The runs of one contender. */
export const selectRuns = (runs: readonly Run[], name: ContenderName): readonly Run[] =>
	runs.filter((run) => run.name === name);

type Labels = Pick<Figure, 'figure' | 'work' | 'unit' | 'comparedWith' | 'note'>;

/**
 * Summarizes the runs of the node and those of another contender.
 *
 * @param summarize returns the value of one contender's runs
 */
export function compare(
	runs: readonly Run[],
	{ other, ...labels }: Labels & { readonly other: ContenderName },
	summarize: (runs: readonly Run[]) => number,
) {
	return {
		...labels,
		value: summarize(selectRuns(runs, 'plane')),
		beside: summarize(selectRuns(runs, other)),
	};
}

/** The shortest time, in milliseconds. */
export const bestMs = (runs: readonly Run[]): number => best(runs.map(({ ms }) => ms));

/** The most requests of a run. */
export const mostRequests = (runs: readonly Run[]): number =>
	Math.max(...runs.map(({ account }) => account.requests));
