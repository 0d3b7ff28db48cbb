import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createEnvironment } from './environment';
import type { Installation, Line } from './install';
import { dataFolder, installArchive, pack } from './pack';
import { findFreePort } from './ports';
import { supervise, waitUntilReady, type Supervised } from './supervise';
import type { Credential, WorkflowFile } from './workflows/draft';

/** What is imported before an instance starts. */
export interface Content {
	readonly credentials: readonly Credential[];
	readonly workflows: readonly WorkflowFile[];
}

export interface InstanceOptions {
	/** The user folder, which is kept. Default: a new one, which `close` removes. */
	readonly folder?: string;
	/** Environment of all commands, such as N8N_ENCRYPTION_KEY. */
	readonly env?: NodeJS.ProcessEnv;
}

/** A server of n8n, or a worker of its queue. */
export interface RunningN8n extends Pick<Supervised, 'log' | 'kill'> {
	/** Without a trailing slash. */
	readonly url: string;
	/** Stops it and its child processes. */
	readonly close: () => Promise<void>;
}

/** How long a command of n8n may take, in milliseconds. */
const COMMAND_LIMIT = 600_000;

/** Paths that respond with JSON when n8n is ready. Before, n8n responds with an HTML page. */
const READINESS_PATHS = {
	start: ['/healthz/readiness', '/rest/settings'],
	worker: ['/healthz/readiness'],
};

/**
 * What a server logs once it has activated its workflows. It is ready before that, but an activation by a
 * test would run at the same time as the one of the start, and the one that ends last would save what it knows.
 */
const ALL_ACTIVATED = 'Editor is now accessible via';

/**
 * The environment variable with the path of a user folder, in which the package is installed and the database is
 * created. New user folders of this line of n8n are copies of it, which takes seconds less than doing both again.
 */
export const templateVariable = (line: Line): string => `PLANE_N8N_TEMPLATE_${line}`;

/** An n8n with a user folder of its own, in which the package is installed. */
export class Instance {
	readonly #running = new Set<Supervised>();

	private constructor(
		private readonly installation: Installation,
		/** The user folder. */
		readonly folder: string,
		private readonly options: InstanceOptions,
	) {}

	get line(): Line {
		return this.installation.line;
	}

	/** @throws Error if the package has to be packed, and dist is missing */
	static async create(
		installation: Installation,
		options: InstanceOptions = {},
	): Promise<Instance> {
		await mkdir(dataFolder, { recursive: true });
		const folder = options.folder ?? (await mkdtemp(join(dataFolder, 'test-')));

		await mkdir(folder, { recursive: true });
		const template = process.env[templateVariable(installation.line)];

		await (template !== undefined && options.folder === undefined
			? cp(template, folder, { recursive: true })
			: installArchive(await pack(), folder));

		return new Instance(installation, folder, options);
	}

	async import({ credentials, workflows }: Content): Promise<void> {
		for (const [command, entries] of [
			['import:credentials', credentials],
			['import:workflow', workflows],
		] as const) {
			// It contains credentials as plain text, so it is removed at once.
			const file = join(this.folder, 'import.json');

			await writeFile(file, JSON.stringify(entries), { mode: 0o600 });

			try {
				await this.#command([command, `--input=${file}`]);
			} finally {
				await rm(file, { force: true });
			}
		}
	}

	/**
	 * Starts n8n or a worker, and resolves when it is ready, and its workflows are activated.
	 * @param port replaced by a free one if it is taken; a worker listens there for health checks
	 */
	async start(command: keyof typeof READINESS_PATHS = 'start', port?: number): Promise<RunningN8n> {
		const main = await findFreePort(port);
		const url = `http://127.0.0.1:${main}`;
		const server = await this.#run([command], main);

		try {
			for (const path of READINESS_PATHS[command]) {
				await waitUntilReady(
					`n8n ${command}`,
					server,
					async () => await respondsWithJson(url + path),
				);
			}

			if (command === 'start') {
				await waitUntilReady('n8n start', server, () => server.log().includes(ALL_ACTIVATED));
			}
		} catch (error) {
			await server.stop();
			throw error;
		}

		return { url, log: server.log, kill: server.kill, close: server.stop };
	}

	/** Stops all its processes. */
	async close(): Promise<void> {
		await Promise.all([...this.#running].map(async (process) => process.stop()));
		if (this.options.folder !== undefined) return;

		await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}

	/** Runs a command of n8n. @throws Error with its output if it fails or takes too long */
	async #command(args: readonly string[]): Promise<void> {
		const command = await this.#run(args, await findFreePort());
		const limit = setTimeout(() => void command.stop(), COMMAND_LIMIT);
		const exitCode = await command.ended;

		clearTimeout(limit);
		if (exitCode === 0) return;

		throw new Error(
			`n8n ${args.join(' ')} ended with ${exitCode} and wrote:\n${command.log(4000)}`,
		);
	}

	/** @param main the port that a server listens on */
	async #run(args: readonly string[], main: number): Promise<Supervised> {
		const { line, bin } = this.installation;
		const ports = { main, broker: await findFreePort() };
		const process = supervise([...bin, ...args], {
			// n8n reads a file .env in the working directory.
			cwd: this.folder,
			env: { ...createEnvironment(line, this.folder, ports), ...this.options.env },
		});

		this.#running.add(process);
		void process.ended.then(() => this.#running.delete(process));

		return process;
	}
}

async function respondsWithJson(address: string): Promise<boolean> {
	try {
		const { status, headers, body } = await fetch(address, { signal: AbortSignal.timeout(5000) });

		await body?.cancel();

		return status === 200 && (headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}
