import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { listen, type ListeningServer } from '../service/listen';

/** How often the storage checks whether it may read on, in milliseconds. */
const STEP = 20;

/**
 * Starts a storage that reads each upload at a steady rate, and reports success.
 *
 * @param rate bytes per second
 */
export async function startSlowStorage(rate: number): Promise<ListeningServer> {
	const server = createServer((request, response) => {
		const take = async () => {
			const began = Date.now();
			let taken = 0;

			for await (const chunk of request as AsyncIterable<Buffer>) {
				taken += chunk.length;
				while (taken > ((Date.now() - began) / 1000) * rate) await wait(STEP);
			}

			response.writeHead(204, { etag: '"e1"' }).end();
		};

		take().catch(() => response.destroy());
	});

	return await listen(server);
}
