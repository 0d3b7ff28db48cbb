// The process of a server. It has its own, so that neither its CPU time nor its memory counts.

import { serve } from '../processes';
import { openArchive } from './archive';
import type { BenchServer, ServerOptions, ServerProtocol } from './protocol';
import { openService } from './service';

function open(options: ServerOptions): Promise<BenchServer> {
	switch (options.kind) {
		case 'service':
			return openService(options);
		case 'archive':
			return openArchive(options);
	}
}

let server: BenchServer | undefined;

const EMPTY_ACCOUNT = {
	requests: 0,
	refusedAt: [],
	problems: [],
	digest: '',
	requestsToV2: 0,
	carriedOut: 0,
	updated: 0,
	imported: [],
	deleted: 0,
	added: 0,
	stored: [],
	sinkBytes: 0,
};

serve<ServerProtocol>({
	async open(options) {
		server = await open(options);

		return server.place;
	},
	async reset() {
		await server?.reset();

		return null;
	},
	account: async () => ({ ...EMPTY_ACCOUNT, ...(await server?.account()) }),
});
