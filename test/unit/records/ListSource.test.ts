import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { type ListRef, ListSource } from '../../../nodes/shared/records/ListSource';
import { getLabel } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { fakePlane, inTurn, type Respond, type Routes } from '../fakePlane';
import { jsonResponse, networkFault, NO_PATH, withHeaders } from '../responses';
import { createClient } from '../testClient';

const PROJECT = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const ROUTE = `GET projects/${PROJECT}/labels/`;

const place = { workspace: 'acme', path: { project_id: PROJECT } };
const labels: ListRef = {
	place,
	path: 'projects/{project_id}/labels/',
	about: { kind: 'read', ...place, operation: getLabel },
};

const BUG: JsonObject = { id: 'l1', name: 'Bug', created_at: '2026-01-01T00:00:00Z' };
const TEXT: JsonObject = { id: 'l2', name: 'Text', created_at: '2026-01-02T00:00:00Z' };

function readFrom(answers: Routes | Respond) {
	const { send, requests, routes } = fakePlane(answers);
	const pause = async () => await Promise.resolve();
	const lists = new ListSource(createClient({ service: send }), { concurrency: 4, pause });

	return { lists, requests, routes };
}

/** A page of two rows, of nine, as a server with cursors returns it (rows 5 to 7). */
const cursorPage = (rows: readonly JsonObject[], page: number) =>
	jsonResponse({
		results: rows.slice(page * 2, page * 2 + 2),
		total_count: rows.length,
		next_cursor: `2:${page + 1}:0`,
		next_page_results: page < 4,
	});

describe('ListSource', () => {
	test('reads a list once, also if several need it at the same time', async () => {
		const { lists, routes } = readFrom({ [ROUTE]: jsonResponse([BUG]) });

		const [first, second] = await Promise.all([lists.read(labels), lists.read(labels)]);
		const third = await lists.read({
			...labels,
			place: { ...place, path: { ...place.path, x: '1' } },
		});

		expect(first).toMatchObject({ rows: [BUG] });
		expect(second).toBe(first);
		expect(third).toBe(first);
		expect(routes()).toEqual([ROUTE]);
	});

	test('reads the list of each place, and with each query', async () => {
		const { lists, requests } = readFrom(() => jsonResponse([BUG]));

		await lists.read(labels);
		await lists.read({ ...labels, place: { workspace: 'acme', path: { project_id: 'p2' } } });
		await lists.read({ ...labels, query: { type: 'archived' } });

		expect(requests.map(({ route, query }) => `${route} ${query.get('type')}`)).toEqual([
			`${ROUTE} null`,
			'GET projects/p2/labels/ null',
			`${ROUTE} archived`,
		]);
	});

	test('gives everybody the rows that were read last', async () => {
		const { lists } = readFrom(inTurn(jsonResponse([BUG]), jsonResponse([BUG, TEXT])));

		expect(await lists.readEarlier(labels)).toEqual([]);
		await lists.read(labels);
		await lists.readAgain(labels);

		expect(await lists.read(labels)).toMatchObject({ rows: [BUG, TEXT] });
		expect(await lists.readEarlier(labels)).toEqual([BUG, TEXT]);
	});

	test('refuses a list that lacks a row in each reading, but shows what it has', async () => {
		const rows = Array.from({ length: 9 }, (_, index) => ({ ...TEXT, id: `row ${index}` }));
		let readings = 0;
		// Two rows move to a page that was read before, one of them in each reading (row 341).
		const { lists } = readFrom(({ query }) => {
			const [, page = 0] = (query.get('cursor') ?? '').split(':').map(Number);
			if (page === 0) readings++;

			const last = { ...TEXT, id: 'row 8' };
			const shown = rows.toSpliced(readings, 1, last).toSpliced(0, 1, last);

			return cursorPage(shown, page);
		});

		expect(await lists.read(labels)).toMatchObject({
			cause: 'failed',
			message: expect.stringContaining('8 records were received, but Plane counted 9'),
			tryAgain: expect.stringMatching(/^Try again/),
		});
		expect(await lists.readAvailable(labels)).toHaveProperty('rows.length', 8);
		expect(readings).toBe(2);
	});

	test('accepts a list whose readings have all rows together', async () => {
		const rows = Array.from({ length: 9 }, (_, index) => ({ ...TEXT, id: `row ${index}` }));
		let readings = 0;
		// Each reading lacks another row, whose place a second copy of the last one has (row 341).
		const { lists } = readFrom(({ query }) => {
			const [, page = 0] = (query.get('cursor') ?? '').split(':').map(Number);
			if (page === 0) readings++;

			const shown = rows.toSpliced(readings, 1, { ...TEXT, id: 'row 8' });

			return cursorPage(shown, page);
		});

		expect(await lists.read(labels)).toHaveProperty('rows.length', 9);
	});

	test('reads a list again that was changed', async () => {
		const { lists, routes } = readFrom(inTurn(jsonResponse([BUG]), jsonResponse([TEXT])));

		await lists.read(labels);
		lists.markOutdated(labels);

		// A row that is there is still of use.
		expect(await lists.readEarlier(labels)).toEqual([BUG]);
		expect(await lists.read(labels)).toMatchObject({ rows: [TEXT] });
		expect(await lists.read(labels)).toMatchObject({ rows: [TEXT] });
		expect(await lists.readEarlier(labels)).toEqual([TEXT]);
		expect(routes()).toEqual([ROUTE, ROUTE]);
	});

	test('tries again if the server was not reached, and not if it has refused', async () => {
		const refusal = jsonResponse({ detail: 'You do not have permission.' }, 403);
		const { lists, routes } = readFrom(inTurn(networkFault('ECONNREFUSED'), refusal));

		expect(await lists.read(labels)).toMatchObject({ cause: 'failed' });
		expect(await lists.read(labels)).toMatchObject({ status: 403 });
		expect(await lists.read(labels)).toMatchObject({ status: 403 });
		expect(await lists.readEarlier(labels)).toEqual([]);
		expect(routes()).toEqual([ROUTE, ROUTE]);
	});

	test('says when the server has no such list', async () => {
		const { lists } = readFrom({ [ROUTE]: NO_PATH });
		const result = await lists.read(labels);

		expect(isProblem(result)).toBe(true);
		expect(result).toMatchObject({ isUnsupported: true });
		expect(await lists.readIds(labels)).toEqual(new Set());
	});

	test('says what time it was for the server', async () => {
		const { lists } = readFrom(
			inTurn(
				withHeaders(jsonResponse([BUG]), { date: 'Sat, 28 Nov 2026 06:00:00 GMT' }),
				jsonResponse([]),
			),
		);

		expect(await lists.read(labels)).toMatchObject({ serverTime: Date.UTC(2026, 10, 28, 6) });
		expect(await lists.readAgain(labels)).toMatchObject({ serverTime: NaN });
	});

	test('asks for the IDs only, and keeps nothing else of servers that return more', async () => {
		const { lists, requests } = readFrom(() => jsonResponse([BUG, TEXT]));
		const ids = { ...labels, onlyIds: true } as const;

		expect(await lists.read(ids)).toMatchObject({ rows: [{ id: 'l1' }, { id: 'l2' }] });
		expect(await lists.readIds(ids)).toEqual(new Set(['l1', 'l2']));
		expect(requests.map(({ query }) => query.get('fields'))).toEqual(['id,created_at,updated_at']);
	});

	test('asks a list without pages for none', async () => {
		const { lists, requests } = readFrom(() => jsonResponse([BUG]));

		await lists.read({ ...labels, paging: 'none' });

		expect(requests.map(({ query }) => String(query))).toEqual(['']);
	});
});
