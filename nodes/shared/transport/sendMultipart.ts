import type { IHttpRequestOptions } from 'n8n-workflow';

import { endStalled } from './idleTimeout';
import type { UploadForm } from './multipart';
import { type Fault, faultOf } from './response';

/**
 * Sends a form, and leaves nothing behind that is under way when it has come to its end.
 *
 * n8n's helper would count its own time-out from the start of the request to its response, so that a
 * large file could never be sent over a slow line: here it counts from the last bytes that went
 * out. When a storage responds before it has the whole file, the helper gives the response, and
 * forgets the file, which stays open, and the connection, which waits for a storage that reads no
 * more: both are closed here. (A response can still be lost, where a storage resets the connection
 * right behind it: Node.js then fails to send on before it has read what arrived.)
 *
 * @param timeout milliseconds in which nothing moves
 * @param canceled ends it from outside
 * @param deliver sends it, and takes the whole response in
 * @returns what `deliver` gives; a Fault where it throws
 */
export async function sendMultipart<Given>(
	form: UploadForm,
	timeout: number,
	canceled: AbortSignal | undefined,
	deliver: (options: Partial<IHttpRequestOptions>) => Promise<Given>,
): Promise<Given | Fault> {
	const body = form.unread();
	const { stream } = body;
	const end = new AbortController();
	const { signal } = end;

	try {
		const response = deliver({
			body,
			abortSignal: canceled === undefined ? signal : AbortSignal.any([canceled, signal]),
			agentOptions: endedBy(signal),
		});

		return await endStalled(stream, timeout, () => end.abort(), response);
	} catch (error) {
		const { problem, isThrough } = stream;
		if (problem !== undefined) return { fault: 'notSent', problem };

		const fault = faultOf(error);

		return fault.fault === 'network' ? { ...fault, duringUpload: !isThrough } : fault;
	} finally {
		stream.close();
		end.abort();
	}
}

/** A connection that listens to this signal, and goes on doing so after the response. */
export const endedBy = (signal: AbortSignal) => ({ keepAlive: false, signal });
