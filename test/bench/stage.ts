import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ContenderName, ContenderProtocol, Measure } from './contender/protocol';
import { startChild, type Child, type Protocol } from './processes';
import type { Account, Place, ServerOptions, ServerProtocol } from './server/protocol';
import type { Work } from './work';

/** A server in its process. */
export interface StagedServer {
	readonly place: Place;
	/** Has the work done from the same beginning each time, and gives both sides of it. */
	run(contender: Contender, work: Work): Promise<Run>;
	account(): Promise<Account>;
}

/** A way to do the work, in its process. */
export interface Contender {
	readonly name: ContenderName;
	readonly child: Child<ContenderProtocol>;
}

/** One run: what the contender says of it, and what the server does. */
export interface Run extends Measure {
	readonly name: ContenderName;
	readonly account: Account;
}

/** The processes of one group of figures. */
export class Stage {
	/** For whatever is temporary, also of processes that are ended before they can clear up. */
	readonly folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-bench-'));
	readonly #children: { close(): Promise<void> }[] = [];

	/** @param say tells people how far it is */
	constructor(readonly say: (text: string) => void) {}

	async server(options: ServerOptions): Promise<StagedServer> {
		const child = this.#start<ServerProtocol>('server/main.ts');
		const place = await child.ask('open', options);

		return {
			place,
			account: async () => await child.ask('account', null),
			run: async ({ name, child: contender }, work) => {
				// What is downloaded has to be there.
				if (work.kind !== 'downloads') await child.ask('reset', null);

				const measure = await contender.ask('run', work);
				const account = await child.ask('account', null);

				this.say(`${name}: ${inWords(measure)}, ${account.requests} requests`);

				return { ...measure, name, account };
			},
		};
	}

	/**
	 * Starts a fresh process, in which n8n's engine is loaded whoever it is.
	 *
	 * @param isSharing whether n8n's binary data storage in it is that of all who share
	 */
	contender(name: ContenderName, isSharing = false): Contender {
		const shared = isSharing ? { PLANE_TEST_USER_FOLDER: join(this.folder, 'n8n') } : {};

		return { name, child: this.#start<ContenderProtocol>('contender/main.ts', [name], shared) };
	}

	#start<Talk extends Protocol<Talk>>(
		file: string,
		args: readonly string[] = [],
		env: Readonly<Record<string, string>> = {},
	): Child<Talk> {
		const child = startChild<Talk>(join(__dirname, file), args, { TMPDIR: this.folder, ...env });

		this.#children.push(child);

		return child;
	}

	async close(): Promise<void> {
		await Promise.all(this.#children.map(async (child) => await child.close()));
		rmSync(this.folder, { recursive: true, force: true });
	}
}

const inWords = ({ ms, cpuMs, growth, peak }: Measure): string =>
	[
		`${ms.toFixed(0)} ms`,
		`${cpuMs.toFixed(0)} ms of CPU`,
		`+${(growth / 1e6).toFixed(0)} MB to ${(peak / 1e6).toFixed(0)} MB`,
	].join(', ');
