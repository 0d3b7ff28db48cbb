import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readRecord } from '../../../nodes/Plane/execute/readRecords';
import type { Call } from '../../../nodes/shared/model/call';
import { getAttachment } from '../../../nodes/shared/operations';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse, webPage, withHeaders } from '../responses';
import { createExecution } from './testExecution';

const call: Call<'get'> = {
	kind: 'get',
	operation: getAttachment,
	itemIndex: 0,
	workspace: 'acme',
	queryParameters: {},
	path: { project_id: 'p1', work_item_id: 'w1', attachment_id: 'a1' },
	simplify: false,
	binaryField: 'data',
};

const ADDRESS = 'https://storage.example.com/acme/notes.txt?X-Amz-Signature=5e1f';
/** The response to a request for the file (row 20). */
const redirect = withHeaders(textResponse('', 302), { location: ADDRESS });
const stored = { data: '', mimeType: 'text/plain', fileName: 'notes.txt' };
const storedFile = { ...textResponse(''), file: stored };

/**
 * Downloads an attachment with these attributes. They come from whoever uploaded it and no server checks them,
 * so they must not be trusted. The list is a bare array (row 5).
 *
 * @param storageResponse the response of the storage to every request
 * @param serviceResponse the response of the service to a request for the file
 */
async function download(
	attributes: JsonObject,
	storageResponse: Outcome = storedFile,
	serviceResponse: Outcome = redirect,
) {
	const storageRequests: HttpRequest[] = [];
	const server = createExecution(
		({ route }) =>
			route.endsWith('/attachments/') ? jsonResponse([{ id: 'a1', attributes }]) : serviceResponse,
		{
			storage: (request) => {
				storageRequests.push(request);

				return Promise.resolve(storageResponse);
			},
		},
	);
	const result = await readRecord(call, server.execution);

	return { result, storageRequests, routes: server.routes() };
}

