import {
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { triggerOptions } from '../shared/listSearch/triggerOptions';
import { pollingProperties } from './pollingProperties';
import { credentialTests } from '../shared/parameters/credentialTests';

// A constant, because two lint rules of n8n disagree: one requires NodeConnectionTypes in the description,
// the other one requires a literal there.
const main = [NodeConnectionTypes.Main];

/** The polling trigger. n8n loads this file when it starts, so the rest is imported on first use. */
export class PlanePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plane Polling Trigger',
		name: 'planePollingTrigger',
		icon: { light: 'file:../../icons/plane.svg', dark: 'file:../../icons/plane.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ").replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Watches Plane (plane.so) for changes to work items, comments and more. Not made by Plane Software.',
		defaults: { name: 'Plane Polling Trigger' },
		eventTriggerDescription: '',
		activationMessage: 'From now on, the workflow starts when something happens in Plane.',
		builderHint: {
			searchHint:
				'Starts a workflow when something happens in Plane (plane.so): a work item (issue, task) is created, changes its state, assignee or labels, gets a comment, a file or a link, enters a cycle or module, or waits in intake. Works with every edition and needs only the API key: prefer it to planeTrigger unless events have to arrive at once.',
		},
		polling: true,
		inputs: [],
		outputs: main,
		credentials: [
			{
				name: 'planeApi',
				required: true,
				testedBy: 'planeApiTest',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'planeOAuth2Api',
				required: true,
				testedBy: 'planeOAuth2ApiTest',
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: pollingProperties,
	};

	methods = {
		loadOptions: triggerOptions,
		credentialTest: credentialTests,
	};

	async poll(this: IPollFunctions) {
		const { poll } = await import('./poll.js');

		return await poll(this);
	}
}
