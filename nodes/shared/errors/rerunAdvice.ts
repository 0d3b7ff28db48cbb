import { quote } from '../text/quote';
import type { Field } from '../fields/kinds';
import type { Call, CallsByKind, RecordUpdate, WriteCall, WriteTarget } from '../model/call';
import { dispatchByKind, type KindTable } from '../operations/kindTable';
import {
	ifAlreadyExists,
	UPDATE_EXISTING_LABEL,
	USE_EXISTING_LABEL,
} from '../operations/shared/choices';
import { canBeRecognized } from '../operations/shared/external';
import type { Effect } from '../transport/request';
import { innermostParameter } from './pathParameters';

// What has to be true before an item is run again. A text that depends on the item is made here and nowhere else,
// and goes into the `rerunAdvice` of a Problem: a second run must neither lose nor double anything.

// After a request that was not carried out: nothing of the item was saved, unless a later stage replaces this.
export const RUN_AGAIN = 'This was not carried out: run the item again.';
export const RUN_REMAINING_LATER = 'Run the remaining items again later, or raise Max Wait.';
export const TRY_AGAIN = 'Then try again.';
export const TRY_AGAIN_LATER = 'Try again later.';
export const TRY_AGAIN_WITH_LESS = 'Try again, with less at once.';

/** The advice of a Problem for a trigger or the editor, which have neither items nor Max Wait. */
export const adviseWithoutItems = (rerunAdvice: string): string =>
	rerunAdvice === RUN_REMAINING_LATER ? TRY_AGAIN_LATER : rerunAdvice;

export const tryAgainAfter = (wait: string): string => `Wait ${wait}, then try again.`;
export const RUN_AGAIN_ONCE_DONE = 'Run the item again once this is done.';

const MAY_BE_SAVED = 'Plane may or may not have saved this.';
const IS_SAFE = 'Running the item again is safe: it changes nothing twice.';
const SETS_SAME_VALUES = 'Running the item again is safe: it sets the same values.';
const WOULD_DUPLICATE = 'Do not run the item again, because that would create a duplicate';

/**
 * Whether a second run writes the same record: it changes an existing one, or finds the one that the first run
 * created.
 */
const writesSameRecord = (call: WriteCall): boolean =>
	call.kind === 'update' ||
	call.matchField !== undefined ||
	canBeRecognized(call.operation.naturalKey, call.body);

const safeToRepeat = (): string => `${MAY_BE_SAVED} ${IS_SAFE}`;

const checkFirst = (record: string, again: string): string =>
	`${MAY_BE_SAVED} Check Plane for ${record} before you run the item again, ${again}.`;

/**
 * A second run that goes by a name could find another record, once the first one is gone: one whose name is only
 * spelled otherwise, or a person with the same display name.
 */
const isGivenByName = (
	{ displayNames = {} }: Call<'action' | 'remove'>,
	field: Field | undefined,
	id: string,
): boolean => field?.source?.names !== undefined && Object.hasOwn(displayNames, id);

function adviseAction(call: Call<'action'>): string {
	const { resultKey, isRepeatable } = call.operation;
	const mayBeDone = `Plane may or may not have ${resultKey} this.`;
	if (isRepeatable === false) {
		return `${mayBeDone} Check in Plane before you run the item again: doing it twice is not the same as doing it once.`;
	}

	if (resultKey !== 'deleted' && resultKey !== 'removed') return safeToRepeat();

	const { value } = innermostParameter(call);

	return isGivenByName(call, call.operation.locators.at(-1), value)
		? `${mayBeDone} Running the item again is safe with By ID and ${value}: if Plane does not find it, it is gone. By name, it could find another record.`
		: `${mayBeDone} Running the item again is safe: if Plane does not find it, it is gone.`;
}

const adviseRemoval = (call: Call<'remove'>): string =>
	call.ids.some((id) => isGivenByName(call, call.operation.idsField, id))
		? `${MAY_BE_SAVED} Running the item again is safe with IDs: what is not found is gone. By name, it could find another record.`
		: `${MAY_BE_SAVED} Running the item again is safe: what is not found is gone.`;

function adviseCreate({ operation, body, matchField }: Call<'create'>): string {
	const { isServerUpsert, naturalKey, newRecords } = operation;
	if (matchField !== undefined || isServerUpsert === true || newRecords !== undefined) {
		return safeToRepeat();
	}

	return checkFirst(
		typeof body.name === 'string' ? quote(body.name) : 'it',
		// Without a unique value, a second run would not find the record.
		canBeRecognized(naturalKey, body)
			? `or choose ${quote(USE_EXISTING_LABEL)} under ${ifAlreadyExists.displayName}`
			: OR_DUPLICATE,
	);
}

