// The process of a server: its own, so that neither its CPU time nor its memory counts.

import { serve } from '../processes';
import { openArchive } from './archive';
import type { BenchServer, ServerOptions, ServerProtocol } from './protocol';
import { openService } from './service';
import { openStub } from './stub';

/** How each kind of server is opened. */
function open(options: ServerOptions): Promise<BenchServer> {
	switch (options.kind) {
		case 'service':
			return openService(options);
		case 'archive':
			return openArchive(options);
		case 'stub':
			return openStub(options);
	}
}

let server: BenchServer | undefined;

const NOTHING = {
	requests: 0,
	methods: {},
	refusedAt: [],
	problems: [],
	digest: '',
	carriedOut: 0,
	updated: 0,
	deleted: 0,
	held: 0,
	stored: [],
	sunk: 0,
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
