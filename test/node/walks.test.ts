import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { locateFirst } from '../engine/samples';
import { jsonItems } from '../engine/startNode';
import type { NodeResult, Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The requests of a run, with what an ID belongs to in its place: `PATCH projects/{project}/work-items/{work item}/`. */
function describeRequests({ requests }: NodeResult, { service: { state } }: Plane): string[] {
	const kinds = {
		project: state.projects,
		'work item': state.workItems,
		state: state.states,
		cycle: state.cycles,
		module: state.modules,
		user: state.users,
	};
	const findKind = (id: string) =>
		Object.entries(kinds).find(([, rows]) => rows.some((row) => row.id === id))?.[0] ?? 'ID';

	return requests.map(({ method, url, body }) => {
		const [, path = ''] = /\/workspaces\/[^/]+\/([^?]*)/.exec(url) ?? [];
		const [, query] = /\?(external_id=.*)$/.exec(url) ?? [];
		const parts = [
			method,
			query === undefined ? path : `${path}?${query}`,
			...(body === undefined ? [] : [JSON.stringify(body)]),
		];

		return parts.join(' ').replace(IDS, (id) => `{${findKind(id)}}`);
	});
}

/** The requests that docs/architecture.md says a run sends: those of its code block after a heading. */
function readDocumentedRequests(heading: string): string[] {
	const page = readFileSync('docs/architecture.md', 'utf8');
	const [, block = ''] = page.split(`### ${heading}\n`)[1]?.split('```http\n') ?? [];

	return block.split('```')[0]?.trim().split('\n') ?? [];
}

describe('docs/architecture.md has the requests of', () => {
	it('an update', async () => {
		const plane = await startPlane();

		const result = await plane.run('workItem.update', {
			workItemId: byName('LNCH-1'),
			updateFields: { state: byName('Done'), targetDate: '2030-12-01' },
		});

		expect(result.error).toBeUndefined();
		expect(describeRequests(result, plane)).toEqual(readDocumentedRequests('An update'));
	});

	it('a list of names', async () => {
		const plane = await startPlane();
		const { projects, workItems } = plane.service.state;

		const result = await plane.run(
			'workItem.update',
			{
				projectId: locateFirst(projects),
				workItemId: locateFirst(workItems),
				updateFields: { assignees: '={{ $json.people }}' },
			},
			{ items: jsonItems([{ people: 'ada, bob' }]) },
		);

		expect(result.error).toBeUndefined();
		expect(describeRequests(result, plane)).toEqual(readDocumentedRequests('A list of names'));
	});

	it('a create that finds something', async () => {
		const plane = await startPlane();
		const create = async (priority: string) =>
			await plane.run('workItem.create', {
				projectId: locateFirst(plane.service.state.projects),
				name: 'Invoice 12',
				additionalFields: { externalSource: 'sheet', externalId: 'row-1', priority },
				options: { ifItAlreadyExists: 'updateExisting' },
			});

		await create('low');
		const result = await create('high');

		expect(result.json).toMatchObject([{ priority: 'high' }]);
		expect(describeRequests(result, plane)).toEqual(
			readDocumentedRequests('A create that finds something'),
		);
	});

	it('a run with memberships', async () => {
		const plane = await startPlane();

		const result = await plane.run(
			'workItem.create',
			{
				projectId: locateFirst(plane.service.state.projects),
				name: '={{ $json.name }}',
				additionalFields: { cycle: byName('Week 6') },
			},
			{ items: jsonItems([{ name: 'A' }, { name: 'B' }]) },
		);

		expect(result.error).toBeUndefined();
		expect(describeRequests(result, plane)).toEqual(
			readDocumentedRequests('A run with memberships'),
		);
	});
});
