import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPES, readAuthentication } from '../transport/authentication';

/** Whether a credential for Plane's API is chosen in the panel. */
export function hasCredential(context: ILoadOptionsFunctions): boolean {
	const type = CREDENTIAL_TYPES[readAuthentication(context)];

	return context.getNode().credentials?.[type] !== undefined;
}
