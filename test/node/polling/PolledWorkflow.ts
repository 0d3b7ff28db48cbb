import { PollContext } from 'n8n-core';
import {
	NodeError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeParameters,
	type IPollFunctions,
	type Workflow,
} from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { createWorkflow } from '../contexts';

const types = { node: new PlanePollingTrigger(), credential: new PlaneApi() };

/**
 * A workflow with a Plane Polling Trigger that is published, and what n8n does with it: as the ActiveWorkflows of
 * n8n-core and the ActiveWorkflowManager do. The node runs in n8n's own context. n8n keeps the static data in memory
 * while the workflow is active, and saves them when it has been activated and with each event.
 */
export class PolledWorkflow {
	/** The items that have started it. */
	readonly items: IDataObject[] = [];
	/** The static data in the database. */
	private saved = '{}';
	/** What the last poll had n8n list as a failed execution. */
	private listedError: NodeError | undefined;
	private active?: { readonly workflow: Workflow; readonly context: IPollFunctions };

	constructor(
		private readonly credential: ICredentialDataDecryptedObject,
		private parameters: INodeParameters,
	) {}

	/** How long the static data in memory are as JSON. */
	get stateSize(): number {
		return JSON.stringify(this.active?.workflow.staticData).length;
	}

	/** Activates it with what was saved, as n8n does when it starts, too: it polls at once. @throws Error of the poll */
	async activate(): Promise<void> {
		const { workflow, node, additionalData } = await createWorkflow(types, this.parameters, {
			credential: this.credential,
			workflow: {
				id: 'w1',
				name: 'Launch',
				active: true,
				staticData: JSON.parse(this.saved) as IDataObject,
			},
		});
		const context: unknown = new PollContext(
			workflow,
			node,
			additionalData,
			'trigger',
			'activate',
			undefined,
			(error) => {
				if (error instanceof NodeError) this.listedError = error;
			},
		);

		this.active = { workflow, context: context as IPollFunctions };
		await this.pollOnce();
		this.save();
	}

	/** Changes parameters, and publishes it again. */
	async change(parameters: INodeParameters): Promise<void> {
		this.parameters = { ...this.parameters, ...parameters };
		await this.activate();
	}

	/** Polls when it is time. @returns the error that n8n shows, if there is one: it polls again next time */
	async poll(): Promise<NodeError | undefined> {
		this.listedError = undefined;

		try {
			await this.pollOnce();
		} catch (error) {
			if (!(error instanceof NodeError)) throw error;

			this.listedError = error;
		}

		return this.listedError;
	}

	private async pollOnce(): Promise<void> {
		if (this.active === undefined) throw new Error('The workflow is not active');

		const output = await types.node.poll.call(this.active.context);
		if (output === null) return;

		this.items.push(...output.flat().map(({ json }) => json));
		this.save();
	}

	/** Saves the static data as a whole, and only if the node has changed them. */
	private save(): void {
		const staticData = this.active?.workflow.staticData;
		if (staticData?.__dataChanged !== true) return;

		this.saved = JSON.stringify(staticData);
		staticData.__dataChanged = false;
	}
}
