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

	/** Chooses another kind of credential for the node, by the name in its parameter Authentication. */
	async chooseAuthentication(name: string): Promise<void> {
		await this.root.getByTestId('credential-mode-dropdown-trigger').click();
		await this.page.getByText(name, { exact: true }).filter({ visible: true }).click();
	}

	/** Reads the address to which a service sends people back. */
	async readRedirectUrl(): Promise<string> {
		const text = await this.readText();

		return /^http\S+\/callback$/m.exec(text)?.[0] ?? '';
	}

	/** Opens the window in which people connect an account. */
	async openConsent(): Promise<Page> {
		const opened = this.page.context().waitForEvent('page');

		await this.root.getByTestId('quick-connect-button').click();

		return await opened;
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

	/** Waits until the dialog is closed, which n8n does after a successful test or connection. */
	async waitUntilClosed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
