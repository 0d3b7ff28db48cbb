import { createServer } from 'node:http';

import { listen } from '../../service/listen';
import { startService } from '../../service/service';
import { startStore } from '../../service/store';
import type { BenchServer } from './protocol';

/** Starts the test service with a store behind it, and a sink. */
export async function openStorage(): Promise<BenchServer> {
	const store = await startStore();
	const service = await startService({ storage: store, workItems: 1 });
	const { state, requests } = service;
	let sunk = 0;
	const digests = new Map<string, Promise<string>>();
	const digestOf = async (key: string): Promise<string> => {
		const digest = digests.get(key) ?? store.digest(key);
		digests.set(key, digest);
		return await digest;
	};
	const { url: sink } = await listen(
		createServer((request, response) => {
			request.on('data', (chunk: Buffer) => (sunk += chunk.length));
			request.on('end', () => response.writeHead(204, { etag: '"sunk"' }).end());
		}),
	);

	return {
		place: {
			url: service.url,
			apiKey: service.apiKey,
			workspace: service.workspace,
			projects: state.projects.map(({ id }) => id),
			modules: [],
			workItems: state.workItems.map(({ id }) => id),
			sink,
		},
		async reset() {
			sunk = 0;
			digests.clear();
			requests.length = 0;
			store.requests.length = 0;
			state.attachments.length = 0;
			for (const key of await store.list()) await store.remove(key);
		},
		async account() {
			const complete = state.attachments.filter(({ is_uploaded: isUploaded }) => isUploaded);
			const stored = await Promise.all(
				complete.map(async ({ id, attributes: { name }, asset }) => ({
					...{ id, name, sha256: await digestOf(asset) },
				})),
			);
			return {
				requests: requests.length + store.requests.length,
				problems: [...new Set(requests.flatMap(({ problem }) => problem ?? []))],
				...{ refusedAt: [], digest: '', carriedOut: 0, updated: 0, held: 0 },
				stored: stored.sort((one, other) => (one.name < other.name ? -1 : 1)),
				sunk,
			};
		},
	};
}
