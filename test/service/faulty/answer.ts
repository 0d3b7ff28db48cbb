import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { FinalFault, Fault } from '../faults';
import type { HeldResponse } from './heldResponse';
import { invalidJson, createStatusAnswer, webPage, type Replacement } from './replacement';
import { pause } from './pause';

/** The faults that change the answer to a request that was carried out. */
export type ResponseFault = Exclude<FinalFault, { kind: 'dropBeforeReading' | 'stop' }>;

/** Statuses that do not allow a body. */
const BODILESS_STATUSES = [204, 304];

/** Writes the headers of the response, with the length of the body to come. */
function writeHead(response: ServerResponse, length: number): void {
	const { statusCode } = response;

	response.removeHeader('transfer-encoding');
	if (BODILESS_STATUSES.includes(statusCode)) response.removeHeader('content-length');
	else response.setHeader('content-length', length);

	// With the reason phrase, because the handler may have set that of another status.
	response.writeHead(statusCode, STATUS_CODES[statusCode]);
}

function send(response: ServerResponse, body: Uint8Array): void {
	writeHead(response, body.length);
	response.end(body);
}

/** Sends this status in place of the answer, without any of its headers. */
export function sendStatus(
	response: ServerResponse,
	fault: Extract<Fault, { kind: 'status' }>,
): void {
	const { body, headers } = createStatusAnswer(fault);

	for (const name of response.getHeaderNames()) response.removeHeader(name);
	response.statusCode = fault.status;
	response.setHeaders(new Map(Object.entries(headers)));
	send(response, Buffer.from(body));
}

function sendReplacement(response: ServerResponse, { body, contentType }: Replacement): void {
	if (BODILESS_STATUSES.includes(response.statusCode)) response.statusCode = 200;

	response.setHeader('content-type', contentType);
	send(response, Buffer.from(body));
}

const takeFirstHalf = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

function dropMidway(response: ServerResponse, body: Buffer): void {
	const { socket, statusCode } = response;
	const drop = () => socket?.destroy();
	const half = takeFirstHalf(body);
	// An answer without a body is complete after its headers, so break off earlier.
	if (half.length === 0) {
		socket?.write(`HTTP/1.1 ${statusCode}`, drop);

		return;
	}

	writeHead(response, body.length);
	response.write(half, drop);
}

/** Sends the headers at once, then up to ten pieces of the body spread evenly over this time. */
async function sendSlowly(
	response: ServerResponse,
	body: Buffer,
	milliseconds: number,
): Promise<void> {
	const pieces = Math.max(1, Math.min(10, body.length));
	if (body.length > 0) {
		writeHead(response, body.length);
		response.flushHeaders();
	}

	for (let piece = 0; piece < pieces; piece++) {
		if (!(await pause(response, milliseconds / pieces))) return;

		const from = Math.floor((piece * body.length) / pieces);
		const to = Math.floor(((piece + 1) * body.length) / pieces);
		if (body.length > 0) response.write(body.subarray(from, to));
	}

	if (body.length > 0) response.end();
	else send(response, body);
}

/** Sends an answer with this fault. */
export async function sendFaulty(
	response: ServerResponse,
	fault: ResponseFault,
	answer: HeldResponse,
): Promise<void> {
	const { body } = answer;
	if (fault.kind === 'late' && !(await pause(response, fault.milliseconds))) return;

	answer.release();
	const bodies = { late: body, cut: takeFirstHalf(body), empty: Buffer.alloc(0) };
	if (fault.kind === 'dropBeforeAnswering') response.destroy();
	else if (fault.kind === 'dropMidway') dropMidway(response, body);
	else if (fault.kind === 'status') sendStatus(response, fault);
	else if (fault.kind === 'html') sendReplacement(response, webPage);
	else if (fault.kind === 'text') sendReplacement(response, invalidJson);
	else if (fault.kind === 'slow') await sendSlowly(response, body, fault.milliseconds);
	else send(response, bodies[fault.kind]);
}
