import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { Faults, type Blow } from '../faults';
import { sendFaulty, sendStatus } from './answer';
import { holdAnswer } from './heldResponse';
import { listen, type Listening } from '../listen';
import { pause } from './pause';

/** Reads a request that nobody handles to its end. Returns whether there is somebody to answer. */
const readToEnd = async (request: IncomingMessage): Promise<boolean> =>
	await finished(request.resume()).then(
		() => true,
		() => false,
	);

/** What stands between node's HTTP server and its handler: faults, and a count of what is going on. */
export class FaultyServer {
	/** What is to go wrong, and what did. */
	readonly faults = new Faults();
	/** The most requests handled at the same time so far, delayed ones too; 0 counts anew. */
	busiest = 0;
	#busy = 0;
	#listening: Listening | undefined;

	/** What the server is to call instead of the handler. */
	before(handler: RequestListener): RequestListener {
		return (request, response) => {
			const { delay, blow } = this.faults.meet(request);

			this.#count(response);

			if (delay === 0 && blow === undefined) {
				handler(request, response);

				return;
			}

			this.#befall(handler, request, response, delay, blow).catch((error: unknown) => {
				response.destroy(error instanceof Error ? error : undefined);
			});
		};
	}

	/** Lets the server with that handler listen on 127.0.0.1 (port 0: any free one). */
	async listen(server: Server, port?: number): Promise<Listening> {
		this.#listening = await listen(server, port);

		return this.#listening;
	}

	/** From its arrival until its answer is out or its connection gone. */
	#count(response: ServerResponse): void {
		this.#busy += 1;
		this.busiest = Math.max(this.busiest, this.#busy);
		response.once('close', () => (this.#busy -= 1));
	}

	async #befall(
		handler: RequestListener,
		...[request, response, delay, blow]: [
			...Parameters<RequestListener>,
			delay: number,
			blow: Blow | undefined,
		]
	): Promise<void> {
		if (delay > 0 && !(await pause(response, delay))) return;

		if (blow === undefined) {
			handler(request, response);
		} else if (blow.kind === 'dropUnread') {
			request.socket.destroy();
		} else if (blow.kind === 'stop') {
			response.once('close', () => this.#listening?.interrupt(blow.milliseconds));
			handler(request, response);
		} else if (blow.kind === 'status' && !blow.carriedOut) {
			if (await readToEnd(request)) sendStatus(response, blow);
		} else {
			const answer = await holdAnswer(handler, request, response);
			if (answer) await sendFaulty(response, blow, answer);
		}
	}
}
