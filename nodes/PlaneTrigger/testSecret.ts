import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { extractSecret } from './deliveries/signature';

const UNVERIFIED = 'Whether it is the right secret will only show when Plane sends a webhook.';

/** Checks only the format of a signing secret, because Plane offers no way to verify it. */
export function testSecret({
	signingSecret,
}: ICredentialDataDecryptedObject): INodeCredentialTestResult {
	const secret = extractSecret(signingSecret);
	if (!/^plane_wh_\w{8,}$/.test(secret)) {
		return {
			status: 'Error',
			message:
				'A signing secret of Plane starts with plane_wh_. Plane shows it only once, in a CSV file, when you create the webhook: paste the part that starts with plane_wh_, or create a new webhook if you no longer have the secret, and delete the old one once the new one works: as long as there are two, each change can start the workflow twice.',
		};
	}

	const isWholeText = typeof signingSecret === 'string' && signingSecret.trim() === secret;

	return {
		status: 'OK',
		message: isWholeText
			? `The format is valid. ${UNVERIFIED}`
			: `The secret was found in the pasted text; the rest is ignored. ${UNVERIFIED}`,
	};
}
