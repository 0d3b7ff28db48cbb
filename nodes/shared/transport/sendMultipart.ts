import type { IHttpRequestOptions } from 'n8n-workflow';

import { withIdleTimeout } from './idleTimeout';
import type { UploadForm } from './multipart';
import { type Fault, toFault } from './response';

/** How a form is sent. */
interface MultipartOptions<Response> {
	/** Milliseconds without progress. */
	readonly timeout: number;
	/** Aborts it when the execution is canceled. */
	readonly cancelSignal: AbortSignal | undefined;
	/** Sends it, and reads the whole response. */
	readonly request: (options: Partial<IHttpRequestOptions>) => Promise<Response>;
}

/**
 * Sends a form, and releases the file and the connection afterwards.
 *
 * n8n's helper counts its own time-out from the start of the request to its response, so that a large
 * file could never be sent over a slow line. Here it counts from the last bytes that were sent. If a
 * storage responds before it has the whole file, the helper returns the response, but leaves the file
 * open, and the connection waits for a storage that reads no more. Both are closed here. (A response can
 * still be lost if a storage resets the connection right after it: Node.js then fails to send before it
 * has read what arrived.)
 *
 * @returns what `request` returns, or a Fault if it throws
 */
export async function sendMultipart<Response>(
	form: UploadForm,
	{ timeout, cancelSignal, request }: MultipartOptions<Response>,
): Promise<Response | Fault> {
	const body = form.withUnreadFile();
	const { stream } = body;
	const abortController = new AbortController();
	const { signal } = abortController;

	try {
		const response = request({
			body,
			abortSignal: cancelSignal === undefined ? signal : AbortSignal.any([cancelSignal, signal]),
			agentOptions: abortableAgent(signal),
		});

		return await withIdleTimeout(response, {
			progress: stream,
			timeout,
			abort: () => abortController.abort(),
		});
	} catch (error) {
		const { problem, isComplete } = stream;
		if (problem !== undefined) return { fault: 'notSent', problem };

		const fault = toFault(error);

		return fault.fault === 'network' ? { ...fault, duringUpload: !isComplete } : fault;
	} finally {
		stream.close();
		abortController.abort();
	}
}

/** An agent whose connection can be aborted, even after the response has begun. */
export const abortableAgent = (signal: AbortSignal) => ({ keepAlive: false, signal });
