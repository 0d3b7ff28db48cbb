import type { Locator, Page } from 'playwright-core';

import { Canvas } from './canvas';
import { CredentialDialog } from './credentialDialog';

/** A field of a resource mapper. */
export interface MappedField {
	readonly name: string;
	readonly input: 'date' | 'list' | 'number' | 'text';
	/** Whether the editor marks the empty field as one that needs a value. */
	readonly isRequired: boolean;
}

/** The inputs by CSS selectors of their parts. Dates also have the part of a list. */
const INPUTS = [
	['date', '.el-date-editor'],
	['number', '[data-test-id="input-number"]'],
	['list', '.el-select'],
] as const;

/** The panel of a node: input on the left, parameters in the middle, output on the right. */
export class Panel {
	readonly output: Output;
	private readonly root: Locator;
	private readonly credential: Locator;
	private readonly mapper: Locator;

	private constructor(private readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.credential = this.root.getByTestId('node-credentials-select');
		this.mapper = this.root.getByTestId('mapping-fields-container');
		this.output = new Output(this.root.getByTestId('output-panel'));
	}

	/** Waits until the editor shows the panel that it is opening. */
	static async waitFor(page: Page): Promise<Panel> {
		const panel = new Panel(page);

		await panel.root.getByTestId('node-parameters').waitFor();

		return panel;
	}

	/** Reads the chosen option of a parameter. */
	async readChoice(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.option(option).click();
	}

	/** Types a value, and leaves the field with Enter, which date fields require. */
	async write(name: string, value: string): Promise<void> {
		const input = this.parameter(name).locator('input');

		await input.fill(value);
		await input.press('Enter');
	}

	/** Types a value after a click into its field, as a person does. */
	async type(name: string, value: string): Promise<void> {
		await this.parameter(name).locator('input').click();
		await this.write(name, value);
	}

	/** Chooses entries of an empty list that allows several choices, and closes the list. */
	async chooseSeveral(name: string, options: readonly string[]): Promise<void> {
		// While the editor loads the list, the field is disabled and says so.
		await this.parameter(name).getByPlaceholder('Select', { exact: true }).waitFor();
		await this.parameter(name).click();

		for (const option of options) {
			await this.option(option).click();
		}

		await this.page.keyboard.press('Escape');
	}

	/** Turns a switch on. */
	async switchOn(name: string): Promise<void> {
		await this.parameter(name).locator('.el-switch').click();
	}

	/** Waits until the resource mapper has a field with this name. */
	async waitForMappedField(name: string): Promise<void> {
		await this.mapper.getByText(name, { exact: true }).waitFor();
	}

