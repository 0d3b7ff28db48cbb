import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { isProblem } from '../nodes/shared/result/problem';
import { readExtraHeaders } from '../nodes/shared/transport/extraHeaders';
import { normalizeApiKey } from '../nodes/shared/transport/normalizeApiKey';
import {
	apiVersion,
	baseUrl,
	extraHeaders,
	ignoreSslIssues,
	webAddress,
	workspaceSlug,
} from './fields';
import { limitProperties } from './limitProperties';

/** The address of a Plane server, and the API key to it. The node tests it (`testedBy`). */
export class PlaneApi implements ICredentialType {
	name = 'planeApi';
	displayName = 'Plane API';
	icon = { light: 'file:../icons/plane.svg', dark: 'file:../icons/plane.dark.svg' } as const;
	documentationUrl = 'https://example.com/n8n-nodes-plane-workspace#credential';

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
		baseUrl,
		workspaceSlug,
		webAddress,
		apiVersion,
		extraHeaders,
		ignoreSslIssues('allowUnauthorizedCerts'),
		...limitProperties,
	];

	/**
	 * Adds the key, and the extra headers for n8n's HTTP Request node: those of this package add them
	 * anyway. A function, because n8n would evaluate a generic declaration again for each request.
	 */
	authenticate: IAuthenticate = (credential, request) => {
		const headers = readExtraHeaders(credential.extraHeaders);

		return Promise.resolve({
			...request,
			headers: {
				...(!isProblem(headers) && headers),
				...request.headers,
				'X-API-Key': normalizeApiKey(credential.apiKey),
			},
		});
	};
}
