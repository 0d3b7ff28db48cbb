import type { Locator, Page } from 'playwright-core';

/** The dialog that creates a credential. */
export class CredentialDialog {
	private readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('credential-edit-dialog');
	}

	async write(field: string, value: string): Promise<void> {
		await this.root.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
	}

	/** Saves the credential. n8n tests it at once. */
	async save(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Waits for the error of a failed test, and opens its details. */
	async waitForRefusal(): Promise<void> {
		await this.root.getByText('Couldn’t connect with these settings').waitFor();
		await this.root.getByText('More details').click();
	}

	/** Reads the whole text of the dialog. */
	async readText(): Promise<string> {
		return await this.root.innerText();
	}

	/** Waits until the dialog is closed, which n8n does after a successful test. */
	async waitUntilClosed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
