import { expect } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import type { Instance, RunningN8n } from './instance';
import { type Session, signIn } from './owner';
import { readDocumentedWorkflow } from './workflows/examples';

/** How long a request and an execution may take, in milliseconds. */
const LIMIT = 300_000;

/** Aborts a request that takes too long. */
export const createTimeout = (): AbortSignal => AbortSignal.timeout(LIMIT);

/** Waits for the result of a workflow. @throws Error if it does not come in time */
export async function waitUntil(isDone: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + LIMIT;

	while (!(await isDone())) {
		if (Date.now() > deadline) throw new Error('The result of the workflow did not come in time');

		await wait(200);
	}
}

/** Reads the ID in the address of the trigger of an example. @param file below docs/workflows, without `.json` */
export const readWebhookId = (file: string): string =>
	readDocumentedWorkflow(`workflows/${file}`, '', {}).nodes.find(({ webhookId }) => webhookId)
		?.webhookId ?? '';

/** An execution, as n8n lists it. */
interface ExecutionRow {
	readonly id: string;
	readonly status: string;
	readonly stoppedAt?: string;
}

/** An n8n that has published examples, which are called as their sources call them. */
export class ExampleServer {
	private constructor(
		private readonly n8n: RunningN8n,
		private readonly session: Session,
	) {}

	/** @param ids of the workflows to publish */
	static async start(instance: Instance, ids: readonly string[]): Promise<ExampleServer> {
		for (const id of ids) await instance.activate(id);
		const n8n = await instance.start();

		return new ExampleServer(n8n, await signIn(n8n.url));
	}

	async close(): Promise<void> {
		await this.n8n.close();
	}

	/** The address of a form or a webhook. @param path such as `webhook/ID` */
	address(path: string): string {
		return `${this.n8n.url}/${path}`;
	}

	/** Sends JSON. */
	async send(path: string, method: string, body?: object): Promise<Response> {
		return await fetch(this.address(path), {
			method,
			signal: createTimeout(),
			headers: { 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
	}

	/** Waits until an address responds: n8n is ready before its webhooks are. */
	async waitFor(path: string, method: string, body?: object): Promise<void> {
		await waitUntil(async () => [200, 500].includes((await this.send(path, method, body)).status));
	}

	/** Starts an execution of a workflow, waits for its end, and expects that it has not failed. */
	async execute(workflowId: string, start: () => Promise<Response>): Promise<void> {
		expect(await this.findErrors(workflowId, start)).toEqual([]);
	}

	/** Starts an execution of a workflow, and waits for its end. @returns the messages of its errors */
	async findErrors(workflowId: string, start: () => Promise<Response>): Promise<unknown[]> {
		const before = (await this.listExecutions(workflowId)).length;

		expect((await start()).status).toBe(200);
		await waitUntil(async () => {
			const executions = await this.listExecutions(workflowId);

			return executions.length > before && executions.every(({ stoppedAt }) => stoppedAt);
		});
		const executions = await this.listExecutions(workflowId);
		const failed = executions
			.slice(0, executions.length - before)
			.filter(({ status }) => status !== 'success');
		const errors = await Promise.all(failed.map(async ({ id }) => await this.readErrors(id)));

		return errors.flat();
	}

	/** Lists the executions of a workflow, newest first. */
	private async listExecutions(workflowId: string): Promise<ExecutionRow[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const list = await this.session.request('GET', `/executions?filter=${filter}&limit=100`);

		return (list as { results: ExecutionRow[] }).results;
	}

	/** Reads the messages of an execution that has failed. n8n keeps it as a list, in which objects refer to their values. */
	private async readErrors(id: string): Promise<unknown[]> {
		const { data } = (await this.session.request('GET', `/executions/${id}`)) as { data: string };
		const values = JSON.parse(data) as readonly unknown[];
		const hasMessage = (value: unknown): value is { message: string } =>
			typeof value === 'object' && value !== null && 'message' in value;

		return values.filter(hasMessage).map(({ message }) => values[Number(message)]);
	}
}
