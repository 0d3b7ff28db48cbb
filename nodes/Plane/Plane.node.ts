import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

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
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
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
}
