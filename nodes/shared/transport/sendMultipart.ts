import type { IHttpRequestOptions } from 'n8n-workflow';

import { withIdleTimeout } from './idleTimeout';
import type { UploadForm } from './multipart';
import { isFault, type Outcome, succeeded, toFault } from './response';

/** How a form is sent. */
interface MultipartOptions {
	/** Milliseconds without progress after which the upload is aborted. */
	readonly timeoutMs: number;
	/** Aborts the upload when the execution is canceled. */
	readonly cancelSignal: AbortSignal | undefined;
	/** Sends the form, and reads the whole response. */
	readonly request: (options: Partial<IHttpRequestOptions>) => Promise<Outcome>;
}

/**
 * Sends a form, and releases the file and the connection afterwards.
 *
 * n8n's helper counts its own time-out from the start of the request to its response, so that a large
 * file could never be sent over a slow line. Here it counts from the last bytes that were sent. If a
 * storage responds before it has the whole file, the helper returns the response, but leaves the file
 * open, and the connection waits for a storage that no longer reads. Both are closed here. (A response
 * can still be lost if a storage resets the connection right after it: Node.js then fails to send before
 * it has read what arrived.)
 *
 * @returns what `request` returns, or a Fault if it throws
 */
export async function sendMultipart(
	form: UploadForm,
	{ timeoutMs, cancelSignal, request }: MultipartOptions,
): Promise<Outcome> {
	const body = form.withUnreadFile();
	const { stream } = body;
	const abortController = new AbortController();
	const { signal } = abortController;
	let isStored = false;

	try {
		const response = request({
			body,
			abortSignal: cancelSignal === undefined ? signal : AbortSignal.any([cancelSignal, signal]),
			agentOptions: abortableAgent(signal),
		});

		const outcome = await withIdleTimeout(response, {
			progress: stream,
			timeoutMs,
			abort: () => abortController.abort(),
		});

		isStored = stream.isComplete && !isFault(outcome) && succeeded(outcome);

		return outcome;
	} catch (error) {
		const { problem, isComplete } = stream;
		if (problem !== undefined) return { kind: 'notSent', problem };

		const fault = toFault(error);

		return fault.kind === 'network' ? { ...fault, duringUpload: !isComplete } : fault;
	} finally {
		stream.close();

		// The connection of a stored file closes by itself, and aborting it would cost time.
		if (!isStored) abortController.abort();
	}
}

/** Options of an agent whose connection closes after one request, and can be aborted at any time. */
export const abortableAgent = (signal: AbortSignal) => ({ keepAlive: false, signal });
