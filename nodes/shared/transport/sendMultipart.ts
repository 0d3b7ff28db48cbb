import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Fault } from './response';
import { faultOf } from './fault';
import type { UploadForm } from './multipart';
import { Passage } from './uploadStream';
import { endStalled } from './idleTimeout';

/** What a request is told of its body, and how it is broken off. */
export type Transfer = Required<Pick<IHttpRequestOptions, 'body' | 'abortSignal' | 'agentOptions'>>;

/** What is given instead of an answer. */
export class BrokenOff {
	constructor(readonly fault: Fault) {}
}

/**
 * Sends a form, and leaves nothing behind that is under way when it has come to its end.
 *
 * n8n's helper would count its own time-out from the start of the request to its answer, so that a
 * large file could never be sent over a slow line: here it counts from the last bytes that went
 * out. When a storage answers before it has the whole file, the helper gives the answer, and
 * forgets the file, which stays open, and the connection, which waits for a storage that reads no
 * more: both are closed here. (An answer can still be lost, where a storage resets the connection
 * right behind it: Node.js then fails to send on before it has read what arrived.)
 *
 * @param timeout milliseconds in which nothing moves
 * @param canceled ends it from outside
 * @returns what `deliver` gives; BrokenOff where it throws
 */
export async function transfer(
	form: UploadForm,
	timeout: number,
	canceled: AbortSignal | undefined,
	deliver: (transfer: Transfer) => Promise<unknown>,
): Promise<unknown> {
	const passage = new Passage(form.file);
	const end = new AbortController();
	const { signal } = end;
	void endStalled(
		passage,
		timeout,
		() => signal.aborted,
		() => end.abort(),
	);
	try {
		return await deliver({
			body: form.reading(() => Promise.resolve(passage.bytes())),
			abortSignal: canceled === undefined ? signal : AbortSignal.any([canceled, signal]),
			agentOptions: endedBy(signal),
		});
	} catch (error) {
		const { problem, isThrough } = passage;
		if (problem !== undefined) return new BrokenOff({ fault: '', unsent: problem });
		// Nobody else has aborted it by now.
		const fault = signal.aborted ? { fault: 'ECONNABORTED' } : faultOf(error);
		return new BrokenOff({ ...fault, midway: !isThrough });
	} finally {
		passage.close();
		end.abort();
	}
}

/** A connection that listens to this signal, and goes on doing so after the answer. */
export const endedBy = (signal: AbortSignal): { keepAlive: false; signal: AbortSignal } => ({
	keepAlive: false,
	signal,
});
