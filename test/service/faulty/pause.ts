import type { ServerResponse } from 'node:http';

/**
 * Waits for this many milliseconds, and no longer than the connection lasts: closing a server ends
 * its pauses. Returns whether there is still somebody to answer.
 */
export async function pause(response: ServerResponse, milliseconds: number): Promise<boolean> {
	if (response.destroyed) return false;
	return await new Promise((resolve) => {
		const gone = () => {
			clearTimeout(timer);
			resolve(false);
		};
		const timer = setTimeout(() => {
			response.off('close', gone);
			resolve(true);
		}, milliseconds);
		response.once('close', gone);
	});
}
