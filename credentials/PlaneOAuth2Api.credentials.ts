import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { WEB_APP_PAGES } from '../nodes/shared/transport/webAppPages';
import {
	apiVersion,
	baseUrl,
	extraHeaders,
	ignoreSslIssues,
	webAddress,
	workspaceSlug,
} from './fields';
import { limitProperties } from './limitProperties';
import { scopes } from './scopes';

/**
 * The address of Plane's API, as an expression in a credential: the Base URL without what the nodes also remove from
 * it (`transport/connection.ts`), such as the path of a page that was open in the browser.
 */
const root = [
	'$self["baseUrl"]',
	'.trim()',
	'.replace(/[?#].*$/, "")',
	'.replace(/^https?:\\/\\/[^/]+/i, (origin) => origin.toLowerCase())',
	'.replace(/\\/+$/, "")',
	'.replace(/\\/api(\\/v[12](\\/(workspaces|users)(\\/.*)?)?)?$/i, "")',
	`.replace(/(^https?:\\/\\/[^/]+(?:\\/.*?)??)\\/[^/]+\\/(${WEB_APP_PAGES.join('|')})(\\/.*)?$/i, "$1")`,
	'.replace(/\\/+$/, "")',
	'.replace(/^https:\\/\\/(app\\.)?plane\\.so$/, "https://api.plane.so")',
].join('');

/** An address of n8n's OAuth2 credential: the one in a field, or if that is empty, a path of the server. */
const address = (name: string, field: string, path: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'hidden',
	default: `={{ $self["${field}"] || ${root} + "${path}" }}`,
	required: true,
});

const hidden = (name: string, value: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'hidden',
	default: value,
});

/** The address of a Plane server, and an account that is connected to it by an OAuth app (row 380). */
export class PlaneOAuth2Api implements ICredentialType {
	name = 'planeOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Plane OAuth2 API';
	icon = { light: 'file:../icons/plane.svg', dark: 'file:../icons/plane.dark.svg' } as const;
	documentationUrl = 'https://example.com/n8n-nodes-plane-workspace#credential';

	properties: INodeProperties[] = [
		baseUrl,
		{ ...workspaceSlug, hint: 'If you leave it empty, every node needs its own' },
		webAddress,
		{
			displayName: 'Scopes',
			name: 'requestedScopes',
			type: 'string',
			default: scopes.join(' '),
			description:
				'What the nodes may do, separated by spaces. The OAuth app in Plane must have these scopes, too.',
			hint: 'Customers, initiatives and teamspaces need further scopes, such as customers:read. A trigger that registers its webhook needs webhooks:read and webhooks:write.',
		},
		{
			displayName: 'Authorization URL',
			name: 'authorizationAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://plane.example.com/auth/o/authorize-app/',
			description:
				'Where people allow access. Leave empty for /auth/o/authorize-app/ below the Base URL.',
		},
		{
			displayName: 'Access Token URL',
			name: 'exchangeAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://plane.example.com/auth/o/token/',
			description:
				'Where n8n gets and renews tokens. Leave empty for /auth/o/token/ below the Base URL.',
		},
		apiVersion,
		extraHeaders,
		ignoreSslIssues('ignoreSSLIssues'),
		...limitProperties,
		hidden('grantType', 'authorizationCode'),
		address('authUrl', 'authorizationAddress', '/auth/o/authorize-app/'),
		address('accessTokenUrl', 'exchangeAddress', '/auth/o/token/'),
		// n8n removes a scope that was entered from the credential when it is connected again.
		hidden('scope', '={{ $self["requestedScopes"] }}'),
		hidden('authQueryParameters', ''),
		hidden('authentication', 'body'),
	];
}
