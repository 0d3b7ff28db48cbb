import { afterEach, expect, jest, test } from '@jest/globals';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { startService, type Service } from '../service/service';
import { top } from './install';
import { signIn, type Session } from './owner';
import { dataFolder } from './pack';
import { planeCredential } from './workflows';
import { linesToTest } from './world';

jest.setTimeout(300_000);

const FOLDER = 'test-main';

interface Run {
	/** What it printed, up to its last line. */
	readonly text: string;
	/** Of n8n. */
	readonly url: string;
	/** As Ctrl+C in a terminal: every process in the foreground gets the signal. */
	readonly interrupt: () => Promise<void>;
}

let service: Service | undefined;
let child: ChildProcessByStdio<null, Readable, null> | undefined;
afterEach(async () => {
	if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
		process.kill(-child.pid, 'SIGKILL');
	}
	child = undefined;
	await service?.close();
	service = undefined;
	await rm(join(dataFolder, FOLDER), { recursive: true, force: true, maxRetries: 5 });
});

/** `npm run n8n` in a terminal of its own, without npm, until it says how to stop it. */
async function run(env: NodeJS.ProcessEnv = {}): Promise<Run> {
	const [line = 'v2'] = linesToTest;
	const args = ['--import', 'tsx', 'test/n8n/main.ts', '--port=0', `--folder=${FOLDER}`];
	const started = spawn(process.execPath, [...args, `--line=${line}`], {
		cwd: top,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	child = started;
	let text = '';
	for await (const chunk of started.stdout.setEncoding('utf8')) {
		text += String(chunk);
		if (text.includes('Ctrl+C')) break;
	}
	const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\/workflow)/.exec(text) ?? [];
	if (url === undefined) throw new Error(`It printed no address:\n${text}`);
	return {
		...{ text, url },
		interrupt: async () => {
			process.kill(-(started.pid ?? 0), 'SIGINT');
			await once(started, 'exit');
		},
	};
}

/** The processes on this machine whose environment names the user folder: n8n and all that it starts. */
function processesOfIt(): string[] {
	const folder = join(dataFolder, FOLDER);
	return readdirSync('/proc').filter((id) => {
		try {
			return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(folder);
		} catch {
			return false;
		}
	});
}

/** What the editor does when the credential is opened and tested as it is. */
async function testCredential(owner: Session): Promise<unknown> {
	const path = `/credentials/${planeCredential.id}?includeData=true`;
	return await owner.request('POST', '/credentials/test', {
		credentials: await owner.request('GET', path),
	});
}

async function workflowsOf(owner: Session): Promise<string[]> {
	const workflows = (await owner.request('GET', '/workflows')) as { id: string }[];
	return workflows.map(({ id }) => id).sort();
}

const PASSED = { status: 'OK', message: 'Connection successful!' };

test('leads to an editor with the examples and a credential that works, and stops it all', async () => {
	const { text, url, interrupt } = await run();
	expect(text).toContain(`${url}/workflow/planeDemoWorkflow`);

	const owner = await signIn(url);
	expect(await workflowsOf(owner)).toEqual([
		'planeAttachmentsWorkflow',
		'planeDemoWorkflow',
		'planeFirstWorkflow',
	]);
	expect(await testCredential(owner)).toEqual(PASSED);
	// n8n, its task runner, and what keeps them.
	expect(processesOfIt().length).toBeGreaterThanOrEqual(3);

	await interrupt();
	expect(processesOfIt()).toEqual([]);
	await expect(fetch(url)).rejects.toThrow();
});

test("leads to the user's own server where the environment names one", async () => {
	service = await startService({ prefix: '/plane' });
	const { text, url, interrupt } = await run({
		PLANE_URL: service.url,
		PLANE_API_KEY: service.apiKey,
		PLANE_WORKSPACE: service.workspace,
	});
	expect(text).toContain(`your server ${service.url}`);

	const owner = await signIn(url);
	expect(await workflowsOf(owner)).toEqual(['planeAttachmentsWorkflow', 'planeFirstWorkflow']);
	expect(await testCredential(owner)).toEqual(PASSED);
	expect(service.requests).toMatchObject([{ url: '/plane/api/v1/users/me/', status: 200 }]);
	await interrupt();
});
