import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { recordsOf } from '../../../nodes/shared/execute/recordsOf';
import { create, update } from '../calls';
import { jsonResponse, textResponse, webPage } from '../responses';

describe('the output of a create or an update', () => {
	test.each<[title: string, json: JsonValue, records: JsonValue[]]>([
		[
			'the record of the response as it is',
			{ id: 'a', x: { y: [1] } },
			[{ id: 'a', x: { y: [1] } }],
		],
		['each record of a list', [{ id: 'a' }, { id: 'b' }], [{ id: 'a' }, { id: 'b' }]],
	])('is %s', (_, json, records) => {
		expect(recordsOf(jsonResponse(json), update)).toEqual(records);
	});

	test('is the ID of what was updated where the response is empty', () => {
		expect(recordsOf(textResponse('', 204), update)).toEqual([{ id: 'm1' }]);
	});

	test('is a bare success where the response to a create is empty', () => {
		expect(recordsOf(textResponse('', 201), create)).toEqual([{ success: true }]);
	});

	test.each([
		['text', jsonResponse('ok')],
		['a list of texts', jsonResponse(['a'])],
		['an empty list, which would lose the item without a word', jsonResponse([])],
		['null', jsonResponse(null)],
		['plain text', textResponse('ok')],
	])('is a problem for %s', (_, response) => {
		expect(recordsOf(response, update)).toMatchObject({
			message: 'The response of the server is not a record',
		});
	});

	test('is a problem for a web page', () => {
		expect(recordsOf(webPage(), update)).toMatchObject({
			message: 'The Base URL of the credential leads to a web page, not to the API of Plane',
		});
	});
});
