import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { listen, type ListeningServer } from '../service/listen';

/** A request to a language model, as far as it matters here. */
export interface ChatRequest {
	readonly messages: readonly { readonly role: string; readonly content: unknown }[];
	readonly tools?: readonly { readonly function: { readonly name: string } }[];
	readonly stream?: boolean;
}

/** The response of the model: a text, or a call of a tool. */
export type ChatAnswer =
	| { readonly content: string }
	| { readonly call: string; readonly with: Readonly<Record<string, unknown>> };

/**
 * A server that speaks as the makers of language models do, for an agent. What it thinks is given.
 *
 * @param think what it answers
 */
export async function startModel(
	think: (asked: ChatRequest) => ChatAnswer,
): Promise<ListeningServer> {
	let calls = 0;
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const answer = think(body as ChatRequest);
			const message =
				'content' in answer
					? { role: 'assistant', content: answer.content }
					: {
							role: 'assistant',
							content: null,
							tool_calls: [
								{
									id: `call_${++calls}`,
									type: 'function',
									function: { name: answer.call, arguments: JSON.stringify(answer.with) },
								},
							],
						};
			const reason = 'content' in answer ? 'stop' : 'tool_calls';

			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: 'completion',
					object: 'chat.completion',
					created: 0,
					model: 'model',
					choices: [{ index: 0, message, finish_reason: reason }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});

	return await listen(server);
}
