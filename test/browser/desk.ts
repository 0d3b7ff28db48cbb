import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { Page } from 'playwright-core';

import { startService, type Service } from '../service/service';
import { lend } from '../tools/lend';
import { startBrowser, type Browser } from './browser';
import { Editor } from './editor/editor';
import { announced } from './world';

/** How long a way through the editor may take on a busy machine, in milliseconds. */
const LIMIT = 240_000;

export interface Desk {
	readonly service: Service;
	readonly page: Page;
	readonly editor: Editor;
}

/** For each test a fresh service and a new tab in the browser of this file, with the owner signed in. */
export function useEditor(colorScheme: 'light' | 'dark' = 'light'): Desk {
	jest.setTimeout(LIMIT);
	const world = announced();
	let browser: Browser | undefined;
	let desk: Desk | undefined;

	beforeAll(async () => {
		browser = await startBrowser(colorScheme);
		await new Editor(browser.page, world.url).signIn(world.owner);
	});
	beforeEach(async () => {
		if (browser === undefined) throw new Error('The browser did not start');
		const service = await startService({ port: world.servicePort });
		const page = await browser.newPage();
		desk = { service, page, editor: new Editor(page, world.url) };
	});
	afterEach(async () => {
		await desk?.page.close();
		await desk?.service.close();
		desk = undefined;
	});
	afterAll(async () => await browser?.close());

	return lend(() => desk);
}
