import type { Locator, Page } from 'playwright-core';

import { iconIn } from './icon';
import { NodeList } from './nodeList';
import { Panel } from './panel';

/** An open workflow: its nodes and the lines between them. */
export class Canvas {
	constructor(private readonly page: Page) {}

	/** Waits until the workflow is drawn. */
	async shown(): Promise<void> {
		await this.nodes.first().waitFor();
	}

	/** Presses Execute workflow and waits until the run has ended, well or badly. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.page.locator('.el-notification').first().waitFor();
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
		return await iconIn(this.node(name));
	}

	/** Opens the list of nodes to add one after this one, by the plus on its right. */
	async addAfter(name: string): Promise<NodeList> {
		await this.page
			.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${name}"]`)
			.getByTestId('canvas-handle-plus')
			.click();
		return await NodeList.shown(this.page);
	}

	async openNode(name: string): Promise<Panel> {
		await this.node(name).dblclick();
		return await Panel.shown(this.page);
	}

	private get nodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}
}
