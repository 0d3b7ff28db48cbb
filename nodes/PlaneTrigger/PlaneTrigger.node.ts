import {
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IHookFunctions,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { SECRET, webhookPanel } from './webhookPanel';

// Apart, because one lint rule of n8n wants the constant here and another the literal text.
const main = [NodeConnectionTypes.Main];

/**
 * The trigger as n8n loads it: its panel comes from `webhookPanel`; what it does, from `receive` and
 * `checkFilters`, which are loaded when it first does something.
 */
export class PlaneTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plane Trigger',
		name: 'planeTrigger',
		icon: { light: 'file:../../icons/plane.svg', dark: 'file:../../icons/plane.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ").replaceAll("_", " ")}}',
		description: 'Starts the workflow at once when Plane sends a webhook',
		defaults: { name: 'Plane Trigger' },
		inputs: [],
		outputs: main,
		credentials: [
			{
				name: 'planeWebhookApi',
				required: true,
				testedBy: 'planeWebhookApiTest',
				displayOptions: { show: { authentication: [SECRET] } },
			},
			{ name: 'planeApi', required: false, testedBy: 'planeApiTest' },
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: webhookPanel,
	};

	methods = {
		credentialTest: {
			async planeWebhookApiTest(
				this: ICredentialTestFunctions,
				{ data = {} }: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				const { testSecret } = await import('./testSecret.js');

				return testSecret(data);
			},
			async planeApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted) {
				const { testCredential } = await import('../shared/client/testCredential.js');

				return await testCredential(this, data);
			},
		},
	};

	/** Webhooks are made in Plane's web app alone, so that nothing is made, changed or deleted there. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { checkFilters } = await import('./checkFilters.js');
				const { hasReceived } = await import('./memory.js');
				const { triggerError } = await import('../shared/output/nodeErrors.js');
				const memory = this.getWorkflowStaticData('node');
				const problem = await checkFilters(this, memory);
				if (problem !== undefined) throw triggerError(this.getNode(), problem);

				return hasReceived(memory);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions) {
		const { receive } = await import('./receive.js');

		return await receive(this);
	}
}
