import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import { advice, causes, outcomes } from '../../nodeTexts';
import { connectionLost, listOf, withError } from './lostCreate';
import { externalId, externalIdFields, useProject } from './useProject';

const startProject = useProject();

const list = 'GET milestones/';
const post = 'POST milestones/';

/** A server that accepts every record, as no source of the commercial editions denies (row 484). */
function serverThatAccepts(rows: JsonObject[], change: (record: JsonObject) => JsonObject = same) {
	return startProject(({ route, body }) => {
		if (route.startsWith('GET')) return listOf(...rows);

		const record = change({ id: `r${rows.length + 1}`, ...body });

		rows.push(record);

		return jsonResponse(record, 201);
	});
}

const same = (record: JsonObject) => record;

const milestone = (
	ifItAlreadyExists = 'fail',
	additionalFields: INodeParameters = externalIdFields,
): INodeParameters => ({ title: 'Release', additionalFields, options: { ifItAlreadyExists } });

/** A milestone for each item, with the External ID of the item. */
const milestones = (ifItAlreadyExists: string): INodeParameters =>
	milestone(ifItAlreadyExists, { externalSource: 'sheet', externalId: '={{ $json.row }}' });

const rowsOf = (...rows: string[]) => ({
	items: jsonItems(rows.map((row) => ({ row }))),
	onError: 'continueRegularOutput' as const,
});

const toIdOrError = ({ id, error }: IDataObject) => error ?? id;

