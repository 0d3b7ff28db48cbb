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

/** What `npm run dev` printed in the place of the parentheses. */
function printed(pattern: RegExp): string {
	const [, part] = pattern.exec(main.text) ?? [];
	if (part === undefined) throw new Error(`${pattern} is not in:\n${main.text}`);

	return part;
}

test('A newcomer opens what npm run dev prints, signs in, and all is green at the first press', async () => {
	const page = await browser.newPage();
	const editor = new Editor(page, main.url);
	const canvas = await editor.openAddress(printed(/^ {2}(http\S+)$/m), {
		email: printed(/sign in as (\S+)/),
		password: printed(/with the password (\S+)$/m),
	});

	expect(await page.title()).toContain("A team's week");
	await canvas.execute();

	expect(await canvas.ended()).toEqual({ well: await canvas.count(), badly: 0 });
	expect(await canvas.count()).toBeGreaterThan(operations.length);
	await editor.closeMessages();
	await takePicture(page, 'all-operations');
});
