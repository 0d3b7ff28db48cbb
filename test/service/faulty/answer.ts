import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { FinalFault } from '../faults';
import type { HeldResponse } from './heldResponse';
import {
	BODILESS_STATUSES,
	distort,
	takeFirstHalf,
	type Distortion,
	type PlainAnswer,
} from './replacement';
import { pause } from './pause';

/** The faults that change the answer to a request that was carried out. */
export type ResponseFault = Exclude<FinalFault, { kind: 'dropBeforeReading' | 'stop' }>;

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

/** Sends the answer that this fault leaves of the one that is on the response. */
export function sendDistorted(
	response: ServerResponse,
	fault: Distortion,
	body: Buffer = Buffer.alloc(0),
): void {
	const answer = distort(fault, {
		status: response.statusCode,
		headers: readHeaders(response),
		body,
	});

	for (const name of response.getHeaderNames()) response.removeHeader(name);
	response.statusCode = answer.status;
	response.setHeaders(new Map(Object.entries(answer.headers)));
	send(response, answer.body);
}

function readHeaders(response: ServerResponse): PlainAnswer['headers'] {
	const headers = Object.entries(response.getHeaders());

	return Object.fromEntries(headers.map(([name, value = '']) => [name, value]));
}

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
	if (fault.kind === 'dropBeforeAnswering') response.destroy();
	else if (fault.kind === 'dropMidway') dropMidway(response, body);
	else if (fault.kind === 'slow') await sendSlowly(response, body, fault.milliseconds);
	else sendDistorted(response, fault, body);
}
