import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { parseAddress } from '../fields/link';
import type { Problem } from './problem';

/** Where the service is and how to talk to it, from the credential. The key is not in it. */
export interface Connection {
	/** The base address with its path prefix, without `/api/v1` and without a slash at the end. */
	readonly root: string;
	/** The credential's own workspace, or `''`. */
	readonly workspaceSlug: string;
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
		return {
			message: `Base URL: ${quote(credential.baseUrl)} is not a web address`,
			description:
				'Open the credential and give the address of your Plane server, e.g. https://api.plane.so or https://plane.example.com.',
		};
	}
	const prefix = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '');
	const { workspaceSlug } = credential;
	return {
		root: url.origin + prefix.replace(/\/+$/, ''),
		workspaceSlug: typeof workspaceSlug === 'string' ? workspaceSlug.trim() : '',
		ignoreSslIssues: credential.allowUnauthorizedCerts === true,
	};
}
