import type { Answer } from '../transport/response';
import type { Call, ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import { explainDenial } from './forbidden';
import { isAboutKey, keyProblem } from './apiKey';
import { explainLimit } from './rateLimit';
import { explainNotFound } from './notFound';
import { explainProxy } from './proxy';
import { explainRefusal } from './badRequest';
import { explainStatus } from './status';
import { explainStorage } from './storageErrors';
import { foreign, isForeign, isWrongPlace, webPage } from './wrongUrl';

/**
 * What an answer outside 2xx means for a call, with the server's own words where they help. The
 * specification leaves these answers open ("Errors"); they are taken as observed rows 17 to 21
 * have them, and otherwise as HTTP means their status.
 */
export const explainAnswer = (answer: Answer, call: Call): Problem =>
	'file' in call ? explainStorage(answer, call) : explainService(answer, call);

function explainService(answer: Answer, call: ServiceCall): Problem {
	if (isWrongPlace(answer)) return webPage(answer);
	if (isForeign(answer)) return foreign(answer);
	if (isAboutKey(answer)) return keyProblem(answer);
	return (
		explainLimit(answer, 'Plane') ??
		explainProxy(answer, 'Plane') ??
		explainDenial(answer, call) ??
		explainNotFound(answer, call) ??
		explainRefusal(answer, call) ??
		explainStatus(answer, 'Plane')
	);
}
