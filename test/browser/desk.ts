import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { startService, type ServerKind, type Service } from '../service/service';
import { lazyProxy } from '../tools/lazyProxy';
import { startBrowser } from './browser';
import { Editor } from './editor/editor';

/** How long a test may take on a busy machine, in milliseconds. */
const LIMIT = 240_000;

/** What all tests share. Created by `setUp.ts`. */
export interface BrowserEnvironment {
	/** URL of n8n, without a trailing slash. */
	readonly url: string;
	readonly owner: { readonly email: string; readonly password: string };
	/** The port in n8n's prepared credential. Each test starts its own service there. */
	readonly servicePort: number;
}

/** What a single test works with. */
export interface EditorSession {
	readonly service: Service;
	readonly page: Page;
	readonly editor: Editor;
}

/** Gives each test a new service and a new tab, with the owner signed in. */
export function useEditor(
	colorScheme: 'light' | 'dark' = 'light',
	serverKind: ServerKind = 'specification',
): EditorSession {
	jest.setTimeout(LIMIT);
	const environment = process.env.PLANE_BROWSER_WORLD ?? '';
	const { url, owner, servicePort } = JSON.parse(environment) as BrowserEnvironment;
	let browser: BrowserContext;
	let desk: EditorSession | undefined;

	beforeAll(async () => {
		browser = await startBrowser(colorScheme);
		await new Editor(await browser.newPage(), url).signIn(owner);
	});
	beforeEach(async () => {
		const service = await startService({ port: servicePort, serverKind });
		const page = await browser.newPage();

		desk = { service, page, editor: new Editor(page, url) };
	});
	afterEach(async () => {
		await desk?.page.close();
		await desk?.service.close();
		desk = undefined;
	});
	afterAll(async () => await browser.close());

	return lazyProxy(() => desk);
}
