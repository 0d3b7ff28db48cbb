import type { Page } from 'playwright-core';

import { Canvas, NodeList } from './canvas';

/** What a person signs in with. */
interface Account {
	readonly email: string;
	readonly password: string;
}

/** n8n in the browser, with the verbs of a person who works with it. */
export class Editor {
	constructor(
		private readonly page: Page,
		/** n8n's address, without a slash at its end. */
		private readonly url: string,
	) {}

	async signIn(account: Account): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.fillIn(account);
		await this.page.waitForURL(/\/home\/workflows/);
	}

	/** Opens the address of a workflow as somebody who is asked to sign in first. */
	async openAddress(address: string, account: Account): Promise<Canvas> {
		await this.page.goto(address);
		await this.fillIn(account);

		return await Canvas.shown(this.page);
	}

	/** Opens the workflow with this name from the list of all workflows. */
	async openWorkflow(name: string): Promise<Canvas> {
		await this.open(name);

		return await Canvas.shown(this.page);
	}

	/** Opens the workflow with this name, which has no node, and the list of nodes for the first one. */
	async openEmpty(name: string): Promise<NodeList> {
		await this.open(name);
		await this.page.getByTestId('canvas-plus-button').click();

		return new NodeList(this.page);
	}

	/** Waits for n8n's message in the corner, and closes all that are there. */
	async closeMessages(): Promise<void> {
		const messages = this.page.locator('.el-notification');

		await messages.first().waitFor();

		for (const message of (await messages.all()).reverse()) {
			await message.locator('.el-notification__closeBtn').click();
		}

		await messages.first().waitFor({ state: 'hidden' });
	}

	private async open(name: string): Promise<void> {
		await this.page.goto(`${this.url}/home/workflows`);
		const cards = this.page.getByTestId('workflow-card-name');

		await cards.getByText(name, { exact: true }).click();
	}

	private async fillIn({ email, password }: Account): Promise<void> {
		await this.page.getByTestId('emailOrLdapLoginId').locator('input').fill(email);
		await this.page.getByTestId('password').locator('input').fill(password);
		await this.page.getByTestId('form-submit-button').click();
	}
}
