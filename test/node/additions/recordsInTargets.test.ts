import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse, NO_PATH } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { externalId, externalIdFields, useProject, type ProjectServer } from '../writes/useProject';
import {
	acceptAddition,
	addToCycle,
	addToModule,
	CYCLE,
	DENIED,
	listOf,
	MODULE,
	OTHER_CYCLE,
	OTHER_MODULE,
	readCycle,
	readModule,
	uuid,
} from './targets';

const startProject = useProject();

const ARCHIVED_CYCLE = uuid(103);

/** A server with a work item for each ID, whose targets have these contents and are empty otherwise. */
const startServer = (answers: Routes) =>
	startProject({
		'GET *': listOf(),
		'GET cycles/': listOf(CYCLE, OTHER_CYCLE),
		'GET work-items/': jsonResponse({ id: uuid(1), name: 'A', ...externalId }),
		'PATCH *': ({ route, body }) => jsonResponse({ ...body, id: route.split('/').at(-2) ?? '' }),
		'POST cycles/*': acceptAddition,
		'POST modules/*': acceptAddition,
		...answers,
	});

/** The requests about cycles and modules. */
const listTargetRequests = (server: ProjectServer) =>
	server.routes().filter((route) => route.includes('cycles') || route.includes('modules'));

describe('Changed work items', () => {
	const change = async (
		server: ProjectServer,
		rows: readonly IDataObject[],
		targets: INodeParameters,
		more: NodeRun = {},
	) =>
		await server.run(
			'workItem.update',
			{ workItemId: byId('={{ $json.id }}'), updateFields: { priority: 'high', ...targets } },
			{ items: jsonItems(rows), ...more },
		);

	const inBoth: INodeParameters = { cycle: byId(CYCLE), modules: MODULE };

	it('are added only where they are not, and each list is read once', async () => {
		const server = startServer({
			[readCycle(CYCLE)]: listOf(uuid(1), uuid(2)),
			[readModule(MODULE)]: listOf(uuid(2), uuid(3)),
		});

		await change(
			server,
			[1, 2, 3].map((number) => ({ id: uuid(number) })),
			inBoth,
		);

		expect(listTargetRequests(server)).toEqual([
			readCycle(CYCLE),
			readModule(MODULE),
			addToModule(MODULE),
			addToCycle(CYCLE),
		]);
		expect(server.writtenBodies().slice(3)).toEqual([{ issues: [uuid(1)] }, { issues: [uuid(3)] }]);
	});

	it('are moved to their cycle without a search for the one that they are in', async () => {
		const server = startServer({ [readCycle(OTHER_CYCLE)]: listOf(uuid(1)) });

		await change(server, [{ id: uuid(1) }], { cycle: byId(CYCLE) });

		expect(listTargetRequests(server)).toEqual([readCycle(CYCLE), addToCycle(CYCLE)]);
	});

	it('are added only to the cycle of the last item, but to the modules of all', async () => {
		const server = startServer({});

		await change(
			server,
			[
				{ id: uuid(1), cycle: CYCLE, modules: MODULE },
				{ id: uuid(1), cycle: OTHER_CYCLE, modules: OTHER_MODULE },
			],
			{ cycle: byId('={{ $json.cycle }}'), modules: '={{ $json.modules }}' },
		);

		expect(
			listTargetRequests(server)
				.filter((route) => route.startsWith('POST'))
				.toSorted(),
		).toEqual([addToCycle(OTHER_CYCLE), addToModule(MODULE), addToModule(OTHER_MODULE)]);
	});

	it('are not added to a cycle that cannot be read, which the item says', async () => {
		const server = startServer({ [readCycle(CYCLE)]: DENIED });

		const { error } = await change(server, [{ id: uuid(1) }], inBoth);

		expect(error?.message).toMatch(/but not added to Cycle .*: Plane denied/);
		expect(listTargetRequests(server).filter((route) => route.startsWith('POST'))).toEqual([
			addToModule(MODULE),
		]);
	});
});

describe('An existing work item that is used', () => {
	const use = async (server: ProjectServer) =>
		await server.run('workItem.create', {
			name: 'A',
			additionalFields: { ...externalIdFields, cycle: byId(CYCLE) },
			options: { ifItAlreadyExists: USE_EXISTING },
		});

	it.each<[title: string, answers: Routes, isAdded: boolean]>([
		['stays in another cycle', { [readCycle(OTHER_CYCLE)]: listOf(uuid(1)) }, false],
		[
			'stays in an archived cycle',
			{
				'GET archived-cycles/': listOf(ARCHIVED_CYCLE),
				[readCycle(ARCHIVED_CYCLE)]: listOf(uuid(1)),
			},
			false,
		],
		['is added if it is in no cycle', { [readCycle(OTHER_CYCLE)]: listOf(uuid(2)) }, true],
		[
			'is added if the server does not list archived cycles (row 39)',
			{ 'GET archived-cycles/': NO_PATH },
			true,
		],
	])('%s', async (_, answers, isAdded) => {
		const server = startServer(answers);

		const { json } = await use(server);

		expect(json).toMatchObject([{ id: uuid(1), name: 'A' }]);
		expect(server.writtenBodies()).toEqual(isAdded ? [{ issues: [uuid(1)] }] : []);
	});
});
