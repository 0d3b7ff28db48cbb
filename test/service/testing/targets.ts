import type { Faults } from '../faults';
import { startService, type ServiceOptions } from '../service';
import { startStore } from '../store';
import { encodeForm, exchange, updateModule, type Exchange } from './client';

/** A server that one and the same change can be sent to again and again. */
export interface Target {
	/** Without a slash at its end. */
	url: string;
	faults: Faults;
	change(): Promise<Exchange>;
	/** How often the change was really carried out. */
	carriedOut(): number;
	/** The statuses with which the handler answered what reached it. */
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

/** Uploads a file of many packets. */
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

/** Every kind of server that faults can befall, with the status of a change that succeeds. */
export const targets = [
	{ name: 'specification', success: 200, start: async () => await startServiceTarget({}) },
	{
		name: 'community',
		success: 200,
		start: async () => await startServiceTarget({ serverKind: 'community', workItems: 7 }),
	},
	{ name: 'store', success: 204, start: startUploadTarget },
] as const;
