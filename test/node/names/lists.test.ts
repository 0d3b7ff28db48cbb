import { describe, expect, it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { runs } from '../../unit/random';
import { jsonResponse, networkFault } from '../../unit/responses';
import {
	byName,
	continues,
	createRows,
	createUser,
	numberedNames,
	PROJECT_PATH,
	UNKNOWN_ID,
	useNames,
	uuid,
	WORK_ITEM_ID,
} from './useNames';

const startServer = useNames();

const FORBIDDEN = jsonResponse({ detail: 'No.' }, 403);

describe('A list in which names are looked up', () => {
	it('is read once for all items', async () => {
		const server = startServer();
		const fields = { state: byName('done'), labels: ['bug', 'text'], assignees: ['Ada'] };

		await server.create(fields, {}, { items: Array.from({ length: 50 }, () => ({})) });

		expect(server.writes()).toHaveLength(50);
		expect(server.reads().sort()).toEqual([
			'GET labels/',
			'GET members/',
			'GET members/',
			'GET project-members-lite/',
			'GET states/',
		]);
	});

	it('is read to its last page', async () => {
		const server = startServer();

		await server.create({ modules: ['l249'] });

		const pages = server.requests.filter(({ route }) => route.endsWith('/modules/'));

		expect(pages.map(({ query }) => query.get('offset'))).toEqual(['0', '100', '200']);
		expect(server.writes().at(-1)?.route).toBe(`POST modules/${uuid(449)}/module-issues/`);
	});

	it('is read by one request, which asks for no page, if it has no pages', async () => {
		const path = `GET ${PROJECT_PATH}/members/`;
		const members = Array.from({ length: 150 }, (_, index) =>
			createUser(500 + index, `a${index}@example.com`, `a${index}`),
		);
		const server = startServer({}, { [path]: jsonResponse(members) });

		await server.create({ assignees: ['a149'] });

		const reads = server.requests.filter(({ route }) => route === path);

		expect(server.writes()).toMatchObject([{ body: { assignees: [uuid(649)] } }]);
		expect(reads.map(({ query }) => String(query))).toEqual(['']);
	});

	it('is read to its last page although no page says that there are others', async () => {
		const states = createRows(500, ...numberedNames(150));

		const answerBarePage: Respond = ({ query }) => {
			const start = Number(query.get('offset'));

			return jsonResponse(states.slice(start, start + Number(query.get('limit'))));
		};

		const server = startServer({}, { [`GET ${PROJECT_PATH}/states/`]: answerBarePage });

		await server.create({ state: byName('L149') });

		expect(server.writes()).toMatchObject([{ body: { state: uuid(649) } }]);
	});

	it('may have more records than a function call can have arguments', async () => {
		const rows = numberedNames(130_000).map((name, index) => ({ id: uuid(index), name }));
		const server = startServer(
			{},
			{
				[`GET ${PROJECT_PATH}/states/`]: jsonResponse({ results: rows, total_count: rows.length }),
			},
		);

		await server.create({ state: byName('L129999') });

		expect(server.writes()).toMatchObject([{ body: { state: uuid(129_999) } }]);
	});

	it('may lack a name that thousands of items have: each of them fails with the closest one', async () => {
		const letters = Array.from('abcdefghijklmnopqrst');
		const names = letters.flatMap((first) =>
			letters.map((second) => `Customers of region ${first}${second}`),
		);
		const server = startServer({ [`${PROJECT_PATH}/labels/`]: createRows(30, ...names) });

		const { json } = await server.create(
			{ labels: ['Customer of regions ab'] },
			{},
			{ ...continues, items: Array.from({ length: 2_000 }, () => ({})) },
		);

		expect(json).toHaveLength(2_000);
		expect(json.at(-1)?.error).toContain('is "Customers of region ab".');
		expect(server.reads()).toEqual(['GET labels/', 'GET labels/', 'GET labels/', 'GET labels/']);
	});
});

// With RUNS=30, there are more items than a function call can have arguments.
it('A name is found for every one of many items', async () => {
	const server = startServer();
	const count = runs(4_500);

	const { json, error } = await server.run(
		'cycle.addWorkItems',
		{ cycleId: byName('week 1'), workItemIds: 'LNCH-12' },
		{ items: Array.from({ length: count }, () => ({})) },
	);

	expect(error).toBeUndefined();
	expect(json).toHaveLength(count);
	expect(server.writes()).toHaveLength(1);
}, 300_000);

it('The estimate of a project is read again for the next item if the server was not reached', async () => {
	let attempts = 0;
	let failing = Infinity;
	const server = startServer(
		{ [`${PROJECT_PATH}/estimates/${uuid(90)}/estimate-points/`]: [{ id: uuid(91), value: '5' }] },
		{
			[`GET ${PROJECT_PATH}/estimates/`]: () => {
				attempts += 1;

				return attempts <= failing
					? networkFault('ECONNREFUSED')
					: jsonResponse({ id: uuid(90), name: 'Points' });
			},
		},
	);
	const update = async (points: readonly string[]) =>
		await server.run(
			'workItem.update',
			{
				workItemId: byId(WORK_ITEM_ID),
				updateFields: { estimatePoint: byName('={{ $json.points }}') },
			},
			{ ...continues, items: jsonItems(points.map((value) => ({ points: value }))) },
		);

	await update(['5']);
	failing = attempts;
	attempts = 0;
	const { json } = await update(['3', '5']);

	expect(json[0]?.error).toContain('refused the connection');
	expect(json[1]).toMatchObject({ id: uuid(80), estimate_point: uuid(91) });
});

describe('If a list in which names are looked up', () => {
	it('does not exist on the server, the name is sent', async () => {
		const server = startServer({ [`${PROJECT_PATH}/states/`]: undefined });

		const { error } = await server.create({ state: byName('Done') });

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { state: 'Done' } }]);
	});

	it.each([
		['may not be read, an ID is sent', UNKNOWN_ID, FORBIDDEN, 1],
		['may not be read, a name is an error', 'Ada', FORBIDDEN, 0],
		[
			'cannot be read because the server fails, an ID is an error',
			UNKNOWN_ID,
			jsonResponse({}, 500),
			0,
		],
	])('%s', async (_, person, outcome, writeCount) => {
		const server = startServer({}, { [`GET ${PROJECT_PATH}/members/`]: outcome });

		const { error } = await server.create({ assignees: [person] });

		expect(server.writes()).toHaveLength(writeCount);
		expect(error === undefined).toBe(writeCount === 1);
	});

	it.each(['.', '..', 'a/b', 'In Review', 'http://x'])(
		'does not exist on the server, a text in a path is an error unless it is an ID: %s',
		async (text) => {
			const server = startServer({ [`${PROJECT_PATH}/labels/`]: undefined });

			const { error } = await server.run('label.get', { labelId: byName(text) });

			expect(error?.message).toMatch(/^Label: ".*" (is not an ID|is a web|has )/);
			expect(server.reads().filter((route) => !route.endsWith('labels/'))).toEqual([]);
		},
	);
});
