import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond, Routes } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { useProject, type ProjectServer } from '../writes/useProject';
import { expectProblem } from '../../expectProblem';
import { causes, outcomes } from '../../nodeTexts';

// The servers return lists in envelopes (row 5), and refuse what the user may not do (row 17).

const startProject = useProject();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

const denied = jsonResponse({ error: 'No' }, 403);
const withDenial = { error: expect.stringContaining(causes.noAccess) };

/** Changes as many labels, one for each item. */
const change = async (
	server: ProjectServer,
	count: number,
	more: NodeRun = {},
	limits: INodeParameters = {},
) =>
	await server.run(
		'label.update',
		{ labelId: byId('={{ $json.id }}'), updateFields: { name: 'x' }, limits },
		{
			items: jsonItems(Array.from({ length: count }, (_, index) => ({ id: uuid(index) }))),
			...more,
		},
	);

const patch = (index: number) => `PATCH labels/${uuid(index)}/`;

describe('Items that change a record each', () => {
	const acceptOnly =
		(...indexes: readonly number[]): Respond =>
		({ route, body }) =>
			indexes.some((index) => route === patch(index)) ? jsonResponse({ ...body, id: 'l' }) : denied;

	it('wait for the first one, and stay if it fails', async () => {
		const server = startProject(() => denied);

		const { error } = await change(server, 4);

		expect(error).toMatchObject({
			message: expect.stringContaining(causes.noAccess),
			description: expect.not.stringContaining(outcomes.nothingChanged),
			itemIndex: 0,
		});
		expect(server.routes()).toEqual([patch(0)]);
	});

	it('that fail are reported rather than an earlier one that still waits for the server', async () => {
		const tooMany = { ...jsonResponse({}, 429), headers: { 'retry-after': '5' } };
		const server = startProject(({ route }) => {
			if (route === patch(1)) return tooMany;

			return route === patch(2) ? denied : jsonResponse({ id: 'l', name: 'x' });
		});

		const { error } = await change(server, 5, {}, { concurrentRequests: 2 });

		expect(error).toMatchObject({
			message: expect.stringContaining(causes.noAccess),
			description: expect.stringContaining('Done: 1 of 5 items (0). Failed: 2. Not done: 1, 3-4.'),
			itemIndex: 2,
		});
	});

	it('are all carried out if the node continues', async () => {
		const server = startProject(acceptOnly(1));

		const { json } = await change(server, 4, { onError: 'continueRegularOutput' });

		expect(json).toMatchObject([withDenial, { name: 'x' }, withDenial, withDenial]);
		expect(server.routes()).toHaveLength(4);
	});

	it('stay after another one has failed, and the error counts them', async () => {
		const server = startProject(acceptOnly(0));

		const { error } = await change(server, 100);

		const sent = server.routes().length;

		expect(sent).toBeLessThan(100);
		expect(error?.itemIndex).toBeGreaterThan(0);
		expect(error?.description).toContain(`Not done: ${sent}-99.`);
	});

	it('send nothing if there are none', async () => {
		const server = startProject({});

		expect(await change(server, 0)).toMatchObject({ json: [], hints: [] });
		expect(server.routes()).toEqual([]);
	});
});

describe('A run that is canceled', () => {
	it('sends nothing if that was before it started', async () => {
		const server = startProject(() => denied);

		const { error } = await change(server, 3, { signal: AbortSignal.abort() });

		expectProblem(error, { cause: causes.canceled });
		expect(server.routes()).toEqual([]);
	});

	it('sends nothing more, although the node continues, and says what was done', async () => {
		const canceling = new AbortController();
		const server = startProject(() => {
			canceling.abort();

			return jsonResponse({ id: 'l', name: 'x' });
		});

		const { error } = await change(server, 3, {
			signal: canceling.signal,
			onError: 'continueRegularOutput',
		});

		expectProblem(error, { cause: causes.canceled });
		expect(server.routes()).toEqual([patch(0)]);
	});
});

describe('A name that there is not', () => {
	const bug = { id: uuid(5), name: 'bug' };
	const routes: Routes = {
		'GET labels/': jsonResponse({ results: [bug], total_count: 1 }),
		'POST labels/': ({ body }) => jsonResponse({ ...body, id: uuid(6) }, 201),
		'POST work-items/': ({ body }) => jsonResponse({ ...body, id: uuid(7) }, 201),
	};
	const rows = [
		{ name: 'A', label: 'bug' },
		{ name: 'B', label: 'new' },
	];
	const unknown = expect.stringContaining('there is no label "new"');

	const create = async (server: ProjectServer, more: NodeRun, options: INodeParameters = {}) =>
		await server.run(
			'workItem.create',
			{
				name: '={{ $json.name }}',
				additionalFields: { labels: '={{ $json.label }}' },
				...options,
			},
			{ items: jsonItems(rows), ...more },
		);

	it('stops the run before anything is changed', async () => {
		const server = startProject(routes);

		const { error } = await create(server, {});

		expect(error).toMatchObject({
			message: unknown,
			description: expect.stringContaining(outcomes.nothingChanged),
			itemIndex: 1,
		});
		expect(server.routes()).toEqual(['GET labels/']);
	});

	it('fails only its own item if the node continues', async () => {
		const server = startProject(routes);

		const { json } = await create(server, { onError: 'continueRegularOutput' });

		expect(json).toMatchObject([{ name: 'A', labels: [bug.id] }, { error: unknown }]);
		expect(server.writtenBodies()).toEqual([{ name: 'A', labels: [bug.id] }]);
	});
});
