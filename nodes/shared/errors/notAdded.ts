import type { Call } from '../model/call';
import { ifAlreadyExists, UPDATE_EXISTING, USE_EXISTING } from '../operations/shared/choices';
import { titleCase } from '../text/letterCase';
import { providedUniqueFields } from '../operations/shared/external';
import { type Problem, problem } from '../result/problem';
import { displayNameOf } from './pathParameters';

/** Why a record was not added to a target. */
export interface AdditionFailure {
	/** What the target is: `Cycle`. */
	readonly displayName: string;
	/** Its ID. */
	readonly target: string;
	/** undefined: the execution ended before. */
	readonly problem: Problem | undefined;
}

/**
 * A record that is in Plane and was not added to what its item names. Its words are about the item: what
 * is safe for an addition, to repeat it, makes a duplicate of a create.
 *
 * @param id of the record
 * @param refusals at least one
 */
export function notAdded(
	call: Call<'create' | 'update'>,
	id: string,
	refusals: readonly AdditionFailure[],
): Problem {
	const clauses = refusals.map(
		({ displayName, target, problem: why }) =>
			`${displayName} ${displayNameOf(call, target)}: ${why?.message ?? 'the execution ended'}`,
	);
	const words = problem({
		tag: 'partlyDone',
		message: `It was saved (ID ${id}), but not added to ${clauses.join('; nor to ')}`,
		description: adviceFor(call),
	});

	const reasons = new Set(refusals.map(({ problem: why }) => remedyFor(why)));
	const remedies = [...reasons].filter((text) => text !== '').join(' ');
	const status = refusals.find(({ problem: why }) => why?.status !== undefined)?.problem?.status;

	return {
		...words,
		description: `${remedies} ${words.description}`.trim(),
		...(status === undefined ? {} : { status }),
	};
}

/** What to do about a refusal, if that is not about running the addition again. */
function remedyFor(why: Problem | undefined): string {
	if (why === undefined) return '';

	switch (why.tag) {
		case 'notSent':
		case 'partial':
			return '';
		case 'unknownOutcome':
			return 'Plane may or may not have added it.';
		default:
			// What Plane says of the values of an addition is not about the values of this item.
			return why.status === 400 && why.tag !== 'target' ? '' : why.description;
	}
}

/** How to have it added without a duplicate. */
function adviceFor(call: Call<'create' | 'update'>): string {
	if (call.kind === 'update') {
		return 'Running the item again is safe: it changes nothing twice.';
	}

	const isFound = providedUniqueFields(call.operation.naturalKey, call.body).length > 0;
	if (!isFound) {
		return 'Do not run the item again, because that would create a duplicate: add this one with Add Work Items.';
	}

	if (call.ifExists !== 'fail') {
		return 'Then run the item again: the record is found, and nothing is created twice.';
	}

	const choices = [USE_EXISTING, UPDATE_EXISTING].map(titleCase).join(' or ');

	return `Then run the item again with ${ifAlreadyExists.displayName} set to ${choices}, so that nothing is created twice.`;
}

/** A record that is in Plane, but cannot be added to anything, because its ID is not known. */
export const savedWithoutId = (call: Call<'create' | 'update'>): Problem =>
	problem({
		tag: 'partlyDone',
		message: 'It was saved, but Plane did not return its ID, so it was not added to anything',
		description:
			call.kind === 'create'
				? 'Do not run the item again before you have looked for it in Plane, because that may create a duplicate: add it there with Add Work Items.'
				: 'Find it in Plane, and add it with Add Work Items.',
	});
