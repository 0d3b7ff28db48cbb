import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import axios from 'axios';

import { uploadForm } from '../../../nodes/Plane/run/form';
import { upload } from './calls';

interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

let server: Server;
let address: string;
let received: Received | undefined;

beforeAll(async () => {
	server = createServer((request, response) => {
		void buffer(request).then((body) => {
			received = { headers: request.headers, body };
			response.writeHead(204).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	address = `http://127.0.0.1:${String(port)}/`;
});

afterAll(async () => {
	await new Promise((resolve) => server.close(resolve));
});

/** What the server receives when axios, as n8n's helper does, posts the form of an upload. */
async function posted(call: ReturnType<typeof upload>) {
	received = undefined;
	await axios.post(address, uploadForm(call), { maxRedirects: 0, adapter: 'http' });
	const { headers, body } = received ?? { headers: {}, body: Buffer.alloc(0) };
	const type = headers['content-type'] ?? '';
	const form = await new Response(new Uint8Array(body), {
		headers: { 'content-type': type },
	}).formData();
	return { headers, body, parts: [...form] };
}

test('the parts stand in the order in which they were issued, the file last', () => {
	const names = [...uploadForm(upload())].map(([name]) => name);
	expect(names).toEqual(['Content-Type', 'key', 'policy', 'x-amz-signature', 'file']);
});

test('the parts can be read again, for a request that is repeated', () => {
	const form = uploadForm(upload());
	expect([...form]).toEqual([...form.entries()]);
	expect([...form]).toHaveLength(5);
});

describe('posted by axios', () => {
	test('each part arrives as it was issued, the file last', async () => {
		const { parts } = await posted(upload());
		expect(parts.slice(0, -1)).toEqual([
			['Content-Type', 'text/plain'],
			['key', 'acme/notes.txt'],
			['policy', 'eyJhIjoxfQ=='],
			['x-amz-signature', 'secret'],
		]);
		const [name, file] = parts.at(-1) ?? [];
		expect(name).toBe('file');
		if (!(file instanceof File)) throw new Error('the last part is not a file');
		expect([file.name, file.type, await file.text()]).toEqual(['notes.txt', 'text/plain', 'abc']);
	});

	const contents: [title: string, content: string][] = [
		['no byte', ''],
		['one byte', 'a'],
		['line breaks', 'a\r\nb\nc\r\n'],
		['letters of several bytes', 'größe 漢字 😀'],
		['what looks like a boundary', '\r\n--boundary\r\n\r\n--'],
		['a million bytes', 'x'.repeat(1_000_000)],
	];

	test.each(contents)('a file of %s arrives whole, with its length known', async (_, content) => {
		const { headers, body, parts } = await posted(upload(content));
		expect(headers['content-length']).toBe(String(body.length));
		expect(headers['transfer-encoding']).toBeUndefined();
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		const file = parts.at(-1)?.[1];
		expect(file instanceof File ? await file.text() : undefined).toBe(content);
	});

	test('a file that comes in pieces arrives whole, with its length known', async () => {
		async function* pieces() {
			for (let index = 0; index < 50; index++) {
				await Promise.resolve();
				yield Buffer.alloc(1000, index);
			}
		}
		const call = upload('', { size: 50_000, open: () => Promise.resolve(pieces()) });
		const { headers, body, parts } = await posted(call);
		expect(headers['content-length']).toBe(String(body.length));
		const file = parts.at(-1)?.[1];
		const bytes = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
		expect(bytes).toEqual(
			Buffer.concat(Array.from({ length: 50 }, (_, i) => Buffer.alloc(1000, i))),
		);
	});

	test.each([
		['letters of every script', 'größe 漢字.txt'],
		['blanks', 'my notes.txt'],
		['quotes', 'my "notes".txt'],
		['a semicolon', 'a;b.txt'],
	])('a file name with %s arrives in one piece', async (_, name) => {
		const { headers, body, parts } = await posted(upload('abc', { name }));
		expect(headers['content-length']).toBe(String(body.length));
		const file = parts.at(-1)?.[1];
		expect(file instanceof File ? file.name : undefined).toBe(name);
	});

	test('a line break in a file name adds no header and no part', async () => {
		const name = 'a.txt"\r\nX-Evil: yes\r\n\r\nb';
		const { body, parts } = await posted(upload('abc', { name }));
		expect(body.toString()).not.toContain('\r\nX-Evil');
		expect(parts).toHaveLength(5);
	});

	test('a line break in a type adds no header', async () => {
		const { body } = await posted(upload('abc', { mimeType: 'text/plain\r\nX-Evil: yes' }));
		expect(body.toString()).not.toContain('\r\nX-Evil');
	});

	test('the file is opened once, when it is sent', async () => {
		let opened = 0;
		const call = upload('', {
			size: 3,
			open: () => {
				opened++;
				return Promise.resolve(Buffer.from('abc'));
			},
		});
		uploadForm(call);
		expect(opened).toBe(0);
		await posted(call);
		expect(opened).toBe(1);
	});
});
