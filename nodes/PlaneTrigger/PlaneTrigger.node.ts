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

import { triggerOptions } from '../shared/listSearch/triggerOptions';
import { webhookPanel, webhookProperties } from './description';
import { SharedStates } from './SharedStates';
import { MANUAL_REGISTRATION, SIGNING_SECRET } from './webhookChoices';
import { credentialTests } from '../shared/parameters/credentialTests';

// A constant, because two lint rules of n8n disagree: one requires NodeConnectionTypes in the description,
// the other one requires a literal there.
const main = [NodeConnectionTypes.Main];

/** The webhook trigger. n8n loads this file when it starts, so the rest is imported on first use. */
export class PlaneTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plane Trigger',
		name: 'planeTrigger',
		icon: { light: 'file:../../icons/plane.svg', dark: 'file:../../icons/plane.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}',
		// n8n's list of nodes shows this text for the actions of the node Plane, too, which has the same name there.
		description:
			'Work items, comments and more in Plane (plane.so). The trigger starts as soon as they change. Not made by Plane Software.',
		defaults: { name: 'Plane Trigger' },
		inputs: [],
		outputs: main,
		credentials: [
			{
				name: 'planeWebhookApi',
				required: true,
				testedBy: 'planeWebhookApiTest',
				displayOptions: {
					show: { registration: [MANUAL_REGISTRATION], requestVerification: [SIGNING_SECRET] },
				},
			},
			{
				name: 'planeApi',
				required: false,
				testedBy: 'planeApiTest',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'planeOAuth2Api',
				required: false,
				testedBy: 'planeOAuth2ApiTest',
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		eventTriggerDescription:
			'Waiting for you to change something in Plane that the trigger watches',
		activationMessage: 'From now on, Plane starts the workflow through its Production URL.',
		builderHint: {
			searchHint:
				"Starts a workflow at once when something changes in Plane (plane.so), by webhook: work items (issues, tasks), comments, cycles, modules, projects. Needs an address of n8n that Plane can reach; with registration automatic, also an administrator on Plane's cloud or a commercial edition. Otherwise use planePollingTrigger, which reports more.",
		},
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		triggerPanel: webhookPanel,
		properties: webhookProperties,
	};

	methods = {
		loadOptions: triggerOptions,
		credentialTest: {
			async planeWebhookApiTest(
				this: ICredentialTestFunctions,
				{ data = {} }: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				const { testSecret } = await import('./testSecret.js');

				return testSecret(data);
			},
			...credentialTests,
		},
	};

	/** n8n has one object of this class, which all deliveries have in common. */
	private readonly states = new SharedStates();

	webhookMethods = { default: createWebhookMethods(this.states) };

	webhook = this.states.share(async (context: IWebhookFunctions, state) => {
		const { handleDelivery } = await import('./handleDelivery.js');

		return await handleDelivery(context, state);
	});
}

/** What n8n calls when a workflow is published and unpublished, and when the editor listens for a test event. */
const createWebhookMethods = (states: SharedStates) => ({
	checkExists: states.share(async (context: IHookFunctions, state) => {
		const { checkWebhook } = await import('./manageWebhook.js');

		return await checkWebhook(context, state);
	}),
	create: states.share(async (context: IHookFunctions, state) => {
		const { createWebhook } = await import('./manageWebhook.js');

		return await createWebhook(context, state);
	}),
	delete: states.share(async (context: IHookFunctions, state) => {
		const { deleteWebhook } = await import('./manageWebhook.js');

		return await deleteWebhook(context, state);
	}),
});
