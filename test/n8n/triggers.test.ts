import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultPlan } from '../service/faults';
import type { Started } from './instance';
import { signIn } from './owner';
import { Happenings, labelledProject, triggerWorkflows } from './triggerWorkflows';
import { linesToTest, useWorld } from './world';

describe.each(linesToTest)('the triggers in n8n %s', (line) => {
	const world = useWorld(line, triggerWorkflows, {
		face: 'community',
		workItems: 8,
	});
	let n8n: Started;
	beforeAll(async () => {
		for (const id of ['polled', 'hooked']) await world.instance.activate(id);
		n8n = await world.instance.start();
		happenings().tell(n8n.url);
	});
	afterAll(async () => {
		await n8n.close();
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
		const count = faults.befell.length;
		faults.plan({ kind: 'delay', milliseconds: 100_000 }, { when });
		return async () => {
			while (faults.befell.length === count) await wait(50);
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
			...['poll created Before', 'poll created Meanwhile', 'poll created Uno'],
			...['poll updated name After', 'poll updated name Uno'],
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
});
