import { quote } from '../text/quote';
import type { Call, CallsByKind, ReadTarget } from '../model/call';
import { dispatchByKind, type KindTable } from '../operations/kindTable';
import { ifAlreadyExists, USE_EXISTING_LABEL } from '../operations/shared/choices';
import { canBeRecognized } from '../operations/shared/external';
import type { Problem } from '../result/problem';
import type { Effect } from '../transport/request';

const MAY_BE_SAVED = 'Plane may or may not have saved this.';
const OR_DUPLICATE = 'or you may create a duplicate';

const safeToRepeat = (): string =>
	`${MAY_BE_SAVED} Running the item again is safe: it changes nothing twice.`;

const checkFirst = (record: string, again: string): string =>
	`${MAY_BE_SAVED} Check Plane for ${record} before you run the item again, ${again}.`;

/** What to do before running an item again if its outcome is unknown, or '' if it makes no difference. */
const ADVICE: KindTable<CallsByKind, string> = {
	list: () => '',
	get: () => '',
	create: ({ operation, body, isUpsert }) => {
		const { isServerUpsert, naturalKey, newRecords } = operation;
		if (isUpsert === true || isServerUpsert === true || newRecords !== undefined) {
			return safeToRepeat();
		}

		return checkFirst(
			typeof body.name === 'string' ? quote(body.name) : 'it',
			// Without a unique value, a second run would not find the record.
			canBeRecognized(naturalKey, body)
				? `or choose ${quote(USE_EXISTING_LABEL)} under ${ifAlreadyExists.displayName}`
				: OR_DUPLICATE,
		);
	},
	upsert: safeToRepeat,
	update: safeToRepeat,
	action: ({ operation: { resultKey, isRepeatable } }) => {
		if (isRepeatable === false) {
			return `Plane may or may not have ${resultKey} this. Check in Plane before you run the item again: doing it twice is not the same as doing it once.`;
		}

		return resultKey === 'deleted' || resultKey === 'removed'
			? `Plane may or may not have ${resultKey} this. Running the item again is safe: if Plane does not find it, it is gone.`
			: safeToRepeat();
	},
	add: safeToRepeat,
	remove: () => `${MAY_BE_SAVED} Running the item again is safe: what is not found is gone.`,
	// The outcome of its last step: before that, the attachment is invisible in Plane.
	attach: ({ files }) => checkFirst(quote(files[0]?.name), OR_DUPLICATE),
	upload: ({ isIssuedByNode }) =>
		isIssuedByNode === true
			? ''
			: 'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.',
};

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

	const isChange = target.kind === 'create' && effect === 'change';
	const advice = isChange ? safeToRepeat() : dispatchByKind(ADVICE, target);
	if (advice === '') return problem;

	const description = `${problem.description} ${advice}`.trim();

	return { ...problem, tag: 'unknownOutcome', description };
}
