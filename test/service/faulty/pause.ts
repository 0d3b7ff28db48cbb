import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for this many milliseconds, and no longer than the connection lasts: closing a server ends
 * its pauses. Returns whether there is still somebody to answer.
 */
export async function pause(response: ServerResponse, milliseconds: number): Promise<boolean> {
	if (response.destroyed) return false;

	const closing = new AbortController();
	const abort = () => closing.abort();

	response.once('close', abort);
	const completed = await wait(milliseconds, true, { signal: closing.signal }).catch(() => false);

	response.off('close', abort);

	return completed;
}
