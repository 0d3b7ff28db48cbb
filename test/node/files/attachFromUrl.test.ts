import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { networkFault, textResponse, webPage, withHeaders } from '../../unit/responses';
import { encodePolicy } from './signedForm';
import { uploadCredentials, useAttachments } from './useAttachments';

// What web servers answer is that of RFC 9110, and of RFC 6266 for the names of files. Plane has no part in it.

const startServer = useAttachments();

/** Chooses where n8n keeps files. The disk takes real time, in which the virtual clock would jump ahead. */
const storeFilesIn = (mode: 'default' | 'filesystem-v2') =>
	Object.assign(Container.get(BinaryDataService), { mode });

beforeAll(() => void storeFilesIn('default'));
afterAll(() => void storeFilesIn('filesystem-v2'));

const FILES = 'https://files.example.com';
const OTHER = 'https://cdn.example.net';

const ANY = 'application/octet-stream';

const png = textResponse('abc', 200, 'image/png');

const redirectTo = (location: string) => withHeaders(textResponse('', 302), { location });

const named = (disposition: string, contentType = 'image/png') =>
	withHeaders(textResponse('abc', 200, contentType), { 'content-disposition': disposition });

it('Attach File reads a file at an address before it requests upload credentials, once', async () => {
	const reads: string[] = [];
	const server = startServer({
		others: {
			[FILES]: ({ route, query }) => {
				reads.push(`${route}?${query.toString()}, ${server.routes().length} requests before`);

				return png;
			},
		},
	});

	const { json, error } = await server.attachFrom(`${FILES}/a%20b.png?signature=5e1f`);

	expect(error).toBeUndefined();
	expect(reads).toEqual(['GET /a b.png?signature=5e1f, 0 requests before']);
	expect(server.announcements()).toEqual([{ name: 'a b.png', type: 'image/png', size: 3 }]);
	expect(server.routes()).toEqual(['POST', 'PATCH a b.png/']);
	expect(json).toEqual([{ id: 'a b.png', attributes: { name: 'a b.png' }, is_uploaded: true }]);
});

it('an attachment is shown with its name and without what nobody reads, if its output is simplified', async () => {
	const server = startServer({ others: { [FILES]: () => png } });

	const { json } = await server.attachFrom(`${FILES}/a%20b.png`, { simple: true });

	expect(json).toEqual([{ id: 'a b.png', name: 'a b.png' }]);
});

describe('The name and the type of a file at an address', () => {
	it.each<[title: string, path: string, answer: Outcome, name: string, type: string]>([
		['are those of the response', 'x', named('inline; filename="a.png"'), 'a.png', 'image/png'],
		[
			'are decoded',
			'x.bin',
			named(`attachment; filename="u.png"; filename*=UTF-8''%C3%BC%20%E2%82%AC.png`),
			'ü €.png',
			'image/png',
		],
		[
			'are read from the end of the address if the response does not say them',
			'files/notes.txt',
			textResponse('abc', 200, ''),
			'notes.txt',
			'text/plain',
		],
		[
			'are read from the end of the address if the response says that it knows no type',
			'files/report.pdf',
			textResponse('abc', 200, 'application/octet-stream'),
			'report.pdf',
			'application/pdf',
		],
		['lose folders', 'x', named('attachment; filename="../../a.png"'), 'a.png', 'image/png'],
		['are general ones if nothing says them', '', textResponse('abc', 200, ''), 'file', ANY],
		['are those of a page that is to be saved', 'page.html', webPage(), 'page.html', 'text/html'],
	])('%s', async (_, path, answer, name, type) => {
		const server = startServer({ others: { [FILES]: () => answer } });

		const { error } = await server.attachFrom(`${FILES}/${path}`);

		expect(error).toBeUndefined();
		expect(server.announcements()).toMatchObject([{ name, type }]);
	});

	it('are those of the first address that ends in a file, if it leads to others', async () => {
		const server = startServer({
			others: {
				[FILES]: { 'GET /a.png': redirectTo(`${OTHER}/b.png`), 'GET /go': redirectTo('a.png') },
				[OTHER]: () => png,
			},
		});

		await server.attachFrom(`${FILES}/a.png`);
		await server.attachFrom(`${FILES}/go`);

		expect(server.announcements().map((body) => body?.name)).toEqual(['a.png', 'b.png']);
	});
});

