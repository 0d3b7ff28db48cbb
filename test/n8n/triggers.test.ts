import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultPlan } from '../service/faults';
import { type Listening, listen } from '../service/listen';
import type { Service } from '../service/service';
import { linesToTest } from './install';
import type { Started } from './instance';
import { signIn } from './owner';
import { Happenings, labelledProject, triggerExamples, triggerWorkflows } from './triggerWorkflows';
import { useWorld } from './world';

describe.each(linesToTest)('the triggers in n8n %s', (line) => {
	/** What came to the chat. */
	const messages: string[] = [];
	const chat = createServer((request, response) => {
		void text(request).then((body) => {
			messages.push((JSON.parse(body) as { text: string }).text);
			response.end('{}');
		});
	});
	let listening: Listening;

	beforeAll(async () => {
		listening = await listen(chat);
	});
	const workflows = (service: Service) => [
		...triggerWorkflows(service),
		...triggerExamples(service, listening.url),
	];
	const world = useWorld(line, workflows, { serverKind: 'community', workItems: 8 });
	let n8n: Started;

	beforeAll(async () => {
		for (const { id = '' } of workflows(world.service)) await world.instance.activate(id);
		n8n = await world.instance.start();
		happenings().tell(n8n.url);
	});
	afterAll(async () => {
		await n8n.close();
		await listening.close();
	});

	const happenings = () => new Happenings(world.service);

	test('start for each change once, by polls and by deliveries', async () => {
		// The first poll has set the mark by now.
		await wait(6_000);
		const id = await happenings().create('One');

		await happenings().rename(id, 'Uno');
		expect(await happenings().until('hook', ({ length }) => length >= 2)).toEqual([
			'hook created One',
			'hook updated name Uno',
		]);
		// What is created is told with what it is called by then.
		expect(await happenings().until('poll', ({ length }) => length >= 2)).toEqual([
			'poll created Uno',
			'poll updated name Uno',
		]);
	});

	test('nothing starts by a delivery that is not signed', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const body = world.service.webhooks.attempts[0]?.body ?? '';
		const before = happenings().labels('hook');

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
		expect(happenings().labels('hook')).toEqual(before);
	});

	test('a repeat of a delivery starts nothing', async () => {
		const { url = '' } = world.service.webhooks.targets[0] ?? {};
		const before = happenings().labels('hook');
		const { body = '', signature = '' } = world.service.webhooks.attempts[0] ?? {};
		const headers = { 'content-type': 'application/json', 'x-plane-signature': signature };

		expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
		await wait(2_000);
		expect(happenings().labels('hook')).toEqual(before);
	});

	/** Starts n8n again where it was. */
	const restart = async () => {
		world.service.faults.clear();
		n8n = await world.instance.start('start', Number(new URL(n8n.url).port));
	};

	/** Kills n8n as soon as it has sent a request that is answered late. */
	const killAt = (when: NonNullable<FaultPlan['when']>) => {
		const { faults } = world.service;
		const count = faults.occurred.length;

		faults.plan({ kind: 'delay', milliseconds: 100_000 }, { when });

		return async () => {
			while (faults.occurred.length === count) await wait(50);
			await n8n.kill();
		};
	};

	test('nothing is lost or doubled where n8n is stopped between polls', async () => {
		const before = await happenings().create('Before');

		await happenings().until('poll', (all) => all.includes('poll created Before'));
		await n8n.close();
		await happenings().create('Meanwhile');
		await happenings().rename(before, 'After');
		await restart();
		expect(
			await happenings().until('poll', (all) => all.includes('poll updated name After')),
		).toEqual([
			'poll created Before',
			'poll created Meanwhile',
			'poll created Uno',
			'poll updated name After',
			'poll updated name Uno',
		]);
	});

	test('nothing is lost or doubled where n8n is killed before a poll ends', async () => {
		const count = happenings().labels('poll').length;
		const killed = killAt(({ url = '' }) => url.includes('/activities/'));

		await happenings().create('While it polls');
		await killed();
		await restart();
		const all = await happenings().until('poll', ({ length }) => length > count);

		expect(all.filter((name) => name === 'poll created While it polls')).toHaveLength(1);
		expect(all).toHaveLength(count + 1);
	});

	test('no second execution starts where n8n is killed in the first one', async () => {
		const name = 'While it runs';
		const killed = killAt(({ url = '', method }) => {
			return method === 'POST' && url.includes(`${labelledProject('poll', world.service)}/labels/`);
		});

		await happenings().create(name);
		await killed();
		await restart();
		// The next polls of both what was saved and what is new.
		await happenings().create('Afterwards');
		await happenings().until('poll', (all) => all.includes('poll created Afterwards'));
		const session = await signIn(n8n.url);
		const filter = encodeURIComponent(JSON.stringify({ workflowId: 'polled' }));
		const list = await session.request('GET', `/executions?filter=${filter}&limit=100`);
		const executions = await Promise.all(
			(list as { results: { id: string }[] }).results.map(
				async ({ id }) => await session.request('GET', `/executions/${id}`),
			),
		);
		const about = executions.filter((execution) => JSON.stringify(execution).includes(name));

		expect(about).toHaveLength(1);
	});

	test('the examples do what they are for', async () => {
		const { states, users, workItems, comments, projects, workspace } = world.service.state;
		const [item] = workItems.slice(-1);
		const done = states.find(({ name, project }) => name === 'Done' && project === item?.project);

		await happenings().update(item?.id ?? '', { state: done?.id });
		await happenings().update(item?.id ?? '', { assignees: [users[2]?.id] });
		await happenings().report('A wish');
		const thanks = () => comments.filter(({ comment_html: html }) => html.includes('Thank you'));
		const hasDate = () => (item?.target_date ?? '') > '2026';

		while (messages.length === 0 || thanks().length === 0 || !hasDate()) await wait(200);
		await wait(6_000);
		const { identifier } = projects.find(({ id }) => id === item?.project) ?? {};
		const key = `${identifier}-${item?.sequence_id}`;
		const url = `${world.service.url}/${workspace.slug}/browse/${key}/`;

		expect(messages).toEqual([`ada has moved ${key} “${item?.name}” to Done ${url}`]);
		expect(thanks()).toHaveLength(1);
	});
});
