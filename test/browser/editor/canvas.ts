import type { Locator, Page } from 'playwright-core';

import { Panel } from './panel';

/** The marks of nodes that have run, as test IDs. */
const SUCCESS = 'canvas-node-status-success';
const FAILURE = /^(node-issues|canvas-node-status-mark-error)$/;

/** An open workflow: its nodes and their connections. */
export class Canvas {
	private constructor(private readonly page: Page) {}

	/** Waits until the editor has drawn the workflow that it is opening. */
	static async waitFor(page: Page): Promise<Canvas> {
		const canvas = new Canvas(page);

		try {
			await canvas.nodes.first().waitFor();
		} catch (cause) {
			const text = await page.locator('body').innerText();

			throw new Error(`There is no node at ${page.url()}, which shows: ${text}`, { cause });
		}

		return canvas;
	}

	/** Opens the only execution of a workflow when it has ended. @param workflow its address */
	static async openExecution(page: Page, workflow: string): Promise<Canvas> {
		const canvas = new Canvas(page);

		await page.goto(`${workflow}/executions`);
		await canvas.executions.waitForEnd();
		await page.getByTestId(SUCCESS).or(page.getByTestId(FAILURE)).first().waitFor();

		return canvas;
	}

	/** Executes the workflow, and waits until n8n has started it. @returns the address of the workflow */
	async startExecution(): Promise<string> {
		const { origin, pathname } = new URL(this.page.url());
		const started = this.page.waitForResponse(/\/rest\/workflows\/\w+\/run$/);

		await this.page.getByTestId('execute-workflow-button').first().click();
		await started;

		return `${origin}${pathname}`;
	}

	/** Zooms to the whole workflow. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		// The zoom is animated.
		await this.page.waitForTimeout(600);
	}

	/** Counts the nodes. Notes do not count. */
	async countNodes(): Promise<number> {
		return await this.nodes.filter({ hasNot: this.page.getByTestId('sticky') }).count();
	}

	/** Counts the nodes that succeeded and those that failed. */
	async countResults(): Promise<{ succeeded: number; failed: number }> {
		const countMarked = async (mark: string | RegExp) =>
			await this.nodes.filter({ has: this.page.getByTestId(mark) }).count();

		return {
			succeeded: await countMarked(SUCCESS),
			failed: await countMarked(FAILURE),
		};
	}

	/** Reads the file name of a node's icon. */
	async readIcon(name: string): Promise<string> {
		return await readIcon(this.findByNode('canvas-node', name));
	}

	/** Opens the list of nodes with the plus to the right of a node. */
	async addAfter(name: string): Promise<NodeList> {
		const handle = this.findByNode('canvas-node-output-handle', name);

		await handle.getByTestId('canvas-handle-plus').click();

		return new NodeList(this.page);
	}

	/** Adds a Plane node with this action, as the list of nodes calls it, after another node. @returns its panel */
	async addPlaneAfter(name: string, action: string): Promise<Panel> {
		const list = await this.addAfter(name);

		await list.search('plane');
		await list.open('Plane');

		return await list.add(action);
	}

	async openNode(name: string): Promise<Panel> {
		await this.findByNode('canvas-node', name).dblclick();

		return await Panel.waitFor(this.page);
	}

	/** Publishes the workflow, which activates its triggers. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		const dialog = this.page.getByRole('dialog').filter({ hasText: 'Publish workflow' });

		await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
		await this.page.getByTestId('workflow-active-version-indicator').waitFor();
		await this.page.keyboard.press('Escape');
	}

	/** Deactivates the triggers of the workflow. */
	async unpublish(): Promise<void> {
		await this.page.getByTestId('radio-button-workflow').click();
		await this.nodes.first().waitFor();
		await this.page.keyboard.press('Control+u');
		const dialog = this.page.getByRole('dialog').filter({ hasText: 'Unpublish' });

		await dialog.getByRole('button', { name: 'Unpublish', exact: true }).click();
		await this.page.getByTestId('workflow-active-version-indicator').waitFor({ state: 'detached' });
	}

	async openExecutions(): Promise<Executions> {
		await this.page.getByTestId('radio-button-executions').click();

		return this.executions;
	}

	private get executions(): Executions {
		return new Executions(this.page.getByTestId('current-executions-list'));
	}

	private get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	private findByNode(part: string, name: string): Locator {
		return this.page.locator(`[data-test-id="${part}"][data-node-name="${name}"]`);
	}
}

/** The list of a workflow's executions, which refreshes itself. */
class Executions {
	constructor(private readonly root: Locator) {}

	/** Waits until the only execution has ended. */
	async waitForEnd(): Promise<void> {
		const status = 'data-test-execution-status';
		const ended = `[${status}]:not([${status}="new"], [${status}="running"])`;

		await this.root.locator(ended).waitFor({ timeout: 0 });
	}

	/** Waits for a number of successful executions. n8n polls once a minute. */
	async waitForSuccesses(count: number): Promise<void> {
		const ended = this.root.getByText(/Succeeded/);

		await ended.nth(count - 1).waitFor({ timeout: 0 });
	}
}

/** The list of nodes to add. */
export class NodeList {
	private readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('node-creator');
	}

	async search(text: string): Promise<void> {
		await this.root.getByTestId('node-creator-search-bar').fill(text);
	}

	/** Opens a node's list of actions. */
	async open(name: string): Promise<void> {
		await this.findEntry(name).click();
	}

	/** Adds a node for an action, and opens its panel. */
	async add(action: string): Promise<Panel> {
		await this.findEntry(action).click();

		return await Panel.waitFor(this.page);
	}

	/** Reads the file name of a node's icon. */
	async readIcon(name: string): Promise<string> {
		return await readIcon(this.findEntry(name));
	}

	/** An entry with this name. */
	private findEntry(name: string): Locator {
		const shown = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });

		return this.root.getByTestId('item-iterator-item').filter({ has: shown });
	}
}

/**
 * Reads the icon in a part of the page.
 *
 * @returns its file name
 * @throws Error if the browser cannot show it
 */
async function readIcon(part: Locator): Promise<string> {
	const image = part.locator('img').first();

	await image.evaluate(async (element: { decode(): Promise<void> }) => await element.decode());

	return ((await image.getAttribute('src')) ?? '').split('/').at(-1) ?? '';
}
