import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Service } from '../service';

/** The outcome of one request on its own connection, as a client sees it. */
export interface Exchange {
	/** Undefined if no answer arrived. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** The body as far as it arrived. */
	text: string;
	/** The code of the connection error, such as ECONNRESET. */
	error: string | undefined;
	/** The time from the request to the end of the answer. */
	milliseconds: number;
}

export interface OutgoingRequest {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const readErrorCode = (error: Error): string =>
	'code' in error ? String(error.code) : error.message;

/** Sends one request on a new connection, and neither retries nor follows redirects. Never throws. */
export async function exchange(url: string, outgoing: OutgoingRequest = {}): Promise<Exchange> {
	const { method = 'GET', headers = {}, body = '' } = outgoing;
	const startedAt = Date.now();
	const result: Exchange = {
		status: undefined,
		headers: {},
		text: '',
		error: undefined,
		milliseconds: 0,
	};
	const fail = (error: Error) => (result.error ??= readErrorCode(error));
	const options = { method, headers, agent: false, rejectUnauthorized: false };
	const sent = url.startsWith('https:') ? requestTls(url, options) : request(url, options);

	sent.on('error', fail).on('response', (answer) => {
		result.status = answer.statusCode;
		result.headers = answer.headers;
		answer.setEncoding('utf8').on('error', fail);
		answer.on('data', (chunk: string) => (result.text += chunk));
	});
	sent.end(body);
	await once(sent, 'close').catch(fail);
	result.milliseconds = Date.now() - startedAt;

	return result;
}

export interface Reply {
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** The parsed JSON, or the text of any other body. */
	body: unknown;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Sends a request to a path of a service, or to a full URL. A body is sent as JSON; a text is sent
 * unchanged, declared as JSON.
 */
export async function send(
	service: Service,
	method: string,
	path: string,
	body?: unknown,
	key = service.apiKey,
): Promise<Reply> {
	const headers: Record<string, string> = key === '' ? {} : { 'X-API-Key': key };
	const url = path.startsWith('/') ? service.url + path : path;

	if (body === undefined) return await receive(url, { method, headers });

	const json = typeof body === 'string' ? body : JSON.stringify(body);

	headers['Content-Type'] = 'application/json';
	// Node.js declares no length for the body of a DELETE request.
	headers['Content-Length'] = String(Buffer.byteLength(json));

	return await receive(url, { method, headers, body: json });
}

/** Sends a request, and parses the answer. */
async function receive(url: string, outgoing: OutgoingRequest): Promise<Reply> {
	const { status, headers, text } = await exchange(url, outgoing);

	return { status, headers, body: parseJson(text) };
}

/** Encodes a multipart form with a file at its end. */
export async function encodeForm(
	fields: Record<string, string>,
	file?: { name: string; type: string; content: string | Uint8Array<ArrayBuffer> },
): Promise<OutgoingRequest> {
	const form = new FormData();

	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	if (file) form.append('file', new Blob([file.content], { type: file.type }), file.name);

	const encoded = new Response(form);
	const type = encoded.headers.get('content-type') ?? '';
	const body = Buffer.from(await encoded.arrayBuffer());
	const headers = { 'content-type': type, 'content-length': String(body.length) };

	return { method: 'POST', headers, body };
}

/** Reads one value of a JSON answer: `at(body, 'results', '0', 'id')`. */
export const at = (value: unknown, ...steps: string[]): unknown =>
	steps.reduce<unknown>(
		(node, step) =>
			typeof node === 'object' && node !== null
				? Object.entries(node).find(([name]) => name === step)?.[1]
				: undefined,
		value,
	);

/** Reads one field of each row of a list. */
export const column = (rows: unknown, name: string): unknown[] =>
	Array.isArray(rows) ? rows.map((row: unknown) => at(row, name)) : [];

/** Converts every value of an object to text. */
export const mapToText = (value: unknown): Record<string, string> =>
	Object.fromEntries(Object.entries(value ?? {}).map(([name, text]) => [name, String(text)]));

/** Returns the first of these records. @throws Error if there is none */
export function first<Entry>(entries: readonly Entry[]): Entry {
	const [entry] = entries;
	if (entry === undefined) throw new Error('There is no such record.');

	return entry;
}

/** Returns the path of the first project, from `/api/v1/` on. */
export const projectPath = ({ workspace, state }: Service): string =>
	`/api/v1/workspaces/${workspace}/projects/${first(state.projects).id}/`;

/** Renames the first module. */
export async function updateModule(service: Service, name = 'Renamed'): Promise<Exchange> {
	const { id } = first(service.state.modules);

	return await exchange(`${service.url}${projectPath(service)}modules/${id}/`, {
		method: 'PATCH',
		headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ name }),
	});
}
