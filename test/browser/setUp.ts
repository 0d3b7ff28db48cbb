import { installN8n } from '../n8n/install';
import { Instance } from '../n8n/instance';
import { owner, signIn } from '../n8n/owner';
import { findFreePort } from '../n8n/ports';
import { createPlaneCredential, otherCredentials } from '../n8n/workflows/draft';
import { apiKey } from '../service/key';
import { findChromium } from './browser';
import type { BrowserEnvironment } from './desk';
import { createWorkflows } from './workflows';

/** Everything that was started, for `tearDown.ts` to close. */
export const running: { close(): Promise<void> }[] = [];

/**
 * Called by Jest before the first browser test. Starts one n8n for all tests, with the packed package, its
 * owner, a credential and the workflows. It needs dist.
 */
export default async function setUp(): Promise<void> {
	findChromium();
	const instance = await Instance.create(await installN8n('v2'));

	running.push(instance);

	try {
		// The service of each test uses it, one after the other.
		const servicePort = await findFreePort();
		const server = { url: `http://127.0.0.1:${servicePort}`, apiKey, workspace: 'acme' };
		// Chosen in a panel and never used, so nothing listens at its domain.
		const data = { email: 'ada@example.com', apiToken: 'unused', domain: 'http://127.0.0.1:1' };
		const credentials = [createPlaneCredential(server), { ...otherCredentials.jira, data }];

		await instance.import({ credentials, workflows: createWorkflows() });
		const { url } = await instance.start();

		await signIn(url);
		const environment: BrowserEnvironment = { url, owner, servicePort };

		// Jest runs each test file in its own process.
		process.env.PLANE_BROWSER_ENVIRONMENT = JSON.stringify(environment);
	} catch (error) {
		// Jest does not call the teardown if the setup failed.
		await instance.close();
		throw error;
	}
}
