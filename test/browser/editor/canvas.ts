import type { Locator, Page } from 'playwright-core';

import { Panel } from './panel';

/** An open workflow: its nodes and their connections. */
export class Canvas {
	private constructor(private readonly page: Page) {}

	/** Waits until the workflow that is being opened is drawn. */
	static async shown(page: Page): Promise<Canvas> {
		const canvas = new Canvas(page);

		await canvas.nodes.first().waitFor();

		return canvas;
	}

	/** Executes the workflow, and waits for its end for two minutes at most. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.page.locator('.el-notification').first().waitFor({ timeout: 120_000 });
	}

	/** Zooms to the whole workflow. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		// The zoom is animated.
		await this.page.waitForTimeout(600);
	}

	/** Number of nodes without notes. */
	async count(): Promise<number> {
		return await this.nodes.filter({ hasNot: this.page.getByTestId('sticky') }).count();
	}

	/** Number of nodes that succeeded and that failed. */
	async ended(): Promise<{ well: number; badly: number }> {
		const marked = async (mark: string | RegExp) =>
			await this.nodes.filter({ has: this.page.getByTestId(mark) }).count();

		return {
			well: await marked('canvas-node-status-success'),
			badly: await marked(/^(node-issues|canvas-node-status-mark-error)$/),
		};
	}

	/** File name of a node's icon. */
	async icon(name: string): Promise<string> {
		return await readIcon(this.named('canvas-node', name));
	}

	/** Opens the list of nodes with the plus to the right of a node. */
	async addAfter(name: string): Promise<NodeList> {
		const handle = this.named('canvas-node-output-handle', name);

		await handle.getByTestId('canvas-handle-plus').click();

		return new NodeList(this.page);
	}

	async openNode(name: string): Promise<Panel> {
		await this.named('canvas-node', name).dblclick();

		return await Panel.shown(this.page);
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

		return new Executions(this.page.getByTestId('current-executions-list'));
	}

	private get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	private named(part: string, name: string): Locator {
		return this.page.locator(`[data-test-id="${part}"][data-node-name="${name}"]`);
	}
}

/** The list of a workflow's executions, which refreshes itself. */
class Executions {
	constructor(private readonly root: Locator) {}

	/** Waits for a number of successful executions for two minutes at most: n8n polls once in a minute. */
	async untilSucceeded(count: number): Promise<void> {
		const ended = this.root.getByText(/Succeeded/);

		await ended.nth(count - 1).waitFor({ timeout: 120_000 });
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
		await this.entry(name).click();
	}

	/** Adds a node for an action, and opens its panel. */
	async add(action: string): Promise<Panel> {
		await this.entry(action).click();

		return await Panel.shown(this.page);
	}

	/** File name of a node's icon. */
	async icon(name: string): Promise<string> {
		return await readIcon(this.entry(name));
	}

	/** An entry with this name. */
	private entry(name: string): Locator {
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
