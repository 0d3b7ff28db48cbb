import { afterEach, expect, jest, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startService, type Service } from '../service/service';
import { newestLine } from './install';
import { startMain, type MainProcess } from './mainProcess';
import { signIn, type Session } from './owner';
import { dataFolder } from './pack';
import { planeCredential } from './workflows/draft';
import { TEST_LIMIT_MS } from './world';

jest.setTimeout(TEST_LIMIT_MS);

const FOLDER = 'test-main';

let service: Service | undefined;
let main: MainProcess | undefined;

afterEach(async () => {
	await main?.remove();
	main = undefined;
	await service?.close();
	service = undefined;
});

async function run(env: NodeJS.ProcessEnv = {}): Promise<MainProcess> {
	main = await startMain(FOLDER, newestLine, env);

	return main;
}

/** The processes on this machine whose environment has the user folder: n8n and its child processes. */
function runningProcesses(): string[] {
	const folder = join(dataFolder, FOLDER);

	return readdirSync('/proc').filter((id) => {
		try {
			return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(folder);
		} catch {
			return false;
		}
	});
}

/** Tests the credential as the editor does when it is opened. */
async function testCredential(owner: Session): Promise<unknown> {
	const path = `/credentials/${planeCredential.id}?includeData=true`;

	return await owner.request('POST', '/credentials/test', {
		credentials: await owner.request('GET', path),
	});
}

async function listWorkflowIds(owner: Session): Promise<string[]> {
	const workflows = (await owner.request('GET', '/workflows')) as { id: string }[];

	return workflows.map(({ id }) => id).sort();
}

const PASSED = { status: 'OK', message: 'Connection successful!' };

test('npm run dev starts an editor with the examples and a working credential, and stops everything', async () => {
	const { output, url, interrupt } = await run();

	expect(output).toContain(`${url}/workflow/planeWeekWorkflow`);

	const owner = await signIn(url);

	expect(await listWorkflowIds(owner)).toEqual([
		'planeAttachmentsWorkflow',
		'planeCustomerWorkflow',
		'planeFirstWorkflow',
		'planeWeekWorkflow',
	]);
	expect(await testCredential(owner)).toEqual(PASSED);

	const [serviceUrl = ''] = /(?<=a test service at )[^\s,]+/.exec(output) ?? [];
	const webhooks = await fetch(`${serviceUrl}/api/v2/workspaces/acme/webhooks/`);

	// A Plane Trigger can create its webhook there: the path exists.
	expect(webhooks.status).toBe(401);
	// n8n, its task runner, and their supervisor.
	expect(runningProcesses().length).toBeGreaterThanOrEqual(3);

	await interrupt();
	expect(runningProcesses()).toEqual([]);
	await expect(fetch(url)).rejects.toThrow();
});

test("npm run dev uses the user's own server if the environment names one", async () => {
	service = await startService({ prefix: '/plane' });
	const { output, url, interrupt } = await run({
		PLANE_URL: service.url,
		PLANE_API_KEY: service.apiKey,
		PLANE_WORKSPACE: service.workspace,
	});

	expect(output).toContain(`your server ${service.url}`);

	const owner = await signIn(url);

	expect(await listWorkflowIds(owner)).toEqual(['planeAttachmentsWorkflow', 'planeFirstWorkflow']);
	expect(await testCredential(owner)).toEqual(PASSED);
	expect(service.requests.map(({ url, status }) => `${url} ${status}`)).toEqual([
		'/plane/api/v1/users/me/ 200',
		`/plane/api/v1/workspaces/${service.workspace}/projects/?limit=1&per_page=1 200`,
		// Whether the server is new enough for this node.
		`/plane/api/v1/workspaces/${service.workspace}/work-items/search/?search=a&limit=1 200`,
	]);
	await interrupt();
});
