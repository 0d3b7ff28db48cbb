import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { secretIn } from './deliveries/signature';

const UNPROVEN = 'Whether it is the one of your webhook shows when Plane sends something.';

/**
 * Tests a signing secret without Plane, which has no way to ask for one: whether there is one in what was
 * pasted.
 */
export function testSecret({
	signingSecret,
}: ICredentialDataDecryptedObject): INodeCredentialTestResult {
	const secret = secretIn(signingSecret);
	if (!/^plane_wh_\w{8,}$/.test(secret)) {
		return {
			status: 'Error',
			message:
				'A signing secret of Plane starts with plane_wh_. Plane shows it once, when you create the webhook, and gives it in a CSV file: paste what starts with plane_wh_, or create a new webhook if you do not have it.',
		};
	}

	const isAlone = typeof signingSecret === 'string' && signingSecret.trim() === secret;

	return {
		status: 'OK',
		message: isAlone
			? `This has the form of a signing secret. ${UNPROVEN}`
			: `The secret was found in what was pasted, and is used without the rest. ${UNPROVEN}`,
	};
}
