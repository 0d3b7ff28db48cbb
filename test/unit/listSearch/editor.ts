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

/** A request as the server of a test receives it. */
export interface EditorRequest {
	/** Below `/api/v1/`, e.g. `workspaces/acme/projects/`. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
}

/** @throws an error with a code of Node.js if there is no response */
export type Respond = (request: EditorRequest, count: number) => HttpResponse;

/**
 * Creates n8n's own context for the lists of the panel, and records the requests that are sent with it.
 *
 * @param parameters the values in the panel, with their expressions evaluated
 */
export async function createEditor(
	respond: Respond,
	parameters: INodeParameters = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<{
	readonly context: ILoadOptionsFunctions;
	readonly requests: readonly EditorRequest[];
}> {
	const context = await editorContext(parameters, {
		apiKey: 'plane_api_1',
		baseUrl: 'https://plane.example.com',
		workspaceSlug: 'acme',
		...credential,
	});
	const requests: EditorRequest[] = [];

	context.helpers.httpRequestWithAuthentication = async (_, { url }: IHttpRequestOptions) => {
		const { pathname, searchParams } = new URL(url);
		const path = decodeURIComponent(pathname.replace('/api/v1/', ''));
		const request = { path, query: Object.fromEntries(searchParams) };

		requests.push(request);
		const { status: statusCode, headers, text: body } = respond(request, requests.length);

		return await Promise.resolve({ statusCode, headers, body });
	};

	return { context, requests: requests };
}

/** Records with these numbers: `{id: 'm7', name: 'Module 7'}`. */
export const createModules = (count: number, start = 0): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `m${start + index}`,
		name: `Module ${start + index}`,
	}));

/** A server that returns the rows from `offset` on, up to `limit`, as specified. */
export const servePages =
	(rows: readonly JsonObject[]): Respond =>
	({ query: { limit, offset } }) =>
		jsonResponse({
			results: rows.slice(Number(offset), Number(offset) + Number(limit)),
			total_results: rows.length,
		});

/** The value of a locator in the mode By ID. */
export const byId = (value: unknown): INodeParameters =>
	({ __rl: true, mode: 'id', value }) as INodeParameters;
