import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { byName, PROJECT_PATH, useNames, uuid, WORK_ITEM_ID } from './useNames';

const startServer = useNames();

const cycleId = byName('Week 1');
const cyclePath = `cycles/${uuid(50)}`;

describe('Names are replaced by IDs', () => {
	it.each<[title: string, operation: string, parameters: INodeParameters, writes: object[]]>([
		[
			'in a path, also below a record that has a name itself',
			'cycle.addWorkItems',
			{ projectId: byName('Launch'), cycleId, workItemIds: uuid(71) },
			[{ route: `POST ${cyclePath}/cycle-issues/` }],
		],
		[
			'in a list of records to add, each once',
			'cycle.addWorkItems',
			{ cycleId, workItemIds: `LNCH-12, lnch-12, ${uuid(73)}, ${uuid(71)}` },
			[{ body: { issues: [uuid(71), uuid(73)] } }],
		],
		[
			'in a list of records to remove',
			'cycle.removeWorkItems',
			{ cycleId, workItemIds: 'LNCH-12' },
			[{ route: `DELETE ${cyclePath}/cycle-issues/${uuid(71)}/` }],
		],
		[
			'in the fields of a new record, and in what it is added to',
			'workItem.create',
			{
				name: 'todo',
				additionalFields: {
					state: byName('todo'),
					labels: ['text', 'Text'],
					priority: 'high',
					cycle: cycleId,
					modules: ['L3', 'l3'],
				},
			},
			[
				{ body: { name: 'todo', state: uuid(20), labels: [uuid(32)], priority: 'high' } },
				{ route: `POST ${cyclePath}/cycle-issues/`, body: { issues: [uuid(80)] } },
				{ route: `POST modules/${uuid(203)}/module-issues/`, body: { issues: [uuid(80)] } },
			],
		],
		[
			'in the fields of an update',
			'module.update',
			{ moduleId: byName('L7'), updateFields: { lead: byName('Ada'), name: 'Ada' } },
			[{ route: `PATCH modules/${uuid(207)}/`, body: { lead: uuid(12), name: 'Ada' } }],
		],
		[
			'in what an action sends',
			'cycle.transferWorkItems',
			{ cycleId: byId(uuid(51)), newCycleId: cycleId },
			[{ body: { new_cycle_id: uuid(50) } }],
		],
		[
			'in the fields of a work item that belongs to another record',
			'intakeItem.create',
			{ name: 'Print', additionalFields: { labels: ['text'] } },
			[{}, { body: { labels: [uuid(32)] } }],
		],
	])('%s', async (_, operation, parameters, writes) => {
		const server = startServer(
			{},
			{
				'DELETE *': jsonResponse({}, 204),
				'POST *': ({ body }) => jsonResponse({ ...body, id: uuid(80), issue: uuid(81) }, 201),
			},
		);

		const { error } = await server.run(operation, parameters);

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject(writes);
	});

	it('in the filters of a list, those of the server and those of the node', async () => {
		const rows = [
			{ id: uuid(71), state: uuid(22), labels: [uuid(32)] },
			{ id: uuid(72), state: uuid(22), labels: [uuid(30)] },
		];
		const server = startServer({}, { [`GET ${PROJECT_PATH}/work-items/`]: jsonResponse(rows) });

		const { json } = await server.run('workItem.getAll', {
			returnAll: true,
			filters: { state: byName('done'), labels: ['text'] },
		});

		const list = server.requests.find(({ route }) => route.endsWith('/work-items/'));

		expect(list?.query.get('state')).toBe(uuid(22));
		expect(json.map(({ id }) => id)).toEqual([uuid(71)]);
	});
});

describe('Nothing is looked up', () => {
	it.each<[title: string, operation: string, parameters: INodeParameters]>([
		[
			'for IDs in a path, among them those that no list has',
			'projectMember.update',
			{ memberId: byId(uuid(90)), updateFields: { role: 5 } },
		],
		[
			'for fields that refer to no record',
			'workItemLink.update',
			{
				workItemId: byId(WORK_ITEM_ID),
				linkId: byId(uuid(91)),
				updateFields: { url: 'https://example.com' },
			},
		],
	])('%s', async (_, operation, parameters) => {
		const server = startServer();

		const { error } = await server.run(operation, parameters);

		expect(error).toBeUndefined();
		expect(server.reads()).toEqual([]);
		expect(server.writes()).toHaveLength(1);
	});
});

describe('An error of the server', () => {
	const NOT_FOUND = jsonResponse({ error: 'Not found.' }, 404);

	it('has the names that the user gave, not the IDs that were sent', async () => {
		const server = startServer({}, { 'POST *': NOT_FOUND });

		const { error } = await server.run('cycle.addWorkItems', {
			projectId: byName('Launch'),
			cycleId: byName('week 1'),
			workItemIds: uuid(73),
		});

		expectProblem(error, {
			cause: causes.notFound('Cycle "week 1"'),
			remedy: 'Check Cycle first, then Project Launch and',
		});
	});

	it('has the key of a work item', async () => {
		const server = startServer({}, { 'PATCH *': NOT_FOUND });

		const { error } = await server.run('workItem.update', {
			workItemId: byName('LNCH-12'),
			updateFields: { name: 'Print' },
		});

		expectProblem(error, { cause: causes.notFound('Work Item LNCH-12') });
	});
});

describe('A reference of a record to itself', () => {
	const itself = { workItemId: byName('LNCH-12') };

	it.each<[title: string, operation: string, parameters: INodeParameters, message: string]>([
		[
			'as its parent',
			'workItem.update',
			{ ...itself, updateFields: { parent: byName('LNCH-12') } },
			'Parent: LNCH-12 is the work item itself',
		],
		[
			'as a related work item',
			'workItemRelation.create',
			{ ...itself, relationType: 'blocking', workItemIds: uuid(71) },
			'Work Item IDs: LNCH-12 is the work item itself',
		],
		[
			'as the cycle to which its work items are transferred',
			'cycle.transferWorkItems',
			{ cycleId: byId(uuid(50)), newCycleId: cycleId },
			'New Cycle: "Week 1" is the cycle itself',
		],
		[
			'as the comment that it replies to',
			'workItemComment.update',
			{
				workItemId: byId(WORK_ITEM_ID),
				commentId: byId(uuid(90)),
				updateFields: { parent: byId(uuid(90)) },
			},
			`Parent: ${uuid(90)} is the comment itself`,
		],
	])('is an error %s', async (_, operation, parameters, message) => {
		const server = startServer();

		const { error } = await server.run(operation, parameters);

		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Choose another one.');
		expect(server.writes()).toEqual([]);
	});

	it('is none if it is to another record', async () => {
		const server = startServer();

		const { error } = await server.run('workItem.update', {
			...itself,
			updateFields: { parent: byName('sheet:row-1') },
		});

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { parent: uuid(72) } }]);
	});
});
