import type { Locator, Page } from 'playwright-core';

import { Panel } from './panel';

/** An open workflow: its nodes and the lines between them. */
export class Canvas {
	private constructor(private readonly page: Page) {}

	/** The workflow that is being opened, as soon as it is drawn. */
	static async shown(page: Page): Promise<Canvas> {
		const canvas = new Canvas(page);

		await canvas.nodes.first().waitFor();

		return canvas;
	}

	/** Presses Execute workflow and waits until the run has ended, well or badly, for two minutes at most. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.page.locator('.el-notification').first().waitFor({ timeout: 120_000 });
	}

	/** Has the whole workflow in view. */
	async showAll(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		// It glides there.
		await this.page.waitForTimeout(600);
	}

	/** How many nodes there are, notes apart. */
	async count(): Promise<number> {
		return await this.nodes.filter({ hasNot: this.page.getByTestId('sticky') }).count();
	}

	/** How many nodes ended well, and how many badly. */
	async ended(): Promise<{ well: number; badly: number }> {
		const marked = async (mark: string | RegExp) =>
			await this.nodes.filter({ has: this.page.getByTestId(mark) }).count();

		return {
			well: await marked('canvas-node-status-success'),
			badly: await marked(/^(node-issues|canvas-node-status-mark-error)$/),
		};
	}

	/** The file of a node's icon. */
	async icon(name: string): Promise<string> {
		return await iconIn(this.named('canvas-node', name));
	}

	/** Opens the list of nodes to add one after this one, by the plus on its right. */
	async addAfter(name: string): Promise<NodeList> {
		const handle = this.named('canvas-node-output-handle', name);

		await handle.getByTestId('canvas-handle-plus').click();

		return new NodeList(this.page);
	}

	async openNode(name: string): Promise<Panel> {
		await this.named('canvas-node', name).dblclick();

		return await Panel.shown(this.page);
	}

	/** Publishes the workflow, so that its triggers work. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		const dialog = this.page.getByRole('dialog').filter({ hasText: 'Publish workflow' });

		await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
		await this.page.getByTestId('workflow-active-version-indicator').waitFor();
		await this.page.keyboard.press('Escape');
	}

	/** Ends that its triggers work. */
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

	/** Waits until so many have ended well, for two minutes at most: n8n polls once in a minute. */
	async untilSucceeded(count: number): Promise<void> {
		const ended = this.root.getByText(/Succeeded/);

		await ended.nth(count - 1).waitFor({ timeout: 120_000 });
	}
}

/** The list of nodes, in which one is found and added. */
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

	/** Adds the node for this action, which opens its panel. */
	async add(action: string): Promise<Panel> {
		await this.entry(action).click();

		return await Panel.shown(this.page);
	}

	/** The file of a node's icon. */
	async icon(name: string): Promise<string> {
		return await iconIn(this.entry(name));
	}

	/** An entry by the name that it shows. */
	private entry(name: string): Locator {
		const shown = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });

		return this.root.getByTestId('item-iterator-item').filter({ has: shown });
	}
}

/**
 * The picture in this part of the page.
 * @returns the name of its file
 * @throws Error where the browser cannot draw it
 */
async function iconIn(part: Locator): Promise<string> {
	const image = part.locator('img').first();

	await image.evaluate(async (element: { decode(): Promise<void> }) => await element.decode());

	return ((await image.getAttribute('src')) ?? '').split('/').at(-1) ?? '';
}
