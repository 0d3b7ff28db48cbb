import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ListeningServer, listen } from '../listen';

/** A delivery as it arrived. */
export interface ReceivedDelivery {
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

/** Receives deliveries, and answers with a status or drops the connection. */
export class Receiver {
	readonly received: ReceivedDelivery[] = [];
	/** The answers to the next deliveries. Later ones get 200. */
	readonly answers: (number | 'none')[] = [];
	private readonly server: Server = createServer((request, response) => {
		void buffer(request).then((body) => {
			this.received.push({ headers: request.headers, body: body.toString() });
			const answer = this.answers.shift() ?? 200;
			if (answer === 'none') request.socket.destroy();
			else response.writeHead(answer).end();
		});
	});
	private listening: ListeningServer | undefined;

	async start(): Promise<string> {
		this.listening = await listen(this.server);

		return this.listening.url;
	}

	async close(): Promise<void> {
		await this.listening?.close();
	}
}
