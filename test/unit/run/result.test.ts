import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { recordsOf, uploadOf } from '../../../nodes/Plane/run/result';
import { jsonAnswer, textAnswer, webPage } from './answers';
import { create, update, upload } from './calls';

describe('the record of a change', () => {
	const given: [title: string, json: JsonValue, records: JsonValue[]][] = [
		['is the answer as it is', { id: 'a', x: { y: [1] } }, [{ id: 'a', x: { y: [1] } }]],
		['is each record of a list', [{ id: 'a' }, { id: 'b' }], [{ id: 'a' }, { id: 'b' }]],
	];

	test('is a problem for an empty list, which would lose the item without a word', () => {
		expect(recordsOf(jsonAnswer([]), update)).toMatchObject({
			message: 'The answer of the server is not a record',
		});
	});

	test.each(given)('%s', (_, json, records) => {
		expect(recordsOf(jsonAnswer(json), update)).toEqual(records);
	});

	test('is the ID of what was updated where the answer is empty', () => {
		expect(recordsOf(textAnswer('', 204), update)).toEqual([{ id: 'm1' }]);
	});

	test('is a bare success where the answer to a create is empty', () => {
		expect(recordsOf(textAnswer('', 201), create)).toEqual([{ success: true }]);
	});

	test.each([
		['text', jsonAnswer('ok')],
		['a list of texts', jsonAnswer(['a'])],
		['null', jsonAnswer(null)],
		['plain text', textAnswer('ok')],
	])('is a problem for %s', (_, answer) => {
		expect(recordsOf(answer, update)).toMatchObject({
			message: 'The answer of the server is not a record',
		});
	});

	test('is a problem for a web page', () => {
		expect(recordsOf(webPage(), update)).toMatchObject({
			message: 'The Base URL of the credential leads to a web page, not to the interface of Plane',
		});
	});
});

describe('the outcome of an upload', () => {
	const file = { key: 'acme/notes.txt', fileName: 'notes.txt', contentType: 'text/plain', size: 3 };

	test('comes from the headers of an empty answer', () => {
		const answer = {
			...textAnswer('', 204),
			headers: { etag: '"e1"', location: 'https://storage.example.com/acme%2Fnotes.txt' },
		};
		expect(uploadOf(answer, upload())).toEqual([
			{
				...file,
				status: 204,
				etag: 'e1',
				location: 'https://storage.example.com/acme%2Fnotes.txt',
			},
		]);
	});

	test('comes from the elements of an XML answer', () => {
		const xml =
			'<PostResponse><Location>https://s.example.com/a?b&amp;c</Location><Bucket>uploads</Bucket>' +
			'<Key>acme/notes.txt</Key><ETag>&quot;e1&quot;</ETag></PostResponse>';
		expect(uploadOf(textAnswer(xml, 201, 'application/xml'), upload())).toEqual([
			{
				...file,
				status: 201,
				etag: 'e1',
				bucket: 'uploads',
				location: 'https://s.example.com/a?b&c',
			},
		]);
	});

	test('holds the record of a JSON answer', () => {
		const answer = jsonAnswer({ id: 'a', created_at: '2026-11-21T00:00:00Z' }, 201);
		expect(uploadOf(answer, upload())).toMatchObject([
			{ ...file, status: 201, id: 'a', created_at: '2026-11-21T00:00:00Z' },
		]);
	});

	test('does not hold the signed fields', () => {
		expect(JSON.stringify(uploadOf(textAnswer('', 204), upload()))).not.toContain('secret');
	});

	test('is a problem for a web page, which no storage gives', () => {
		expect(uploadOf(webPage(), upload())).toEqual({
			message: 'The storage answered with a web page',
			description: expect.stringMatching(/^Check the address .* not known whether the storage has/),
			cause: { status: 200 },
		});
	});
});
