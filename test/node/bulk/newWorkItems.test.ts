import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { refuseRows } from './refuseRows';
import {
	BULK_CREATE,
	CREATE_ONE,
	newRows,
	PROBE,
	READ_LIST,
	READ_ONE,
	READ_PROJECT,
	useBulk,
} from './useBulk';

const startServer = useBulk();

const externalId = { externalSource: 'sheet', externalId: '={{ $json.row }}' };

/** The priority that API v2 refuses in these tests; API v1 accepts it. */
const REFUSED = 'urgent';
const refuseUrgent = refuseRows(({ priority }) => priority === REFUSED);
const withOneUrgent = (index: number) => ({ priority: index === 4 ? REFUSED : 'low' });
const priority: INodeParameters = { priority: '={{ $json.priority }}' };

describe('New work items', () => {
	it('take a request for 50 of them, and one to read these', async () => {
		const server = await startServer();

		const { json } = await server.create(newRows(150));

		expect(json).toMatchObject(newRows(150));
		expect(server.countRequests()).toEqual({
			[PROBE]: 1,
			// It is read once for all items.
			[READ_PROJECT]: 1,
			[BULK_CREATE]: 3,
			[READ_LIST]: 3,
		});
	});

	it('are sent with the names of API v2', async () => {
		const server = await startServer();
		const { states, labels, users, workItems, estimatePoints, types } = server.state;
		const [state, label, user, parent, point, type] = [
			states[1],
			labels[0],
			users[1],
			workItems[0],
			estimatePoints[0],
			types[0],
		].map((row) => row?.id ?? '');

		const { json, requests } = await server.create(newRows(10), {
			state: byId(state),
			labels: [label],
			assignees: [user],
			parent: byId(parent),
			estimatePoint: byId(point),
			typeId: byId(type),
			priority: 'high',
		});

		const sent = requests.find(
			({ url, status }) => url.includes('/bulk-create/') && status < 400,
		)?.body;

		expect(json).toMatchObject(newRows(10, () => ({ state, priority: 'high' })));
		expect(sent).toEqual({
			all_or_none: false,
			items: newRows(10, () => ({
				state_id: state,
				label_ids: [label],
				assignee_ids: [user],
				parent_id: parent,
				estimate_point_id: point,
				type_id: type,
				priority: 'high',
			})),
		});
	});

	it('are created by API v1 if it accepts what API v2 refuses', async () => {
		const server = await startServer({ carryOut: refuseUrgent });

		const { json } = await server.create(newRows(12, withOneUrgent), priority);

		expect(json).toMatchObject(newRows(12, withOneUrgent));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1, [CREATE_ONE]: 1 });
	});

	it('fail by themselves, with the words of API v1, if both refuse them', async () => {
		const server = await startServer({ carryOut: refuseUrgent });

		server.faults.plan(
			{ kind: 'status', status: 400, body: '{"priority": ["Not in this project."]}' },
			{ when: ({ method, url = '' }) => method === 'POST' && url.includes('/api/v1/') },
		);
		const { json } = await server.create(newRows(12, withOneUrgent), priority);

		expect(json[4]?.error).toContain('Plane refused Priority: Not in this project');
		expect(json.filter(({ error }) => error !== undefined)).toHaveLength(1);
		expect(server.listNewNames()).toHaveLength(11);
	});

	it.each<[share: string, perProject: number, expected: JsonObject]>([
		['share a request for those of each project', 3, { [PROBE]: 1, [BULK_CREATE]: 10 }],
		['are not sent to API v2, which saves nothing,', 2, { [CREATE_ONE]: 20 }],
	])('%s if there are %i in each of ten projects', async (_, perProject, expected) => {
		const server = await startServer();
		const projects = server.addProjects(10);

		const { json } = await server.create(
			newRows(10 * perProject, (index) => ({ project: projects[index % 10] })),
			{},
			{ parameters: { projectId: byId('={{ $json.project }}') } },
		);

		expect(json).toMatchObject(newRows(10 * perProject));
		expect(server.countRequests()).toMatchObject(expected);
		expect(Object.keys(server.countRequests()).includes(PROBE)).toBe(PROBE in expected);
	});

	it('are not sent to API v2 if there are fewer than ten', async () => {
		const server = await startServer();

		await server.create(newRows(9));

		expect(server.countRequests()).toEqual({ [READ_PROJECT]: 1, [CREATE_ONE]: 9 });
	});

	it('are not sent to API v2 if it lacks one of their fields', async () => {
		const server = await startServer();

		await server.create(newRows(20), { createdAt: '2026-01-01T00:00:00Z' });

		expect(server.countWrites()).toEqual({ [CREATE_ONE]: 20 });
	});

	it('are created in the order of the items, although some are looked up before', async () => {
		const server = await startServer();

		await server.create(
			newRows(12, (index) => (index % 3 === 0 ? { row: `row-${index}`, source: 'sheet' } : {})),
			{ externalSource: '={{ $json.source ?? null }}', externalId: '={{ $json.row ?? null }}' },
		);

		expect(server.listNewNames()).toEqual(newRows(12).map(({ name }) => name));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1 });
		expect(server.countRequests()[READ_LIST]).toBeGreaterThan(1);
	});

	it('are read again if a replica does not show them yet (row 166)', async () => {
		const server = await startServer({ differences: { readsReplica: true }, replicaLag: 1000 });

		const { json } = await server.create(newRows(20));

		expect(json).toMatchObject(newRows(20));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1 });
		expect(server.countRequests()[READ_LIST]).toBeGreaterThan(1);
		expect(server.countRequests()[READ_ONE]).toBeUndefined();
	});

	it('are read one by one if the first page of the list does not show them', async () => {
		const server = await startServer({ largestPage: 15, differences: { pagesByCursor: false } });

		const { json } = await server.create(newRows(20));

		expect(json).toMatchObject(newRows(20));
		expect(server.countRequests()[READ_ONE]).toBe(5);
	});

	it('are split into requests of a million characters', async () => {
		const server = await startServer();

		const { json } = await server.create(newRows(12), {
			description: `<p>${'x'.repeat(300_000)}</p>`,
		});

		expect(json).toMatchObject(newRows(12));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 4 });
	});
});

describe('New work items with external IDs', () => {
	const rows = (count: number, different = count) =>
		newRows(count, (index) => ({ row: `row-${index % different}` }));

	it('are one work item if they have the same one', async () => {
		const server = await startServer();

		const { json } = await server.create(rows(30, 20), externalId, {
			parameters: { options: { ifItAlreadyExists: USE_EXISTING } },
		});

		expect(server.listNewNames()).toHaveLength(20);
		expect(json.slice(20)).toMatchObject(json.slice(0, 10).map(({ id }) => ({ id })));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1 });
	});

	it('are created one by one if reading the list takes more requests', async () => {
		const server = await startServer({ workItems: 1_500 });

		await server.create(rows(15), externalId);

		expect(server.countWrites()).toEqual({ [CREATE_ONE]: 15 });
	});

	it('take fewer than 50 requests if there are 1,000', async () => {
		const server = await startServer();

		const { json } = await server.create(rows(1_000), externalId);

		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(server.listNewNames()).toHaveLength(1_000);
		expect(server.listRequests().length).toBeLessThan(50);
	});
});
