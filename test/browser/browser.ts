import { chromium, selectors, type BrowserContext } from 'playwright-core';

import { findOrInstallProgram, isExecutable } from '../tools/debian';
import { WINDOW } from './pictures';

/** How long to wait for an element, in milliseconds, on a slow machine. */
const TIMEOUT = 300_000;

/** Turns off everything in Chromium that sends requests by itself. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Only this machine can be reached.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts Chromium without a window and with a temporary profile, which is removed when it is closed. */
export async function startBrowser(
	colorScheme: 'light' | 'dark' = 'light',
): Promise<BrowserContext> {
	// The attribute that n8n's own tests use.
	selectors.setTestIdAttribute('data-test-id');
	// An empty folder name means a temporary profile.
	const browser = await chromium.launchPersistentContext('', {
		executablePath: findChromium(),
		headless: true,
		args: FLAGS,
		viewport: WINDOW,
		deviceScaleFactor: 1,
		colorScheme,
		locale: 'en-US',
		timezoneId: 'UTC',
	});

	browser.setDefaultTimeout(TIMEOUT);

	return browser;
}

/**
 * The path of Chromium: from the variable CHROMIUM, or the first on the PATH. If there is none, Debian's
 * is installed.
 *
 * @throws Error that says how to get it, if it cannot be installed, or if CHROMIUM is not a program
 */
export function findChromium(): string {
	const { CHROMIUM: configured = '' } = process.env;
	if (configured === '') {
		return findOrInstallProgram({
			names: ['chromium', 'chromium-browser'],
			package: 'chromium',
			reason: 'The browser tests need Chromium',
		});
	}

	if (!isExecutable(configured)) {
		throw new Error(`CHROMIUM is ${configured}, which is not a program.`);
	}

	return configured;
}
