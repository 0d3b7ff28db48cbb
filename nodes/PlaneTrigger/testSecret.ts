import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { secretIn } from '../shared/webhook/signature';

/** What can be said of a signing secret without Plane, which nothing asks for it: whether it has the form. */
export const testSecret = ({
	signingSecret,
}: ICredentialDataDecryptedObject): INodeCredentialTestResult =>
	/^plane_wh_\w{8,}$/.test(secretIn(signingSecret))
		? {
				status: 'OK',
				message:
					'This has the form of a signing secret. Whether it is the one of your webhook shows when Plane sends something.',
			}
		: {
				status: 'Error',
				message:
					'A signing secret of Plane starts with plane_wh_. Plane shows it once, when you create the webhook: create a new one if you do not have it.',
			};
