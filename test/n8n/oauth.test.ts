import { describe, expect, test } from '@jest/globals';

import type { AuthorizationServer } from '../service/authorizationServer';
import { linesToTest } from './install';
import { createAccountWorkflow } from './testWorkflows';
import { createAccountCredential } from './workflows/draft';
import { useN8nServer, useWorld } from './world';

describe.each(linesToTest)('n8n %s with a connected account', (line) => {
	const world = useWorld(
		line,
		(service) => [createAccountWorkflow(service)],
		{ serverKind: 'community', workItems: 20, tokenRefusal: 401 },
		() => [createAccountCredential(world.service, server().connect())],
	);

	const n8n = useN8nServer(world);

	const server = (): AuthorizationServer => {
		const { authorizationServer } = world.service;
		if (authorizationServer === undefined) throw new Error('There is no authorization server');

		return authorizationServer;
	};

	test('renews an expired token once, stores it, and continues', async () => {
		server().expireTokens();
		const first = await n8n.run('account');
		const second = await n8n.run('account');

		expect([first.error, second.error]).toEqual([undefined, undefined]);
		expect(first.nodes.Labels?.outputs[0]).toHaveLength(20);
		expect(second.nodes.Labels?.outputs[0]).toHaveLength(20);
		expect(server().renewals).toBe(1);
	});

	test('renews a token that expires while requests are under way', async () => {
		const before = server().renewals;

		world.service.faults.plan({ kind: 'delay', milliseconds: 300 }, { times: Infinity });
		const running = n8n.run('account');
		const expiry = setInterval(() => {
			const isCreating = world.service.requests.at(-1)?.method === 'POST';
			if (!isCreating || server().renewals > before) return;

			server().expireTokens();
		}, 50);
		const { error, nodes } = await running;

		clearInterval(expiry);
		expect(error).toBeUndefined();
		expect(nodes.Labels?.outputs[0]).toHaveLength(20);
		expect(server().renewals).toBe(before + 1);
	});
});
