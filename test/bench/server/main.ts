// The process of a server: its own, so that neither its CPU time nor its memory counts.

import { serve } from '../process/serve';
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

const opened = (): BenchServer => {
	if (server === undefined) throw new Error('The server is not open yet.');
	return server;
};

serve<ServerProtocol>({
	async open(options) {
		server = await open(options);
		return server.place;
	},
	reset: async () => {
		await opened().reset();
		return null;
	},
	account: async () => await opened().account(),
});
