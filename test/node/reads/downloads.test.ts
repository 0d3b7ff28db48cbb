import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse, webPage } from '../../unit/responses';
import { causes } from '../../nodeTexts';
import { redirect, useAttachments, type AttachmentResponses } from './useAttachments';

const startServer = useAttachments();

const notes = { name: 'notes.txt', type: 'text/plain', size: 3 };

/** Downloads the file of an attachment with these attributes. */
async function download(attributes: JsonObject, responses: AttachmentResponses = {}) {
	const server = startServer([{ id: 'a1', attributes }], responses);
	const { items, error } = await server.getAll({ downloadFiles: true });

	return { file: items[0]?.binary?.data, error, server };
}

// The attributes come from whoever uploaded the file, and no server checks them, so they must not be trusted.
describe('A downloaded file', () => {
	it.each<[type: JsonValue, mimeType: string]>([
		['text/plain', 'text/plain'],
		['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
		['image/svg+xml', 'image/svg+xml'],
		['text/plain;charset=utf-8', 'text/plain;charset=utf-8'],
		['text/plain  ; charset="utf-8"', 'text/plain  ; charset="utf-8"'],
		['multipart/mixed; boundary=a/b:c+d-e.f', 'multipart/mixed; boundary=a/b:c+d-e.f'],
	])('has the type of its record: %j', async (type, mimeType) => {
		const { file } = await download({ ...notes, type });

		expect(file?.mimeType).toBe(mimeType);
	});

	it.each<[type: JsonValue]>([
		['text'],
		['a text/plain'],
		[' text/plain'],
		['text/plain '],
		['/'],
		['text/'],
		['/plain'],
		['text/plain, text/html'],
		['text/plain; name=ü'],
		['text/plain\nX-Other: 1'],
		[''],
		[null],
		[7],
	])('has a general type if that of its record is not valid: %j', async (type) => {
		const { file } = await download({ ...notes, type });

		expect(file?.mimeType).toBe('application/octet-stream');
	});

	it.each<[title: string, name: JsonValue, expected: string]>([
		['has the name of its record', 'a b.txt', 'a b.txt'],
		['has no folders in its name', 'C:\\a/b/c.txt', 'c.txt'],
		[
			'has no invisible characters in its name',
			'exe\u202e\u200b.\ud800t\u0007x\u2028t\n',
			'exe.txt',
		],
		['keeps joiners, which affect how characters look', 'a\u200db.txt', 'a\u200db.txt'],
		['is named by its ID if its name is a folder', 'a/', 'a1'],
		['is named by its ID if its name is a parent folder', '../..', 'a1'],
		['is named by its ID if its name is invisible', '.\u200d.', 'a1'],
		['is named by its ID if its name is empty', '', 'a1'],
		['is named by its ID if its name is not text', {}, 'a1'],
		['has a number as its name', 7, '7'],
	])('%s', async (_, name, expected) => {
		const { file } = await download({ ...notes, name });

		expect(file?.fileName).toBe(expected);
	});

	it('is named by its ID and has a general type if its record has no attributes', async () => {
		const { file } = await download({});

		expect(file).toMatchObject({ fileName: 'a1', mimeType: 'application/octet-stream', bytes: 3 });
	});

	it('may be large if the size in its record is not valid', async () => {
		const bytes = 101 * 1024 * 1024;

		const { file } = await download(
			{ ...notes, size: -1 },
			{ storage: textResponse('x'.repeat(bytes)) },
		);

		expect(file?.bytes).toBe(bytes);
	});

	it.each<[type: string]>([['text/html; charset=utf-8'], ['application/xhtml+xml']])(
		'is a web page if its record says so: %s',
		async (type) => {
			const { file, error } = await download({ name: 'page', type }, { storage: webPage() });

			expect(error).toBeUndefined();
			expect(file?.mimeType).toBe(type);
		},
	);
});

describe('A file that cannot be downloaded', () => {
	const NOT_DOWNLOADED = 'The file "notes.txt" of a1 was not downloaded: ';
	const xml = (code: string, message: string) =>
		`<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

	it.each<[title: string, response: Outcome, why: string]>([
		['Plane has none', jsonResponse({ error: 'Gone' }, 404), causes.notFound('it')],
		[
			'Plane does not let anybody read it',
			jsonResponse({ error: 'Page not found.' }, 405),
			causes.notFound('it'),
		],
		['Plane refuses', jsonResponse({ error: 'No' }, 403), `${causes.noAccess} `],
		['Plane cannot be reached', networkFault('ECONNREFUSED'), 'plane.example.com '],
		['Plane returns a web page', webPage(), causes.webPage],
	])('is explained if %s, and the storage is not asked', async (_, response, why) => {
		const { error, server } = await download(notes, { file: () => response });

		expect(error?.message).toMatch(new RegExp(`^${NOT_DOWNLOADED}${why}`));
		expect(server.countStorageRequests()).toBe(0);
	});

	const NOT_FOUND = 'The storage was not found at its address';

	it.each<[title: string, response: Outcome, why: string]>([
		[
			'has none',
			textResponse(xml('NoSuchKey', 'The specified key does not exist.'), 404),
			'The storage does not have the file: The specified key does not exist',
		],
		['does not exist', textResponse('', 404), NOT_FOUND],
		['does not allow downloads', textResponse('', 405), NOT_FOUND],
		[
			'refuses',
			textResponse(xml('AccessDenied', 'Request has expired'), 403),
			'The storage refused to give the file: Request has expired',
		],
		['cannot be reached', networkFault('ECONNREFUSED'), 'storage.example.com '],
		['returns a web page', webPage(), 'The storage responded with a web page'],
	])('is explained if the storage %s', async (_, response, why) => {
		const { error } = await download(notes, { storage: response });

		expect(error?.message).toMatch(new RegExp(`^${NOT_DOWNLOADED}${why}`));
	});

	it('has an error that says to check the address of a storage that is a web page', async () => {
		const { error } = await download({ name: 'page' }, { storage: webPage() });

		expect(error?.description).toMatch(/Ask whoever runs the server to check the address/);
	});

	it('is looked for at three addresses of the storage at most', async () => {
		const { error, server } = await download(notes, { storage: redirect });

		expect(error?.message).toMatch(`${NOT_DOWNLOADED}The storage redirects `);
		expect(server.countStorageRequests()).toBe(3);
		expect(server.paths()).toEqual(['', 'a1']);
	});
});
