import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { startService, type ServerKind, type Service } from '../service/service';
import { lazyProxy } from '../tools/lazyProxy';
import { startBrowser } from './browser';
import { Editor } from './editor/editor';

/** How long a way through the editor may take on a busy machine, in milliseconds. */
const LIMIT = 240_000;

/** What is there for the whole run, whatever the test: made by `setUp.ts`. */
export interface World {
	/** n8n's address, without a slash at its end. */
	readonly url: string;
	readonly owner: { readonly email: string; readonly password: string };
	/** Where n8n's ready credential expects the test service; each test starts its own there. */
	readonly servicePort: number;
}

/** What a test works with. */
export interface Desk {
	readonly service: Service;
	readonly page: Page;
	readonly editor: Editor;
}

/** For each test a fresh service and a new tab in the browser of this file, with the owner signed in. */
export function useEditor(
	colorScheme: 'light' | 'dark' = 'light',
	serverKind: ServerKind = 'specification',
): Desk {
	jest.setTimeout(LIMIT);
	const made = process.env.PLANE_BROWSER_WORLD ?? '';
	const { url, owner, servicePort } = JSON.parse(made) as World;
	let browser: BrowserContext;
	let desk: Desk | undefined;

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
