import type { ContenderName } from '../contender/protocol';
import type { Figure } from '../figure';
import type { Run, Stage } from '../stage';
import { best } from '../statistics';

/** Figures that come of the same runs. */
export interface Group {
	/** Their names, in the order of the figures. */
	readonly figures: readonly string[];
	/** @param wanted the names of those that somebody wants to see: others need not be measured */
	run(stage: Stage, wanted: readonly string[]): Promise<readonly Figure[]>;
}

/** `1,000 updates` */
export const counted = (count: number, what: string): string =>
	`${count.toLocaleString('en')} ${what}`;

/** Whether so many modules are as wanted, each by one request. */
export const isUpdated = ({ account }: Run, count: number): boolean =>
	account.updated === count && account.carriedOut === count;

/** @throws Error for a run that is not what it says it is: then its figures mean nothing. */
export function assertDone(run: Run, isDone: boolean): Run {
	const { name, account, items, failed, error = '' } = run;
	const [problem] = account.problems;
	if (problem !== undefined) throw new Error(`${name} sent a request that is none: ${problem}`);
	if (isDone && failed === 0) return run;

	const { carriedOut, updated, held } = account;

	throw new Error(
		`${name} has not done the work: ${items} items went well, ${failed} failed, the server carried out ${carriedOut} requests and has ${updated} updated and ${held} added. ${error}`,
	);
}

/** @throws Error where the contenders did not send the very same requests */
export function assertAlike(runs: readonly Run[]): void {
	if (new Set(runs.map(({ account }) => account.digest)).size > 1) {
		throw new Error('The node and the bare loop did not send the same requests.');
	}
}

/**
 * Has each of several do something in turn, round after round, so that what the machine does
 * besides meets all of them alike; what one leaves to be done while the next one runs, too, because
 * each goes first in every other round.
 */
export async function inTurn<Entrant, Came>(
	entrants: readonly Entrant[],
	rounds: number,
	perform: (entrant: Entrant) => Promise<Came>,
): Promise<Came[]> {
	const came: Came[] = [];

	for (let round = 0; round < rounds; round++) {
		for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
			came.push(await perform(entrant));
		}
	}

	return came;
}

export const runsOf = (runs: readonly Run[], name: ContenderName): readonly Run[] =>
	runs.filter((run) => run.name === name);

type Named = Pick<Figure, 'figure' | 'work' | 'unit' | 'than' | 'note'>;

/** What the runs of the node came to, beside those of another one, who is called so. */
export function compare(
	runs: readonly Run[],
	{ other, ...named }: Named & { readonly other: ContenderName },
	of: (runs: readonly Run[]) => number,
) {
	return { ...named, value: of(runsOf(runs, 'plane')), beside: of(runsOf(runs, other)) };
}

/** The shortest time, in milliseconds. */
export const bestMs = (runs: readonly Run[]): number => best(runs.map(({ ms }) => ms));

/** The most requests of a run. */
export const mostRequests = (runs: readonly Run[]): number =>
	Math.max(...runs.map(({ account }) => account.requests));
