import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { isFault, isWebPage, succeeded, type Answer } from './answer';
import { connect } from './connection';
import { explainFault, explainStatus, isWrongPlace, keyProblem, webPage } from './explain';
import { isProblem, type Problem } from './problem';
import { sendForTest } from './send';

/**
 * Tests a credential by asking whose key it is: `GET /api/v1/users/me/`, which is not among the
 * specified operations. A server without that path (404) leaves the key untested, which is no
 * failure.
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const connection = connect(credential);
	if (isProblem(connection)) return failure(connection);

	const url = `${connection.root}/api/v1/users/me/`;
	const send = sendForTest(context, connection);
	const outcome = await send({
		method: 'GET',
		route: 'GET users/me/',
		effect: 'read',
		url,
		headers: { Accept: 'application/json' },
	});
	return isFault(outcome) ? failure(explainFault(outcome, url)) : resultOf(outcome);
}

const failure = ({ message, description }: Problem): INodeCredentialTestResult => ({
	status: 'Error',
	message: `${message}. ${description}`,
});

function resultOf(answer: Answer): INodeCredentialTestResult {
	const { status, json } = answer;
	if (isWrongPlace(answer) || (succeeded(answer) && !isJsonObject(json)))
		return failure(webPage(answer));
	// Everybody with a key may ask who they are, so any refusal is one of the key.
	if ((status === 401 || status === 403) && !isWebPage(answer)) return failure(keyProblem(answer));
	if (status === 404) {
		return {
			status: 'OK',
			message: 'The server answers. It has no way to test the API Key, so the key was not tested.',
		};
	}
	if (!succeeded(answer)) return failure(explainStatus(answer));
	return { status: 'OK', message: 'Connection successful!' };
}
