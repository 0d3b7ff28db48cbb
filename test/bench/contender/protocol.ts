import type { IBinaryData } from 'n8n-workflow';

import type { Work } from '../work';

/**
 * The ways to do the work: the node; the node without API v2; axios, as people write it by hand, with as many requests at once
 * as the node or one by one, and with files on the disk or in n8n's binary data storage; and the least
 * that a node can do.
 */
export type ContenderName =
	| 'plane'
	| 'plane-v1'
	| 'axios'
	| 'axios-one-by-one'
	| 'axios-to-store'
	| 'bare-loop';

/** What a contender reports about its work. */
export interface Result {
	/** Items that succeeded. */
	readonly items: number;
	readonly failed: number;
	/** The message of the first failure. */
	readonly error?: string;
	/** The records of a list. */
	readonly records?: readonly Readonly<Record<string, unknown>>[];
	/** Returns the SHA-256 of each downloaded file, and removes the files. It is not measured. */
	readonly digests?: () => Promise<readonly string[]>;
}

/** The result of one run, with its time and memory. */
export interface Measure extends Omit<Result, 'records' | 'digests'> {
	/** How many different complete records a list returned. */
	readonly records: number;
	/** The SHA-256 of each downloaded file, in any order. */
	readonly digests: readonly string[];
	/** From its first step to its last, in milliseconds. */
	readonly ms: number;
	/** CPU time of all threads of the process during the run, in milliseconds. */
	readonly cpuMs: number;
	/** The peak memory of the process, including the engine, which every contender loads, in bytes. */
	readonly peak: number;
	/** How much more that is than the memory before the run, in bytes. */
	readonly growth: number;
	/** How much more that is than the peak before the run, in bytes. */
	readonly peakGrowth: number;
}

/** A contender in its process. */
export interface ContenderProtocol {
	run(work: Work): Promise<Measure>;
	/** Copies a file into n8n's binary data storage, which all processes of a group share. */
	store(file: { readonly path: string; readonly name: string }): Promise<IBinaryData>;
}