const OR_DUPLICATE = 'or you may create a duplicate';

const AFTER_UNKNOWN_OUTCOME: KindTable<Omit<CallsByKind, 'update'>, string> = {
	list: () => '',
	get: () => '',
	create: adviseCreate,
	upsert: safeToRepeat,
	action: adviseAction,
	add: safeToRepeat,
	remove: adviseRemoval,
	// The outcome of its last step: before that, the attachment is invisible in Plane.
	attach: ({ files }) => checkFirst(quote(files[0]?.name), OR_DUPLICATE),
	upload: ({ isIssuedByNode }) =>
		isIssuedByNode === true
			? ''
			: 'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.',
};

/**
 * What to do before running an item again if the outcome of its request is unknown, or '' if it makes no difference.
 *
 * @param effect of the request, if it is not that of the call: a create can end in a change
 */
export const adviseAfterUnknownOutcome = (call: Call | RecordUpdate, effect?: Effect): string =>
	call.kind === 'update' || (call.kind === 'create' && effect === 'change')
		? safeToRepeat()
		: dispatchByKind(AFTER_UNKNOWN_OUTCOME, call);

/**
 * How to complete a record that was saved without a part that a second run adds, such as a cycle.
 *
 * @param byHand how to add that part without a second run: `set the rest with Update`
 */
export function adviseCompletion(call: WriteCall, byHand: string): string {
	if (call.kind === 'update') return IS_SAFE;
	if (!writesSameRecord(call)) return `${WOULD_DUPLICATE}: ${byHand}.`;

	if (call.ifExists !== 'fail') {
		return 'Then run the item again: the record is found, and nothing is created twice.';
	}

	const choices = `${quote(USE_EXISTING_LABEL)} or ${quote(UPDATE_EXISTING_LABEL)}`;

	return `Then run the item again with ${ifAlreadyExists.displayName} set to ${choices}, so that nothing is created twice.`;
}

/** After the second part of a change: the first one was saved. */
export const KEEPS_WHAT_WAS_SAVED = 'What was saved stays as it is if you run the item again.';

/** After the creation of a label that an item needs, whose outcome is unknown. */
export const FOUND_BY_NAME =
	'Run the item again: if the label was created after all, it is found by its name.';

/** After a file of an item could not be attached: what to do with that file, and with those that were. */
export const ATTACH_AGAIN =
	'An attachment that is not completed does not show in Plane: this file can be attached again.';
export const LEAVE_OUT = ' Leave them out when you run the item again.';

/** After an addition of several records that was interrupted. */
export const NOT_ADDED_TWICE = 'Run the item again: what was added is not added twice.';

/** Whether to run an item again whose record was saved, and has to be completed with Update. */
export function adviseAfterSave(call: WriteCall): string {
	if (call.kind === 'update') return KEEPS_WHAT_WAS_SAVED;

	return writesSameRecord(call) ? '' : `${WOULD_DUPLICATE}.`;
}

/** Whether to run an item again whose values were saved, but could not be read for the output. */
export const adviseAfterUnreadValues = (): string => SETS_SAME_VALUES;

/**
 * Whether to run an item again whose record was written, but could not be read for the output.
 *
 * @param effect of the request: a create can end in a change
 */
export function adviseAfterUnreadWrite(
	call: Call<'create' | 'action'> | RecordUpdate,
	effect: Effect,
): string {
	if (call.kind !== 'create' || effect === 'change') return SETS_SAME_VALUES;

	if (!writesSameRecord(call)) {
		return 'Do not run the item again before you have looked for it in Plane, because that may create a duplicate.';
	}

	return call.ifExists === 'fail'
		? `To run the item again, choose ${quote(USE_EXISTING_LABEL)} under ${ifAlreadyExists.displayName}: then it is found, and nothing is created twice.`
		: 'Run the item again: it is found, and nothing is created twice.';
}

/** Whether to run an item again whose record was saved, but whose ID is unknown. */
export const adviseWithoutId = (call: WriteTarget): string =>
	call.kind === 'create'
		? 'Do not run the item again before you have looked for it in Plane, because that may create a duplicate: add it there with Add Work Items.'
		: 'Find it in Plane, and add it with Add Work Items.';
