import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';

import { operations } from '../../nodes/shared/operations/catalog';
import { startMain, type MainProcess } from '../n8n/mainProcess';
import { startBrowser } from './browser';
import type { Canvas } from './editor/canvas';
import { Editor } from './editor/editor';
import { takePicture } from './pictures';

// Each of the two workflows has a hundred nodes, which the editor draws again and again.
jest.setTimeout(600_000);

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

/** Executes the open workflow, and expects that every one of its nodes succeeds. @returns how many nodes it has */
async function executeAll(canvas: Canvas): Promise<number> {
	await canvas.execute();
	const succeeded = await canvas.countNodes();

	expect(await canvas.countResults()).toEqual({ succeeded, failed: 0 });

	return succeeded;
}

test('the workflows with all operations succeed after signing in with what npm run dev prints', async () => {
	const page = await browser.newPage();
	const editor = new Editor(page, main.url);
	const weekCanvas = await editor.openAddress(readPrinted(/^ {2}(http\S+)$/m), {
		email: readPrinted(/sign in as (\S+)/),
		password: readPrinted(/with the password (\S+)$/m),
	});

	expect(await page.title()).toContain("A team's week");
	const weekNodes = await executeAll(weekCanvas);

	await editor.closeMessages();
	await takePicture(page, 'all-operations');

	const customerCanvas = await editor.openWorkflow("A customer's request");
	const customerNodes = await executeAll(customerCanvas);

	expect(weekNodes + customerNodes).toBeGreaterThan(operations.length);
});
