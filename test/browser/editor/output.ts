import type { Locator } from 'playwright-core';

/** The right side of a node's panel: what came of its run. */
export class Output {
	constructor(private readonly root: Locator) {}

	/** Waits until a run has ended, well or badly. */
	async arrived(): Promise<void> {
		await this.root.getByTestId(/^node-run-status-/).waitFor();
	}

	async showSchema(): Promise<void> {
		await this.root.getByTestId('radio-button-schema').click();
	}

	/** The value of a field of the first item, where the output is shown as schema. */
	async value(field: string): Promise<string> {
		const fields = this.root.getByTestId('run-data-schema-item');
		const name = this.root.page().getByText(field, { exact: true });
		return await fields.filter({ has: name }).getByTestId('run-data-schema-item-value').innerText();
	}

	/** What went wrong, and how to mend it. */
	async problem(): Promise<{ message: string; description: string }> {
		return {
			message: await this.root.getByTestId('node-error-message').innerText(),
			description: await this.root.getByTestId('node-error-description').innerText(),
		};
	}
}
