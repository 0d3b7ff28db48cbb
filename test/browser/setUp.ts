import type { Config } from '@jest/types';

import { installN8n } from '../n8n/install';
import { Instance } from '../n8n/instance';
import { owner, signIn } from '../n8n/owner';
import { findFreePort } from '../n8n/ports';
import { createPlaneCredential, otherCredentials } from '../n8n/workflows/draft';
import { apiKey } from '../service/key';
import { findChromium } from './browser';
import type { BrowserEnvironment } from './desk';
import { running } from './running';
import tearDown from './tearDown';
import { createWorkflows } from './workflows';

/**
 * Called by Jest before the first browser test. Starts an n8n for each worker of Jest, with the packed package, its
 * owner, a credential and the workflows. It needs dist.
 */
export default async function setUp({ maxWorkers }: Config.GlobalConfig): Promise<void> {
	findChromium();
	const installation = await installN8n('v2');

	try {
		while (running.length < maxWorkers) running.push(await Instance.create(installation));

		const environments = await Promise.all(running.map(startN8n));

		// Jest runs each test file in its own process.
		process.env.PLANE_BROWSER_ENVIRONMENTS = JSON.stringify(environments);
	} catch (error) {
		// Jest does not call the teardown if the setup failed.
		await tearDown();
		throw error;
	}
}

/** Starts n8n with a credential for a port of its own. */
async function startN8n(instance: Instance): Promise<BrowserEnvironment> {
	// The service of each test uses it, one after the other.
	const servicePort = await findFreePort();
	const server = { url: `http://127.0.0.1:${servicePort}`, apiKey, workspace: 'acme' };
	// Chosen in a panel and never used, so nothing listens at its domain.
	const data = { email: 'ada@example.com', apiToken: 'unused', domain: 'http://127.0.0.1:1' };
	const credentials = [createPlaneCredential(server), { ...otherCredentials.jira, data }];

	await instance.import({ credentials, workflows: createWorkflows() });
	const { url } = await instance.start();

	await signIn(url);

	return { url, owner, servicePort };
}
