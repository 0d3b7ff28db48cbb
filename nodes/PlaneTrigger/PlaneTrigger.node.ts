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

import { checkPanel, hasReceived, receive } from './receive';
import { testSecret } from './testSecret';
import { SECRET, webhookPanel } from './webhookPanel';

// Apart, because one lint rule of n8n wants the constant here and another the literal text.
const main = [NodeConnectionTypes.Main];

/** The trigger as n8n loads it: what it asks for comes from `webhookPanel`, what it does from `receive`. */
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
				return await Promise.resolve(testSecret(data));
			},
		},
	};

	/** Webhooks are made in Plane's web app alone, so that nothing is made, changed or deleted there. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				checkPanel(this);
				return await Promise.resolve(hasReceived(this.getWorkflowStaticData('node')));
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
		return await receive(this);
	}
}
