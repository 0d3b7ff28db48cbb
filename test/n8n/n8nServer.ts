import { expect } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';

import { type Execution, readErrorMessages, readExecution } from './execution';
import type { Instance, RunningN8n } from './instance';
import { type Session, signIn } from './owner';
import { types } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';

/** How long a request and an execution may take, in milliseconds. */
const LIMIT = 300_000;

/** Aborts a request that takes too long. */
export const createTimeout = (): AbortSignal => AbortSignal.timeout(LIMIT);

/** Waits until something is true. @throws Error if it does not come in time */
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

/** What the editor shows of a workflow, as far as the tests use it. */
interface StoredWorkflow {
	readonly versionId: string;
	readonly nodes: readonly { readonly name: string; readonly type: string }[];
}

/** An execution, as n8n lists it. */
interface ExecutionRow {
	readonly id: string;
	readonly status: string;
	readonly stoppedAt?: string | null;
}

/** The triggers from which the editor starts a workflow at once. */
const RUN_FROM: readonly string[] = [types.manual[0], types.schedule[0]];

/** A running n8n, which is asked for what its owner does in the editor. */
export class N8nServer {
	private constructor(
		private readonly instance: Instance,
		private n8n: RunningN8n,
		private session: Session,
	) {}

	/** Starts n8n, and signs in. @param port replaced by a free one if it is taken */
	static async start(instance: Instance, port?: number): Promise<N8nServer> {
		const n8n = await instance.start('start', port);

		return new N8nServer(instance, n8n, await signIn(n8n.url));
	}

	/** Starts it again, at the same address, after `close` or `kill`. */
	async restart(): Promise<void> {
		this.n8n = await this.instance.start('start', Number(new URL(this.url).port));
		this.session = await signIn(this.url);
	}

	/** Without a trailing slash. */
	get url(): string {
		return this.n8n.url;
	}

	async close(): Promise<void> {
		await this.n8n.close();
	}

	/** Ends it as a power cut would. */
	async kill(): Promise<void> {
		await this.n8n.kill();
	}

	/** Sends a request of the editor. @throws Error with the response if its status is not successful */
	async request(method: string, path: string, body?: unknown): Promise<unknown> {
		return await this.session.request(method, path, body);
	}

	/** Asks n8n to publish or unpublish a workflow. n8n 2 answers before it has done it. */
	async requestPublished(id: string, published: boolean): Promise<void> {
		const { versionId } = await this.readWorkflow(id);

		await (this.instance.line === 'v1'
			? this.request('PATCH', `/workflows/${id}`, { active: published, versionId })
			: this.request('POST', `/workflows/${id}/${published ? 'activate' : 'deactivate'}`, {
					versionId,
				}));
	}

	/** Publishes a workflow, and waits until n8n has done it. */
	async publish(id: string): Promise<void> {
		await this.setPublished(id, true);
	}

	/** Unpublishes a workflow, and waits until n8n has done it. */
	async unpublish(id: string): Promise<void> {
		await this.setPublished(id, false);
	}

	/** Runs a workflow from its manual trigger or its schedule, as the editor does. @returns its result, also if it failed */
	async run(id: string): Promise<Execution> {
		const workflowData = await this.readWorkflow(id);
		const trigger = workflowData.nodes.find(({ type }) => RUN_FROM.includes(type));
		const { executionId } = (await this.request('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger?.name },
		})) as { readonly executionId: string };

		await waitUntil(async () => {
			const rows = await this.listExecutions(id);

			return rows.some((row) => row.id === executionId && Boolean(row.stoppedAt));
		});

		return await readExecution(await this.readData(executionId));
	}

	/** The address of a form or a webhook. @param path such as `webhook/ID` */
	address(path: string): string {
		return `${this.url}/${path}`;
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
		const errors = await Promise.all(
			failed.map(async ({ id }) => readErrorMessages(await this.readData(id))),
		);

		return errors.flat();
	}

	/** Lists the executions of a workflow, newest first. */
	async listExecutions(workflowId: string): Promise<readonly ExecutionRow[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const list = await this.request('GET', `/executions?filter=${filter}&limit=100`);

		return (list as { results: ExecutionRow[] }).results;
	}

	/** Reads what an execution has done, in the form in which n8n stores it. */
	async readData(executionId: string): Promise<string> {
		const execution = await this.request('GET', `/executions/${executionId}`);

		return (execution as { data: string }).data;
	}

	/** Reads a workflow as n8n has stored it. */
	async readWorkflow(id: string): Promise<StoredWorkflow> {
		return (await this.request('GET', `/workflows/${id}`)) as StoredWorkflow;
	}

	private async setPublished(id: string, published: boolean): Promise<void> {
		await this.waitUntilSettled(id);
		await this.requestPublished(id, published);
		await this.waitUntilSettled(id);
	}

	/**
	 * Waits until n8n has done what was asked of it. n8n 1 answers only then, and n8n 2 at once: it
	 * keeps a list of what to do, in which publishing replaces an unpublishing that has not begun.
	 */
	private async waitUntilSettled(id: string): Promise<void> {
		if (this.instance.line === 'v1') return;

		await waitUntil(async () => {
			const answer = await this.request('GET', `/workflows/${id}/publication-status`);

			return (answer as { readonly status: string }).status !== 'in_progress';
		});
	}
}
