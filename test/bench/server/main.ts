// The process of a server: its own, so that neither its CPU time nor its memory counts.

import { serve } from '../processes';
import { openArchive } from './archive';
import type { BenchServer, ServerOptions, ServerProtocol } from './protocol';
import { openStorage } from './storage';
import { openWorkspace } from './workspace';

let server: BenchServer | undefined;

async function open(options: ServerOptions): Promise<BenchServer> {
	switch (options.kind) {
		case 'workspace':
			return await openWorkspace(options);
		case 'archive':
			return await openArchive(options);
		case 'storage':
			return await openStorage();
	}
}

const NOTHING = {
	...{ requests: 0, refusedAt: [], problems: [], digest: '' },
	...{ carriedOut: 0, updated: 0, held: 0, stored: [], sunk: 0 },
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
	account: async () => ({ ...NOTHING, ...(await server?.account()) }),
});
