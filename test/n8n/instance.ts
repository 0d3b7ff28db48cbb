import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { environmentFor } from './environment';
import { readExecution, type Execution } from './execution';
import type { Installation, Line } from './install';
import { keep, type Kept } from './keep';
import { dataFolder, installArchive } from './pack';
import { freePort } from './ports';
import { whenReady } from './ready';
import type { CredentialFile, WorkflowFile } from './workflows/draft';

type Settings = Readonly<Record<string, string>>;

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

/** How long a command of n8n may take, in milliseconds. */
const COMMAND_LIMIT = 180_000;

/** How much is remembered of what a server writes, in characters. */
const LOG = 100_000;

/** How a workflow's triggers are made to work from the next start on. */
const activation: Readonly<Record<Line, readonly string[]>> = {
	v2: ['publish:workflow'],
	v1: ['update:workflow', '--active=true'],
};

/** An n8n with a user folder of its own, in which the package is installed. */
export class Instance {
	readonly #running = new Set<Kept>();
	readonly #installation: Installation;
	readonly #env: Settings;
	readonly #stays: boolean;

	private constructor(
		installation: Installation,
		/** The user folder. */
		readonly folder: string,
		options: InstanceOptions,
	) {
		this.#installation = installation;
		this.#env = options.env ?? {};
		this.#stays = options.folder !== undefined;
	}

	/** @param archive the packed package, to be installed in the user folder */
	static async create(
		installation: Installation,
		archive: string,
		options: InstanceOptions = {},
	): Promise<Instance> {
		await mkdir(dataFolder, { recursive: true });
		const folder = options.folder ?? (await mkdtemp(join(dataFolder, 'test-')));
		await installArchive(archive, folder);
		return new Instance(installation, folder, options);
	}

	/**
	 * Runs a command of n8n, such as `import:workflow --input=…`, to its end.
	 * @throws Error with what it wrote, unless it ends well and in time
	 */
	async command(args: readonly string[]): Promise<string> {
		const { exitCode, stdout, stderr } = await this.#finish(args);
		if (exitCode === 0) return stdout;
		throw new Error(`n8n ${args.join(' ')} ended with ${exitCode ?? ''}:\n${stdout}\n${stderr}`);
	}

	async importCredentials(credentials: readonly CredentialFile[]): Promise<void> {
		await this.#import('import:credentials', credentials);
	}

	async importWorkflows(workflows: readonly WorkflowFile[]): Promise<void> {
		await this.#import('import:workflow', workflows);
	}

	/** Has the workflow's triggers work from the next start on. */
	async activate(id: string): Promise<void> {
		await this.command([...activation[this.#installation.line], `--id=${id}`]);
	}

	/** Runs a workflow by `n8n execute`. Returns what came of it, also where it failed. */
	async execute(id: string): Promise<Execution> {
		return readExecution(await this.#finish(['execute', `--id=${id}`, '--rawOutput']));
	}

	/** Starts n8n or a worker, and resolves when it is ready. */
	async start({ port, env = {}, command = 'start' }: StartOptions = {}): Promise<Started> {
		const main = await freePort(port);
		const process = await this.#run([command], main, LOG, env);
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
		await Promise.all([...this.#running].map(async (process) => process.stop()));
		if (!this.#stays) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}

	async #import(command: string, entries: readonly object[]): Promise<void> {
		const file = join(this.folder, 'import.json');
		await writeFile(file, JSON.stringify(entries));
		await this.command([command, `--input=${file}`]);
		await rm(file);
	}

	async #finish(args: readonly string[]): Promise<Kept> {
		const process = await this.#run(args, await freePort(), Infinity);
		const limit = setTimeout(() => void process.stop(), COMMAND_LIMIT);
		await process.ended;
		clearTimeout(limit);
		return process;
	}

	async #run(
		args: readonly string[],
		main: number,
		memory: number,
		env: Settings = {},
	): Promise<Kept> {
		const ports = { main, broker: await freePort() };
		const process = keep([...this.#installation.bin, ...args], {
			// n8n reads a file .env where it is started.
			cwd: this.folder,
			env: { ...environmentFor(this.#installation, this.folder, ports), ...this.#env, ...env },
			memory,
		});
		this.#running.add(process);
		void process.ended.then(() => this.#running.delete(process));
		return process;
	}
}
