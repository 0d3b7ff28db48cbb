import type { Call, ReadTarget, RecordUpdate } from '../model/call';
import { problem, type Problem } from '../result/problem';
import type { Effect } from '../transport/request';
import { adviseAfterUnknownOutcome } from './rerunAdvice';

/**
 * The warning in the output of an item whose record is gone, after a request to which there was no answer.
 *
 * @param done what was to be done to the record: `deleted`
 */
export const warnOfUnknownCause = (done: string): string =>
	`Plane does not find it, and it is not known whether this item ${done} it: Plane did not answer the first time. If there may have been no such record, check the ID and the project.`;

/** A record that was to be deleted together with others, and is not there after a response was lost. */
export const maybeDeleted = (): Problem =>
	problem({
		tag: 'unknownOutcome',
		message: 'Plane does not find it, and it is not known whether this item deleted it',
		description:
			'It was sent together with others, and Plane did not answer the first time. Either it was deleted then, or there was no such record: check the ID and the project.',
	});

/**
 * Marks a problem whose request may have been carried out.
 *
 * @param found the problem
 * @param effect the effect of the request, if it is not that of the call: a create can end in a change
 */
export function withUnknownOutcome(
	found: Problem,
	target: Call | RecordUpdate | ReadTarget,
	effect?: Effect,
): Problem {
	if (target.kind === undefined) return found;

	const rerunAdvice = adviseAfterUnknownOutcome(target, effect);

	return rerunAdvice === '' ? found : { ...found, tag: 'unknownOutcome', rerunAdvice };
}
