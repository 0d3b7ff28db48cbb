import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import { parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import type { Started } from './instance';
import { Draft, webhookCredential, type WorkflowFile } from './workflows/draft';
import { linesToTest, useWorld } from './world';

/** n8n polls at most every minute for each time that it is given, so it is given several. */
const SECONDS = Array.from({ length: 12 }, (_, index) => index * 5);
const pollTimes = {
	item: SECONDS.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

const HOOK = '5f1c1a54-6b0c-4c0d-9d4c-1a2b3c4d5e6f';

/** Creates a label for what a trigger has given, so that the ledger of the service tells of it. */
function labelling(draft: Draft, after: string, prefix: string, { state }: Service): WorkflowFile {
	const what = '$json.field ? $json.newValue : $json.record.name';
	const name = `={{ ["${prefix}", $json.action, $json.field, ${what}].filter(Boolean).join(" ") }}`;
	const projectId = { __rl: true, mode: 'id', value: state.projects[1]?.id ?? '' };
	draft.add('plane', 'Label', parametersFor('label.create', { projectId, name }), { after });
	return draft.file;
}

function polled(service: Service): WorkflowFile {
	const draft = new Draft('polled', 'Polled');
	const parameters = {
		...{ pollTimes, events: ['work_item_created', 'work_item_updated'] },
		projects: [service.state.projects[0]?.id ?? ''],
	};
	return labelling(draft, draft.add('planePollingTrigger', 'Trigger', parameters), 'poll', service);
}

function hooked(service: Service): WorkflowFile {
	const draft = new Draft('hooked', 'Hooked');
	const parameters = {
		...{ authentication: 'signing_secret' },
		events: ['work_item_created', 'work_item_updated', 'work_item_commented'],
	};
	const trigger = draft.add('planeTrigger', 'Trigger', parameters, { webhookId: HOOK });
	return labelling(draft, trigger, 'hook', service);
}

describe.each(linesToTest)('the triggers in n8n %s', (line) => {
	const world = useWorld(line, (service) => [polled(service), hooked(service)], {
		face: 'community',
		workItems: 8,
	});
	let n8n: Started;
	beforeAll(async () => {
		for (const id of ['polled', 'hooked']) await world.instance.activate(id);
		n8n = await world.instance.start();
		const { secret } = { secret: webhookCredential.data.signingSecret };
		world.service.webhooks.targets.push({ url: `${n8n.url}/webhook/${HOOK}/webhook`, secret });
	});
	afterAll(async () => {
		await n8n.close();
	});

	const project = () => world.service.state.projects[0]?.id ?? '';
	const call = async (method: string, path: string, body: object) => {
		const { url, apiKey, workspace } = world.service;
		const address = `${url}/api/v1/workspaces/${workspace}/projects/${project()}/${path}`;
		const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
		const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
		expect(response.status).toBeLessThan(300);
		return (await response.json()) as { id: string };
	};
	const create = async (name: string) => await call('POST', 'work-items/', { name });
	const rename = async (id: string, name: string) =>
		await call('PATCH', `work-items/${id}/`, { name });
	/** What workflows were started for, each as often as they were. */
	const labels = (prefix: string) =>
		world.service.state.labels
			.map(({ name }) => name)
			.filter((name) => name.startsWith(prefix))
			.sort();
	const until = async (prefix: string, count: number) => {
		while (labels(prefix).length < count) await wait(200);
		// What comes twice comes within the next poll.
		await wait(6_000);
		return labels(prefix);
	};

	test('start for each change once, by polls and by deliveries', async () => {
		// The first poll has set the mark by now.
		await wait(6_000);
		const { id } = await create('One');
		await rename(id, 'Uno');
		expect(await until('hook', 2)).toEqual(['hook created One', 'hook updated name Uno']);
		// What is created is told with what it is called by then.
		expect(await until('poll', 2)).toEqual(['poll created Uno', 'poll updated name Uno']);
	});

	test('nothing starts by a delivery that is not signed', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const body = world.service.webhooks.attempts[0]?.body ?? '';
		const before = labels('hook');
		for (const headers of [{}, { 'x-plane-signature': '0'.repeat(64) }]) {
			const response = await fetch(url, {
				...{ method: 'POST', body },
				headers: { 'content-type': 'application/json', ...headers },
			});
			expect(response.status).toBe(401);
		}
		for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
			const headers = { 'content-type': type };
			expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(401);
		}
		expect((await fetch(url, { method: 'POST' })).status).toBe(401);
		const form = new FormData();
		form.set('event', 'issue');
		expect((await fetch(url, { method: 'POST', body: form })).status).toBe(401);
		await wait(2_000);
		expect(labels('hook')).toEqual(before);
	});

	test('a repeat of a delivery starts nothing', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const before = labels('hook');
		const { body = '', signature = '' } = world.service.webhooks.attempts[0] ?? {};
		const headers = { 'content-type': 'application/json', 'x-plane-signature': signature };
		expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
		await wait(2_000);
		expect(labels('hook')).toEqual(before);
	});

	test.each(['stopped', 'killed'])(
		'nothing is lost or doubled where n8n is %s between',
		async (how) => {
			const count = labels('poll').length;
			const before = await create(`Before ${how}`);
			await until('poll', count + 1);
			const port = Number(new URL(n8n.url).port);
			if (how === 'killed') await n8n.kill();
			else await n8n.close();
			await create(`Meanwhile ${how}`);
			await rename(before.id, `After ${how}`);
			n8n = await world.instance.start('start', port);
			const all = await until('poll', count + 3);
			expect(all.filter((name) => name.endsWith(how))).toEqual([
				`poll created Before ${how}`,
				`poll created Meanwhile ${how}`,
				`poll updated name After ${how}`,
			]);
		},
	);
});
