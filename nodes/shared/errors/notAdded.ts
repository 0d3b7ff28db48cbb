import type { WriteCall, WriteTarget } from '../model/call';
import type { Problem } from '../result/problem';
import { displayNameOf } from './pathParameters';
import { failed } from './problemFrom';
import { adviseCompletion, adviseWithoutId } from './rerunAdvice';

/** Why a record was not added to a cycle, a module or another target. */
export interface AdditionFailure {
	/** The kind of target: `Cycle`. */
	readonly displayName: string;
	/** The ID of the target. */
	readonly target: string;
	/** Undefined if the execution ended first. */
	readonly problem: Problem | undefined;
}

/**
 * A record that was saved, but not added to all targets of its item. The advice is about the item as a
 * whole: repeating an addition is safe, but repeating a create makes a duplicate.
 *
 * @param id of the record
 * @param failures at least one
 */
export function notAdded(
	call: WriteCall,
	id: string,
	failures: readonly AdditionFailure[],
): Problem {
	const clauses = failures.map(
		({ displayName, target, problem: reason }) =>
			`${displayName} ${displayNameOf(call, target)}: ${reason?.message ?? 'the execution ended'}`,
	);
	const remedies = new Set(failures.map(({ problem: reason }) => remedyFor(reason)));
	const status = failures.find(({ problem: reason }) => reason?.status !== undefined)?.problem
		?.status;

	return {
		...failed(
			`It was saved (ID ${id}), but not added to ${clauses.join('; nor to ')}`,
			[...remedies].filter((remedy) => remedy !== '').join(' '),
		),
		rerunAdvice: adviseCompletion(call, 'add this one with Add Work Items'),
		...(status === undefined ? {} : { status }),
	};
}

/** What to do about a failed addition besides running the item again, or ''. */
function remedyFor(reason: Problem | undefined): string {
	if (reason === undefined) return '';

	switch (reason.tag) {
		case 'notSent':
		case 'partial':
			return '';
		case 'unknownOutcome':
			return 'Plane may or may not have added it.';
		default:
			// Plane's advice about the values of an addition does not apply to the values of this item.
			return reason.status === 400 && reason.tag !== 'target' ? '' : reason.description;
	}
}

/** A record that was saved, but cannot be added to anything, because its ID is unknown. */
export const savedWithoutId = (call: WriteTarget): Problem => ({
	...failed('It was saved, but Plane did not return its ID, so it was not added to anything', ''),
	rerunAdvice: adviseWithoutId(call),
});
