import { createServer } from 'node:http';

import { listen } from '../../service/listen';
import { startService } from '../../service/service';
import { startStore } from '../../service/store';
import { placeOf, type BenchServer, type Stored } from './protocol';

/** Starts the test service with an S3-compatible store behind it, and a sink that keeps nothing. */
export async function openStorage(): Promise<BenchServer> {
	const store = await startStore();
	const service = await startService({ storage: store, workItems: 1 });
	const { state, requests } = service;
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
		place: { ...placeOf(service), sink: sink.url },
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
			const files = await Promise.all(complete.map(stored));
			return {
				requests: requests.length + store.requests.length,
				problems: requests.flatMap(({ problem }) => problem ?? []),
				stored: files.sort((one, other) => (one.name < other.name ? -1 : 1)),
				sunk,
			};
		},
	};
}
