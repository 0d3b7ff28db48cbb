import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseListPage } from '../../../nodes/shared/pagination/envelope';
import { jsonResponse, textResponse, webPage, withHeaders } from '../responses';
import { causes } from '../../nodeTexts';

// `results` and bare arrays were recorded (row 5), and `issues` of a search (row 38). The specification
// does not define the envelope, so the others are what APIs usually have.

const rows = [{ id: 'a' }, { id: 'b' }];

/** The parts of a page that every response has. */
const everyPage = { isWholeList: false, textLength: expect.any(Number) };

test.each<[place: string, json: JsonValue]>([
	['in a bare array', rows],
	['under results', { results: rows, next_cursor: '100:1:0', count: 2 }],
	['under data', { data: rows }],
	['under items', { items: rows }],
	['under records', { records: rows }],
	['under data.items', { data: { items: rows } }],
	['under data.results', { data: { results: rows }, status: 'ok' }],
	['under attachments, the only list', { attachments: rows, total: 2 }],
	['under results, beside another list', { results: rows, errors: [] }],
	['under data if results is null', { results: null, data: rows }],
	['in an array within an array (row 475)', [rows]],
	['in a page within an array (row 475)', [{ results: rows, next_cursor: '100:1:0' }]],
	['within five envelopes', { data: { data: { data: { data: { data: rows } } } } }],
])('the rows are found %s', (_, json) => {
	expect(parseListPage(jsonResponse(json))).toMatchObject({ records: rows });
});

test.each<[title: string, record: JsonObject]>([
	['the list `values`', { property_id: 'p', values: ['1'] }],
	['the list `results`, and an ID', { id: 'a', results: ['1'] }],
])('a bare array of one record with %s is not taken for a page within an array', (_, record) => {
	expect(parseListPage(jsonResponse([record]))).toMatchObject({ records: [record] });
});

test.each<[place: string, json: JsonValue]>([
	['in an empty array', []],
	['in an empty array within an array', [[]]],
	['in an empty page within an array', [{ results: [] }]],
	['in an empty envelope', { results: [], total_count: 0 }],
	['under attachments', { attachments: [] }],
	['in an empty nested envelope', { data: { items: [] } }],
])('a list without rows is found %s', (_, json) => {
	expect(parseListPage(jsonResponse(json))).toMatchObject({ records: [] });
});

test.each<[name: string, json: JsonValue, total: number]>([
	['total_count', { results: rows, total_count: 7 }, 7],
	['total_results', { results: rows, total_results: 7 }, 7],
	['total', { results: rows, total: 7 }, 7],
	['totalCount', { results: rows, totalCount: 7 }, 7],
	['total within data', { data: { items: rows, total: 7 } }, 7],
	['total within meta', { data: rows, meta: { total: 7 } }, 7],
	['total within pagination', { items: rows, pagination: { total: 7 } }, 7],
	['total_count if it is zero', { results: [], total_count: 0 }, 0],
])('the total is found under %s', (_, json, total) => {
	expect(parseListPage(jsonResponse(json))).toMatchObject({ total });
});

test.each<[title: string, json: JsonValue]>([
	['a bare array', rows],
	['count, which counts the page', { results: rows, count: 2 }],
	['total_pages, which counts pages', { results: rows, total_pages: 1 }],
	['a total that is text', { results: rows, total: '7' }],
	['a total that is null', { results: rows, total: null }],
	['an envelope without a cursor', { results: rows }],
	['a cursor that is null', { results: rows, next_cursor: null }],
	['a cursor in another format', { results: rows, next_cursor: 'b2Zmc2V0' }],
	['a cursor with impossible numbers', { results: rows, next_cursor: '0:0:0' }],
	['a cursor of pages without rows', { results: rows, next_cursor: '0:3:0' }],
	['a cursor that leads to the first page', { results: rows, next_cursor: '3:0:0' }],
	['a cursor with something before it', { results: rows, next_cursor: 'v3:2:0' }],
	['a total below zero', { results: rows, total: -1 }],
])('neither a total nor a page is found in %s', (_, json) => {
	expect(parseListPage(jsonResponse(json))).toEqual({ ...everyPage, records: rows });
});

describe('a page of a server that pages by cursor', () => {
	const envelope = {
		total_count: 7,
		next_cursor: '3:2:0',
		prev_cursor: '3:0:1',
		next_page_results: true,
		prev_page_results: true,
		count: 3,
		total_pages: 3,
		total_results: 7,
		results: rows,
	};

	test('has a size and a number, as recorded (rows 5 to 7)', () => {
		expect(parseListPage(jsonResponse(envelope))).toEqual({
			...everyPage,
			records: rows,
			total: 7,
			hasMore: true,
			cursor: { size: 3, page: 1 },
		});
	});

	test('can be the last one although it has a cursor (row 6)', () => {
		const last = { ...envelope, next_cursor: '3:3:0', next_page_results: false };

		expect(parseListPage(jsonResponse(last))).toMatchObject({
			hasMore: false,
			cursor: { page: 2 },
		});
	});

	test('can be nested within data', () => {
		const expected = { hasMore: true, cursor: { size: 3, page: 1 } };

		expect(parseListPage(jsonResponse({ data: envelope }))).toMatchObject(expected);
	});

	test('can say that there is another one without a cursor', () => {
		const json = { results: rows, next_page_results: true };

		expect(parseListPage(jsonResponse(json))).toEqual({
			...everyPage,
			records: rows,
			hasMore: true,
		});
	});
});

test.each<[title: string, json: JsonValue]>([
	['a record', { id: 'a', name: 'b' }],
	['a record that contains a list', { id: 'a', name: 'b', labels: [] }],
	['an object without rows', {}],
	['six envelopes', { data: { data: { data: { data: { data: { data: [{ id: 'a' }] } } } } } }],
	['a total without rows', { total_count: 7 }],
	['null', null],
	['text', 'rows'],
	['a number', 2],
	['a list of texts', ['a', 'b']],
	['a list of two lists', [[{ id: 'a' }], [{ id: 'b' }]]],
	['a list with one null', [{ id: 'a' }, null]],
	['an envelope of texts', { results: ['a'] }],
	['two lists, either of which could be it', { a: [], b: [] }],
	['grouped rows', { results: { open: [{ id: 'a' }], done: [{ id: 'b' }] } }],
])('no list is found in %s', (_, json) => {
	const problem = { cause: 'failed', message: causes.notAList, status: 200 };

	expect(parseListPage(jsonResponse(json))).toMatchObject(problem);
});

test.each([
	['an empty response', textResponse(''), causes.notAList],
	['a web page', webPage(), causes.webPage],
])('no list is found in %s', (_, response, message) => {
	expect(parseListPage(response)).toMatchObject({ message });
});

test("the time when the server read its records follows from its clock and the request's duration", () => {
	const date = 'Tue, 24 Nov 2026 12:00:00 GMT';
	const response = { ...withHeaders(jsonResponse(rows), { date }), durationMs: 300 };
	const noon = Date.parse(date);

	expect(parseListPage(response)).toMatchObject({ readAt: { from: noon - 300, to: noon + 1000 } });
});
