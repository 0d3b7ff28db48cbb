import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, readlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const DESCRIPTORS = '/proc/self/fd';

/** Finds the files of n8n's binary data storage that this process has open. */
async function findOpenFiles(): Promise<string[]> {
	const paths = (await readdir(DESCRIPTORS)).map(async (descriptor) => {
		// The descriptor by which the folder was listed is closed by now.
		const path = await readlink(join(DESCRIPTORS, descriptor)).catch(() => '');

		return path.includes('/binary_data/') ? [path] : [];
	});

	return (await Promise.all(paths)).flat();
}

/** Watches the connections that this process opens, and the files of n8n's binary data storage. */
export function watchOpenHandles() {
	const sockets = new Set<Socket>();

	const note = (message: unknown) => {
		if (typeof message !== 'object' || message === null || !('socket' in message)) return;
		if (message.socket instanceof Socket) sockets.add(message.socket);
	};

	subscribe('net.client.socket', note);

	return {
		/** Counts the connections that were opened, also those that are closed again. */
		countConnections: () => sockets.size,

		/** Waits until everything is closed, and gives up after 20 seconds. @returns what is still open */
		async waitUntilClosed(): Promise<{ files: string[]; sockets: number }> {
			for (let attemptsLeft = 1_000; ; attemptsLeft--) {
				const files = await findOpenFiles();
				const open = [...sockets].filter(({ destroyed }) => !destroyed).length;
				if ((files.length === 0 && open === 0) || attemptsLeft === 0) {
					return { files, sockets: open };
				}

				await wait(20);
			}
		},

		stop: () => unsubscribe('net.client.socket', note),
	};
}
