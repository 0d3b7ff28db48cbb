import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Engine, type Outcome, type PlaneNode } from './engine';
import { locator } from './samples';
import { credentialFor, faceNames } from './world';
import { startService, type Service } from '../service/service';
import { idOf } from '../service/state';

/** The ID of no record. */
const UNKNOWN = idOf('nothing', 1);

describe.each(faceNames)('on the face %s', (face) => {
	let engine: Engine | undefined;
	let service: Service;

	beforeEach(async () => {
		await (service as Service | undefined)?.close();
		engine ??= await Engine.start();
		service = await startService({ face });
	});
	afterAll(async () => {
		await service.close();
	});

	async function run(node: PlaneNode, items: readonly IDataObject[]): Promise<Outcome> {
		if (engine === undefined) throw new Error('No engine');
		return await engine.run(
			node,
			items.map((json) => ({ json })),
			credentialFor(service),
		);
	}

	/** Updates a module of its own for each item: its ID and the new values come from the item. */
	const updateModules = (fields: INodeParameters): INodeParameters => ({
		resource: 'module',
		operation: 'update',
		projectId: locator(service.state.projects),
		moduleId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		updateFields: fields,
	});

	/** The modules of the first project. */
	const modules = () => {
		const { modules: all, projects } = service.state;
		return all.filter(({ project }) => project === projects[0]?.id);
	};
	const moduleIds = () => modules().map(({ id }) => id);

	describe('one item and many', () => {
		it('evaluates expressions for each item, and pairs each output item with its input item', async () => {
			const items = moduleIds().map((id, index) => ({ id, title: `Module ${index}` }));
			expect(items.length).toBeGreaterThan(1);
			const outcome = await run(
				{ parameters: updateModules({ name: '={{ $json.title }}' }) },
				items,
			);

			expect(outcome.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(outcome.json.map(({ id, name }) => ({ id, title: name }))).toEqual(items);
			expect(modules().map(({ name }) => name)).toEqual(items.map(({ title }) => title));
		});

		it('sends one request per item, in input order', async () => {
			const ids = [...moduleIds()].reverse();
			await run(
				{ parameters: updateModules({ name: 'x' }) },
				ids.map((id) => ({ id })),
			);
			expect(service.requests.map(({ url }) => url.split('/').at(-2))).toEqual(ids);
		});

		it('gives no output and sends nothing where no item comes in', async () => {
			const outcome = await run({ parameters: updateModules({ name: 'x' }) }, []).catch(
				(error: unknown) => String(error),
			);
			expect(outcome).toBe('Error: The node did not run');
			expect(service.requests).toEqual([]);
		});

		it('sends only the fields that were added, and clears those that were added and left empty', async () => {
			const [id = ''] = moduleIds();
			await run({ parameters: updateModules({ startDate: '', description: '', members: '' }) }, [
				{ id },
			]);
			expect(service.requests.map(({ body }) => body)).toEqual([
				{ start_date: null, description: '', members: [] },
			]);
		});

		it('takes the day of a timestamp in the time zone of the workflow', async () => {
			const [id = ''] = moduleIds();
			const fields = {
				startDate: '={{ DateTime.fromISO("2026-03-09T23:30:00Z") }}',
				targetDate: '={{ new Date("2026-03-10T23:30:00Z") }}',
			};
			await run({ parameters: updateModules(fields) }, [{ id }]);
			// The workflow of the tests is in Berlin.
			expect(service.requests.map(({ body }) => body)).toEqual([
				{ start_date: '2026-03-10', target_date: '2026-03-11' },
			]);
		});

		it('uses the workspace of the item, and that of the credential where the item names none', async () => {
			const ids = moduleIds().slice(0, 2);
			const parameters = {
				...updateModules({ name: 'x' }),
				workspaceSlug: '={{ $json.workspace ?? "" }}',
			};
			await run({ parameters, onError: 'continueRegularOutput' }, [
				{ id: ids[0], workspace: 'elsewhere' },
				{ id: ids[1] },
			]);
			expect(service.requests.map(({ url }) => url.split('/')[4])).toEqual(['elsewhere', 'acme']);
		});

		it('reads the ID out of the address of a record in the web app', async () => {
			const [id = ''] = moduleIds();
			const [project] = service.state.projects;
			const address = `https://app.plane.so/acme/projects/${project?.id ?? ''}/modules/${id}`;
			const parameters = {
				...updateModules({ name: 'From the address' }),
				projectId: { __rl: true, mode: 'url', value: address },
				moduleId: { __rl: true, mode: 'url', value: '={{ $json.address }}' },
			};
			const outcome = await run({ parameters }, [{ address }]);
			expect(outcome.error).toBeUndefined();
			expect(modules()[0]?.name).toBe('From the address');
		});
	});

	describe('an item that lacks what it needs', () => {
		it('stops the node before anything is sent, and says which item and which field', async () => {
			const [id = ''] = moduleIds();
			const outcome = await run({ parameters: updateModules({ name: 'x' }) }, [
				{ id },
				{ id: '' },
				{},
			]);
			expect(service.requests).toEqual([]);
			expect(outcome.json).toEqual([]);
			expect(outcome.error).toEqual({
				message: 'Module: the value is empty [item 1]',
				description: 'Fill in Module. Refused too: 2. Nothing was sent.',
			});
		});

		it('tells all problems of an item at once', async () => {
			const fields = { name: 'x', status: '={{ "doing" }}', targetDate: '={{ "soon" }}' };
			const outcome = await run({ parameters: updateModules(fields) }, [{ id: 'a/b' }]);
			expect(outcome.error?.message).toBe('Module: "a/b" has "/", which no ID has [item 0]');
			expect(outcome.error?.description).toContain('Target Date: "soon" is not a date.');
			expect(outcome.error?.description).toContain('Status: "doing" is not one of its values.');
		});

		it('is told apart where one expression of a collection fails', async () => {
			const [id = ''] = moduleIds();
			const fields = { name: '={{ $json.id }}', description: '={{ $("Nowhere").item.json.text }}' };
			const outcome = await run({ parameters: updateModules(fields) }, [{ id }]);
			expect(outcome.error?.message).toMatch(/^Description: the expression failed: .*\[item 0\]$/);
			expect(service.requests).toEqual([]);
		});

		it('refuses an expression that finds nothing instead of clearing the field', async () => {
			const [id = ''] = moduleIds();
			const outcome = await run({ parameters: updateModules({ startDate: '={{ $json.day }}' }) }, [
				{ id },
			]);
			expect(outcome.error).toMatchObject({
				message: 'Start Date: the expression gives no value (undefined) [item 0]',
				description:
					'Give Start Date a value for this item, or null to clear it. Nothing was sent.',
			});
		});

		it('refuses an update without a field', async () => {
			const [id = ''] = moduleIds();
			const outcome = await run({ parameters: updateModules({}) }, [{ id }]);
			expect(outcome.error?.message).toBe(
				'Update Fields: there is no field, so nothing would change [item 0]',
			);
			expect(service.requests).toEqual([]);
		});

		it('refuses an end before its start', async () => {
			const [id = ''] = moduleIds();
			const fields = { startDate: '2026-05-02', targetDate: '2026-05-01' };
			const outcome = await run({ parameters: updateModules(fields) }, [{ id }]);
			expect(outcome.error?.message).toBe(
				'Target Date: 2026-05-01 is before Start Date 2026-05-02 [item 0]',
			);
			expect(service.requests).toEqual([]);
		});
	});

	describe('when an item fails', () => {
		const mixed = (): IDataObject[] => [
			{ id: moduleIds()[0], n: 0 },
			{ id: UNKNOWN, n: 1 },
			{ id: '..', n: 2 },
			{ id: moduleIds()[1], n: 3 },
		];

		it('goes on with the others and puts the failed ones out with their json and error', async () => {
			const node = { parameters: updateModules({ description: 'New' }) };
			const outcome = await run({ ...node, onError: 'continueRegularOutput' }, mixed());

			const [first, unknown, unfit, last] = outcome.outputs[0] ?? [];
			expect(outcome.outputs[0]).toHaveLength(4);
			expect(first).toMatchObject({ json: { description: 'New' }, pairedItem: { item: 0 } });
			expect(last).toMatchObject({ json: { description: 'New' }, pairedItem: { item: 3 } });
			expect(unknown).toMatchObject({
				json: {
					id: UNKNOWN,
					n: 1,
					error: expect.stringMatching(/Module .*\[item 1\]\. \w/),
				},
				pairedItem: { item: 1 },
			});
			expect(unfit).toMatchObject({
				json: {
					id: '..',
					n: 2,
					error: 'Module: ".." is not an ID [item 2]. Give the ID alone, as text.',
				},
				pairedItem: { item: 2 },
			});
			expect(service.requests).toHaveLength(3);
		});

		it('puts the failed ones out of the error output alone', async () => {
			const node = { parameters: updateModules({ description: 'New' }) };
			const outcome = await run({ ...node, onError: 'continueErrorOutput' }, mixed());
			expect(outcome.outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
				[{ item: 0 }, { item: 3 }],
				[{ item: 1 }, { item: 2 }],
			]);
			expect(outcome.outputs[1]).toMatchObject([
				{ json: { id: UNKNOWN, n: 1, error: expect.stringContaining('[item 1]') } },
				{ json: { id: '..', n: 2, error: expect.stringContaining('[item 2]') } },
			]);
		});

		it.each([
			[1, / Carried out: 1 of 3 items \(0\)\. Failed: 1\. Not carried out: 2\.$/, [true, false]],
			[8, / Carried out: 2 of 3 items \(0, 2\)\. Failed: 1\.$/, [true, true]],
		])(
			'begins no other by default, with %i at once, and says what was carried out and what was not',
			async (concurrentRequests, extent, changed) => {
				const [first = '', second = ''] = moduleIds();
				const parameters = {
					...updateModules({ description: 'New' }),
					options: { concurrentRequests },
				};
				const outcome = await run(
					{ parameters },
					[first, UNKNOWN, second].map((id) => ({ id })),
				);
				expect(outcome.error?.message).toMatch(/Module .*\[item 1\]$/);
				expect(outcome.error?.description).toMatch(extent);
				expect(modules().map(({ description }) => description === 'New')).toEqual(changed);
			},
		);
	});
});
