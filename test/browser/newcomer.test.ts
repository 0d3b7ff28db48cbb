import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { operations } from '../../nodes/shared/operations/catalog';
import { startMain, type MainProcess } from '../n8n/mainProcess';
import { lend } from '../tools/lend';
import { startBrowser, type Browser } from './browser';
import { Editor } from './editor/editor';
import { takePicture } from './pictures';

jest.setTimeout(300_000);

let started: MainProcess | undefined;
const main = lend(() => started);
let opened: Browser | undefined;
const browser = lend(() => opened);
beforeAll(async () => {
	started = await startMain({ folder: 'test-newcomer' });
	opened = await startBrowser();
});
afterAll(async () => {
	await opened?.close();
	await started?.remove();
});

/** What `npm run n8n` printed in the place of the parentheses. */
function printed(pattern: RegExp): string {
	const [, part] = pattern.exec(main.text) ?? [];
	if (part === undefined) throw new Error(`${pattern} is not in:\n${main.text}`);
	return part;
}

test('A newcomer opens what npm run n8n prints, signs in, and all is green at the first press', async () => {
	const { page } = browser;
	const editor = new Editor(page, main.url);
	const canvas = await editor.openAddress(printed(/^ {2}(http\S+)$/m), {
		email: printed(/sign in as (\S+)/),
		password: printed(/with the password (\S+)$/m),
	});
	expect(await page.title()).toContain('All operations');
	await canvas.execute();

	expect(await canvas.ended()).toEqual({ well: await canvas.count(), badly: 0 });
	expect(await canvas.count()).toBeGreaterThan(operations.length);
	await editor.closeMessages();
	await takePicture(page, 'all-operations');
});
