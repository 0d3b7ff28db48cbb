// The process of a server: its own, so that neither its CPU time nor its memory counts.

import { serve } from '../processes';
import { openArchive } from './archive';
import type { BenchServer, ServerProtocol } from './protocol';
import { openService } from './service';

let server: BenchServer | undefined;

const NOTHING = {
	...{ requests: 0, refusedAt: [], problems: [], digest: '' },
	...{ carriedOut: 0, updated: 0, deleted: 0, held: 0, stored: [], sunk: 0 },
};

serve<ServerProtocol>({
	async open(options) {
		server = await (options.kind === 'archive' ? openArchive(options) : openService(options));
		return server.place;
	},
	async reset() {
		await server?.reset();
		return null;
	},
	account: async () => ({ ...NOTHING, ...(await server?.account()) }),
});
