import type { Locator, Page } from 'playwright-core';

import { iconIn } from './icon';
import { NodeList } from './nodeList';
import { Panel } from './panel';

/** An open workflow: its nodes and the lines between them. */
export class Canvas {
	constructor(private readonly page: Page) {}

	/** Waits until the workflow is drawn. */
	async shown(): Promise<void> {
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Presses Execute workflow and waits until the run has ended, well or badly. */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
		await this.page.locator('.el-notification').first().waitFor();
	}

	/** How many nodes there are, notes apart. */
	async count(): Promise<number> {
		const nodes = this.page.getByTestId('canvas-node');
		return await nodes.filter({ hasNot: this.page.getByTestId('sticky') }).count();
	}

	/** How many nodes ended well, and how many badly. */
	async ended(): Promise<{ well: number; badly: number }> {
		return {
			well: await this.page.getByTestId('canvas-node-status-success').count(),
			badly: await this.page.getByTestId('canvas-node-status-error').count(),
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

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}
}
