import type { Call } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { badRequest } from './badRequest';
import { keyProblem, notPlane } from './credentialErrors';
import { forbidden, notFound } from './notFound';
import { statusProblem, trafficProblem } from './status';
import { storageProblem } from './storageErrors';

/**
 * What a response outside 2xx means for a call, with the server's own words where they help. The
 * specification leaves these responses open ("Errors"); they are taken as rows 17 to 21 have them,
 * and otherwise as HTTP means their status.
 */
export function fromResponse(response: HttpResponse, call: Call): Problem {
	if (call.kind === 'upload') return storageProblem(response, call);
	return (
		notPlane(response) ??
		keyProblem(response) ??
		trafficProblem(response, 'Plane') ??
		forbidden(response, call) ??
		notFound(response, call) ??
		badRequest(response, call) ??
		statusProblem(response, 'Plane')
	);
}
