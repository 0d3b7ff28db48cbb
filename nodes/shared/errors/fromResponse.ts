import type { Call, ServiceCall } from '../model/call';
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
		knownFailure(response, call) ??
		statusProblem(response, 'Plane')
	);
}

/** A failure of the server for which the operation knows a reason (rows 29 and 78). */
function knownFailure(response: HttpResponse, call: ServiceCall): Problem | undefined {
	const isCovered = call.kind === 'action' || call.kind === 'create';
	const reason = isCovered ? call.operation.failsIf : undefined;
	if (response.status !== 500 || reason === undefined) return undefined;

	const failure = statusProblem(response, 'Plane');

	return { ...failure, description: `${reason} ${failure.description}` };
}