describe('A record whose External ID the server may accept twice', () => {
	const existing = { id: 'r1', title: 'Release', ...externalId };

	it.each<[title: string, rows: JsonObject[], INodeParameters, result: object, routes: string[]]>([
		[
			'is not created if the list has it',
			[existing],
			milestone(),
			{
				error: {
					message: expect.stringContaining(causes.exists),
					description: expect.stringContaining(
						`Its ID is r1. ${advice.useExisting} If this is to be another record, use another name or External ID.`,
					),
				},
			},
			[list],
		],
		[
			'is used if the list has it',
			[existing],
			milestone(USE_EXISTING),
			{ json: [existing] },
			[list],
		],
		[
			'is recognized with other blanks, and accents that are composed otherwise',
			[{ ...existing, external_id: ' Caf\u00e9 ' }],
			milestone(USE_EXISTING, { ...externalIdFields, externalId: 'Cafe\u0301' }),
			{ json: [{ id: 'r1' }] },
			[list],
		],
		[
			'is created if the ID is that of another source',
			[{ ...existing, external_source: 'jira' }],
			milestone(),
			{ json: [{ id: 'r2' }] },
			[list, post],
		],
		[
			'takes one request without an External ID',
			[],
			milestone('fail', {}),
			{ json: [{ id: 'r1' }] },
			[post],
		],
		[
			'is named if several have its External ID',
			[
				{ id: 'r1', title: 'Alpha', ...externalId },
				{ id: 'r2', title: 'Beta', ...externalId, archived_at: '2026-11-01' },
			],
			milestone(UPDATE_EXISTING),
			withError(
				'2 records have the External ID sheet:row-1: "Alpha" (ID r1) and "Beta" (ID r2, archived)',
			),
			[list],
		],
	])('%s', async (_, rows, parameters, result, routes) => {
		const server = serverThatAccepts([...rows]);

		const output = await server.run('milestone.create', parameters);

		expect(output).toMatchObject(result);
		expect(server.routes()).toEqual(routes);
	});

	it.each([
		[USE_EXISTING, 'r1'],
		['fail', expect.stringContaining(causes.exists)],
	])(
		'is created once for two items, and the list is read once for all (%s)',
		async (choice, third) => {
			const server = serverThatAccepts([]);

			const { json } = await server.run(
				'milestone.create',
				milestones(choice),
				rowsOf('row-1', 'row-2', 'row-1'),
			);

			expect(json.map(toIdOrError)).toEqual(['r1', 'r2', third]);
			expect(server.routes()).toEqual([list, post, post]);
		},
	);

	it('is created by the next item if the list could not be read at first', async () => {
		let reads = 0;
		const server = startProject(({ route, body }) => {
			if (route === post) return jsonResponse({ id: 'r1', ...body }, 201);

			return reads++ === 0 ? textResponse('', 403) : listOf();
		});

		const { json } = await server.run(
			'milestone.create',
			milestones('fail'),
			rowsOf('row-1', 'row-2'),
		);

		expect(json.map(toIdOrError)).toEqual([expect.stringContaining(causes.noAccess), 'r1']);
	});

	it('is not sent again if its outcome is unknown, nor by its other items', async () => {
		const server = startProject({ [post]: connectionLost, [list]: listOf() });

		const { json } = await server.run(
			'milestone.create',
			milestones(USE_EXISTING),
			rowsOf('row-1', 'row-1'),
		);
		const isUnknown = { error: expect.stringContaining(outcomes.maybeSaved) };

		expect(json).toMatchObject([isUnknown, isUnknown]);
		expect(server.routes()).toEqual([list, post, list]);
	});

	it('is returned if its response was lost', async () => {
		const rows: JsonObject[] = [];
		const server = startProject(({ route, body }) => {
			if (route === list) return listOf(...rows);

			rows.push({ id: 'r1', ...body, created_at: new Date().toISOString() });

			return networkFault('ECONNRESET');
		});

		const output = await server.run('milestone.create', milestone());

		expect(output).toMatchObject({ json: [{ id: 'r1' }] });
		expect(rows).toHaveLength(1);
	});

	it('is known to the next item, although it was saved without one of its values', async () => {
		const rows: JsonObject[] = [];
		const server = serverThatAccepts(rows, (record) => ({ ...record, target_date: null }));

		const { json } = await server.run(
			'milestone.create',
			milestone(USE_EXISTING, { ...externalIdFields, targetDate: '2026-06-30' }),
			rowsOf('row-1', 'row-1'),
		);

		expect(json.map(toIdOrError)).toEqual([expect.stringContaining('did not take Due Date'), 'r1']);
		expect(server.routes()).toEqual([list, post]);
	});

	it('is found by its name in the list that was read, although records were created since', async () => {
		const server = startProject(({ route, body }) => {
			if (route === 'GET work-item-types/') return listOf({ id: 'r1', name: 'Incident' });

			return body?.name === 'Incident'
				? jsonResponse({ error: 'already exists' }, 409)
				: jsonResponse({ id: 'r2', ...body }, 201);
		});

		const { json } = await server.run(
			'workItemType.create',
			{
				name: '={{ $json.name }}',
				additionalFields: { externalSource: 'sheet', externalId: '={{ $json.row }}' },
				options: { ifItAlreadyExists: USE_EXISTING },
			},
			{
				items: jsonItems([
					{ row: 'row-1', name: 'Incident' },
					{ row: 'row-2', name: 'Outage' },
					{ row: 'row-3', name: 'Incident' },
				]),
				onError: 'continueRegularOutput',
			},
		);
		const create = 'POST work-item-types/';

		expect(json.map(toIdOrError)).toEqual(['r1', 'r2', 'r1']);
		expect(server.routes()).toEqual(['GET work-item-types/', create, create, create]);
	});

	it.each([
		[
			'is looked for by its name, too, which the server may refuse',
			{ id: 'r1', name: 'Incident', external_id: null, external_source: null },
			'Incident',
			// The list that was read before shows which record the server means.
			['GET work-item-types/', 'POST work-item-types/'],
		],
		[
			'is recognized whatever its name is now',
			{ id: 'r1', name: 'Incident', ...externalId },
			'Outage',
			['GET work-item-types/'],
		],
	])('%s', async (_, row, name, routes) => {
		const server = startProject({
			'GET work-item-types/': listOf(row),
			'POST work-item-types/': jsonResponse({ error: 'already exists' }, 409),
		});

		const output = await server.run('workItemType.create', {
			name,
			additionalFields: externalIdFields,
			options: { ifItAlreadyExists: USE_EXISTING },
		});

		expect(output).toMatchObject({ json: [{ id: 'r1' }] });
		expect(server.routes()).toEqual(routes);
	});
});
