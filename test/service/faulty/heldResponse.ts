import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as waitForImmediate } from 'node:timers/promises';

type HeaderValue = number | string | readonly string[];

/** A complete answer that was not sent. Its status and headers are on the response. */
export interface HeldResponse {
	body: Buffer;
	/** Restores the methods of the response, so that it can be sent. */
	release(): void;
}

const isHeaders = (value: unknown): value is Record<string, HeaderValue> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function toBytes(chunk: unknown): Uint8Array {
	if (typeof chunk === 'string') return Buffer.from(chunk);

	return chunk instanceof Uint8Array ? chunk : Buffer.alloc(0);
}

/**
 * Lets the handler process a request completely, without sending any of its response. To the handler,
 * the response looks like any other: it has ended once the handler has ended it.
 *
 * @returns the response, or undefined if the connection was closed first
 */
export async function holdResponse(
	handler: RequestListener,
	{ request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<HeldResponse | undefined> {
	const chunks: Uint8Array[] = [];
	const held = await new Promise<object | undefined>((resolve) => {
		const replacedMethods = {
			writeHead(status: number, ...rest: unknown[]): ServerResponse {
				response.statusCode = status;

				for (const [name, value] of Object.entries(rest.find(isHeaders) ?? {})) {
					response.setHeader(name, value);
				}

				return response;
			},
			flushHeaders: () => undefined,
			write(chunk: unknown): boolean {
				chunks.push(toBytes(chunk));

				return true;
			},
			end(chunk?: unknown): ServerResponse {
				chunks.push(toBytes(chunk));
				// Fastify answers again if its answer did not end the response.
				const ended = { value: true, configurable: true };

				Object.defineProperty(response, 'writableEnded', ended);
				resolve(replacedMethods);

				return response;
			},
		};

		Object.assign(response, replacedMethods);
		response.once('close', () => resolve(undefined));
		handler(request, response);
	});

	// The handler may still read the response after it has ended it.
	await waitForImmediate();

	return (
		held && {
			body: Buffer.concat(chunks),
			release() {
				// Deleting the own properties uncovers the methods of the prototype.
				for (const name of [...Object.keys(held), 'writableEnded']) {
					Reflect.deleteProperty(response, name);
				}
			},
		}
	);
}