const xml = (code: string, message: string) =>
	`<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const STORAGE_NOT_FOUND = 'The storage was not found at its address';

const notes = { name: 'notes.txt', type: 'text/plain', size: 3 };
const NOTES_NOT_DOWNLOADED = 'The file "notes.txt" of a1 was not downloaded: ';

test('requests the file from the storage at the redirect address, without the API key', async () => {
	const { result, storageRequests } = await download(notes);

	expect(result).toMatchObject({ field: 'data', files: [{ file: stored }] });
	expect(storageRequests).toMatchObject([
		{ method: 'GET', url: ADDRESS, headers: { Accept: '*/*' }, effect: 'read' },
	]);
	expect(Object.keys(storageRequests[0]?.headers ?? {})).toEqual(['Accept']);
});

test.each<[type: unknown, mimeType: string]>([
	['text/plain', 'text/plain'],
	['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
	['image/svg+xml', 'image/svg+xml'],
	['text/plain;charset=utf-8', 'text/plain;charset=utf-8'],
	['text/plain  ; charset="utf-8"', 'text/plain  ; charset="utf-8"'],
	['multipart/mixed; boundary=a/b:c+d-e.f', 'multipart/mixed; boundary=a/b:c+d-e.f'],
	...[
		'text',
		'a text/plain',
		' text/plain',
		'text/plain ',
		'/',
		'text/',
		'/plain',
		'text/plain, text/html',
		'text/plain; name=ü',
		'text/plain\nX-Other: 1',
		'',
		null,
		7,
	].map((type): [unknown, string] => [type, 'application/octet-stream']),
])('stores a file whose record has the type %j with the type %j', async (type, mimeType) => {
	const { storageRequests } = await download({ ...notes, type: type as string });

	expect(storageRequests.map(({ file }) => file?.mimeType)).toEqual([mimeType]);
});

test.each<[size: unknown, known: object]>([
	[3, { size: 3 }],
	[0, { size: 0 }],
	[-1, {}],
	['3', {}],
	[null, {}],
])('expects the size %j of a record as %j bytes', async (size, known) => {
	const { storageRequests } = await download({ ...notes, size: size as number });
	const { name, type: mimeType } = notes;

	expect(storageRequests.map(({ file }) => file)).toEqual([{ name, mimeType, ...known }]);
});

test.each<[title: string, name: unknown, expected: string]>([
	['as its record does', 'a b.txt', 'a b.txt'],
	['without folders', 'C:\\a/b/c.txt', 'c.txt'],
	['without Windows folders', 'a/b\\c.txt', 'c.txt'],
	['without white space at its ends', ' a.txt ', 'a.txt'],
	['without invisible characters', 'exe\u202e\u200b.\ud800t\u0007x\u2028t\n', 'exe.txt'],
	['with joiners, which affect how characters look', 'a\u200db.txt', 'a\u200db.txt'],
	['with a leading dot', '.a', '.a'],
	['by its ID if the name is a folder', 'a/', 'a1'],
	['by its ID if the name is a parent folder', '../..', 'a1'],
	['by its ID if the name is invisible', '.\u200d.', 'a1'],
	['by its ID if it has no name', '', 'a1'],
	['by a number as text', 7, '7'],
	['by its ID if the name is not text', {}, 'a1'],
])('names a file %s', async (_, name, expected) => {
	const { storageRequests } = await download({ ...notes, name: name as string });

	expect(storageRequests.map(({ file }) => file?.name)).toEqual([expected]);
});

test('names a file by its ID if its record has no attributes', async () => {
	const { storageRequests } = await download({});

	expect(storageRequests.map(({ file }) => file)).toEqual([
		{ name: 'a1', mimeType: 'application/octet-stream' },
	]);
});

test('follows at most three redirects of the storage', async () => {
	const { result, storageRequests, routes } = await download(notes, redirect);

	expect(storageRequests).toHaveLength(3);
	expect(routes.filter((route) => route.endsWith('/attachments/a1/'))).toHaveLength(1);
	expect(result).toMatchObject({
		message: expect.stringMatching(`^${NOTES_NOT_DOWNLOADED}The storage redirects `),
	});
});

describe('explains why there is no file if', () => {
	test.each<[what: string, atStorage: Outcome, atService: Outcome | undefined, why: string]>([
		[
			'the service has none',
			storedFile,
			jsonResponse({ error: 'Gone' }, 404),
			'Plane did not find it',
		],
		[
			'the service responds with a web page',
			storedFile,
			jsonResponse({ error: 'Page not found.' }, 405),
			'Plane did not find it',
		],
		['the service refuses', storedFile, jsonResponse({ error: 'No' }, 403), 'Plane denied access '],
		[
			'the service cannot be reached',
			storedFile,
			networkFault('ECONNREFUSED'),
			'plane.example.com ',
		],
		[
			'the service returns no file',
			storedFile,
			jsonResponse({ id: 'a1' }),
			'The response of the server is not ',
		],
		[
			'the storage has none',
			textResponse(xml('NoSuchKey', 'The specified key does not exist.'), 404),
			undefined,
			'The storage does not have the file: The specified key does not exist',
		],
		['the storage does not exist', textResponse('', 404), undefined, STORAGE_NOT_FOUND],
		['the storage does not allow downloads', textResponse('', 405), undefined, STORAGE_NOT_FOUND],
		[
			'the storage refuses',
			textResponse(xml('AccessDenied', 'Request has expired'), 403),
			undefined,
			'The storage refused to give the file: Request has expired',
		],
		[
			'the storage cannot be reached',
			networkFault('ECONNREFUSED'),
			undefined,
			'storage.example.com ',
		],
		['the storage returns no file', textResponse(''), undefined, 'The storage responded with '],
	])('%s', async (_, storageResponse, serviceResponse, why) => {
		const { result, storageRequests } = await download(notes, storageResponse, serviceResponse);

		expect(result).toMatchObject({
			message: expect.stringMatching(`^${NOTES_NOT_DOWNLOADED}${why}`),
		});
		expect(storageRequests).toHaveLength(serviceResponse === undefined ? 1 : 0);
	});
});

test.each([
	['text/html; charset=utf-8', true],
	['application/xhtml+xml', true],
	['text/plain', false],
	[undefined, false],
])('accepts a web page as a file of type %j: %j', async (type, isFile) => {
	const { result } = await download(
		{ name: 'page', ...(type !== undefined && { type }) },
		{ ...webPage(), file: stored },
	);

	expect(result).toMatchObject(
		isFile
			? { field: 'data', files: [{ file: stored }] }
			: {
					message: expect.stringMatching(/: The storage responded with a web page/),
					description: expect.stringMatching(/^Ask whoever runs the server to check the address/),
				},
	);
});
