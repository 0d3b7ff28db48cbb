import type { Locator, Page } from 'playwright-core';

/** The dialog in which a credential is made or changed. */
export class CredentialDialog {
	private constructor(private readonly root: Locator) {}

	static async shown(page: Page): Promise<CredentialDialog> {
		const root = page.getByTestId('credential-edit-dialog');
		await root.waitFor();
		return new CredentialDialog(root);
	}

	async write(field: string, value: string): Promise<void> {
		await this.root.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
	}

	/** Saves, which also tests the credential, and waits for the outcome. */
	async save(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
	}
}
