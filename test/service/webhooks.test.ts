import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { createHmac } from 'node:crypto';

import { recordedSecret, recordedSteps } from './observed/webhooks';
import { startService, type Service } from './service';
import { at, first, send } from './testing/client';
import { Receiver, type ReceivedDelivery } from './testing/receiver';
import { Dictionary } from './testing/recordedWorkspace';

let service: Service;
const receiver = new Receiver();
const receivedByStep = new Map<string, ReceivedDelivery[]>();
let dictionary: Dictionary;

const workspacePath = '/api/v1/workspaces/acme';
const ADA = '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91';
const BUG = 'a515253b-d81d-4936-aed7-8d9342f72b46';
const TODO = 'c505f829-31c7-49e8-aab9-c5d8192af6f6';
const DOING = 'afc28be6-b53c-41a3-bdee-7187d4d71cbf';

beforeAll(async () => {
	service = await startService({ serverKind: 'community', workItems: 0 });
	service.webhooks.targets.push({ url: await receiver.start(), secret: recordedSecret });
	const { state } = service;
	const pairs: ConstructorParameters<typeof Dictionary>[0] = [
		['351587b4-ee55-470d-8a87-80fe1561eaa4', state.workspace],
		[ADA, first(state.users)],
	];

	dictionary = new Dictionary(pairs, {});

	for (const { what, request, deliveries } of recordedSteps) {
		const { method, path, json } = request;
		const body = json && (JSON.parse(dictionary.translate(JSON.stringify(json))) as object);
		const answer = await send(service, method, workspacePath + dictionary.translate(path), body);

		expect([answer.status, what]).toEqual([expect.any(Number), what]);
		await service.webhooks.waitUntilIdle();
		receivedByStep.set(what, receiver.received.splice(0));

		for (const [index, recorded] of deliveries.entries()) {
			const received = receivedByStep.get(what)?.[index]?.body ?? '{}';

			dictionary.learnAll(JSON.parse(recorded.body), JSON.parse(received));
		}

		if (what === 'project created') {
			const project = String(at(answer.body, 'id'));
			// The recorded project had these records before the next step.
			const [todo, , doing] = state.states.filter((row) => row.project === project);

			dictionary.learn(TODO, todo?.id ?? '');
			dictionary.learn(DOING, doing?.id ?? '');
			const label = await send(service, 'POST', `${workspacePath}/projects/${project}/labels/`, {
				name: 'bug',
			});

			dictionary.learn(BUG, String(at(label.body, 'id')));
			await service.webhooks.waitUntilIdle();
			receiver.received.splice(0);
		}
	}
});
afterAll(async () => {
	await receiver.close();
	await service.close();
});

/** Selects the members that are the same in each run. */
const selectStable = (body: string) => {
	const { event, action, activity, data, workspace_id } = JSON.parse(body) as Record<
		string,
		unknown
	>;

	return { event, action, activity, workspace_id, id: at(data, 'id'), name: at(data, 'name') };
};

describe.each(recordedSteps)('The step "$what"', ({ what, deliveries }) => {
	it('causes the recorded deliveries', () => {
		const received = receivedByStep.get(what) ?? [];

		expect(received.map(({ body }) => selectStable(body))).toEqual(
			deliveries.map(({ body }) => selectStable(dictionary.translate(body))),
		);
	});
});

const projectsPath = '/api/v1/workspaces/acme/projects/';

const rename = async (name: string) => {
	const { id } = first(service.state.projects);

	await send(service, 'PATCH', `${projectsPath}${id}/`, { name });
	await service.webhooks.waitUntilIdle();

	return receiver.received.splice(0);
};

test('A delivery has the recorded headers and the signature of its bytes', () => {
	const [recorded] = recordedSteps.flatMap(({ deliveries }) => deliveries);
	const [received] = receivedByStep.get('state changed') ?? [];
	const { headers = {}, body = '' } = received ?? {};
	const names = Object.keys(recorded?.headers ?? {});

	expect(names.filter((name) => headers[name.toLowerCase()] === undefined)).toEqual([]);
	expect(headers).toMatchObject({ 'user-agent': 'Autopilot', 'x-plane-event': 'issue' });
	const signature = createHmac('sha256', recordedSecret).update(body).digest('hex');

	expect(headers['x-plane-signature']).toBe(signature);
	// Blanks as in Python's JSON.
	expect(body).toMatch(/^\{"event": "issue", "action": "updated", /);
});

it('A delivery without a response is sent again under another ID', async () => {
	receiver.answers.push('none', 'none');
	const received = await rename('Again');

	expect(received).toHaveLength(3);
	expect(new Set(received.map(({ headers }) => headers['x-plane-delivery'])).size).toBe(3);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

it('A delivery with any response is not sent again', async () => {
	receiver.answers.push(500);
	expect(await rename('Once')).toHaveLength(1);
});
