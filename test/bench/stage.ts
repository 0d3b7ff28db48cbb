import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ContenderName, ContenderProtocol, Measure } from './contender/protocol';
import { startChild, type Child, type Protocol } from './processes';
import type { Account, Place, ServerOptions, ServerProtocol } from './server/protocol';
import type { Work } from './work';

/** A server in a process of its own. */
export interface RunningServer {
	readonly place: Place;
	/** Resets the server and lets a contender do the work. */
	run(contender: Contender, work: Work): Promise<Run>;
	account(): Promise<Account>;
}

/** A way to do the work, in a process of its own. */
export interface Contender {
	readonly name: ContenderName;
	readonly child: Child<ContenderProtocol>;
}

/** One run, as the contender and the server report it. */
export interface Run extends Measure {
	readonly name: ContenderName;
	readonly account: Account;
}

/** The processes of one group of figures. */
export class ProcessGroup {
	/** For all temporary files, also those of processes that are killed before they can clean up. */
	readonly folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-bench-'));
	readonly #children: { close(): Promise<void> }[] = [];

	/** @param say prints a line of progress */
	constructor(readonly say: (text: string) => void) {}

	async startServer(options: ServerOptions): Promise<RunningServer> {
		const child = this.#start<ServerProtocol>('server/main.ts');
		const place = await child.call('open', options);

		return {
			place,
			account: async () => await child.call('account', null),
			run: async ({ name, child: contender }, work) => {
				// A reset would remove the files that are downloaded.
				if (work.kind !== 'downloads') await child.call('reset', null);

				const measure = await contender.call('run', work);
				const account = await child.call('account', null);

				this.say(`${name}: ${formatMeasure(measure)}, ${account.requests} requests`);

				return { ...measure, name, account };
			},
		};
	}

	/**
	 * Starts a fresh process, which loads n8n's engine.
	 *
	 * @param sharesStorage whether it uses the binary data storage that contenders of this group share
	 */
	startContender(name: ContenderName, sharesStorage = false): Contender {
		const env = sharesStorage ? { PLANE_TEST_USER_FOLDER: join(this.folder, 'n8n') } : {};

		return { name, child: this.#start<ContenderProtocol>('contender/main.ts', [name], env) };
	}

	#start<Functions extends Protocol<Functions>>(
		file: string,
		args: readonly string[] = [],
		env: Readonly<Record<string, string>> = {},
	): Child<Functions> {
		const child = startChild<Functions>(join(__dirname, file), args, {
			TMPDIR: this.folder,
			...env,
		});

		this.#children.push(child);

		return child;
	}

	async close(): Promise<void> {
		await Promise.all(this.#children.map(async (child) => await child.close()));
		rmSync(this.folder, { recursive: true, force: true });
	}
}

const formatMeasure = ({ ms, cpuMs, growth, peak }: Measure): string =>
	[
		`${ms.toFixed(0)} ms`,
		`${cpuMs.toFixed(0)} ms of CPU`,
		`+${(growth / 1e6).toFixed(0)} MB to ${(peak / 1e6).toFixed(0)} MB`,
	].join(', ');
