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
 * The trigger as n8n loads it: what it asks for comes from `webhookPanel`; what it does, from `receive`,
 * which is loaded when it first does something.
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
		},
	};

	/** Webhooks are made in Plane's web app alone, so that nothing is made, changed or deleted there. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const { checkPanel, hasReceived } = await import('./receive.js');
				checkPanel(this);
				return hasReceived(this.getWorkflowStaticData('node'));
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
