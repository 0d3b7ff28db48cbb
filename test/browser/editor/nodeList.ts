import type { Locator, Page } from 'playwright-core';

import { iconIn } from './icon';
import { Panel } from './panel';

/** The list of nodes, in which one is found and added. */
export class NodeList {
	private constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	static async shown(page: Page): Promise<NodeList> {
		const root = page.getByTestId('node-creator');
		await root.waitFor();
		return new NodeList(page, root);
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
		const exactName = this.page
			.getByTestId('node-creator-item-name')
			.getByText(name, { exact: true });
		return this.root.getByTestId('item-iterator-item').filter({ has: exactName });
	}
}
