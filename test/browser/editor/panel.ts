import type { Locator, Page } from 'playwright-core';

import { LocatorField } from './locatorField';

/** A node's panel: what goes in on the left, the parameters in the middle, what comes out right. */
export class Panel {
	private constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	static async shown(page: Page): Promise<Panel> {
		const root = page.getByTestId('ndv');
		await root.getByTestId('node-parameters').waitFor();
		return new Panel(page, root);
	}

	/** A parameter by its name, such as `resource`. */
	parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	/** What a list of options shows as chosen. */
	async chosen(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	async write(name: string, value: string): Promise<void> {
		await this.parameter(name).locator('input, textarea').fill(value);
	}

	locator(name: string): LocatorField {
		return new LocatorField(this.page, this.root.getByTestId(`resource-locator-${name}`));
	}

	/** Adds a field of a collection, such as Update Fields. */
	async addField(name: string): Promise<void> {
		await this.root.getByTestId('collection-parameter-add').click();
		await this.page.getByTestId('collection-parameter-option').getByText(name, { exact: true }).click();
	}

	/** Presses Execute step and waits until the run has ended, well or badly. */
	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
		await this.output.getByTestId('node-error-message').or(this.items).first().waitFor();
	}

	get output(): Locator {
		return this.root.getByTestId('output-panel');
	}

	/** How many items came out, in n8n's words. */
	get items(): Locator {
		return this.output.getByTestId('ndv-items-count');
	}
}
