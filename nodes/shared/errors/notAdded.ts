import type { WriteCall } from '../model/call';
import {
	ifAlreadyExists,
	UPDATE_EXISTING_LABEL,
	USE_EXISTING_LABEL,
} from '../operations/shared/choices';
import { quote } from '../text/quote';
import { canBeRecognized } from '../operations/shared/external';
import { type Problem, problem } from '../result/problem';
import { displayNameOf } from './pathParameters';

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
	const summary = problem({
		tag: 'partlyDone',
		message: `It was saved (ID ${id}), but not added to ${clauses.join('; nor to ')}`,
		description: adviceFor(call),
	});

	const remedies = new Set(failures.map(({ problem: reason }) => remedyFor(reason)));
	const advice = [...remedies].filter((remedy) => remedy !== '').join(' ');
	const status = failures.find(({ problem: reason }) => reason?.status !== undefined)?.problem
		?.status;

	return {
		...summary,
		description: `${advice} ${summary.description}`.trim(),
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

/** How to complete the addition without creating a duplicate. */
function adviceFor(call: WriteCall): string {
	if (call.kind === 'update') {
		return 'Running the item again is safe: it changes nothing twice.';
	}

	const { isUpsert = false } = call;
	const isUnique = canBeRecognized(call.operation.naturalKey, call.body);
	if (!isUnique && !isUpsert) {
		return 'Do not run the item again, because that would create a duplicate: add this one with Add Work Items.';
	}

	if (call.ifExists !== 'fail') {
		return 'Then run the item again: the record is found, and nothing is created twice.';
	}

	const choices = `${quote(USE_EXISTING_LABEL)} or ${quote(UPDATE_EXISTING_LABEL)}`;

	return `Then run the item again with ${ifAlreadyExists.displayName} set to ${choices}, so that nothing is created twice.`;
}

/** A record that was saved, but cannot be added to anything, because its ID is unknown. */
export const savedWithoutId = (call: WriteCall): Problem =>
	problem({
		tag: 'partlyDone',
		message: 'It was saved, but Plane did not return its ID, so it was not added to anything',
		description:
			call.kind === 'create'
				? 'Do not run the item again before you have looked for it in Plane, because that may create a duplicate: add it there with Add Work Items.'
				: 'Find it in Plane, and add it with Add Work Items.',
	});
