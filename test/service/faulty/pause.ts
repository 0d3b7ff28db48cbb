import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for this time in milliseconds, or until the connection closes.
 *
 * @returns whether the connection is still open
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
