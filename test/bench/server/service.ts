import { createServer } from 'node:http';

import { listen } from '../../service/listen';
import { startService } from '../../service/service';
import { stableId, type Module, type WorkItem } from '../../service/state';
import { startStore } from '../../service/store';
import { withApiV2 } from '../../service/testing/v2Client';
import { CHANGE, createModuleName, IMPORT_SOURCE } from '../work';
import { computeDigest } from './digest';
import type { BenchServer, ServiceOptions, StoredFile } from './protocol';

/**
 * Starts the test service with this number of modules and work items in its first project, an
 * S3-compatible store for it, and a sink, which accepts uploads and keeps nothing.
 */
export async function openService(options: ServiceOptions): Promise<BenchServer> {
	const { limit, latencyMs = 0, workItems = 1, hasApiV2 = false } = options;
	// The server that was observed to have a limit is a Community Edition.
	const kind = hasApiV2 ? withApiV2() : { serverKind: 'community' as const };
	const store = await startStore();
	const service = await startService({
		storage: store,
		workItems,
		...(limit !== undefined && { ...kind, limit }),
	});
	const { state, requests, refusals, ledger, faults } = service;
	if (latencyMs > 0) faults.plan({ kind: 'delay', milliseconds: latencyMs }, { times: Infinity });

	const [project] = state.projects;
	const [template] = state.modules;
	if (project === undefined || template === undefined) throw new Error('The service is empty.');

	const modules = Array.from(
		{ length: options.modules ?? 1 },
		(_, index): Module => ({
			...template,
			...originalValues(index),
			id: stableId('module of the bench', index),
		}),
	);

	state.modules = [...modules];
	let ledgerStart = 0;
	let sinkBytes = 0;
	const sink = await listen(
		createServer((request, response) => {
			request.on('data', (chunk: Buffer) => (sinkBytes += chunk.length));
			request.on('end', () => response.writeHead(204, { etag: '"sunk"' }).end());
		}),
	);
	/** By the key of the file, so that each file is read only once. */
	const digests = new Map<string, Promise<string>>();

	const readStored = async ({ id, asset, attributes }: (typeof state.attachments)[number]) => {
		const digest = digests.get(asset) ?? store.digest(asset);

		digests.set(asset, digest);

		return { id, name: attributes.name, sha256: await digest } satisfies StoredFile;
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
			ledgerStart = ledger.length;
			sinkBytes = 0;
			digests.clear();
			const records = [requests, refusals, store.requests, state.additions, state.attachments];

			for (const list of records) list.length = 0;
			for (const [index, module] of modules.entries()) Object.assign(module, originalValues(index));
			state.modules = [...modules];
			state.workItems = state.workItems.filter((item) => !isImported(item));
			for (const key of await store.list()) await store.remove(key);
		},
		async account() {
			const complete = state.attachments.filter(({ is_uploaded: isUploaded }) => isUploaded);
			const files = await Promise.all(complete.map(readStored));

			return {
				requests: requests.length + store.requests.length,
				refusedAt: refusals,
				problems: requests.flatMap(({ problem }) => problem ?? []),
				digest: computeDigest(requests.filter((request) => !isToV2(request))),
				requestsToV2: requests.filter(isToV2).length,
				carriedOut: ledger.length - ledgerStart,
				updated: state.modules.filter(isUpdated).length,
				imported: state.workItems.filter(isImported).map(({ external_id: id }) => id ?? ''),
				deleted: modules.length - state.modules.length,
				added: new Set(state.modules[0]?.issues).size,
				stored: files.sort((a, b) => (a.name < b.name ? -1 : 1)),
				sinkBytes,
			};
		},
	};
}

const isToV2 = ({ url }: { readonly url: string }): boolean => url.startsWith('/api/v2/');

/** The values of a module before its update. A Community Edition forbids two modules of one name. */
const originalValues = (index: number) => ({
	name: `Untouched ${index + 1}`,
	status: 'backlog',
	start_date: null,
	target_date: null,
	issues: [],
});

const isImported = ({ external_source: source }: WorkItem): boolean => source === IMPORT_SOURCE;

const isUpdated = (
	{ name, status, start_date: start, target_date: target }: Module,
	index: number,
): boolean =>
	name === createModuleName(index) &&
	status === CHANGE.status &&
	start === CHANGE.start_date &&
	target === CHANGE.target_date;
