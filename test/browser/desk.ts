import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import {
	startService,
	type ServerKind,
	type Service,
	type ServiceOptions,
} from '../service/service';
import { lazyProxy } from '../tools/lazyProxy';
import { startBrowser } from './browser';
import { Editor } from './editor/editor';

/** How long a test may take on a busy machine, in milliseconds. */
const TEST_LIMIT_MS = 900_000;

/** The n8n that all browser tests of a worker share. `setUp.ts` starts it. */
export interface BrowserEnvironment {
	/** URL of n8n, without a trailing slash. */
	readonly url: string;
	readonly owner: { readonly email: string; readonly password: string };
	/** The port in n8n's prepared credential. Each test starts its own service there. */
	readonly servicePort: number;
}

/** The service, the browser tab and the editor of a single test. */
export interface EditorSession {
	readonly service: Service;
	readonly page: Page;
	readonly editor: Editor;
}

/** Gives each test a new service and a new tab, with the owner signed in. */
export function useEditor(
	colorScheme: 'light' | 'dark' = 'light',
	serverKind: ServerKind = 'specification',
	more: Pick<ServiceOptions, 'tokenRefusal'> = {},
): EditorSession {
	jest.setTimeout(TEST_LIMIT_MS);
	const { url, owner, servicePort } = getEnvironment();
	let browser: BrowserContext;
	let session: EditorSession | undefined;

	beforeAll(async () => {
		browser = await startBrowser(colorScheme);
		await new Editor(await browser.newPage(), url).signIn(owner);
	});
	beforeEach(async () => {
		const service = await startService({ port: servicePort, serverKind, ...more });
		const page = await browser.newPage();

		session = { service, page, editor: new Editor(page, url) };
	});
	afterEach(async () => {
		await session?.page.close();
		await session?.service.close();
		session = undefined;
	});
	afterAll(async () => await browser.close());

	return lazyProxy(() => session);
}

/** Returns the n8n of this worker. */
function getEnvironment(): BrowserEnvironment {
	const { PLANE_BROWSER_ENVIRONMENTS = '', JEST_WORKER_ID } = process.env;
	const environments = JSON.parse(PLANE_BROWSER_ENVIRONMENTS) as BrowserEnvironment[];
	// Jest numbers its workers from 1.
	const environment = environments[Number(JEST_WORKER_ID) - 1];
	if (environment === undefined) throw new Error(`Worker ${JEST_WORKER_ID} of Jest has no n8n`);

	return environment;
}
