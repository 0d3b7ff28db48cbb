import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readExecution, type Execution } from './execution';
import { excerpt } from './finished';
import type { Installation, Line } from './install';
import { dataFolder, installArchive } from './pack';
import { freePort } from './ports';
import { Processes, type Settings } from './processes';
import { whenReady } from './ready';
import type { CredentialFile, WorkflowFile } from './workflows/draft';

export interface InstanceOptions {
	/** The user folder, which stays. Default: a new one, which `close` removes. */
	readonly folder?: string;
	/** For everything that is run, such as N8N_ENCRYPTION_KEY. */
	readonly env?: Settings;
}

export interface StartOptions {
	/** Default, and where it is taken: any free one. A worker listens there for health checks. */
	readonly port?: number;
	/** For this process alone. */
	readonly env?: Settings;
	/** Default start. */
	readonly command?: 'start' | 'worker';
}

export interface Started {
	/** Without a slash at its end. */
	readonly url: string;
	/** What it wrote so far, or the end of it. */
	log(): string;
	/** Stops it and everything that it started. */
	close(): Promise<void>;
	/** Ends it and everything that it started at once, as a power cut does. */
	kill(): Promise<void>;
}

/** How much is remembered of what a server writes, in characters. */
const LOG = 100_000;

/** How a workflow's triggers are made to work from the next start on. */
const activation: Readonly<Record<Line, readonly string[]>> = {
	v2: ['publish:workflow'],
	v1: ['update:workflow', '--active=true'],
};

/** An n8n with a user folder of its own, in which the package is installed. */
export class Instance {
	private constructor(
		private readonly line: Line,
		/** The user folder. */
		readonly folder: string,
		private readonly stays: boolean,
		private readonly processes: Processes,
	) {}

	/** @param archive the packed package, to be installed in the user folder */
	static async create(
		installation: Installation,
		archive: string,
		options: InstanceOptions = {},
	): Promise<Instance> {
		await mkdir(dataFolder, { recursive: true });
		const folder = options.folder ?? (await mkdtemp(join(dataFolder, 'test-')));
		await installArchive(archive, folder);
		const processes = new Processes(installation, folder, options.env ?? {});
		return new Instance(installation.line, folder, options.folder !== undefined, processes);
	}

	/**
	 * Runs a command of n8n, such as `import:workflow --input=…`, to its end.
	 * @throws Error with what it wrote, unless it ends well and in time
	 */
	async command(args: readonly string[]): Promise<string> {
		const finished = await this.processes.finish(args);
		if (finished.exitCode === 0) return finished.stdout;
		throw new Error(`n8n ${args.join(' ')} failed. ${excerpt(finished)}`);
	}

	async importCredentials(credentials: readonly CredentialFile[]): Promise<void> {
		await this.#import('import:credentials', credentials);
	}

	async importWorkflows(workflows: readonly WorkflowFile[]): Promise<void> {
		await this.#import('import:workflow', workflows);
	}

	/** Has the workflow's triggers work from the next start on. */
	async activate(id: string): Promise<void> {
		await this.command([...activation[this.line], `--id=${id}`]);
	}

	/** Runs a workflow by `n8n execute`. Returns what came of it, also where it failed. */
	async execute(id: string): Promise<Execution> {
		return readExecution(await this.processes.finish(['execute', `--id=${id}`, '--rawOutput']));
	}

	/** Starts n8n or a worker, and resolves when it is ready. */
	async start({ port, env = {}, command = 'start' }: StartOptions = {}): Promise<Started> {
		const main = await freePort(port);
		const process = await this.processes.run([command], main, { env, memory: LOG });
		const started = {
			url: `http://127.0.0.1:${main}`,
			log: () => process.stdout + process.stderr,
			close: async () => {
				await process.stop();
			},
			kill: async () => {
				await process.kill();
			},
		};
		try {
			await whenReady(started.url, command, process);
		} catch (error) {
			await started.close();
			throw error;
		}
		return started;
	}

	/** Stops everything of it that still runs. */
	async close(): Promise<void> {
		await this.processes.stop();
		await rm(this.#importFile, { force: true });
		if (!this.stays) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}

	async #import(command: string, entries: readonly object[]): Promise<void> {
		// Credentials stand in it as plain text, so it goes as soon as it can.
		await writeFile(this.#importFile, JSON.stringify(entries), { mode: 0o600 });
		try {
			await this.command([command, `--input=${this.#importFile}`]);
		} finally {
			await rm(this.#importFile, { force: true });
		}
	}

	get #importFile(): string {
		return join(this.folder, 'import.json');
	}
}