	/** Reads the fields of the resource mapper, in their order. */
	async listMappedFields(): Promise<MappedField[]> {
		const fields = await this.mapper.getByTestId('parameter-input').all();

		return await Promise.all(fields.map(readMappedField));
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

	async readCredential(): Promise<string> {
		return await this.credential.locator('input').inputValue();
	}

	async chooseCredential(name: string): Promise<void> {
		await this.credential.click();
		const entries = this.page.getByTestId(/^node-credentials-select-item-/);
		const entriesWithName = entries.filter({ has: this.page.getByText(name, { exact: true }) });

		await entriesWithName.filter({ visible: true }).click();
	}

	async createCredential(): Promise<CredentialDialog> {
		await this.credential.click();
		const button = this.page.getByTestId('node-credentials-select-item-new');

		await button.filter({ visible: true }).click();

		return new CredentialDialog(this.page);
	}

	/** Opens the dialog for the first credential of its type. */
	async createFirstCredential(): Promise<CredentialDialog> {
		await this.root.getByText('Connect to', { exact: false }).click();

		return new CredentialDialog(this.page);
	}

	/** Reads the production URL of the webhook. */
	async readProductionUrl(): Promise<string> {
		await this.root.getByText('Webhook URLs', { exact: true }).click();
		await this.root.getByText('Production URL', { exact: true }).click();

		return (await this.root.locator('.webhook-url').innerText()).trim();
	}

	/** Reads the title beside the parameters, which says what to do for a test event. */
	async readTriggerHeader(): Promise<string> {
		return await this.root.getByTestId('trigger-header').innerText();
	}

	/** Reads the notice that begins with this text. */
	async readNotice(beginning: string): Promise<string> {
		return await this.root.locator('.notice', { hasText: beginning }).first().innerText();
	}

	async close(): Promise<Canvas> {
		await this.root.getByTestId('ndv-close-button').click();

		return await Canvas.waitFor(this.page);
	}

	/** Executes the node with its button, and waits until the editor has read the result of the run. */
	async execute(): Promise<void> {
		const result = this.page.waitForResponse((response) =>
			/\/rest\/executions\/\w+$/.test(new URL(response.url()).pathname),
		);

		await this.root.getByTestId('node-execute-button').click();
		await result;
		await this.output.waitForRun();
	}

	/** Executes the previous nodes with the button on the left, and waits for their output. */
	async executePrevious(): Promise<void> {
		const input = this.root.getByTestId('ndv-input-panel');

		await input.getByTestId('execute-previous-node').click();
		// Fields without values are n8n's preview of possible output.
		await input
			.getByTestId('run-data-schema-item-value')
			.filter({ hasText: /./ })
			.first()
			.waitFor();
	}

	private parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`);
	}

	/** An option of the open list. It may have a description below its name. */
	private option(name: string): Locator {
		const optionsWithName = this.page.getByText(name, { exact: true });

		return this.page.getByRole('option').filter({ has: optionsWithName, visible: true });
	}
}

async function readMappedField(field: Locator): Promise<MappedField> {
	const item = field.locator('xpath=ancestor::*[contains(@class, "parameter-item")][1]');
	let input: MappedField['input'] = 'text';

	for (const [kind, selector] of INPUTS.toReversed()) {
		if ((await field.locator(selector).count()) > 0) input = kind;
	}

	return {
		name: (await item.locator('label').first().locator('.n8n-text').first().innerText()).trim(),
		input,
		isRequired: (await item.getByTestId('parameter-issues').count()) > 0,
	};
}

/** A resource locator: a field that takes a record from a list, by ID or by URL. */
class LocatorField {
	private readonly input: Locator;
	/** The entries of the open list. */
	private readonly rows: Locator;

	constructor(
		private readonly page: Page,
		private readonly root: Locator,
	) {
		this.input = root.getByTestId('rlc-input');
		this.rows = page.getByTestId('rlc-item').filter({ visible: true });
	}

	async chooseByUrl(): Promise<void> {
		await this.root.getByTestId('rlc-mode-selector').click();
		const entry = this.page.getByTestId('mode-url').filter({ visible: true });

		await entry.click();
		// Waits until this menu is closed, so that the menu of the next field is not mistaken for it.
		await entry.waitFor({ state: 'hidden' });
	}

	async openList(): Promise<void> {
		await this.input.click();
		await this.rows.first().waitFor();
	}

	/** Reads the names in the open list. */
	async listEntries(): Promise<string[]> {
		return (await this.rows.allInnerTexts()).map((text) => text.trim());
	}

	async search(text: string): Promise<void> {
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
	}

	/** Waits until the list has a number of entries. */
	async waitForEntries(count: number): Promise<void> {
		await this.rows.nth(count).waitFor({ state: 'detached' });
		await this.rows.nth(count - 1).waitFor();
	}

	async pick(name: string): Promise<void> {
		await this.rows.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	async write(value: string): Promise<void> {
		await this.input.fill(value);
	}

	/** Reads the text in the field: the name of the chosen record, or the typed text. */
	async readText(): Promise<string> {
		return await this.input.inputValue();
	}
}

/** The right side of the panel: the output of the node. */
class Output {
	constructor(private readonly root: Locator) {}

	/**
	 * Waits until the output of a run is shown. After each run, a resource mapper loads its fields again; if they
	 * change its parameter, the editor calls the output outdated in place of its status.
	 */
	async waitForRun(): Promise<void> {
		await this.root.getByTestId(/^node-run-(status-|info-stale$)/).waitFor();
	}

	async showSchema(): Promise<void> {
		await this.root.getByTestId('radio-button-schema').click();
	}

	/** Reads the value of a field of the first item, if the output is shown as a schema. */
	async readValue(field: string): Promise<string> {
		const fields = this.root.getByTestId('run-data-schema-item');
		const name = this.root.page().getByText(field, { exact: true });

		return await fields.filter({ has: name }).getByTestId('run-data-schema-item-value').innerText();
	}

	/** Reads the message and the description of the error. */
	async readError(): Promise<{ message: string; description: string }> {
		return {
			message: await this.root.getByTestId('node-error-message').innerText(),
			description: await this.root.getByTestId('node-error-description').innerText(),
		};
	}
}
