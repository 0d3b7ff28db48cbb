import { describe, expect, it } from '@jest/globals';

import { locateFirst } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { isRecord } from '../../service/http';
import { withApiV2 } from '../../service/testing/v2Client';
import type { CarryOut } from '../inProcessHttp';
import type { NodeResult, Plane } from '../plane';
import { usePlanes } from '../usePlanes';
import { outcomes } from '../../nodeTexts';
import { isBulk } from './refuseRows';

const startPlane = usePlanes();

const COUNT = 12;

const importItems = async (plane: Plane, external = true) =>
	await plane.run(
		'workItem.create',
		{
			projectId: locateFirst(plane.service.state.projects),
			name: '={{ $json.name }}',
			additionalFields: external
				? { externalSource: 'sheet', externalId: '={{ $json.name }}' }
				: {},
			options: { ifItAlreadyExists: external ? 'useExisting' : 'fail' },
		},
		{
			items: jsonItems(Array.from({ length: COUNT }, (_, index) => ({ name: `Item ${index}` }))),
			onError: 'continueRegularOutput',
		},
	);

/** The names of the new work items, each as often as it is there. */
const newNames = ({ service: { state } }: Plane): readonly string[] =>
	state.workItems.map(({ name }) => name).filter((name) => /^Item \d+$/.test(name));

const allNames = Array.from({ length: COUNT }, (_, index) => `Item ${index}`);

/** The ends of the paths of the requests that create work items. */
const listCreations = ({ requests }: NodeResult): readonly (string | undefined)[] =>
	requests
		.filter(({ method }) => method === 'POST')
		.filter(({ url, body }) => isBulk({ url, body: JSON.stringify(body) }) || !url.includes('bulk'))
		.map(({ url }) => url.split('/work-items/')[1]);

/** Leaves out what became of one record. */
const loseRow =
	(lost: number): CarryOut =>
	async (request, inject) => {
		const answer = await inject();
		if (!isBulk(request)) return answer;

		const body: unknown = JSON.parse(answer.body.toString());
		if (!isRecord(body) || !Array.isArray(body.results)) return answer;

		const results = body.results.filter((row) => !isRecord(row) || row.index !== lost);

		return { ...answer, body: Buffer.from(JSON.stringify({ ...body, results })) };
	};

describe.each([
	['refuses a second record with an external ID', false],
	['creates a second record with an external ID (row 514)', true],
])('New work items that share a request, on a server that %s,', (_, acceptsTakenExternalIds) => {
	const start = async (carryOut?: CarryOut) =>
		await startPlane({
			...withApiV2({ workItems: 1, differences: { acceptsTakenExternalIds } }),
			...(carryOut && { carryOut }),
		});

	it('are found by their external IDs if the response is lost', async () => {
		const plane = await start();

		plane.service.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isBulk });
		const result = await importItems(plane);

		expect(result.json.map(({ name, error }) => error ?? name)).toEqual(allNames);
		expect(newNames(plane).toSorted()).toEqual(allNames.toSorted());
		expect(listCreations(result)).toEqual(['bulk-create/']);
	});

	it('may or may not be saved if the request is lost, and are created by the next run', async () => {
		const plane = await start();

		plane.service.faults.plan({ kind: 'dropBeforeReading' }, { when: isBulk });
		const result = await importItems(plane);

		expect(result.json.map(({ error }) => error)).toEqual(
			allNames.map(() => expect.stringContaining(outcomes.unknown)),
		);
		expect(newNames(plane)).toEqual([]);
		expect(listCreations(result)).toEqual([]);

		await importItems(plane);

		expect(newNames(plane).toSorted()).toEqual(allNames.toSorted());
	});

	it('are found by their external IDs if the server has created some of them and fails', async () => {
		const plane = await start(async (request, inject) => {
			if (!isBulk(request)) return await inject();

			const body: unknown = JSON.parse(request.body ?? '{}');
			const items = isRecord(body) && Array.isArray(body.items) ? body.items.slice(0, 5) : [];

			return await inject({ ...request, body: JSON.stringify({ items }) });
		});

		plane.service.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isBulk });
		const { json } = await importItems(plane);

		expect(newNames(plane).toSorted()).toEqual(allNames.slice(0, 5).toSorted());
		expect(json.map(({ error, external_id: id }) => error ?? id)).toEqual(
			allNames.map((name, index) => (index < 5 ? name : expect.stringContaining(outcomes.unknown))),
		);
	});

	it('are found by their external IDs if the response does not say what became of one', async () => {
		const plane = await start(loseRow(3));
		const result = await importItems(plane);

		expect(result.json.map(({ name, error }) => error ?? name)).toEqual(allNames);
		expect(newNames(plane).toSorted()).toEqual(allNames.toSorted());
		expect(listCreations(result)).toEqual(['bulk-create/']);
	});

	it('are not created again without an external ID if the response is lost', async () => {
		const plane = await start();

		plane.service.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isBulk });
		const result = await importItems(plane, false);

		expect(result.json.map(({ error }) => error)).toEqual(
			allNames.map((name) => expect.stringContaining(`Check Plane for "${name}"`)),
		);
		expect(newNames(plane)).toEqual(allNames);
		expect(listCreations(result)).toEqual(['bulk-create/']);
	});

	it('fail alone without an external ID if the response does not say what became of one', async () => {
		const plane = await start(loseRow(3));
		const result = await importItems(plane, false);

		expect(result.json.map(({ name, error }) => error ?? name)).toEqual(
			allNames.map((name, index) =>
				index === 3 ? expect.stringContaining('does not say what became of this item') : name,
			),
		);
		expect(newNames(plane)).toEqual(allNames);
		expect(listCreations(result)).toEqual(['bulk-create/']);
	});
});
