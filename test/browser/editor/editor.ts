import type { Page } from 'playwright-core';

import { Canvas, Executions, NodeList } from './canvas';

/** How long a workflow may take to show its name before it counts as another one, in milliseconds. */
const RETRY_MS = 60_000;

/** Email address and password of a user. */
interface Account {
	readonly email: string;
	readonly password: string;
}

/** n8n's editor in the browser. */
export class Editor {
	constructor(
		private readonly page: Page,
		/** URL of n8n, without a trailing slash. */
		private readonly url: string,
	) {}

	async signIn(account: Account): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.fillIn(account);
		await this.page.waitForURL(/\/home\/workflows/);
	}

	/** Opens the URL of a workflow, and signs in first. */
	async openAddress(address: string, account: Account): Promise<Canvas> {
		await this.page.goto(address);
		await this.fillIn(account);

		return await Canvas.waitFor(this.page);
	}

	/** Opens a workflow by its name from the list of all workflows. */
	async openWorkflow(name: string): Promise<Canvas> {
		await this.open(name);

		return await Canvas.waitFor(this.page);
	}

	/** Opens the executions of a workflow. @param workflow its address */
	async openExecutions(workflow: string): Promise<Executions> {
		await this.page.goto(`${workflow}/executions`);

		return new Executions(this.page);
	}

	/** Opens a workflow without nodes by its name, and the list of nodes to add. */
	async openEmpty(name: string): Promise<NodeList> {
		await this.open(name);
		await this.page.getByTestId('canvas-plus-button').click();

		return new NodeList(this.page);
	}

	/** Waits for a message in the corner, and closes all messages. */
	async closeMessages(): Promise<void> {
		const messages = this.page.locator('.el-notification');

		await messages.first().waitFor();

		for (const message of (await messages.all()).reverse()) {
			await message.locator('.el-notification__closeBtn').click();
		}

		await messages.first().waitFor({ state: 'hidden' });
	}

	/** The list can move under the pointer while it loads. If this opens another workflow, it tries again. */
	private async open(name: string): Promise<void> {
		for (let attempt = 1; ; attempt += 1) {
			await this.page.goto(`${this.url}/home/workflows`);
			const cards = this.page.getByTestId('workflow-card-name');

			await cards.getByText(name, { exact: true }).click();
			await this.page.waitForURL(/\/workflow\//);

			try {
				await this.page.getByTitle(name, { exact: true }).first().waitFor({ timeout: RETRY_MS });

				return;
			} catch (error) {
				if (attempt === 3) throw error;
			}
		}
	}

	private async fillIn({ email, password }: Account): Promise<void> {
		await this.page.getByTestId('emailOrLdapLoginId').locator('input').fill(email);
		await this.page.getByTestId('password').locator('input').fill(password);
		await this.page.getByTestId('form-submit-button').click();
	}
}
