import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject, JsonValue } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonResponse, textResponse } from '../../unit/responses';
import { listOf } from '../writes/lostCreate';
import { ADA, PROJECT, RECORD, useProject } from '../writes/useProject';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';

const startProject = useProject();

const first = { id: 'r1', created_at: '2026-03-02T09:00:00Z' };
const second = { id: 'r2', created_at: '2026-03-01T09:00:00Z' };

describe('A list is read', () => {
	const page = listOf(first, second).json ?? null;
	const paged = { limit: '100', offset: '0', per_page: '100' };
	const ofItem = { workItemId: byId(RECORD) };
	const current = { filters: { cycleView: 'current' } };

	type Row = [
		title: string,
		operation: string,
		parameters: INodeParameters,
		response: JsonValue,
		query: object,
		records: JsonObject[],
	];

	// The groups contain IDs in Plane's reference, but records on a server (row 33). Members are a bare array
	// (row 5), and so is today's cycle (row 31).
	it.each<Row>([
		['page by page', 'label.getAll', {}, page, paged, [first, second]],
		['as one array that is shorter than a page', 'label.getAll', {}, [first], paged, [first]],
		['as one array', 'projectMember.getAll', {}, [first, second], {}, [first, second]],
		[
			'as one array, although the list has pages otherwise',
			'cycle.getAll',
			current,
			[first],
			{ ...paged, cycle_view: 'current' },
			[first],
		],
		[
			'page by page, although the list is one array otherwise',
			'cycle.getAll',
			{},
			page,
			paged,
			[first, second],
		],
		[
			'in groups',
			'workItemRelation.getAll',
			ofItem,
			{ blocking: [first], duplicate: [], relates_to: [second] },
			{},
			[
				{ relation_type: 'blocking', ...first },
				{ relation_type: 'relates_to', ...second },
			],
		],
		[
			'in groups of IDs',
			'workItemRelation.getAll',
			ofItem,
			{ blocking: ['r1'] },
			{},
			[{ relation_type: 'blocking', issue_id: 'r1' }],
		],
		// Labels that a workspace defines, and entries as in the models of both SDKs (row 478).
		[
			'in groups that nobody knows before',
			'customRelation.getAll',
			ofItem,
			{
				implements: [{ ...first, project_id: 'p2', relation_type: 'implements' }],
				'implemented by': [],
			},
			{},
			[
				{
					...first,
					relation_type: 'implements',
					url: 'https://plane.example.com/acme/projects/p2/issues/r1/',
				},
			],
		],
		[
			'in groups that have the same record',
			'customRelation.getAll',
			ofItem,
			{ implements: [first], tests: [first, second] },
			{},
			[
				{ ...first, relation_type: 'implements' },
				{ ...first, relation_type: 'tests' },
				{ ...second, relation_type: 'tests' },
			],
		],
		['in no group at all', 'customRelation.getAll', ofItem, {}, {}, []],
	])('%s', async (_, operation, parameters, response, query, records) => {
		const server = startProject(() => jsonResponse(response));

		const { json, error } = await server.run(operation, { returnAll: true, ...parameters });

		expect(error).toBeUndefined();
		expect(json).toMatchObject(records);
		expect(json).toHaveLength(records.length);
		expect(server.requests().map((request) => Object.fromEntries(request.query))).toEqual([query]);
	});

	it('to its end if its pages are bare arrays', async () => {
		const rows = Array.from({ length: 120 }, (_, index) => ({ id: `r${index}` }));
		const server = startProject(({ query }) => {
			const start = Number(query.get('offset'));

			return jsonResponse(rows.slice(start, start + 100));
		});

		const { json } = await server.run('label.getAll', { returnAll: true });

		expect(json).toEqual(rows);
	});
});

describe('A read is an error', () => {
	it.each([
		['the server denies the record', textResponse('', 403), causes.noAccess],
		['there is a list instead of the record', jsonResponse([first]), causes.notARecord],
	])('if %s', async (_, response, message) => {
		const server = startProject(() => response);

		const { error } = await server.run('cycle.get', { cycleId: byId(ADA) });

		expect(error?.message).toMatch(message);
	});

	it('if the server denies the list', async () => {
		const server = startProject(() => textResponse('', 403));

		const { error } = await server.run('label.getAll', {});

		expectProblem(error, { cause: causes.noAccess });
	});
});

describe('A search, which has a limit and no pages, is sent', () => {
	const findings = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			id: `w${index}`,
			name: String(index),
			project_id: PROJECT,
			type_id: index === 119 ? RECORD : ADA,
		}));

	it.each<[title: string, parameters: INodeParameters, limits: string[], count: number]>([
		['with the limit of the node', { limit: 5 }, ['5'], 5],
		['with the records that Offset skips', { limit: 5, options: { offset: 10 } }, ['15'], 5],
		['with a higher limit as long as there is more', { returnAll: true }, ['100', '1000'], 120],
	])('%s', async (_, parameters, limits, count) => {
		// The form of the results is that of row 38.
		const server = startProject(({ query }) =>
			jsonResponse({ issues: findings(Math.min(120, Number(query.get('limit')))) }),
		);

		const { json } = await server.run('workItem.search', { search: 'a', ...parameters });

		expect(json).toHaveLength(count);
		expect(server.requests().map(({ query }) => query.toString())).toEqual(
			limits.map((limit) => `search=a&limit=${limit}`),
		);
	});

	it('with a higher limit if the node filters the results and too few are left', async () => {
		// The form of the results, and that only the node filters by type, are in row 474.
		const server = startProject(({ body }) =>
			jsonResponse(findings(Math.min(120, Number(body?.limit)))),
		);

		const { json } = await server.run('workItem.searchAdvanced', {
			projectScope: 'one',
			searchTerm: 'a',
			limit: 5,
			filters: { types: [RECORD] },
		});

		expect(json).toMatchObject([{ id: 'w119' }]);
		expect(server.writtenBodies().map((body) => body?.limit)).toEqual([5, 50, 500]);
	});
});
