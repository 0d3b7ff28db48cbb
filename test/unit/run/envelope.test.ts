import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { listIn } from '../../../nodes/Plane/run/envelope';
import { jsonAnswer, textAnswer, webPage } from './answers';

const rows = [{ id: 'a' }, { id: 'b' }];

describe('finds the rows', () => {
	const found: [title: string, json: JsonValue][] = [
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
	];

	test.each(found)('%s', (_, json) => {
		expect(listIn(jsonAnswer(json))).toMatchObject({ records: rows });
	});

	const none: [title: string, json: JsonValue][] = [
		['in an empty array', []],
		['in an empty envelope', { results: [], total_count: 0 }],
		['under attachments', { attachments: [] }],
		['in an empty nested envelope', { data: { items: [] } }],
	];

	test.each(none)('%s, none', (_, json) => {
		expect(listIn(jsonAnswer(json))).toMatchObject({ records: [] });
	});
});

describe('finds the number of all rows', () => {
	const told: [title: string, json: JsonValue, total: number][] = [
		['total_count', { results: rows, total_count: 7 }, 7],
		['total_results', { results: rows, total_results: 7 }, 7],
		['total', { results: rows, total: 7 }, 7],
		['totalCount', { results: rows, totalCount: 7 }, 7],
		['total within data', { data: { items: rows, total: 7 } }, 7],
		['total within meta', { data: rows, meta: { total: 7 } }, 7],
		['total within pagination', { items: rows, pagination: { total: 7 } }, 7],
		['a total of zero', { results: [], total_count: 0 }, 0],
	];

	test.each(told)('under %s', (_, json, total) => {
		expect(listIn(jsonAnswer(json))).toMatchObject({ total });
	});

	const untold: [title: string, json: JsonValue][] = [
		['a bare array', rows],
		['count, which counts the page', { results: rows, count: 2 }],
		['total_pages, which counts pages', { results: rows, total_pages: 1 }],
		['a total that is text', { results: rows, total: '7' }],
		['a total that is null', { results: rows, total: null }],
	];

	test.each(untold)('not in %s', (_, json) => {
		expect(listIn(jsonAnswer(json))).toEqual({ records: rows });
	});
});

describe('is a problem', () => {
	const wrong: [title: string, json: JsonValue][] = [
		['for a record', { id: 'a', name: 'b' }],
		['for a record with a list inside', { id: 'a', name: 'b', labels: [] }],
		['for an object without rows', {}],
		['for a total without rows', { total_count: 7 }],
		['for null', null],
		['for text', 'rows'],
		['for a number', 2],
		['for a list of texts', ['a', 'b']],
		['for a list of lists', [[{ id: 'a' }]]],
		['for a list with one null', [{ id: 'a' }, null]],
		['for an envelope of texts', { results: ['a'] }],
		['for two lists that could both be it', { a: [], b: [] }],
		['for rows in groups', { results: { open: [{ id: 'a' }], done: [{ id: 'b' }] } }],
	];

	test.each(wrong)('%s', (_, json) => {
		expect(listIn(jsonAnswer(json))).toMatchObject({
			message: 'The answer of the server is not a list of records',
			cause: { status: 200 },
		});
	});

	test('for an empty answer', () => {
		expect(listIn(textAnswer(''))).toMatchObject({
			message: 'The answer of the server is not a list of records',
		});
	});

	test('for a web page, and says that the address is wrong', () => {
		expect(listIn(webPage())).toMatchObject({
			message: 'The Base URL of the credential leads to a web page, not to the interface of Plane',
		});
	});
});
