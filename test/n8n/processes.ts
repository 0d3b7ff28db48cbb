import { randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { environmentFor } from './environment';
import type { Finished } from './finished';
import type { Installation } from './install';
import { keep, type Kept, type KeepOptions } from './keep';
import { freePort } from './ports';

export type Settings = Readonly<Record<string, string>>;

/** How long a command of n8n may take, in milliseconds. */
const COMMAND_LIMIT = 180_000;

/** The processes of n8n that share a user folder. */
export class Processes {
	readonly #running = new Set<Kept>();

	constructor(
		private readonly installation: Installation,
		private readonly folder: string,
		private readonly env: Settings,
	) {}

	/** Runs a command of n8n to its end, which comes in time. */
	async finish(args: readonly string[]): Promise<Finished> {
		const path = join(this.folder, `stdout-${randomUUID()}`);
		const file = await open(path, 'w');
		try {
			const process = await this.run(args, await freePort(), { stdout: file.fd });
			const limit = setTimeout(() => void process.stop(), COMMAND_LIMIT);
			const exitCode = await process.ended;
			clearTimeout(limit);
			return { exitCode, stdout: await readFile(path, 'utf8'), stderr: process.stderr };
		} finally {
			await file.close();
			await rm(path);
		}
	}

	/** @param main the port that a server listens on */
	async run(
		args: readonly string[],
		main: number,
		{ env, ...options }: Partial<KeepOptions>,
	): Promise<Kept> {
		const ports = { main, broker: await freePort() };
		const process = keep([...this.installation.bin, ...args], {
			// n8n reads a file .env where it is started.
			cwd: this.folder,
			env: { ...environmentFor(this.installation, this.folder, ports), ...this.env, ...env },
			...options,
		});
		this.#running.add(process);
		void process.ended.then(() => this.#running.delete(process));
		return process;
	}

	/** Stops all that still run. */
	async stop(): Promise<void> {
		await Promise.all([...this.#running].map(async (process) => process.stop()));
	}
}
