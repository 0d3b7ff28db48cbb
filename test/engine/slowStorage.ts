import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { listen, type ListeningServer } from '../service/listen';

/**
 * Starts a storage that reads each upload at a steady rate, and reports success.
 *
 * @param rate bytes per second
 * @param passTime lets this many milliseconds pass. Default: by waiting
 */
export async function startSlowStorage(
	rate: number,
	passTime: (milliseconds: number) => Promise<unknown> = wait,
): Promise<ListeningServer> {
	const server = createServer((request, response) => {
		const take = async () => {
			for await (const chunk of request as AsyncIterable<Buffer>) {
				await passTime((chunk.length / rate) * 1000);
			}

			response.writeHead(204, { etag: '"e1"' }).end();
		};

		take().catch(() => response.destroy());
	});

	return await listen(server);
}
