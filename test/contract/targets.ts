import type { Faults } from '../service/faults';
import type { Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import { startStore } from '../service/store';
import type { Exchange } from './exchange';
import { exchange } from './exchange';

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

/** Updates the first module. */
export async function updateModule(service: Service, name = 'Renamed'): Promise<Exchange> {
	const [module] = service.state.modules;
	const project = `/api/v1/workspaces/${service.workspace}/projects/${module?.project ?? ''}`;
	return await exchange(`${service.url}${project}/modules/${module?.id ?? ''}/`, {
		method: 'PATCH',
		headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ name }),
	});
}

async function startFace(options: ServiceOptions): Promise<Target> {
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
async function startUploads(): Promise<Target> {
	const store = await startStore();
	const service = await startService({ storage: store });
	const file = { name: 'a.bin', type: 'application/octet-stream', size };
	const { upload_data: issued } = await service.issueUpload(file);
	const form = new FormData();
	for (const [name, value] of Object.entries(issued.fields)) form.append(name, value);
	form.append('file', new Blob([new Uint8Array(size)], { type: file.type }), file.name);
	const encoded = new Response(form);
	const body = Buffer.from(await encoded.clone().arrayBuffer());
	const headers = {
		'content-type': encoded.headers.get('content-type') ?? '',
		'content-length': String(body.length),
	};
	return {
		url: store.url,
		faults: store.faults,
		change: async () => await exchange(issued.url, { method: 'POST', headers, body }),
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
	{ name: 'specification', success: 200, start: async () => await startFace({}) },
	{
		name: 'community',
		success: 200,
		start: async () => await startFace({ face: 'community', workItems: 7 }),
	},
	{ name: 'store', success: 204, start: startUploads },
] as const;
