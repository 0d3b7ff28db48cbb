import type { Locator, Page } from 'playwright-core';

import { Panel } from './panel';

/** The marks of nodes that have run, as test IDs. */
const SUCCESS = 'canvas-node-status-success';
const FAILURE = /^(node-issues|canvas-node-status-mark-error)$/;

/** The attribute of an execution in the list. */
const STATUS = 'data-test-execution-status';

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

	/** Starts an execution of the workflow. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** Waits until the nodes show how the execution has ended. */
	async waitForResults(): Promise<void> {
		await this.page.getByTestId(SUCCESS).or(this.page.getByTestId(FAILURE)).first().waitFor();
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
		const list = await this.listActionsAfter(name, 'Plane');

		return await list.add(action);
	}

	/** Opens the list of what a node can do that is to be added after another node. */
	async listActionsAfter(name: string, added: string): Promise<NodeList> {
		const list = await this.addAfter(name);

		await list.search(added);
		await list.open(added);

		return list;
	}

	/** Removes the node whose panel was open last. */
	async removeSelected(): Promise<void> {
		const selected = this.page.locator('.vue-flow__node.selected');

		await this.page.keyboard.press('Delete');
		await selected.waitFor({ state: 'detached' });
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

		return new Executions(this.page);
	}

	private get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	private findByNode(part: string, name: string): Locator {
		return this.page.locator(`[data-test-id="${part}"][data-node-name="${name}"]`);
	}
}

/** The list of a workflow's executions, which refreshes itself. */
export class Executions {
	private readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('current-executions-list');
	}

	/** Waits until there is an execution. */
	async waitForStart(): Promise<void> {
		await this.root.locator(`[${STATUS}]`).first().waitFor();
	}

	/** Waits until the only execution has ended. @returns its nodes */
	async openResult(): Promise<Canvas> {
		const ended = `[${STATUS}]:not([${STATUS}="new"], [${STATUS}="running"])`;

		await this.root.locator(ended).click({ timeout: 0 });
		const canvas = await Canvas.waitFor(this.page);

		await canvas.waitForResults();

		return canvas;
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
