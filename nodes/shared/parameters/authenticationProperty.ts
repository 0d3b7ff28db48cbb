import type { INodeProperties } from 'n8n-workflow';

/** The parameter that selects the credential, in the words of n8n's own nodes. */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey', description: 'Works with every edition of Plane' },
		{
			name: 'OAuth2',
			value: 'oAuth2',
			description: 'Not with a Community Edition, which has only API keys',
		},
	],
	default: 'apiKey',
};
