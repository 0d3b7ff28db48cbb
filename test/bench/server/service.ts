import { createServer } from 'node:http';

import { listen } from '../../service/listen';
import { startService } from '../../service/service';
import { idOf, type Module } from '../../service/state';
import { startStore } from '../../service/store';
import { CHANGE, nameOf } from '../work';
import { digestOf } from './digest';
import type { BenchServer, ServiceOptions, Stored } from './protocol';

/**
 * Starts the test service with as many modules and work items in its first project as wanted, an
 * S3-compatible store behind it, and a sink, which takes uploads and keeps nothing.
 */
export async function openService(options: ServiceOptions): Promise<BenchServer> {
	const { limit, latencyMs = 0, workItems = 1 } = options;
	const store = await startStore();
	const service = await startService({
		storage: store,
		workItems,
		// As the server that was observed to have a limit.
		...(limit === undefined ? {} : { serverKind: 'community', limit }),
	});
	const { state, requests, refusals, ledger, faults } = service;
	if (latencyMs > 0) faults.plan({ kind: 'delay', milliseconds: latencyMs }, { times: Infinity });

	const [project] = state.projects;
	const [pattern] = state.modules;
	if (project === undefined || pattern === undefined) throw new Error('The service is empty.');

	const modules = Array.from(
		{ length: options.modules ?? 1 },
		(_, index): Module => ({
			...pattern,
			...untouched(index),
			id: idOf('module of the bench', index),
		}),
	);

	state.modules = [...modules];
	let before = 0;
	let sunk = 0;
	const sink = await listen(
		createServer((request, response) => {
			request.on('data', (chunk: Buffer) => (sunk += chunk.length));
			request.on('end', () => response.writeHead(204, { etag: '"sunk"' }).end());
		}),
	);
	/** By the key of the file, which is read once only. */
	const digests = new Map<string, Promise<string>>();

	const stored = async ({ id, asset, attributes }: (typeof state.attachments)[number]) => {
		const digest = digests.get(asset) ?? store.digest(asset);

		digests.set(asset, digest);

		return { id, name: attributes.name, sha256: await digest } satisfies Stored;
	};

	return {
		place: {
			url: service.url,
			apiKey: service.apiKey,
			workspace: service.workspace,
			projects: state.projects.map(({ id }) => id),
			modules: modules.map(({ id }) => id),
			workItems: state.workItems.filter((item) => item.project === project.id).map(({ id }) => id),
			sink: sink.url,
		},
		async reset() {
			before = ledger.length;
			sunk = 0;
			digests.clear();
			const kept = [requests, refusals, store.requests, state.additions, state.attachments];

			for (const list of kept) list.length = 0;
			for (const [index, module] of modules.entries()) Object.assign(module, untouched(index));
			state.modules = [...modules];
			for (const key of await store.list()) await store.remove(key);
		},
		async account() {
			const complete = state.attachments.filter(({ is_uploaded: isUploaded }) => isUploaded);
			const files = await Promise.all(complete.map(stored));

			return {
				requests: requests.length + store.requests.length,
				refusedAt: refusals,
				problems: requests.flatMap(({ problem }) => problem ?? []),
				digest: digestOf(requests),
				carriedOut: ledger.length - before,
				updated: state.modules.filter(isUpdated).length,
				deleted: modules.length - state.modules.length,
				held: new Set(state.modules[0]?.issues).size,
				stored: files.sort((one, other) => (one.name < other.name ? -1 : 1)),
				sunk,
			};
		},
	};
}

/** As a module is before its update. No two names are the same: a Community Edition forbids it. */
const untouched = (index: number) => ({
	name: `Untouched ${index + 1}`,
	status: 'backlog',
	start_date: null,
	target_date: null,
	issues: [],
});

const isUpdated = (
	{ name, status, start_date: start, target_date: target }: Module,
	index: number,
): boolean =>
	name === nameOf(index) &&
	status === CHANGE.status &&
	start === CHANGE.start_date &&
	target === CHANGE.target_date;
