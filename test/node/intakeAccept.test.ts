import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { byId, locateFirst } from '../engine/samples';
import type { FaultedRequest } from '../service/faults';
import { expectProblem } from '../expectProblem';
import { outcomes } from '../nodeTexts';
import type { Plane } from './plane';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

const PENDING = -2;
const ACCEPTED = 1;

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

/** Starts a Plane with a pending intake item, whose work item has a start day. */
async function start() {
	const plane = await startPlane({ serverKind: 'community', workItems: 2 });
	const projectId = locateFirst(plane.service.state.projects);
	const { json } = await plane.run('intakeItem.create', {
		projectId,
		name: 'Printer on fire',
		additionalFields: { startDate: '2026-03-10' },
	});
	const id = json[0]?.issue;

	await plane.wait(5000);

	const accept = async (updateFields: INodeParameters) =>
		await plane.run('intakeItem.accept', { projectId, workItemId: byId(id), updateFields });

	return { plane, accept, ...findRecords(plane, id) };
}

/** The intake item and its work item. */
function findRecords({ service: { state } }: Plane, id: unknown) {
	const intakeItem = state.intakeItems.find(({ issue }) => issue === id);
	const workItem = state.workItems.find((row) => row.id === id);
	if (intakeItem === undefined || workItem === undefined) {
		throw new Error('The intake item was not created');
	}

	return { intakeItem, workItem };
}

/** The day leaves the other end of the period open, so that the node reads it before. */
const fields = { state: byName('In progress'), targetDate: '2026-03-20', priority: 'high' };

type AnyRequest = Pick<FaultedRequest, 'method' | 'url'>;

const isRead = ({ method, url = '' }: AnyRequest) =>
	method === 'GET' && /\/intake-issues\/[^/]+\/$/.test(url);

const isStatus = ({ method, url = '' }: AnyRequest) =>
	method === 'PATCH' && url.includes('/intake-issues/');

const isSorting = ({ method, url = '' }: AnyRequest) =>
	method === 'PATCH' && url.includes('/work-items/');

const refusal = { kind: 'status', status: 400, body: '{"error": "Not now."}' } as const;

describe('Intake Item → Update', () => {
	it('shows the intake item, and not its work item, for a second item, too', async () => {
		const { plane, intakeItem, workItem } = await start();

		const { json } = await plane.run(
			'intakeItem.update',
			{
				projectId: locateFirst(plane.service.state.projects),
				workItemId: byId(workItem.id),
				updateFields: { targetDate: '2026-03-20' },
			},
			{ items: [{}, {}] },
		);

		expect(json.map(({ id }) => id)).toEqual([intakeItem.id, intakeItem.id]);
		expect(json[1]).not.toHaveProperty('name');
		expect(json[1]).toMatchObject({ issue_detail: { target_date: '2026-03-20' } });
	});
});

describe('Intake Item → Accept', () => {
	it('reads the item for its period, accepts it, and sorts its work item', async () => {
		const { accept, intakeItem, workItem } = await start();

		const { error, requests } = await accept(fields);

		expect(error).toBeUndefined();
		expect(requests.filter(isRead)).toHaveLength(1);
		expect(requests.filter(isStatus)).toHaveLength(1);
		expect(requests.filter(isSorting)).toHaveLength(1);
		expect(intakeItem.status).toBe(ACCEPTED);
		expect(workItem).toMatchObject({ priority: 'high', target_date: '2026-03-20' });
	});

	it('accepts it although the item cannot be read for its period: the write shows whether it fits', async () => {
		const { plane, accept, intakeItem, workItem } = await start();

		plane.service.faults.plan(refusal, { when: isRead });
		const { error } = await accept(fields);

		expect(error).toBeUndefined();
		expect(intakeItem.status).toBe(ACCEPTED);
		expect(workItem).toMatchObject({ priority: 'high', target_date: '2026-03-20' });
	});

	it('changes nothing if the status is refused, and the error does not say that anything was saved', async () => {
		const { plane, accept, intakeItem, workItem } = await start();

		plane.service.faults.plan(refusal, { when: isStatus });
		const { error, requests } = await accept(fields);

		expect(error?.message).toContain('Not now');
		expect(error?.message).not.toContain('saved');
		expect(requests.filter(isSorting)).toEqual([]);
		expect(intakeItem.status).toBe(PENDING);
		expect(workItem).toMatchObject({ priority: 'none', target_date: null });
	});

	it('repeats the status if its response is lost, and then sorts the work item', async () => {
		const { plane, accept, intakeItem, workItem } = await start();

		plane.service.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isStatus });
		const { error } = await accept(fields);

		expect(error).toBeUndefined();
		expect(intakeItem.status).toBe(ACCEPTED);
		expect(workItem).toMatchObject({ priority: 'high', target_date: '2026-03-20' });
	});

	it('says that it was saved if the work item is refused, and sorts it in the next run', async () => {
		const { plane, accept, intakeItem, workItem } = await start();

		plane.service.faults.plan(refusal, { when: isSorting });
		const { error } = await accept(fields);

		expectProblem(error, { cause: outcomes.saved(workItem.id) });
		expect(intakeItem.status).toBe(ACCEPTED);
		expect(workItem).toMatchObject({ priority: 'none', target_date: null });

		const { error: secondError } = await accept(fields);

		expect(secondError).toBeUndefined();
		expect(workItem).toMatchObject({ priority: 'high', target_date: '2026-03-20' });
	});

	it('sends nothing if a day does not fit the one that the work item has', async () => {
		const { plane, accept, intakeItem } = await start();
		const before = plane.service.ledger.length;

		const { error } = await accept({ ...fields, targetDate: '2026-03-01' });

		expect(error?.message).not.toContain('saved');
		expect(plane.service.ledger).toHaveLength(before);
		expect(intakeItem.status).toBe(PENDING);
	});
});
