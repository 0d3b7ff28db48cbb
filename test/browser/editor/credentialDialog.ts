import type { Locator, Page } from 'playwright-core';

/** The dialog in which a credential is made. */
export class CredentialDialog {
	private readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('credential-edit-dialog');
	}

	async write(field: string, value: string): Promise<void> {
		await this.root.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
	}

	/** Saves the credential, which n8n tests at once. */
	async save(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Waits for what n8n says when it cannot connect, and opens the details. */
	async refused(): Promise<void> {
		await this.root.getByText('Couldn’t connect with these settings').waitFor();
		await this.root.getByText('More details').click();
	}

	/** All that the dialog shows. */
	async text(): Promise<string> {
		return await this.root.innerText();
	}

	/** Waits until n8n has closed the dialog, as it does when the test has succeeded. */
	async closed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
