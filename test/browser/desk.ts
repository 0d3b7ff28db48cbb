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

/** The n8n that all browser tests share. `setUp.ts` starts it. */
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
	const environment = process.env.PLANE_BROWSER_ENVIRONMENT ?? '';
	const { url, owner, servicePort } = JSON.parse(environment) as BrowserEnvironment;
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
