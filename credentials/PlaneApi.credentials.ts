import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { normalizeApiKey } from '../nodes/shared/transport/connection';

// Not in the list of properties itself: the lint rule for secrets mistakes "Unauthorized" for one and
// asks for a password field, which a switch cannot be.
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

/** The address of a Plane server, and the API key to it. The node tests it (`testedBy`). */
export class PlaneApi implements ICredentialType {
	name = 'planeApi';
	displayName = 'Plane API';
	icon = { light: 'file:../icons/plane.svg', dark: 'file:../icons/plane.dark.svg' } as const;
	documentationUrl = 'https://developers.plane.so/api-reference/introduction';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'API key of the user the nodes act as',
			hint: 'In Plane: Profile Settings, API Tokens, Add API Token',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.plane.so',
			required: true,
			placeholder: 'e.g. https://plane.example.com',
			description:
				'Address of the server. For a self-hosted one, with or without a path prefix and /api/v1.',
		},
		{
			displayName: 'Workspace Slug',
			name: 'workspaceSlug',
			type: 'string',
			default: '',
			placeholder: 'e.g. acme',
			description:
				"The workspace in Plane's web address, e.g. acme for https://app.plane.so/acme/. Nodes use it unless they have their own.",
			hint: 'If you leave it empty, every node needs its own, and the test of this credential cannot check it',
		},
		{
			displayName: 'Web Address',
			name: 'webAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://plane.example.com',
			description:
				'Where people open Plane in the browser, if that is not the Base URL. Links to Plane in the output begin with it.',
			hint: 'Needed only if n8n reaches the API at an address that browsers do not know, such as http://api:8000',
		},
		ignoreSslIssues,
	];

	/** A function, because n8n would evaluate a generic declaration again for each request. */
	authenticate: IAuthenticate = ({ apiKey }, request) =>
		Promise.resolve({
			...request,
			headers: { ...request.headers, 'X-API-Key': normalizeApiKey(apiKey) },
		});
}
