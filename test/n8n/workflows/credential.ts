import type { CredentialFile } from './draft';

/** What every workflow made here is signed with. */
export const planeCredential = { id: 'planeCredential', name: 'Plane', type: 'planeApi' } as const;

/** The credential for a server, ready to be imported. */
export function credentialTo(server: {
	readonly url: string;
	readonly apiKey: string;
	readonly workspace: string;
}): CredentialFile {
	const { url, apiKey, workspace } = server;
	return { ...planeCredential, data: { apiKey, baseUrl: url, workspaceSlug: workspace } };
}
