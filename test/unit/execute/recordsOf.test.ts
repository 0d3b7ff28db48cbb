import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { recordsOf } from '../../../nodes/shared/execute/recordsOf';
import { jsonResponse, textResponse, webPage } from '../responses';
import { create, update } from '../calls';

describe('the record of a change', () => {
	const given: [title: string, json: JsonValue, records: JsonValue[]][] = [
		['is the answer as it is', { id: 'a', x: { y: [1] } }, [{ id: 'a', x: { y: [1] } }]],
		['is each record of a list', [{ id: 'a' }, { id: 'b' }], [{ id: 'a' }, { id: 'b' }]],
	];

	test('is a problem for an empty list, which would lose the item without a word', () => {
		expect(recordsOf(jsonResponse([]), update)).toMatchObject({
			message: 'The answer of the server is not a record',
		});
	});

	test.each(given)('%s', (_, json, records) => {
		expect(recordsOf(jsonResponse(json), update)).toEqual(records);
	});

	test('is the ID of what was updated where the answer is empty', () => {
		expect(recordsOf(textResponse('', 204), update)).toEqual([{ id: 'm1' }]);
	});

	test('is a bare success where the answer to a create is empty', () => {
		expect(recordsOf(textResponse('', 201), create)).toEqual([{ success: true }]);
	});

	test.each([
		['text', jsonResponse('ok')],
		['a list of texts', jsonResponse(['a'])],
		['null', jsonResponse(null)],
		['plain text', textResponse('ok')],
	])('is a problem for %s', (_, response) => {
		expect(recordsOf(response, update)).toMatchObject({
			message: 'The answer of the server is not a record',
		});
	});

	test('is a problem for a web page', () => {
		expect(recordsOf(webPage(), update)).toMatchObject({
			message: 'The Base URL of the credential leads to a web page, not to the interface of Plane',
		});
	});
});
