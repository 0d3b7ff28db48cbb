import type { RequestTarget, UploadCall } from '../model/call';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { badRequest } from './badRequest';
import { keyProblem, notPlane } from './credentialErrors';
import { findFurtherRemedy } from './knownRefusals';
import { forbidden, notFound } from './notFound';
import { planProblem } from './planErrors';
import { statusProblem, trafficProblem } from './status';
import { storageProblem } from './storageErrors';

/**
 * Explains a response outside 2xx, and quotes the server where that helps. The specification leaves these
 * responses open ("Errors"), so they are read as in rows 17 to 21, and otherwise by their HTTP status.
 *
 * @param route the method and the path of the request, with its placeholders
 */
export function fromResponse(
	response: HttpResponse,
	target: RequestTarget | UploadCall,
	route = '',
): Problem {
	if (target.kind === 'upload') return storageProblem(response, target);

	return (
		notPlane(response) ??
		keyProblem(response) ??
		trafficProblem(response, 'Plane') ??
		planProblem(response, target) ??
		forbidden(response, target) ??
		notFound(response, target, route) ??
		badRequest(response, target) ??
		knownFailure(response, target) ??
		statusProblem(response, 'Plane')
	);
}

/** A failure of the server for which the operation knows a reason (rows 29 and 78). */
function knownFailure(response: HttpResponse, target: RequestTarget): Problem | undefined {
	const reason = findFurtherRemedy(response, target);
	if (response.status !== 500 || reason === undefined) return undefined;

	const failure = statusProblem(response, 'Plane');

	return { ...failure, description: `${reason} ${failure.description}` };
}
