import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { Faults, type FinalFault } from '../faults';
import { sendDistorted, sendFaulty } from './answer';
import { holdResponse } from './heldResponse';
import { listen, type ListeningServer } from '../listen';
import { pause } from './pause';

/** Reads an unhandled request to its end. @returns whether the client is still connected */
const readToEnd = async (request: IncomingMessage): Promise<boolean> =>
	await finished(request.resume()).then(
		() => true,
		() => false,
	);

interface HttpExchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

/** Wraps the handler of an HTTP server: applies faults, and counts concurrent requests. */
export class FaultyServer {
	/** The planned faults, and those that occurred. */
	readonly faults = new Faults();
	/**
	 * The highest number of concurrent requests so far, delayed ones included. Set it to 0 to
	 * restart.
	 */
	peakConcurrency = 0;
	#busy = 0;
	#listening: ListeningServer | undefined;

	/** Returns a listener to use in place of the handler. */
	wrap(handler: RequestListener): RequestListener {
		return (request, response) => {
			const { delay, finalFault } = this.faults.takeFor(request);

			this.#count(response);

			if (delay === 0 && finalFault === undefined) {
				handler(request, response);

				return;
			}

			const exchange = { request, response };

			this.#handleWithFault(handler, exchange, { delay, finalFault }).catch((error: unknown) => {
				response.destroy(error instanceof Error ? error : undefined);
			});
		};
	}

	/** Listens on 127.0.0.1. @param port 0 for any free port */
	async listen(server: Server, port?: number): Promise<ListeningServer> {
		this.#listening = await listen(server, port);

		return this.#listening;
	}

	/** Counts a request until its response is sent or its connection is gone. */
	#count(response: ServerResponse): void {
		this.#busy += 1;
		this.peakConcurrency = Math.max(this.peakConcurrency, this.#busy);
		response.once('close', () => (this.#busy -= 1));
	}

	async #handleWithFault(
		handler: RequestListener,
		{ request, response }: HttpExchange,
		{ delay, finalFault }: { readonly delay: number; readonly finalFault: FinalFault | undefined },
	): Promise<void> {
		if (delay > 0 && !(await pause(response, delay))) return;

		if (finalFault === undefined) {
			handler(request, response);
		} else if (finalFault.kind === 'dropBeforeReading') {
			request.socket.destroy();
		} else if (finalFault.kind === 'stop') {
			response.once('close', () => this.#listening?.interrupt(finalFault.milliseconds));
			handler(request, response);
		} else if (finalFault.kind === 'status' && !finalFault.carriedOut) {
			if (await readToEnd(request)) sendDistorted(response, finalFault);
		} else {
			const answer = await holdResponse(handler, { request, response });
			if (answer) await sendFaulty(response, finalFault, answer);
		}
	}
}
