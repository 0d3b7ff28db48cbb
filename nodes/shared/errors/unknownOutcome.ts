import type { Call, ReadTarget } from '../model/call';
import type { Problem } from '../result/problem';
import type { Effect } from '../transport/request';
import { adviseAfterUnknownOutcome } from './rerunAdvice';

/**
 * Marks a problem whose request may have been carried out.
 *
 * @param effect the effect of the request, if it is not that of the call: a create can end in a change
 */
export function withUnknownOutcome(
	problem: Problem,
	target: Call | ReadTarget,
	effect?: Effect,
): Problem {
	if (target.kind === undefined) return problem;

	const rerunAdvice = adviseAfterUnknownOutcome(target, effect);

	return rerunAdvice === '' ? problem : { ...problem, tag: 'unknownOutcome', rerunAdvice };
}
