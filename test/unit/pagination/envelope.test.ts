import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { listIn } from '../../../nodes/shared/pagination/envelope';
import { jsonResponse, textResponse, webPage, withHeaders } from '../responses';

// Recorded are `results` and bare arrays (row 5), and `issues` of a search (row 38). The specification
// leaves the envelope open, so that the others are what interfaces usually have.

const rows = [{ id: 'a' }, { id: 'b' }];

test.each<[place: string, json: JsonValue]>([
	['in a bare array', rows],
	['under results', { results: rows, next_cursor: '100:1:0', count: 2 }],
	['under data', { data: rows }],
	['under items', { items: rows }],
	['under records', { records: rows }],
	['under data.items', { data: { items: rows } }],
	['under data.results', { data: { results: rows }, status: 'ok' }],
	['under attachments, the only list there', { attachments: rows, total: 2 }],
	['under results, beside another list', { results: rows, errors: [] }],
	['under data, where results is null', { results: null, data: rows }],
	['within five envelopes', { data: { data: { data: { data: { data: rows } } } } }],
])('the rows are found %s', (_, json) => {
	expect(listIn(jsonResponse(json))).toMatchObject({ records: rows });
});

test.each<[place: string, json: JsonValue]>([
	['in an empty array', []],
	['in an empty envelope', { results: [], total_count: 0 }],
	['under attachments', { attachments: [] }],
	['in an empty nested envelope', { data: { items: [] } }],
])('a list without rows is found %s', (_, json) => {
	expect(listIn(jsonResponse(json))).toMatchObject({ records: [] });
});

test.each<[name: string, json: JsonValue, total: number]>([
	['total_count', { results: rows, total_count: 7 }, 7],
	['total_results', { results: rows, total_results: 7 }, 7],
	['total', { results: rows, total: 7 }, 7],
	['totalCount', { results: rows, totalCount: 7 }, 7],
	['total within data', { data: { items: rows, total: 7 } }, 7],
	['total within meta', { data: rows, meta: { total: 7 } }, 7],
	['total within pagination', { items: rows, pagination: { total: 7 } }, 7],
	['total_count, which is zero', { results: [], total_count: 0 }, 0],
])('the number of all rows is found under %s', (_, json, total) => {
	expect(listIn(jsonResponse(json))).toMatchObject({ total });
});

test.each<[title: string, json: JsonValue]>([
	['a bare array', rows],
	['count, which counts the page', { results: rows, count: 2 }],
	['total_pages, which counts pages', { results: rows, total_pages: 1 }],
	['a total that is text', { results: rows, total: '7' }],
	['a total that is null', { results: rows, total: null }],
	['an envelope without a cursor', { results: rows }],
	['a cursor that is null', { results: rows, next_cursor: null }],
	['a cursor of another form', { results: rows, next_cursor: 'b2Zmc2V0' }],
	['a cursor with numbers that no page has', { results: rows, next_cursor: '0:0:0' }],
	['a cursor of pages without rows', { results: rows, next_cursor: '0:3:0' }],
	['a cursor that leads to the first page', { results: rows, next_cursor: '3:0:0' }],
	['a cursor with something before it', { results: rows, next_cursor: 'v3:2:0' }],
	['a total below zero', { results: rows, total: -1 }],
])('neither a total nor a page is found in %s', (_, json) => {
	expect(listIn(jsonResponse(json))).toEqual({ records: rows });
});

describe('what a server that pages by cursor says of a page', () => {
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

	test('is its size and number, as the recorded envelope has them (rows 5 to 7)', () => {
		expect(listIn(jsonResponse(envelope))).toEqual({
			records: rows,
			total: 7,
			more: true,
			cursor: { size: 3, page: 1 },
		});
	});

	test('is that it is the last one, although there is a cursor (row 6)', () => {
		const last = { ...envelope, next_cursor: '3:3:0', next_page_results: false };

		expect(listIn(jsonResponse(last))).toMatchObject({ more: false, cursor: { page: 2 } });
	});

	test('is found within data', () => {
		const within = { more: true, cursor: { size: 3, page: 1 } };

		expect(listIn(jsonResponse({ data: envelope }))).toMatchObject(within);
	});

	test('can be that there is more, without a cursor', () => {
		const json = { results: rows, next_page_results: true };

		expect(listIn(jsonResponse(json))).toEqual({ records: rows, more: true });
	});
});

const NO_LIST = 'The response of the server is not a list of records';
const WEB_PAGE = 'The Base URL of the credential leads to a web page, not to the API of Plane';

test.each<[title: string, json: JsonValue]>([
	['a record', { id: 'a', name: 'b' }],
	['a record with a list inside', { id: 'a', name: 'b', labels: [] }],
	['an object without rows', {}],
	['six envelopes', { data: { data: { data: { data: { data: { data: [{ id: 'a' }] } } } } } }],
	['a total without rows', { total_count: 7 }],
	['null', null],
	['text', 'rows'],
	['a number', 2],
	['a list of texts', ['a', 'b']],
	['a list of lists', [[{ id: 'a' }]]],
	['a list with one null', [{ id: 'a' }, null]],
	['an envelope of texts', { results: ['a'] }],
	['two lists that could both be it', { a: [], b: [] }],
	['rows in groups', { results: { open: [{ id: 'a' }], done: [{ id: 'b' }] } }],
])('no list is found in %s', (_, json) => {
	const problem = { tag: 'failed', message: NO_LIST, status: 200 };

	expect(listIn(jsonResponse(json))).toMatchObject(problem);
});

test.each([
	['an empty response', textResponse(''), NO_LIST],
	['a web page, whose address is wrong', webPage(), WEB_PAGE],
])('no list is found in %s', (_, response, message) => {
	expect(listIn(response)).toMatchObject({ message });
});

test('When the server looked at its records is told by its clock, and by how long it took', () => {
	const date = 'Tue, 24 Nov 2026 12:00:00 GMT';
	const response = { ...withHeaders(jsonResponse(rows), { date }), took: 300 };
	const noon = Date.parse(date);

	expect(listIn(response)).toMatchObject({ looked: { from: noon - 300, to: noon + 1000 } });
});
