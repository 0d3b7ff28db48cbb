import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { waitingWebhooks } from './ask/waitingWebhooks';
import { listSearch, loadOptions } from './listSearchMethods';
import { operationsWithoutRequests, planeProperties } from './panel/planeProperties';
import { resourceMapping } from './resourceMappingMethods';
import { credentialTests } from '../shared/parameters/credentialTests';

// A constant, because two lint rules of n8n disagree: one requires NodeConnectionTypes in the description,
// the other one requires a literal there.
const main = [NodeConnectionTypes.Main];

/** Who only reads a file does not sign in. */
const hide = { operation: [...operationsWithoutRequests] };

/**
 * The node as n8n loads it. Its panel is made of the declared operations when the package is built. The code
 * that runs them is imported on first use, because n8n loads this file when it starts.
 */
export class Plane implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plane',
		name: 'plane',
		icon: { light: 'file:../../icons/plane.svg', dark: 'file:../../icons/plane.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Work with the work items, cycles, modules and projects of Plane (plane.so). Not made by Plane Software.',
		defaults: { name: 'Plane' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For everything in Plane (plane.so): work items (issues, tasks, bugs, tickets), comments, attachments, cycles (sprints), modules, labels, states, intake, members. Names, email addresses and keys such as LNCH-12 work wherever an ID does. Records that may exist: workItem upsert, or create with options.ifItAlreadyExists. To start a workflow: planePollingTrigger or planeTrigger.',
		},
		inputs: main,
		outputs: main,
		credentials: [
			{
				name: 'planeApi',
				required: true,
				testedBy: 'planeApiTest',
				displayOptions: { show: { authentication: ['apiKey'] }, hide },
			},
			{
				name: 'planeOAuth2Api',
				required: true,
				testedBy: 'planeOAuth2ApiTest',
				displayOptions: { show: { authentication: ['oAuth2'] }, hide },
			},
		],
		// Nothing registers them: an execution that waits has them. n8n's lint takes a list that stands here for that of a trigger.
		webhooks: waitingWebhooks,
		waitingNodeTooltip: 'The execution continues when somebody answers in Plane',
		properties: planeProperties,
	};

	methods = {
		listSearch,
		loadOptions,
		resourceMapping,
		credentialTest: credentialTests,
	};

	async execute(this: IExecuteFunctions) {
		const { run } = await import('./run.js');

		return [await run(this)];
	}

	/** Receives the answer that Send and Wait for Response waits for. */
	async webhook(this: IWebhookFunctions) {
		const { receiveAnswer } = await import('./ask/receiveAnswer.js');

		return await receiveAnswer(this);
	}
}
