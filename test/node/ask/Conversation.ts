import { WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type OnError,
} from 'n8n-workflow';

import { byId, locateFirst, parametersFor } from '../../engine/samples';
import { createWebhookResponse } from '../../tools/createWebhookResponse';
import { createExecuteContext, createWorkflow } from '../contexts';
import { type Plane, type PlaneOptions, startPlane, type Surroundings } from '../plane';
import { withSurroundings } from '../withPlane';

/** How a question is asked. */
export interface AskOptions extends PlaneOptions {
	/** Differences from the usual parameters. */
	readonly parameters?: INodeParameters;
	readonly items?: readonly INodeExecutionData[];
	readonly onError?: OnError;
	readonly node?: Partial<INode>;
	/** Changes n8n's context before the node runs. */
	readonly prepare?: (context: object) => void;
}

/** A response of n8n to a link. */
interface LinkResponse {
	readonly status: number;
	readonly html: string;
	readonly headers: Readonly<Record<string, string>>;
	/** The items with which the execution continues, or undefined if it goes on waiting. */
	readonly items?: readonly IDataObject[];
}

interface RequestOptions {
	readonly body?: IDataObject;
	/** Changes n8n's context before the node runs. */
	readonly prepare?: (context: object) => void;
}

/** An execution that asks, and the people who answer. */
export class Conversation {
	private constructor(
		private readonly surroundings: Surroundings,
		readonly plane: Plane,
		/** What n8n keeps of the execution. */
		private readonly execution: IRunExecutionData,
		private readonly parameters: INodeParameters,
		private readonly node: Partial<INode>,
		/** What the node has returned, or the error that stopped it. */
		readonly output:
			| readonly INodeExecutionData[]
			| { readonly message: string; readonly description: string },
	) {}

	/** Asks, and gives the conversation to a test. */
	static async with(
		options: AskOptions,
		work: (conversation: Conversation) => unknown,
	): Promise<void> {
		await withSurroundings(async (surroundings) => {
			const plane = await startPlane(surroundings, options);

			try {
				await work(await Conversation.start(surroundings, plane, options));
			} finally {
				await plane.close();
			}
		});
	}

	private static async start(
		surroundings: Surroundings,
		plane: Plane,
		{ parameters, items, onError, node = {}, prepare }: AskOptions,
	): Promise<Conversation> {
		const { time, types } = surroundings;
		const { state } = plane.service;
		const ownNode = { ...node, ...(onError !== undefined && { onError }) };
		const ownParameters = parametersFor('workItemComment.sendAndWait', {
			authentication: 'apiKey',
			projectId: locateFirst(state.projects),
			workItemId: locateFirst(state.workItems),
			message: 'May it go out?',
			responseType: 'approval',
			...parameters,
		});
		const execution = createRunExecutionData({ executionData: {} });
		const context = await createExecuteContext(types, ownParameters, {
			credential: plane.credential,
			node: ownNode,
			execution,
			...(items && { items }),
		});

		prepare?.(context);

		const output = await time.pass(runNode(async () => await types.node.execute?.call(context)));

		return new Conversation(surroundings, plane, execution, ownParameters, ownNode, output);
	}

	/** Until when the execution waits, or undefined if it does not wait. */
	get waitTill(): Date | undefined {
		return this.execution.waitTill;
	}

	/** The comment that is the newest, as HTML. */
	get comment(): string {
		return this.plane.service.state.comments.at(-1)?.comment_html ?? '';
	}

	/** The links in it, by what they say. */
	get links(): Readonly<Record<string, string>> {
		const links = this.comment.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g);

		return Object.fromEntries(
			[...links].map(([, href = '', label = '']) => [label, href.replaceAll('&amp;', '&')]),
		);
	}

	/** Follows a link, as a browser or a program that shows previews does. */
	async open(url: string): Promise<LinkResponse> {
		return await this.request('GET', url);
	}

	/** Sends the form of the page behind a link. */
	async confirm(url: string, body: IDataObject = {}): Promise<LinkResponse> {
		return await this.request('POST', url, { body });
	}

	/** Sends the form to an n8n that fails while the answer is recorded. */
	async confirmBroken(url: string): Promise<LinkResponse> {
		const getTimezone = () => {
			throw new Error('n8n has no time zone');
		};

		return await this.request('POST', url, {
			prepare: (context) => void Object.assign(context, { getTimezone }),
		});
	}

	/** Lets time pass. */
	async wait(milliseconds: number): Promise<void> {
		await this.surroundings.time.pass(
			new Promise((resolve) => {
				setTimeout(resolve, milliseconds);
			}),
		);
	}

	/** Asks again in the same execution, as in a loop. */
	async askAgain(): Promise<void> {
		const { time, types } = this.surroundings;
		const context = await createExecuteContext(types, this.parameters, {
			credential: this.plane.credential,
			node: this.node,
			execution: this.execution,
		});

		await time.pass(runNode(async () => await types.node.execute?.call(context)));
	}

	/** Follows a link to an n8n that does not pass on the request. */
	async openBroken(url: string): Promise<LinkResponse> {
		return await this.request(undefined, url);
	}

	/** @param method absent: n8n has lost the request */
	private async request(
		method: string | undefined,
		url: string,
		{ body = {}, prepare }: RequestOptions = {},
	): Promise<LinkResponse> {
		const { time, types, http } = this.surroundings;
		const { workflow, node, additionalData } = await createWorkflow(types, this.parameters, {
			credential: this.plane.credential,
			node: this.node,
		});
		const { sent, headers, response } = createWebhookResponse();
		const query = Object.fromEntries(new URL(url).searchParams);
		const webhookData = {
			...additionalData,
			...(method !== undefined && { httpRequest: { method, query, body } }),
			httpResponse: response,
			// The node uses only these properties of a request and a response.
		} as unknown as IWorkflowExecuteAdditionalData;
		const context: object = new WebhookContext(
			workflow,
			node,
			webhookData,
			'webhook',
			{
				httpMethod: 'GET',
				node: node.name,
				path: '',
				webhookDescription: { httpMethod: 'GET', name: 'default', path: '' },
				workflowId: 'test',
				workflowExecuteAdditionalData: webhookData,
			},
			[],
			// n8n reads it from its database for each request.
			structuredClone(this.execution),
		);

		prepare?.(context);

		if (types.node.webhook === undefined) throw new Error('The node has no webhook');

		const result: IWebhookResponseData = await time.pass(
			types.node.webhook.call(context as IWebhookFunctions),
		);

		http.throwDefect();

		const { workflowData } = result;
		const html: unknown = result.noWebhookResponse === true ? sent.answer : result.webhookResponse;

		return {
			status: sent.status,
			headers,
			html: String(html),
			...(workflowData && { items: workflowData.flat().map(({ json }) => json) }),
		};
	}
}

/** The link with another value of a parameter. n8n would refuse its signature. */
export const withParameter = (url: string, name: string, value: string): string => {
	const changed = new URL(url);

	changed.searchParams.set(name, value);

	return changed.href;
};

/** A locator with an ID that no work item has. */
export const missingWorkItem = byId('0c7da278-21b6-4225-9d30-da0e1a924ae5');

async function runNode(run: () => Promise<unknown>): Promise<Conversation['output']> {
	try {
		const output = await run();

		return Array.isArray(output) ? ((output as INodeExecutionData[][])[0] ?? []) : [];
	} catch (error) {
		if (!(error instanceof NodeError)) throw error;

		return { message: error.message, description: error.description ?? '' };
	}
}
