import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** The beginning of a multipart form, up to where the content of its file starts. */
export interface FormHead {
	/** The text fields before the file, in their order. */
	fields: [name: string, value: string][];
	/**
	 * The size of the file in bytes. A form may end with a line break, so it is known to two bytes
	 * only.
	 */
	fileSize: { min: number; max: number };
	/** Whether the form has a file. */
	hasFile: boolean;
	/** File name and content type of the file's part. */
	file: { name: string; type: string } | undefined;
}

const MAX_HEAD_BYTES = 64 * 1024;

/** Returns the offset where the content of the part "file" starts, or -1 if it has not arrived yet. */
function findFileStart(bytes: Buffer): number {
	const text = bytes.toString('latin1');
	const part = /content-disposition:[^\r\n]*\bname="?file"?[;\r]/i.exec(text);
	const end = part ? text.indexOf('\r\n\r\n', part.index) : -1;

	return end < 0 ? -1 : end + 4;
}

/** Waits until more data has arrived, or the request has ended or closed. */
async function waitForData(request: IncomingMessage): Promise<void> {
	const losers = new AbortController();
	const options = { signal: losers.signal };
	const events = ['readable', 'end', 'close'].map((name) => once(request, name, options));

	await Promise.race(events).finally(() => losers.abort());
}

/** Reads until the file starts or the form ends, and puts everything back for the next reader. */
async function peek(request: IncomingMessage): Promise<{ bytes: Buffer; start: number }> {
	let bytes: Buffer = Buffer.alloc(0);
	let start = -1;

	while (start < 0 && bytes.length < MAX_HEAD_BYTES) {
		if (request.readableLength === 0 && !request.readableEnded) await waitForData(request);

		const chunk: unknown = request.read();
		if (!Buffer.isBuffer(chunk)) break;

		bytes = Buffer.concat([bytes, chunk]);
		start = findFileStart(bytes);
	}

	// A request that has ended takes nothing back; nobody reads a form without a file again.
	if (bytes.length > 0 && !request.readableEnded) request.unshift(bytes);

	return { bytes, start };
}

/** Reads a part of a form: its headers, an empty line, its value and a line break. */
function readPart(part: string) {
	const end = part.indexOf('\r\n\r\n');
	const headers = part.slice(0, end);

	return {
		name: /\bname="([^"]*)"/.exec(headers)?.[1] ?? '',
		file: {
			name: /\bfilename="([^"]*)"/.exec(headers)?.[1] ?? '',
			type: /^content-type:\s*(\S.*)$/im.exec(headers)?.[1]?.trim() ?? '',
		},
		value: part.slice(end + 4).replace(/\r\n$/, ''),
	};
}

/**
 * Reads the fields of an upload without consuming the request: the next reader still gets all of it
 * as a stream.
 */
export async function readFormHead(request: IncomingMessage): Promise<FormHead> {
	const { 'content-type': type = '', 'content-length': length } = request.headers;
	const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1] ?? '';
	const { bytes, start } = await peek(request);
	const head = start < 0 ? bytes : bytes.subarray(0, start);
	const fields: FormHead['fields'] = [];
	let file: FormHead['file'];

	for (const part of head.toString('utf8').split(`--${boundary}\r\n`).slice(1)) {
		const { name, value, file: partFile } = readPart(part);
		if (name === 'file') file = partFile;
		else fields.push([name, value]);
	}

	const closing = `\r\n--${boundary}--\r\n`.length;
	const min = Number(length) - head.length - closing;

	return { fields, fileSize: { min, max: min + 2 }, hasFile: start >= 0, file };
}
