import { describe, expect, test } from '@jest/globals';
import axios from 'axios';

import type { UploadCall } from '../../../nodes/shared/model/call';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import { useStubServers } from '../../service/testing/useStubServers';
import { first } from '../../service/testing/client';
import { upload } from '../calls';
import { parseParts } from './multipartBody';

const startStubServer = useStubServers();

/**
 * Posts the form of an upload with axios, as n8n's helper does, and returns what the server receives. The
 * length of the form is always known.
 */
async function post(call: UploadCall) {
	const { url, arrived } = await startStubServer();

	await axios.post(url, new UploadForm(call), { maxRedirects: 0, adapter: 'http' });
	const { headers, body } = first(arrived);

	expect(headers['content-length']).toBe(String(body.length));
	const parts = parseParts(body, headers['content-type'] ?? '');

	return { headers, body, parts, file: parts.at(-1) };
}

test('the parts are in the order in which they were issued, the file last', () => {
	const names = [...new UploadForm(upload())].map(([name]) => name);

	expect(names).toEqual(['Content-Type', 'key', 'policy', 'x-amz-signature', 'file']);
});

test('the parts can be read several times', () => {
	const form = new UploadForm(upload());

	expect([...form]).toEqual([...form.entries()]);
	expect([...form]).toHaveLength(5);
});

test('the HTTP client recognizes the form and its file, and the form is read-only', () => {
	const form = new UploadForm(upload());
	const kinds = [form, [...form].at(-1)?.[1]].map((value) => Object.prototype.toString.call(value));

	expect(kinds).toEqual(['[object FormData]', '[object File]']);
	expect(() => form.append()).toThrow(TypeError);
});

test('secrets have at least four characters', () => {
	const form = ['abc', 'abcd'].map((value) => ['policy', value] as const);

	expect(new UploadForm({ ...upload(), form }).secrets).toEqual(['abcd']);
});

describe('a form posted by axios', () => {
	test('arrives with each part as it was issued, the file last', async () => {
		const { parts } = await post(upload());
		const texts = parts.slice(0, -1).map(({ name, content }) => [name, content.toString()]);

		expect(texts).toEqual([
			['Content-Type', 'text/plain'],
			['key', 'acme/notes.txt'],
			['policy', 'eyJhIjoxfQ=='],
			['x-amz-signature', 'secret'],
		]);
		expect(parts.at(-1)).toEqual({
			name: 'file',
			fileName: 'notes.txt',
			type: 'text/plain',
			content: Buffer.from('abc'),
		});
	});

	test.each([
		['no byte', ''],
		['one byte', 'a'],
		['line breaks', 'a\r\nb\nc\r\n'],
		['letters of several bytes', 'größe 漢字 😀'],
		['what looks like a boundary', '\r\n--boundary\r\n\r\n--'],
		['a million bytes', 'x'.repeat(1_000_000)],
	])('arrives with a complete file of %s', async (_, content) => {
		const { headers, file } = await post(upload(content));

		expect(headers['transfer-encoding']).toBeUndefined();
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(file?.content.equals(Buffer.from(content))).toBe(true);
	});

	test('arrives with a complete file that was read in chunks', async () => {
		async function* chunks() {
			for (let index = 0; index < 50; index++) {
				await Promise.resolve();
				yield Buffer.alloc(1000, index);
			}
		}

		const call = upload('', { size: 50_000, open: () => Promise.resolve(chunks()) });
		const { file } = await post(call);
		const sent = Array.from({ length: 50 }, (_, index) => Buffer.alloc(1000, index));

		expect(file?.content.equals(Buffer.concat(sent))).toBe(true);
	});

	test.each([
		'my  meeting notes.txt',
		'  notes.txt  ',
		'README',
		'.env.example',
		'...',
		'my "notes".txt',
		'inch 5"',
		"it's 'mine'.txt",
		'two\r\nlines.txt',
		'one\nbreak.txt',
		'a\rb.txt',
		'a"\r\nX-Evil: yes\r\n\r\nb.txt',
		'a"; name="key"; x=".txt',
		'--axios-boundary\r\n--',
		'back\\slash.txt',
		'a\\"b.txt',
		'folder\\',
		'folder/sub folder/notes.txt',
		'../../etc/passwd',
		'semi; colon=1, comma & more+plus#hash?.txt',
		'100% done.txt',
		'a\tb.txt',
		'my größe 漢字.txt',
		'é e\u0301.txt',
		'Отчёт за год.docx',
		'تقرير نهائي.txt',
		'\u200fדו"ח\u200e.txt',
		'invoice\u202efdp.exe',
		'family 👨‍👩‍👧‍👦 🏳️‍🌈.svg',
		'a\u2028b\u2029c\u0085d.txt',
		'a\u00a0b\u3000c\ufeffd.txt',
		'a\u0001b\u007fc.txt',
		'<b>&amp;</b>.html',
		'{{ $json.name }} ${filename} $&.txt',
		`${'長'.repeat(5000)}.txt`,
	])('arrives with the file name %j unchanged', async (name) => {
		const { file, parts } = await post(upload('abc', { name }));

		expect(file).toMatchObject({ name: 'file', fileName: name, content: Buffer.from('abc') });
		expect(parts).toHaveLength(5);
	});

	test('arrives with half a surrogate pair in a file name replaced, as in a browser', async () => {
		const { file } = await post(upload('abc', { name: 'a\ud83d.txt' }));

		expect(file?.fileName).toBe('a\ufffd.txt');
	});

	test.each([
		['file name', { name: 'a.txt"\r\nX-Evil: yes\r\n\r\nb' }],
		['type', { mimeType: 'text/plain\r\nX-Evil: yes' }],
	])('has no additional header or part after a line break in a %s', async (_, file) => {
		const { body, parts } = await post(upload('abc', file));

		expect(body.toString()).not.toContain('\r\nX-Evil');
		expect(parts).toHaveLength(5);
	});

	test.each([
		['text/plain', 'text/plain'],
		['Text/Plain; charset="utf-8"', 'Text/Plain; charset="utf-8"'],
		['', 'application/octet-stream'],
		['text/pläin', 'application/octet-stream'],
		['text/\u0000plain', 'application/octet-stream'],
	])('arrives with the type %j as %j, as in a browser', async (mimeType, type) => {
		const { file } = await post(upload('abc', { mimeType }));

		expect(file?.type).toBe(type);
	});

	test('opens the file once, when it is sent', async () => {
		let opened = 0;
		const call = upload('', {
			size: 3,
			open: () => {
				opened++;

				return Promise.resolve(Buffer.from('abc'));
			},
		});

		new UploadForm(call);
		expect(opened).toBe(0);
		await post(call);
		expect(opened).toBe(1);
	});
});
