import type { IBinaryData } from 'n8n-workflow';

import type { Work } from '../work';

/** The ways to do the work. */
export type ContenderName =
	| 'plane'
	| 'axios-one-by-one'
	| 'axios-at-once'
	| 'axios-cursor'
	| 'axios-files'
	| 'axios-to-store'
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
	/** Tells the SHA-256 of each downloaded file, and removes them; no part of the work. */
	readonly digests?: () => Promise<readonly string[]>;
}

/** What one run came to. */
export interface Measure extends Omit<Result, 'records' | 'digests'> {
	/** How many different whole records a list gave. */
	readonly records: number;
	/** The SHA-256 of each downloaded file, sorted. */
	readonly digests: readonly string[];
	/** From its first step to its last, in milliseconds. */
	readonly ms: number;
	/** CPU time of the process meanwhile, all its threads, in milliseconds. */
	readonly cpuMs: number;
	/** The most memory that the process held, with the engine, which every contender has, in bytes. */
	readonly peak: number;
	/** How much more that is than it held before the run, in bytes. */
	readonly growth: number;
	/** How much more that is than it had ever held before the run, in bytes. */
	readonly more: number;
}

/** What the process of a contender can be asked. */
export interface ContenderProtocol {
	run(work: Work): Measure;
	/** Copies a file into n8n's binary store, which all processes of a group share. */
	store(file: { readonly path: string; readonly name: string }): IBinaryData;
}
