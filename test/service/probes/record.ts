import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { at } from '../testing/client';
import { apiV2Probes } from './apiV2';
import { commercialProbes } from './commercial';
import { connect, type Connection } from './connection';
import { furtherProbes } from './further';
import { laterProbes } from './later';
import {
	createProbeClient,
	readRows,
	Unavailable,
	type OpenProbe,
	type Probe,
	type ProbeClient,
	type ProbeProject,
} from './probe';
import { buildProject, createProject, projectsPath } from './project';
import { recordedProbes } from './recorded';

/** How a probe ended. */
export type Outcome =
	| { readonly kind: 'same' }
	| { readonly kind: 'differs'; readonly received: unknown }
	| { readonly kind: 'unavailable'; readonly reason: string }
	/** It needs more than a project and a key. */
	| { readonly kind: 'notSent'; readonly needs: string };

export interface ProbeResult {
	readonly probe: Probe;
	readonly outcome: Outcome;
}

/** What is left of the project for the probes. */
export type Remains =
	| { readonly kind: 'nothing' }
	| { readonly kind: 'project'; readonly name: string; readonly reason: string };

export interface Recording {
	readonly results: readonly ProbeResult[];
	readonly remains: Remains;
	/** Why it ended before the last probe, if it did. */
	readonly failure?: string;
}

export interface RecordOptions {
	/** The address of the server, without `/api`. */
	readonly url: string;
	readonly key: string;
	/** The slug of the workspace. */
	readonly workspace: string;
	/** Ends the probes. The project is deleted all the same. */
	readonly signal?: AbortSignal;
	/** How long the server takes at most to do what it does after its answer, in milliseconds. Default 3000. */
	readonly settleTime?: number;
	/** How often to try what happens by chance. Each attempt takes 8 requests of the limit. Default 3. */
	readonly attempts?: number;
	/** The pauses before each attempt to delete the project, in milliseconds. */
	readonly deletionPauses?: readonly number[];
	/** Called once the project has a name, before it is created. */
	readonly onStart?: (project: string) => void;
	/** Called before a pause for the limit, in milliseconds. */
	readonly onPause?: (milliseconds: number, finished: number) => void;
}

/** The default pauses before each attempt to delete the project, in milliseconds. */
const DELETION_PAUSES = [0, 2000, 10_000];

/** The number of probes without an answer after which a server counts as gone. */
const MAX_SILENT_PROBES = 3;

const allProbes: readonly Probe[] = [
	...recordedProbes,
	...laterProbes,
	...furtherProbes,
	...commercialProbes,
	...apiV2Probes,
];

const isOpen = (probe: Probe): probe is OpenProbe => probe.needs === undefined;

/** The probes for any server. Those that archive the project come last. */
const openProbes: readonly OpenProbe[] = [
	...allProbes.filter(isOpen).filter(({ archivesProject }) => archivesProject !== true),
	...allProbes.filter(isOpen).filter(({ archivesProject }) => archivesProject === true),
];

const describeError = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);

	const { cause } = error;

	return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
};

/** Turns a value into what JSON keeps of it. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

async function sendProbe(probe: OpenProbe, client: ProbeClient): Promise<Outcome> {
	const received = toJson(await probe.run(client));

	return isDeepStrictEqual(received, toJson(probe.observed))
		? { kind: 'same' }
		: { kind: 'differs', received };
}

/** Returns the ID of the project with this name, or undefined if there is none. */
async function findProject(
	connection: Connection,
	workspace: string,
	name: string,
): Promise<string | undefined> {
	let cursor: unknown = '100:0:0';

	while (typeof cursor === 'string') {
		const path = `${projectsPath(workspace)}?per_page=100&cursor=${cursor}`;
		const page = await connection.send({ method: 'GET', path });
		if (page.status !== 200) throw new Error(`the server answered ${page.status}`);

		const found = readRows(page).find((row) => at(row, 'name') === name);
		const id = at(found, 'id');
		if (typeof id === 'string') return id;

		cursor = at(page.body, 'next_page_results') === true ? at(page.body, 'next_cursor') : undefined;
	}

	return undefined;
}

