import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';

import { operations } from '../../nodes/shared/operations/catalog';
import { startMain, type MainProcess } from '../n8n/mainProcess';
import { startBrowser } from './browser';
import type { Canvas } from './editor/canvas';
import { Editor } from './editor/editor';

// Each of the two workflows has a hundred nodes, and n8n's editor is slow to draw them.
jest.setTimeout(900_000);

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

/**
 * Executes the open workflow, and expects that every one of its nodes succeeds. While it runs, n8n's editor draws all
 * nodes after every step, which takes minutes. So its tab is closed as soon as the execution is in the list in
 * another tab.
 */
async function executeAll(page: Page, canvas: Canvas): Promise<{ page: Page; nodes: number }> {
	const { origin, pathname } = new URL(page.url());
	const newPage = await browser.newPage();
	const executions = await new Editor(newPage, main.url).openExecutions(`${origin}${pathname}`);

	await canvas.execute();
	await executions.waitForStart();
	await page.close();

	const execution = await executions.openResult();
	const nodes = await execution.countNodes();

	expect(await execution.countResults()).toEqual({ succeeded: nodes, failed: 0 });

	return { page: newPage, nodes };
}

test('the workflows with all operations succeed after signing in with what npm run dev prints', async () => {
	const page = await browser.newPage();
	const weekCanvas = await new Editor(page, main.url).openAddress(readPrinted(/^ {2}(http\S+)$/m), {
		email: readPrinted(/sign in as (\S+)/),
		password: readPrinted(/with the password (\S+)$/m),
	});

	expect(await page.title()).toContain("A team's week");
	const week = await executeAll(page, weekCanvas);

	const editor = new Editor(week.page, main.url);
	const customerCanvas = await editor.openWorkflow("A customer's request");
	const customer = await executeAll(week.page, customerCanvas);

	expect(week.nodes + customer.nodes).toBeGreaterThan(operations.length);
});
