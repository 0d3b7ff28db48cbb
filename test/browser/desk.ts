import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { startService, type Service } from '../service/service';
import { lend } from '../tools/lend';
import { startBrowser } from './browser';
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
	const { url, owner, servicePort } = announced();
	let browser: BrowserContext;
	let desk: Desk | undefined;

	beforeAll(async () => {
		browser = await startBrowser(colorScheme);
		await new Editor(await browser.newPage(), url).signIn(owner);
	});
	beforeEach(async () => {
		const service = await startService({ port: servicePort });
		const page = await browser.newPage();
		desk = { service, page, editor: new Editor(page, url) };
	});
	afterEach(async () => {
		await desk?.page.close();
		await desk?.service.close();
		desk = undefined;
	});
	afterAll(async () => await browser.close());

	return lend(() => desk);
}
