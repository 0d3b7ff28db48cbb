// The process of a server: its own, so that neither its CPU time nor its memory counts.

import { serve } from '../process/serve';
import { openArchive } from './archive';
import type { BenchServer, ServerProtocol } from './protocol';
import { openWorkspace } from './workspace';

let server: BenchServer | undefined;

const opened = (): BenchServer => {
	if (server === undefined) throw new Error('The server is not open yet.');
	return server;
};

serve<ServerProtocol>({
	async open(options) {
		server =
			options.kind === 'workspace' ? await openWorkspace(options) : await openArchive(options);
		return server.place;
	},
	reset: () => {
		opened().reset();
		return Promise.resolve(null);
	},
	account: () => Promise.resolve(opened().account()),
});
