import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** The beginning of a multipart form, up to where the content of its file starts. */
export interface FormHead {
	/** The text fields before the file, in the order sent. */
	fields: [name: string, value: string][];
	/** The size of the file in bytes, give or take the line break that may end the form. */
	fileSize: { min: number; max: number };
	/** Whether the file was reached. */
	hasFile: boolean;
	/** Name and type of the file's part. */
	file: { name: string; type: string } | undefined;
}

const MAX_HEAD_BYTES = 64 * 1024;

/** Where the content of the part named "file" starts; -1 while it has not arrived. */
function findFileStart(bytes: Buffer): number {
	const text = bytes.toString('latin1');
	const part = /content-disposition:[^\r\n]*\bname="?file"?[;\r]/i.exec(text);
	const end = part ? text.indexOf('\r\n\r\n', part.index) : -1;

	return end < 0 ? -1 : end + 4;
}

/** Resolves when there is more to read, or never will be. */
async function waitForData(request: IncomingMessage): Promise<void> {
	const losers = new AbortController();
	const options = { signal: losers.signal };
	const events = ['readable', 'end', 'close'].map((name) => once(request, name, options));

	await Promise.race(events).finally(() => losers.abort());
}

/** Reads on until the file starts or the form ends, and puts everything back for the next reader. */
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

	// A form that ended without a file has no next reader, and takes nothing back either.
	if (bytes.length > 0 && !request.readableEnded) request.unshift(bytes);

	return { bytes, start };
}

/** One part of a form: its headers, an empty line, its value and a line break. */
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
 * Looks at the fields of an upload without taking the file: whoever reads the request next still
 * gets all of it, as a stream.
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
