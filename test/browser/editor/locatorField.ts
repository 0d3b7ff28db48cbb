import type { Locator, Page } from 'playwright-core';

/** A field that takes a record from a list, by its ID, or by its address. */
export class LocatorField {
	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {}

	async chooseByUrl(): Promise<void> {
		await this.root.getByTestId('rlc-mode-selector').click();
		const entry = this.page.getByTestId('mode-url').filter({ visible: true });
		await entry.click();
		// The menu of the next field must not be taken for this one, which closes slowly.
		await entry.waitFor({ state: 'hidden' });
	}

	async openList(): Promise<void> {
		await this.root.getByTestId('rlc-input').click();
		await this.rows.first().waitFor();
	}

	/** The names in the open list. */
	async entries(): Promise<string[]> {
		return (await this.rows.allInnerTexts()).map((text) => text.trim());
	}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** Waits until the list has so many entries. */
	async narrowedTo(count: number): Promise<void> {
		await this.rows.nth(count).waitFor({ state: 'detached' });
		await this.rows.nth(count - 1).waitFor();
	}

	async pick(name: string): Promise<void> {
		await this.rows.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	async write(value: string): Promise<void> {
		await this.root.getByTestId('rlc-input').fill(value);
	}

	/** What the field shows: the name of what was picked, or what was written. */
	async shown(): Promise<string> {
		return await this.root.getByTestId('rlc-input').inputValue();
	}

	/** The entries of the open list. */
	private get rows(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}
}
