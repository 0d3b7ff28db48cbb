import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, selectors, type BrowserContext, type Page } from 'playwright-core';

import { chromiumProgram } from './chromium';
import { WINDOW } from './window';

/** How long a person waits for something to show up, in milliseconds, on a slow machine. */
const PATIENCE = 30_000;

/** Debian's Chromium without anything that talks to the world by itself. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// No name and no address but this machine's own leads anywhere.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export interface Browser {
	/** The tab that is open from the start. */
	readonly page: Page;
	newPage(): Promise<Page>;
	close(): Promise<void>;
}

/** Starts Chromium, without a window, with an empty profile of its own that `close` removes. */
export async function startBrowser(colorScheme: 'light' | 'dark' = 'light'): Promise<Browser> {
	// How n8n's editor marks what its own tests look for.
	selectors.setTestIdAttribute('data-test-id');
	const profile = await mkdtemp(join(tmpdir(), 'plane-browser-'));
	const removeProfile = async () => await rm(profile, { recursive: true, force: true });
	const context = await launch(profile, colorScheme).catch(async (error: unknown) => {
		await removeProfile();
		throw error;
	});
	context.setDefaultTimeout(PATIENCE);
	const [page = await context.newPage()] = context.pages();
	return {
		page,
		newPage: async () => await context.newPage(),
		async close() {
			await context.close();
			await removeProfile();
		},
	};
}

async function launch(profile: string, colorScheme: 'light' | 'dark'): Promise<BrowserContext> {
	return await chromium.launchPersistentContext(profile, {
		executablePath: chromiumProgram(),
		headless: true,
		args: FLAGS,
		viewport: WINDOW,
		deviceScaleFactor: 1,
		colorScheme,
		locale: 'en-US',
		timezoneId: 'UTC',
	});
}
