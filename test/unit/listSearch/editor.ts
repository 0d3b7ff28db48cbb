import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeParameters,
	JsonObject,
} from 'n8n-workflow';

import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { editorContext } from '../contexts';
import { jsonResponse } from '../responses';

/** A request as a server of a test gets it. */
export interface Asked {
	/** Below the interface, e.g. `workspaces/acme/projects/`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
}

/** @throws an error with a code of Node.js where there is no response */
export type Respond = (request: Asked, count: number) => HttpResponse;

/**
 * What n8n hands to a list of the panel: its own context, whose requests go to a server that responds like
 * this; and what it was asked.
 *
 * @param parameters what the panel says so far, its expressions evaluated before
 */
export async function editorOf(
	respond: Respond,
	parameters: INodeParameters = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<{ readonly context: ILoadOptionsFunctions; readonly asked: readonly Asked[] }> {
	const context = await editorContext(parameters, {
		apiKey: 'plane_api_1',
		baseUrl: 'https://plane.example.com',
		workspaceSlug: 'acme',
		...credential,
	});
	const asked: Asked[] = [];

	context.helpers.httpRequestWithAuthentication = async (_, { url }: IHttpRequestOptions) => {
		const { pathname, searchParams } = new URL(url);
		const path = decodeURIComponent(pathname.replace('/api/v1/', ''));
		const request = { path, query: Object.fromEntries(searchParams) };

		asked.push(request);
		const { status: statusCode, headers, text: body } = respond(request, asked.length);

		return await Promise.resolve({ statusCode, headers, body });
	};

	return { context, asked };
}

/** Records with these numbers: `{id: 'm7', name: 'Module 7'}`. */
export const numbered = (count: number, start = 0): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `m${start + index}`,
		name: `Module ${start + index}`,
	}));

/** Gives the rows that are asked for by `limit` and `offset`, as specified. */
export const listing =
	(rows: readonly JsonObject[]): Respond =>
	({ query: { limit, offset } }) =>
		jsonResponse({
			results: rows.slice(Number(offset), Number(offset) + Number(limit)),
			total_results: rows.length,
		});

/** A locator of the panel in which this is chosen. */
export const byId = (value: unknown): INodeParameters =>
	({ __rl: true, mode: 'id', value }) as INodeParameters;
