import type { Figure } from '../figure';
import type { Contender, Run, Stage, StagedServer } from '../stage';
import type { Work } from '../work';

/** Figures that come of the same runs. */
export interface Group {
	readonly figures: readonly string[];
	/** @param isWanted whether somebody wants to see a figure: others need not be measured */
	run(stage: Stage, isWanted: (figure: string) => boolean): Promise<Outcome>;
}

export interface Outcome {
	readonly figures: readonly Figure[];
	/** What could not be measured, and why. */
	readonly remarks?: readonly string[];
}

/** `1,000 updates` */
export const counted = (count: number, what: string): string =>
	`${count.toLocaleString('en')} ${what}`;

/** Whether so many modules are as wanted, each by one request. */
export const isUpdated = ({ account }: Run, count: number): boolean =>
	account.updated === count && account.carriedOut === count;

/** @throws Error for a run that is not what it says it is: then its figures mean nothing. */
export function assertDone({ name, account, items, failed, error }: Run, done: boolean): void {
	const [problem] = account.problems;
	if (problem !== undefined) throw new Error(`${name} sent a request that is none: ${problem}`);
	if (done && failed === 0) return;
	const counts = [
		`${items} items went well`,
		`${failed} failed`,
		`the server carried out ${account.carriedOut} requests`,
		`and has ${account.updated} updated and ${account.held} added`,
	];
	throw new Error(`${name} has not done the work (${counts.join(', ')}). ${error ?? ''}`);
}

/**
 * Has each contender do the work in turn, round after round, so that what the machine does besides
 * meets all of them alike.
 *
 * @param check throws for a run that has not done the work
 * @returns the runs of each contender
 */
export async function rounds(
	server: StagedServer,
	contenders: readonly Contender[],
	work: Work,
	count: number,
	check: (run: Run) => void,
): Promise<Run[][]> {
	const runs: Run[][] = contenders.map(() => []);
	for (let round = 0; round < count; round++) {
		for (const [index, contender] of contenders.entries()) {
			const run = await server.run(contender, work);
			check(run);
			runs[index]?.push(run);
		}
	}
	return runs;
}
