import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { listen } from '../service/listen';

/** A chat that takes messages at an address, as Slack, Mattermost and others do. */
export interface Chat {
	/** Without a trailing slash. Any path below it takes messages, too. */
	readonly url: string;
	/** The `text` of each message, oldest first. */
	readonly messages: string[];
	readonly close: () => Promise<void>;
}

export async function startChat(): Promise<Chat> {
	const messages: string[] = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			messages.push((JSON.parse(body) as { text: string }).text);
			response.end('{}');
		});
	});
	const listening = await listen(server);

	return { url: listening.url, messages, close: async () => await listening.close() };
}
