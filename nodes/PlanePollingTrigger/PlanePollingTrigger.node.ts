import {
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { triggerOptions } from './triggerOptions';
import { pollingPanel } from './pollingPanel';

// Apart, because one lint rule of n8n wants the constant here and another the literal text.
const main = [NodeConnectionTypes.Main];

/**
 * The trigger as n8n loads it: what it asks for comes from `pollingPanel`; what it does, from `pollPlane`,
 * which is loaded when it first does something.
 */
export class PlanePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plane Polling Trigger',
		name: 'planePollingTrigger',
		icon: { light: 'file:../../icons/plane.svg', dark: 'file:../../icons/plane.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ").replaceAll("_", " ")}}',
		description: 'Starts the workflow when something changes in Plane; needs only the API key',
		defaults: { name: 'Plane Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: main,
		credentials: [{ name: 'planeApi', required: true, testedBy: 'planeApiTest' }],
		properties: pollingPanel,
	};

	methods = {
		loadOptions: triggerOptions,
		credentialTest: {
			async planeApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted) {
				const { testCredential } = await import('../shared/client/testCredential.js');

				return await testCredential(this, data);
			},
		},
	};

	async poll(this: IPollFunctions) {
		const { pollPlane } = await import('./pollPlane.js');

		return await pollPlane(this);
	}
}
