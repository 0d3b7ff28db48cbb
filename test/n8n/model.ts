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
export type ChatResponse =
	| { readonly kind: 'text'; readonly content: string }
	| {
			readonly kind: 'toolCall';
			readonly tool: string;
			readonly arguments: Readonly<Record<string, unknown>>;
	  };

/**
 * Starts a server with the chat interface of OpenAI, in place of a language model for an agent.
 *
 * @param respond decides on the response to each request
 */
export async function startModel(
	respond: (request: ChatRequest) => ChatResponse,
): Promise<ListeningServer> {
	let callCount = 0;
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const chatResponse = respond(body as ChatRequest);
			const message =
				chatResponse.kind === 'text'
					? { role: 'assistant', content: chatResponse.content }
					: {
							role: 'assistant',
							content: null,
							tool_calls: [
								{
									id: `call_${++callCount}`,
									type: 'function',
									function: {
										name: chatResponse.tool,
										arguments: JSON.stringify(chatResponse.arguments),
									},
								},
							],
						};
			const reason = chatResponse.kind === 'text' ? 'stop' : 'tool_calls';

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
