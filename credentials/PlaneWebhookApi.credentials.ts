import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** The secret that Plane signs the deliveries of a webhook with. The trigger tests it (`testedBy`). */
export class PlaneWebhookApi implements ICredentialType {
	name = 'planeWebhookApi';
	displayName = 'Plane Webhook API';
	icon = { light: 'file:../icons/plane.svg', dark: 'file:../icons/plane.dark.svg' } as const;
	documentationUrl = 'https://example.com/n8n-nodes-plane-workspace#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. plane_wh_…',
			description: 'Secret that Plane signs webhooks with',
			hint: 'Plane shows it only once, in a file, when you create the webhook',
		},
	];
}
