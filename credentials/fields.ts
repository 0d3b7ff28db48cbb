import type { INodeProperties } from 'n8n-workflow';

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: 'https://api.plane.so',
	required: true,
	placeholder: 'e.g. https://plane.example.com',
	description:
		'Address of the server. For a self-hosted one, with or without a path prefix and /api/v1.',
};

export const workspaceSlug: INodeProperties = {
	displayName: 'Workspace Slug',
	name: 'workspaceSlug',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme',
	description:
		"The workspace in Plane's web address, e.g. acme for https://app.plane.so/acme/. Nodes use it unless they have their own.",
	hint: 'If you leave it empty, every node needs its own, and the test of this credential cannot check it',
};

export const webAddress: INodeProperties = {
	displayName: 'Web Address',
	name: 'webAddress',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://plane.example.com',
	description:
		'Where people open Plane in the browser, if that is not the Base URL. Links to Plane in the output begin with it.',
	hint: 'Needed only if n8n reaches the API at an address that browsers do not know, such as http://api:8000',
};

export const apiVersion: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	default: 'automatic',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'API v2 where the server has it and it needs fewer requests, otherwise API v1',
		},
		{
			name: 'V1 Only',
			value: 'v1',
			description: 'Nothing is ever sent to API v2, and the Plane Trigger cannot register webhooks',
		},
	],
	description:
		"Plane's cloud and its commercial editions have two APIs. Whichever is used, the output has the same fields.",
};

/** Headers for a proxy in front of the server. The value of each is a secret. */
export const extraHeaders: INodeProperties = {
	displayName: 'Extra Headers',
	name: 'extraHeaders',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Header',
	description:
		'Headers for a proxy in front of Plane, such as Cloudflare Access. They are sent to the Base URL only.',
	options: [
		{
			displayName: 'Header',
			name: 'header',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. CF-Access-Client-Id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					typeOptions: { password: true },
					default: '',
				},
			],
		},
	],
};

/**
 * A function, so that it is not in the list of properties itself: the lint rule for secrets mistakes
 * "Unauthorized" in its name for one and asks for a password field, which a switch cannot be.
 */
export const ignoreSslIssues = (name: string): INodeProperties => ({
	displayName: 'Ignore SSL Issues (Insecure)',
	name,
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
});
