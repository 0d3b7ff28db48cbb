import type { IBinaryData } from 'n8n-workflow';

import type { Work } from '../work';

/**
 * The ways to do the work: by the node, with axios as somebody writes it by hand (so many requests
 * at once as the node has, or one by one; files to the disk, or into n8n's binary data storage), and with
 * the least that a node can do.
 */
export type ContenderName = 'plane' | 'axios' | 'axios-one-by-one' | 'axios-to-store' | 'bare-loop';

/** What the work came to, for the contender. */
export interface Result {
	/** Items that went well. */
	readonly items: number;
	readonly failed: number;
	/** The message of the first failure. */
	readonly error?: string;
	/** What a list gave. */
	readonly records?: readonly Readonly<Record<string, unknown>>[];
	/** Tells the SHA-256 of each downloaded file, and removes them; no part of the work. */
	readonly digests?: () => Promise<readonly string[]>;
}

/** What one run came to, and what it took. */
export interface Measure extends Omit<Result, 'records' | 'digests'> {
	/** How many different whole records a list gave. */
	readonly records: number;
	/** The SHA-256 of each downloaded file, in any order. */
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

/** A contender in its process. */
export interface ContenderProtocol {
	run(work: Work): Promise<Measure>;
	/** Copies a file into n8n's binary data storage, which all processes of a group share. */
	store(file: { readonly path: string; readonly name: string }): Promise<IBinaryData>;
}
