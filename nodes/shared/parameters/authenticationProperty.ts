import type { INodeProperties } from 'n8n-workflow';

/** The parameter that selects the credential, in the words of n8n's own nodes. */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
	description: 'How to sign in to Plane. The Community Edition has only API keys.',
};
