import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { isEmpty } from '../fields/empty';
import { written } from '../fields/field';
import { writeIdentifier } from '../fields/identifier';
import { parseAddress } from '../fields/link';
import { asText } from '../fields/text';
import { problem, type Problem } from './problem';

/** Where the service is and how to talk to it, from the credential. */
export interface Connection {
	/** The base address with its path prefix, without `/api/v1` and without a slash at the end. */
	readonly root: string;
	/** The credential's own workspace, or `''`. */
	readonly workspaceSlug: string;
	/** Only to be kept out of what the server says; n8n adds it to the requests. */
	readonly apiKey: string;
	/** Whether to accept a certificate that cannot be verified. */
	readonly ignoreSslIssues: boolean;
}

/**
 * Reads the credential. The base URL may have a slash at the end, a path prefix and `/api/v1`:
 * `https://plane.example.com/pm/api/v1/` is the same as `https://plane.example.com/pm`.
 */
export function connect(credential: ICredentialDataDecryptedObject): Connection | Problem {
	const url = parseAddress(credential.baseUrl);
	if (url === undefined) {
		return problem({
			message: `Base URL: ${quote(credential.baseUrl)} is not a web address`,
			description:
				'Open the credential and give the address of your Plane server, e.g. https://api.plane.so or https://plane.example.com.',
		});
	}
	if (url.username !== '' || url.password !== '') {
		return problem({
			message: 'Base URL: the address holds a user name or a password',
			description: 'Open the credential and give the address without them.',
		});
	}
	const slug = isEmpty(credential.workspaceSlug)
		? written('')
		: writeIdentifier(credential.workspaceSlug);
	if (!slug.ok) {
		return problem({
			message: `Workspace Slug: ${slug.problem}`,
			description: `Open the credential and give the slug of the workspace. ${slug.remedy}`,
		});
	}
	return {
		root: url.origin + url.pathname.replace(/\/api(\/v1(\/.*)?)?\/*$/i, '').replace(/\/+$/, ''),
		workspaceSlug: asText(slug.value) ?? '',
		apiKey: typeof credential.apiKey === 'string' ? credential.apiKey : '',
		ignoreSslIssues: credential.allowUnauthorizedCerts === true,
	};
}
