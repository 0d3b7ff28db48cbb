import { chromium, selectors, type BrowserContext } from 'playwright-core';

import { debianProgram, isExecutable } from '../tools/debian';
import { WINDOW } from './pictures';

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

/** Starts Chromium, without a window, with an empty profile of its own; closing it removes that. */
export async function startBrowser(
	colorScheme: 'light' | 'dark' = 'light',
): Promise<BrowserContext> {
	// How n8n's editor marks what its own tests look for.
	selectors.setTestIdAttribute('data-test-id');
	// Without a folder, the profile is a temporary one.
	const browser = await chromium.launchPersistentContext('', {
		executablePath: chromiumProgram(),
		headless: true,
		args: FLAGS,
		viewport: WINDOW,
		deviceScaleFactor: 1,
		colorScheme,
		locale: 'en-US',
		timezoneId: 'UTC',
	});

	browser.setDefaultTimeout(PATIENCE);

	return browser;
}

/**
 * Chromium's program: the one that CHROMIUM names, or else the first on the PATH; where there is
 * none, Debian's is installed.
 *
 * @throws Error that says how to get it, where it cannot be installed, or where CHROMIUM names none
 */
export function chromiumProgram(): string {
	const { CHROMIUM: named = '' } = process.env;
	if (named === '') {
		return debianProgram({
			names: ['chromium', 'chromium-browser'],
			package: 'chromium',
			why: 'The browser tests need Chromium',
		});
	}
	if (!isExecutable(named)) throw new Error(`CHROMIUM is ${named}, which is no program.`);

	return named;
}
