import type { Faults } from '../faults';
import { startService, type ServiceOptions } from '../service';
import { startStore } from '../store';
import { encodeForm, exchange, updateModule, type Exchange } from './client';

/** A server, and one change that can be sent to it repeatedly. */
export interface Target {
	/** The base URL, without a trailing slash. */
	url: string;
	faults: Faults;
	change(): Promise<Exchange>;
	/** How often the change was carried out. */
	carriedOut(): number;
	/** The statuses of the handler, before any fault. */
	statuses(): number[];
	close(): Promise<void>;
}

async function startServiceTarget(options: ServiceOptions): Promise<Target> {
	const service = await startService(options);

	return {
		url: service.url,
		faults: service.faults,
		change: async () => await updateModule(service),
		carriedOut: () => service.ledger.length,
		statuses: () => service.requests.map(({ status }) => status),
		close: async () => await service.close(),
	};
}

const size = 1_000_000;

/** Starts a store. The change is the upload of a file of many packets. */
async function startUploadTarget(): Promise<Target> {
	const store = await startStore();
	const service = await startService({ storage: store });
	const file = { name: 'a.bin', type: 'application/octet-stream', size };
	const { upload_data: issued } = await service.issueUpload(file);
	const form = await encodeForm(issued.fields, { ...file, content: new Uint8Array(size) });

	return {
		url: store.url,
		faults: store.faults,
		change: async () => await exchange(issued.url, form),
		carriedOut: () => store.ledger.filter((entry) => entry.size === size).length,
		statuses: () => store.requests.map(({ status }) => status),
		async close() {
			await service.close();
			await store.close();
		},
	};
}

/** All kinds of server that can have faults, with the status of a successful change. */
export const targets = [
	{ name: 'specification', success: 200, start: async () => await startServiceTarget({}) },
	{
		name: 'community',
		success: 200,
		start: async () => await startServiceTarget({ serverKind: 'community', workItems: 7 }),
	},
	{ name: 'store', success: 204, start: startUploadTarget },
] as const;
