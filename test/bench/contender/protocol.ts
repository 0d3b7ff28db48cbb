import type { Work } from '../work';

/** The ways to do the work. */
export type ContenderName =
	| 'plane'
	| 'axios-one-by-one'
	| 'axios-at-once'
	| 'axios-cursor'
	| 'helper-loop'
	| 'http-request';

/** What a contender says that it came to. */
export interface Result {
	/** Items that went well. */
	readonly items: number;
	readonly failed: number;
	/** The words of the first failure. */
	readonly error?: string;
	/** What a list gave. */
	readonly records?: readonly Readonly<Record<string, unknown>>[];
}

/** What one run came to. */
export interface Measure extends Omit<Result, 'records'> {
	/** How many different whole records a list gave. */
	readonly records: number;
	/** From its first step to its last, in milliseconds. */
	readonly ms: number;
	/** CPU time of the process meanwhile, all its threads, in milliseconds. */
	readonly cpuMs: number;
	/** The most memory that the process held, with the engine, which every contender has, in bytes. */
	readonly peak: number;
	/** How much of it came with the run, in bytes. */
	readonly growth: number;
}

/** What the process of a contender can be asked. */
export interface ContenderProtocol {
	run(work: Work): Measure;
}