describe('Attach File sends nothing to Plane if the file at an address', () => {
	it.each<[title: string, answer: Outcome, reason: string, remedy: string]>([
		['is not there', textResponse('', 404), 'files.example.com does not have it', 'Check the'],
		[
			'needs a sign-in',
			webPage(401),
			'files.example.com refused to give it (status 401)',
			'The address is read without credentials.',
		],
		['is a page to sign in', webPage(), 'it is a web page', 'Use the address that downloads'],
		['is empty', textResponse('', 204), 'it is empty', 'Check the address:'],
		[
			'is behind an address that leads to itself',
			redirectTo(`${FILES}/a.png`),
			'files.example.com redirects to https://files.example.com/a.png, which was not followed',
			'If the server has moved',
		],
		[
			'cannot be reached',
			networkFault('ENOTFOUND'),
			'files.example.com is not a known host',
			'Check the spelling',
		],
		[
			'is on a server that fails',
			textResponse('', 500),
			'files.example.com failed with status 500',
			'If this keeps',
		],
	])('%s', async (_, answer, reason, remedy) => {
		const server = startServer({ others: { [FILES]: () => answer } });

		const { error } = await server.attachFrom(`${FILES}/a.png?signature=5e1f`);

		expect(error?.message).toBe(
			`The file at https://files.example.com/a.png was not attached: ${reason} [item 0]`,
		);
		expect(error?.description.startsWith(remedy)).toBe(true);
		expect(server.routes()).toEqual([]);
	});
});

it.each([
	['download/17', '/login.html?next=17'],
	['download/17', `${OTHER}/auth/signin.htm`],
	['report.html', '/login.html'],
])(
	'Attach File does not attach the page to sign in to which %s redirects: %s',
	async (path, page) => {
		const server = startServer({
			others: {
				[FILES]: { [`GET /${path}`]: redirectTo(page), 'GET /login.html': webPage() },
				[OTHER]: () => webPage(),
			},
		});

		const { error } = await server.attachFrom(`${FILES}/${path}`);

		expect(error?.message).toContain('it is a web page');
		expect(server.routes()).toEqual([]);
	},
);

it('Attach File attaches a page that has moved', async () => {
	const server = startServer({
		others: { [FILES]: () => redirectTo(`${OTHER}/page.html`), [OTHER]: () => webPage() },
	});

	await server.attachFrom(`${FILES}/page.html`);

	expect(server.announcements()).toMatchObject([{ name: 'page.html', type: 'text/html' }]);
});

it('Attach File reads a file at an address again after a dropped connection', async () => {
	let reads = 0;
	const server = startServer({
		others: { [FILES]: () => (++reads === 1 ? networkFault('ECONNRESET') : png) },
	});

	const { error } = await server.attachFrom(`${FILES}/a.png`);

	expect(error).toBeUndefined();
	expect(reads).toBe(2);
	expect(server.routes()).toEqual(['POST', 'PATCH a.png/']);
});

it('Attach File says that Plane does not allow the size of a file at an address, and uploads nothing', async () => {
	const policy = encodePolicy([['content-length-range', 1, 2]]);
	const server = startServer({
		credentials: (name) => uploadCredentials(name, { fields: { policy } }),
		others: { [FILES]: () => png },
	});

	const { error } = await server.attachFrom(`${FILES}/a.png`);

	expect(error?.message).toContain(
		'"a.png" was not attached: the file has 3 bytes, and the upload credentials are for 1 to 2 bytes',
	);
	expect(error?.description).toMatch(/^The server does not allow this size: make the file smaller/);
	expect(server.routes()).toEqual(['POST']);
});

it('Attach File refuses an address of another kind than http and https before it sends anything', async () => {
	const server = startServer();

	const { error } = await server.attachFrom('ftp://files.example.com/a.png');

	expect(error?.message).toContain(
		'File URL: "ftp://files.example.com/a.png" is not a web address',
	);
	expect(server.routes()).toEqual([]);
});
