import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';

import { operations } from '../../nodes/shared/operations/catalog';
import { startMain, type MainProcess } from '../n8n/mainProcess';
import { startBrowser } from './browser';
import { Editor } from './editor/editor';
import { takePicture } from './pictures';

jest.setTimeout(300_000);

let main: MainProcess;

beforeAll(async () => {
	main = await startMain('test-newcomer');
});
afterAll(async () => await main.remove());

let browser: BrowserContext;

beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(async () => await browser.close());

/** Reads the first group of a pattern from the output of `npm run dev`. */
function readPrinted(pattern: RegExp): string {
	const [, part] = pattern.exec(main.output) ?? [];
	if (part === undefined) throw new Error(`${pattern} is not in:\n${main.output}`);

	return part;
}

test('the demo workflow succeeds after signing in with what npm run dev prints', async () => {
	const page = await browser.newPage();
	const editor = new Editor(page, main.url);
	const canvas = await editor.openAddress(readPrinted(/^ {2}(http\S+)$/m), {
		email: readPrinted(/sign in as (\S+)/),
		password: readPrinted(/with the password (\S+)$/m),
	});

	expect(await page.title()).toContain("A team's week");
	await canvas.execute();

	expect(await canvas.countResults()).toEqual({
		succeeded: await canvas.countNodes(),
		failed: 0,
	});
	expect(await canvas.countNodes()).toBeGreaterThan(operations.length);
	await editor.closeMessages();
	await takePicture(page, 'all-operations');
});
