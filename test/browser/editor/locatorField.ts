import type { Locator, Page } from 'playwright-core';

/** A field that takes a record from a list, by its ID, or by its address. */
export class LocatorField {
	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	/** The entries of the open list. */
	get entries(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async chooseMode(mode: 'list' | 'id' | 'url'): Promise<void> {
		await this.root.getByTestId('rlc-mode-selector').click();
		await this.page.getByTestId(`mode-${mode}`).filter({ visible: true }).click();
	}

	async openList(): Promise<void> {
		await this.root.getByTestId('rlc-input').click();
		await this.entries.first().waitFor();
	}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	async pick(name: string): Promise<void> {
		await this.entries.filter({ hasText: name }).click();
	}

	async write(value: string): Promise<void> {
		await this.root.getByTestId('rlc-input').locator('input').fill(value);
	}

	async shows(): Promise<string> {
		return await this.root.getByTestId('rlc-input').locator('input').inputValue();
	}
}
