import type { Locator, Page } from 'playwright-core';

import { CredentialDialog } from './credentialDialog';
import { LocatorField } from './locatorField';
import { Output } from './output';

/** A node's panel: what goes in on the left, the parameters in the middle, what comes out right. */
export class Panel {
	readonly output: Output;

	private constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {
		this.output = new Output(root.getByTestId('output-panel'));
	}

	static async shown(page: Page): Promise<Panel> {
		const root = page.getByTestId('ndv');
		await root.getByTestId('node-parameters').waitFor();
		return new Panel(page, root);
	}

	/** What a list of options shows as chosen. */
	async chosen(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.option(option).click();
	}

	/** Types a value and leaves the field, by Enter as a date wants it. */
	async write(name: string, value: string): Promise<void> {
		const input = this.parameter(name).locator('input');
		await input.fill(value);
		await input.press('Enter');
	}

	locator(name: string): LocatorField {
		return new LocatorField(this.page, this.root.getByTestId(`resource-locator-${name}`));
	}

	/** Adds a field of Update Fields. */
	async addField(name: string): Promise<void> {
		const add = this.root.getByTestId('collection-parameter-add');
		await add.filter({ has: this.page.getByPlaceholder('Add Field', { exact: true }) }).click();
		await this.option(name).click();
	}

	async chosenCredential(): Promise<string> {
		return await this.credential.locator('input').inputValue();
	}

	async chooseCredential(name: string): Promise<void> {
		await this.credential.click();
		const entries = this.page.getByTestId(/^node-credentials-select-item-/);
		const named = entries.filter({ has: this.page.getByText(name, { exact: true }) });
		await named.filter({ visible: true }).click();
	}

	async newCredential(): Promise<CredentialDialog> {
		await this.credential.click();
		const button = this.page.getByTestId('node-credentials-select-item-new');
		await button.filter({ visible: true }).click();
		return await CredentialDialog.shown(this.page);
	}

	/** Presses Execute step and waits until the run has ended, well or badly. */
	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
		await this.output.arrived();
	}

	private parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	private get credential(): Locator {
		return this.root.getByTestId('node-credentials-select');
	}

	/** An option of the list that is open. */
	private option(name: string): Locator {
		return this.page.getByRole('option', { name, exact: true }).filter({ visible: true });
	}
}
