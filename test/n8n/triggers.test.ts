import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultPlan } from '../service/faults';
import type { Service } from '../service/service';
import { type Chat, startChat } from './chat';
import { linesToTest } from './install';
import { waitUntil } from './n8nServer';
import {
	PlaneUser,
	findLabelProject,
	readTriggerExamples,
	createTriggerWorkflows,
} from './triggerWorkflows';
import { useN8nServer, useWorld } from './world';

/** How many executions n8n lets run at the same time. */
const MAX_EXECUTIONS = 2;

describe.each(linesToTest)('the triggers in n8n %s', (line) => {
	let chat: Chat;

	beforeAll(async () => {
		chat = await startChat();
	});
	const workflows = (service: Service) => [
		...createTriggerWorkflows(service),
		...readTriggerExamples(service, chat.url),
	];
	const world = useWorld(line, workflows, {
		serverKind: 'community',
		workItems: 8,
		env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: `${MAX_EXECUTIONS}` },
	});
	const n8n = useN8nServer(world, () => workflows(world.service).map(({ id }) => id));

	beforeAll(async () => {
		await planeUser().waitForPolling();
		planeUser().addWebhooks(n8n.url);
	});
	afterAll(async () => {
		await chat.close();
	});

	const planeUser = () => new PlaneUser(world.service);

	test('both triggers start a workflow once for each change', async () => {
		const id = await planeUser().createWorkItem('One');

		await planeUser().renameWorkItem(id, 'Uno');
		expect(await planeUser().waitForLabels('hook', ({ length }) => length >= 2)).toEqual([
			'hook created One',
			'hook updated name Uno',
		]);
		// A poll reports a new work item with its current name.
		expect(await planeUser().waitForLabels('poll', ({ length }) => length >= 2)).toEqual([
			'poll created Uno',
			'poll updated name Uno',
		]);
	});

	test('a delivery without a valid signature starts nothing', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const body = world.service.webhooks.attempts[0]?.body ?? '';
		const before = planeUser().listLabels('hook');

		for (const headers of [{}, { 'x-plane-signature': '0'.repeat(64) }]) {
			const response = await fetch(url, {
				method: 'POST',
				body,
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
		expect(planeUser().listLabels('hook')).toEqual(before);
	});

	test('a repeated delivery starts nothing', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const before = planeUser().listLabels('hook');
		const { body = '', signature = '' } = world.service.webhooks.attempts[0] ?? {};
		const headers = { 'content-type': 'application/json', 'x-plane-signature': signature };

		expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
		await wait(2_000);
		expect(planeUser().listLabels('hook')).toEqual(before);
	});

	/** Restarts n8n on the same port. */
	const restart = async () => {
		world.service.faults.clear();
		await n8n.restart();
	};

	/** Delays the response to a request, and kills n8n while it waits for it. */
	const killDuring = (when: NonNullable<FaultPlan['when']>) => {
		const { faults } = world.service;
		const count = faults.occurred.length;

		faults.plan({ kind: 'delay', milliseconds: 100_000 }, { when });

		return async () => {
			while (faults.occurred.length === count) await wait(50);
			await n8n.kill();
		};
	};

	test('loses and duplicates nothing when n8n is stopped between polls', async () => {
		const before = await planeUser().createWorkItem('Before');

		await planeUser().waitForLabels('poll', (all) => all.includes('poll created Before'));
		await n8n.close();
		await planeUser().createWorkItem('Meanwhile');
		await planeUser().renameWorkItem(before, 'After');
		await restart();
		expect(
			await planeUser().waitForLabels('poll', (all) => all.includes('poll updated name After')),
		).toEqual([
			'poll created Before',
			'poll created Meanwhile',
			'poll created Uno',
			'poll updated name After',
			'poll updated name Uno',
		]);
	});

	test('loses and duplicates nothing when n8n is killed during a poll', async () => {
		const count = planeUser().listLabels('poll').length;
		const killed = killDuring(({ url = '' }) => url.includes('/activities/'));

		await planeUser().createWorkItem('While it polls');
		await killed();
		await restart();
		const all = await planeUser().waitForLabels('poll', ({ length }) => length > count);

		expect(all.filter((name) => name === 'poll created While it polls')).toHaveLength(1);
		expect(all).toHaveLength(count + 1);
	});

	test('starts no second execution when n8n is killed during the first one', async () => {
		const name = 'While it runs';
		const killed = killDuring(({ url = '', method }) => {
			return (
				method === 'POST' && url.includes(`${findLabelProject('poll', world.service)}/labels/`)
			);
		});

		await planeUser().createWorkItem(name);
		await killed();
		await restart();
		// Further polls report what happened since the saved state, and what is new.
		await planeUser().createWorkItem('Afterwards');
		await planeUser().waitForLabels('poll', (all) => all.includes('poll created Afterwards'));
		const executions = await n8n.listExecutions('polled');
		const data = await Promise.all(executions.map(async ({ id }) => await n8n.readData(id)));
		const matching = data.filter((text) => text.includes(name));

		expect(matching).toHaveLength(1);
	});

	test('the example workflows with triggers do what their descriptions say', async () => {
		const { states, users, workItems, comments, projects, workspace } = world.service.state;
		const [item] = workItems.slice(-1);
		const done = states.find(({ name, project }) => name === 'Done' && project === item?.project);

		await planeUser().updateWorkItem(item?.id ?? '', { state: done?.id });
		await planeUser().updateWorkItem(item?.id ?? '', { assignees: [users[2]?.id] });
		await planeUser().createIntakeItem('A wish');
		const thanks = () => comments.filter(({ comment_html: html }) => html.includes('Thank you'));
		const hasDate = () => (item?.target_date ?? '') > '2026';

		while (chat.messages.length === 0 || thanks().length === 0 || !hasDate()) await wait(200);
		await wait(6_000);
		const { identifier } = projects.find(({ id }) => id === item?.project) ?? {};
		const key = `${identifier}-${item?.sequence_id}`;
		const url = `${world.service.url}/${workspace.slug}/browse/${key}/`;

		expect(chat.messages).toEqual([`ada has moved ${key} “${item?.name}” to Done ${url}`]);
		expect(thanks()).toHaveLength(1);
	});

	test('a comment approves or declines a work item that waits, once', async () => {
		const { state, url } = world.service;
		const names = ['Buy paint', 'Buy gold', 'Buy tea'];
		const ids: string[] = [];

		chat.messages.splice(0);
		await planeUser().createState('Cancelled', 'cancelled');
		for (const name of names) ids.push(await planeUser().createWorkItem(name));
		const [paint = '', gold = '', tea = ''] = ids;

		await planeUser().comment(tea, 'Who would approve this?');
		await planeUser().comment(paint, 'Approve, please');
		await planeUser().comment(gold, 'Declined: <strong>too</strong> expensive');
		while (chat.messages.length < 2) await wait(200);
		// It waits no more.
		await planeUser().comment(paint, 'Decline');
		await wait(12_000);

		const items = ids.map((id) => state.workItems.find((item) => item.id === id));
		const [paintUrl, goldUrl] = items.map((item) => {
			const { identifier } = state.projects.find(({ id }) => id === item?.project) ?? {};
			const key = `${identifier}-${item?.sequence_id}`;

			return `${key} “${item?.name}” ${url}/${state.workspace.slug}/browse/${key}/`;
		});

		expect(items.map((item) => state.states.find(({ id }) => id === item?.state)?.name)).toEqual([
			'In progress',
			'Cancelled',
			'Backlog',
		]);
		expect([...chat.messages].sort()).toEqual([
			`ada has approved ${paintUrl}`,
			`ada has declined ${goldUrl}`,
		]);
	});

	test('a delivery is answered although no further execution may start', async () => {
		const { faults, webhooks } = world.service;
		const names = ['First', 'Second', 'Third'];
		const labels = names.map((name) => `hook created ${name}`);
		const before = webhooks.attempts.length;
		const listAnswers = () => webhooks.attempts.slice(before).map(({ status }) => status);
		const deliveryCount = names.length * webhooks.targets.length;

		// The executions run until long after the deliveries, also on a busy machine.
		faults.plan(
			{ kind: 'delay', milliseconds: 40_000 },
			{
				when: ({ url = '', method }) =>
					method === 'POST' && url.includes(`${findLabelProject('hook', world.service)}/labels/`),
				times: MAX_EXECUTIONS,
			},
		);
		for (const name of names) await planeUser().createWorkItem(name);
		await waitUntil(() => listAnswers().length >= deliveryCount);

		const early = planeUser().listLabels('hook');
		const late = await planeUser().waitForLabels('hook', (all) =>
			labels.every((label) => all.includes(label)),
		);

		expect(listAnswers()).toEqual(Array(deliveryCount).fill(200));
		expect(early.filter((label) => labels.includes(label))).toEqual([]);
		expect(late.filter((label) => labels.includes(label))).toHaveLength(names.length);
	});
});
