import type { Call } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { apiKeyProblem, forbidden, isAboutKey } from './access';
import { badRequest } from './badRequest';
import { notFound } from './notFound';
import { statusProblem, trafficProblem } from './status';
import { storageProblem } from './storageErrors';
import { foreign, isForeign, isWrongUrl, webPage } from './wrongUrl';

/**
 * What a response outside 2xx means for a call, with the server's own words where they help. The
 * specification leaves these responses open ("Errors"); they are taken as rows 17 to 21 have them,
 * and otherwise as HTTP means their status.
 */
export function fromResponse(response: HttpResponse, call: Call): Problem {
	if (call.kind === 'upload') return storageProblem(response, call);
	if (isWrongUrl(response)) return webPage(response);
	if (isForeign(response)) return foreign(response);
	if (isAboutKey(response)) return apiKeyProblem(response);
	return (
		trafficProblem(response, 'Plane') ??
		forbidden(response, call) ??
		notFound(response, call) ??
		badRequest(response, call) ??
		statusProblem(response, 'Plane')
	);
}
