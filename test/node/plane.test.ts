import { describe, expect, it } from '@jest/globals';

import { locateFirst } from '../engine/samples';
import { jsonItems } from '../engine/startNode';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import type { Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const names = (count: number) =>
	jsonItems(Array.from({ length: count }, (_, index) => ({ name: `Label ${index}` })));

/** The parameters that create a label for each item. */
const label = ({ service }: Plane) => ({
	projectId: locateFirst(service.state.projects),
	name: '={{ $json.name }}',
});

describe('A run', () => {
	it('returns the items, each paired with its own, and what was sent', async () => {
		const plane = await startPlane();

		const { items, requests } = await plane.run('label.create', label(plane), { items: names(2) });

		expect(items).toMatchObject([
			{ json: { name: 'Label 0' }, pairedItem: { item: 0 } },
			{ json: { name: 'Label 1' }, pairedItem: { item: 1 } },
		]);
		expect(requests).toMatchObject([
			{ method: 'GET', operation: 'project.get' },
			{ method: 'POST', body: { name: 'Label 0' }, status: 201 },
			{ method: 'POST', body: { name: 'Label 1' }, status: 201 },
		]);
		expect(plane.service.state.labels.map(({ name }) => name)).toContain('Label 1');
	});

	it('returns the error that stopped it, and the item that it is about', async () => {
		const plane = await startPlane();

		const { items, error } = await plane.run('label.create', label(plane), {
			items: jsonItems([{ name: 'Label 0' }, {}]),
		});

		expect(items).toEqual([]);
		expect(error).toMatchObject({
			message: expect.stringContaining('Name'),
			description: expect.stringContaining(outcomes.nothingChanged),
			itemIndex: 1,
		});
	});

	it('returns failed items among the others if it continues', async () => {
		const plane = await startPlane();

		const { json, error } = await plane.run('label.create', label(plane), {
			items: jsonItems([{ name: 'Label 0' }, {}]),
			onError: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ name: 'Label 0' }, { error: expect.stringContaining('Name') }]);
	});

	it('ends when it is canceled', async () => {
		const plane = await startPlane({ limit: { requests: 1, windowMs: 60_000 } });
		const canceling = new AbortController();

		setTimeout(() => canceling.abort(), 90_000);

		const { error } = await plane.run('label.create', label(plane), {
			items: names(20),
			signal: canceling.signal,
		});

		expectProblem(error, { cause: causes.canceled });
		expect(plane.service.state.labels.filter(({ name }) => name.startsWith('Label '))).toHaveLength(
			1,
		);
	});
});

describe('Time', () => {
	it('passes as the limit of the server requires, and takes no real time', async () => {
		const plane = await startPlane({ limit: { requests: 5, windowMs: 60_000 } });
		const startedAt = process.hrtime.bigint();

		const { items, hints, milliseconds } = await plane.run('label.create', label(plane), {
			items: names(20),
		});

		expect(items).toHaveLength(20);
		expect(milliseconds).toBeGreaterThanOrEqual(180_000);
		expect(hints[0]?.message).toMatch(/^Waited \d minutes because the server asked to/);
		expect(Number(process.hrtime.bigint() - startedAt) / 1e6).toBeLessThan(20_000);
	});

	it('is that of the records and of the response, too', async () => {
		const plane = await startPlane({ serverKind: 'community' });

		await plane.wait(3_600_000);
		const { json } = await plane.run('label.create', label(plane), { items: names(1) });

		expect(json[0]?.created_at).toMatch(/^2026-03-03T1[05]:/);
	});

	it('passes for the workers of the service after a run', async () => {
		const plane = await startPlane({
			serverKind: 'community',
			differences: { writesActivitiesLater: true },
			workerDelay: 5000,
		});
		const { state } = plane.service;
		const before = state.activities.length;

		await plane.run('workItem.update', {
			projectId: locateFirst(state.projects),
			workItemId: locateFirst(state.workItems),
			updateFields: { priority: 'urgent' },
		});
		expect(state.activities).toHaveLength(before);

		await plane.wait(5100);
		expect(state.activities.length).toBeGreaterThan(before);
	});

	it('is shared by runs that are under way together, each with a Plane of its own', async () => {
		const planes = await Promise.all([
			startPlane({ limit: { requests: 5, windowMs: 60_000 } }),
			startPlane({ serverKind: 'community' }),
		]);

		const results = await Promise.all(
			planes.map(
				async (plane) => await plane.run('label.create', label(plane), { items: names(8) }),
			),
		);

		expect(results.map(({ items }) => items.length)).toEqual([8, 8]);
		expect(results.map(({ milliseconds }) => milliseconds >= 60_000)).toEqual([true, false]);
	});
});

describe('The network', () => {
	it('has no other servers', async () => {
		const plane = await startPlane();

		const { json } = await plane.run('label.create', label(plane), {
			items: names(1),
			credential: { ...plane.credential, baseUrl: 'http://127.0.0.1:9' },
			onError: 'continueRegularOutput',
		});

		expect(json[0]?.error).toContain('127.0.0.1:9 is not a known host');
	});
});
