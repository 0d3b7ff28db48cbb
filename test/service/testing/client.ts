import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Service } from '../service';

/** What a client sees of one request on a connection of its own. */
export interface Exchange {
	/** Undefined: no answer came. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** The body as far as it came. */
	text: string;
	/** The code of what went wrong on the connection, such as ECONNRESET. */
	error: string | undefined;
	/** From the request to the end. */
	milliseconds: number;
}

export interface OutgoingRequest {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const readErrorCode = (error: Error): string =>
	'code' in error ? String(error.code) : error.message;

/** Sends one request without any repetition, redirect or kept connection. Never throws. */
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
	/** The parsed JSON; another body as text. */
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
 * Sends a request to a path of a service, or to an address. A body goes out as JSON, and a text as
 * if it were JSON.
 */
export async function send(
	service: Service,
	method: string,
	path: string,
	body?: unknown,
	key = service.apiKey,
): Promise<Reply> {
	const headers: Record<string, string> = key === '' ? {} : { 'X-API-Key': key };
	if (body !== undefined) headers['Content-Type'] = 'application/json';

	const json = typeof body === 'string' ? body : JSON.stringify(body);
	const outgoing = body === undefined ? { method, headers } : { method, headers, body: json };
	const url = path.startsWith('/') ? service.url + path : path;
	const { status, headers: received, text } = await exchange(url, outgoing);

	return { status, headers: received, body: parseJson(text) };
}

/** A multipart form with a file at its end, as it goes out. */
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

/** One value out of a JSON answer: `at(body, 'results', '0', 'id')`. */
export const at = (value: unknown, ...steps: string[]): unknown =>
	steps.reduce<unknown>(
		(node, step) =>
			typeof node === 'object' && node !== null
				? Object.entries(node).find(([name]) => name === step)?.[1]
				: undefined,
		value,
	);

/** One field of each row of a list. */
export const column = (rows: unknown, name: string): unknown[] =>
	Array.isArray(rows) ? rows.map((row: unknown) => at(row, name)) : [];

/** Every value of an object as text. */
export const mapToText = (value: unknown): Record<string, string> =>
	Object.fromEntries(Object.entries(value ?? {}).map(([name, text]) => [name, String(text)]));

/** The first of these records. @throws Error when there is none. */
export function first<Entry>(entries: readonly Entry[]): Entry {
	const [entry] = entries;
	if (entry === undefined) throw new Error('There is no such record.');

	return entry;
}

/** The path of the first project, from `/api/v1/` on. */
export const projectPath = ({ workspace, state }: Service): string =>
	`/api/v1/workspaces/${workspace}/projects/${first(state.projects).id}/`;

/** Updates the first module. */
export async function updateModule(service: Service, name = 'Renamed'): Promise<Exchange> {
	const { id } = first(service.state.modules);

	return await exchange(`${service.url}${projectPath(service)}modules/${id}/`, {
		method: 'PATCH',
		headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ name }),
	});
}
