import type { Call, ServiceCall } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { apiKeyProblem, isAboutKey } from './apiKey';
import { badRequest } from './badRequest';
import { forbidden } from './forbidden';
import { notFound } from './notFound';
import { proxyProblem } from './proxy';
import { rateLimit } from './rateLimit';
import { statusProblem } from './status';
import { storageProblem } from './storageErrors';
import { foreign, isForeign, isWrongUrl, webPage } from './wrongUrl';

/**
 * What a response outside 2xx means for a call, with the server's own words where they help. The
 * specification leaves these responses open ("Errors"); they are taken as rows 17 to 21 have them,
 * and otherwise as HTTP means their status.
 */
export const fromResponse = (response: HttpResponse, call: Call): Problem =>
	call.kind === 'upload' ? storageProblem(response, call) : serviceProblem(response, call);

function serviceProblem(response: HttpResponse, call: ServiceCall): Problem {
	if (isWrongUrl(response)) return webPage(response);
	if (isForeign(response)) return foreign(response);
	if (isAboutKey(response)) return apiKeyProblem(response);
	return (
		rateLimit(response, 'Plane') ??
		proxyProblem(response, 'Plane') ??
		forbidden(response, call) ??
		notFound(response, call) ??
		badRequest(response, call) ??
		statusProblem(response, 'Plane')
	);
}