interface DeletionOptions extends Pick<
	RecordOptions,
	'url' | 'key' | 'workspace' | 'deletionPauses'
> {
	readonly name: string;
	/** Undefined if the creation was not answered. */
	readonly id: string | undefined;
}

/** Deletes the project, and returns what is left of it. Never throws. */
async function deleteProject({ name, id, ...options }: DeletionOptions): Promise<Remains> {
	// Without the signal: the project is deleted also when the probes are ended.
	const connection = connect({ url: options.url, key: options.key });
	const { deletionPauses = DELETION_PAUSES } = options;
	let reason = '';

	for (const pause of deletionPauses) {
		await wait(pause);

		try {
			const known = id ?? (await findProject(connection, options.workspace, name));
			if (known === undefined) return { kind: 'nothing' };

			const path = `${projectsPath(options.workspace)}${known}/`;

			// An archived project refuses changes.
			await connection.send({ method: 'DELETE', path: `${path}archive/` });
			const { status } = await connection.send({ method: 'DELETE', path });
			if (status === 204 || status === 404) return { kind: 'nothing' };

			reason = `the server answered ${status}`;
		} catch (error) {
			reason = describeError(error);
		}
	}

	return { kind: 'project', name, reason };
}

/** Sends all probes that a project and a key suffice for. @throws Error once the server does not answer any more */
async function sendProbes(
	client: ProbeClient,
	results: ProbeResult[],
	signal: AbortSignal | undefined,
): Promise<void> {
	let silent = 0;

	for (const probe of openProbes) {
		try {
			results.push({ probe, outcome: await sendProbe(probe, client) });
			silent = 0;
		} catch (error) {
			if (signal?.aborted === true) throw new Error('it was stopped');

			const reason = describeError(error);

			results.push({ probe, outcome: { kind: 'unavailable', reason } });
			silent = error instanceof Unavailable || isAnswered(error) ? 0 : silent + 1;
			if (silent === MAX_SILENT_PROBES) throw new Error(`the server does not answer: ${reason}`);
		}

		if (probe.archivesProject === true) await client.request('DELETE', 'archive/');
	}
}

/** Whether an error is about an answer, and not about a connection. */
const isAnswered = (error: unknown): boolean =>
	error instanceof Error && error.name === 'Error' && error.cause === undefined;

/** Checks that the key can read the workspace. @throws Error that says what to check */
async function checkWorkspace(connection: Connection, workspace: string): Promise<void> {
	const { status } = await connection.send({ method: 'GET', path: projectsPath(workspace) });
	if (status === 200) return;

	throw new Error(
		`the server answered ${status} to the list of projects. Check the address, the key and the slug of the workspace`,
	);
}

/**
 * Sends the probes to a server, in a project of their own, which it deletes in the end. It changes nothing else in the
 * workspace. Never throws.
 */
export async function record(options: RecordOptions): Promise<Recording> {
	const { url, key, workspace, signal, onStart, onPause } = options;
	const { settleTime = 3000, attempts = 3 } = options;
	const results: ProbeResult[] = [];
	const connection = connect({
		url,
		key,
		...(signal && { signal }),
		onPause: (milliseconds) => onPause?.(milliseconds, results.length),
	});
	const mark = `PRB${randomInt(36 ** 5)
		.toString(36)
		.padStart(5, '0')
		.toUpperCase()}`;
	const { name } = buildProject(mark);
	let remains: Remains = { kind: 'nothing' };
	let failure: string | undefined;

	try {
		await checkWorkspace(connection, workspace);
		onStart?.(name);
		let project: ProbeProject | undefined;

		try {
			project = await createProject(connection, workspace, mark);
			await sendProbes(
				createProbeClient({ connection, workspace, project, settleTime, attempts }),
				results,
				signal,
			);
		} finally {
			remains = await deleteProject({ ...options, name, id: project?.id });
		}
	} catch (error) {
		failure = signal?.aborted === true ? 'it was stopped' : describeError(error);
	}

	for (const probe of allProbes) {
		if (probe.needs !== undefined) {
			results.push({ probe, outcome: { kind: 'notSent', needs: probe.needs } });
		}
	}

	return { results, remains, ...(failure !== undefined && { failure }) };
}
