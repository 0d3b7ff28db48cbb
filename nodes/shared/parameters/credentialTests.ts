import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';

/**
 * The tests of the credentials that every node takes, by the names in `testedBy`. The code that sends the
 * requests is imported on first use, because n8n loads this file when it starts.
 */
export const credentialTests = {
	async planeApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted) {
		const { testCredential } = await import('../client/testCredential.js');

		return await testCredential(this, data, 'apiKey');
	},
	async planeOAuth2ApiTest(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted) {
		const { testCredential } = await import('../client/testCredential.js');

		return await testCredential(this, data, 'oAuth2');
	},
};
