import type { JsonObject, JsonValue } from 'n8n-workflow';

import { quote } from '../text/quote';
import { isJsonObject } from '../values/json';
import type { Field } from '../fields/kinds';
import { readFirstText } from '../values/readFirstText';
import type { Call, WriteCall, WriteTarget } from '../model/call';
import type { Effect } from '../transport/request';
import { type Problem, refused } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { listUpTo } from '../text/listUpTo';
import { failed } from './problemFrom';
import {
	adviseAfterSave,
	adviseAfterUnreadValues,
	adviseAfterUnreadWrite,
	KEEPS_WHAT_WAS_SAVED,
} from './rerunAdvice';

/** A value that was sent, and the different one in the response. */
interface ComparedValue {
	readonly field: Field;
	readonly sent: JsonValue;
	readonly stored: JsonValue;
}

/** How many entries of a list an error shows. */
const MAX_LISTED_ENTRIES = 5;

const USUAL_REASON =
	'The user of the credential may lack the right to change it, or this version of Plane may not take it.';

/**
 * Values that Plane did not accept, although its response reports a success.
 *
 * @param id the ID of the record, or undefined if the response does not contain it
 * @param isRestSaved whether the request saved anything else
 */
export function valuesNotAccepted(
	call: WriteTarget,
	values: readonly ComparedValue[],
	{ id, isRestSaved }: { readonly id: string | undefined; readonly isRestSaved: boolean },
): Problem {
	const clauses = values.map((value) => describeDifference(call, value));
	const reasons = new Set(values.map(({ field }) => field.notAcceptedHint ?? USUAL_REASON));
	const record = id === undefined ? '' : ` (ID ${id})`;
	const rest = isRestSaved ? ` Everything else of this item was saved${record}.` : '';
	const nextStep =
		call.kind === 'create' ? ' Correct the record with Update: it is there already.' : '';

	return failed(
		`Plane did not take ${joinWithConjunction(clauses, 'and')}`,
		`${[...reasons].join(' ')}${rest}${nextStep}`,
	);
}

/**
 * Values that an existing record does not have, and that nothing can change any more.
 *
 * @param id the ID of the record
 */
export function valuesFixed(
	call: WriteTarget,
	values: readonly ComparedValue[],
	id: string,
): Problem {
	const clauses = values.map((value) => describeDifference(call, value));
	const names = listFieldNames(values.map(({ field }) => field));

	return failed(
		`Plane cannot change ${joinWithConjunction(clauses, 'and')}`,
		`Only a new record takes ${names}, and this one (ID ${id}) exists already, and stays as it is: give the item the values that the record has, or leave them out.`,
	);
}

/** @example `Kind (the item asks for "TEXT", Plane has "OPTION")` */
function describeDifference(call: WriteTarget, { field, sent, stored }: ComparedValue): string {
	const format = (value: JsonValue) => optionName(field, value) ?? formatValue(call, value);

	return `${field.displayName} (the item asks for ${format(sent)}, Plane has ${format(stored)})`;
}

/** The display name of a value, if its field has a list of options. */
function optionName({ kind }: Field, value: JsonValue): string | undefined {
	const option = kind.look.options?.find(
		(candidate) => 'value' in candidate && candidate.value === value,
	);

	return option?.name;
}

/** A value for an error message: a record by the name that the user knows. */
function formatValue(call: WriteTarget, value: JsonValue): string {
	if (Array.isArray(value)) return formatList(call, value);

	if (isJsonObject(value) && value.id !== undefined) {
		return quote(readFirstText(value, 'display_name', 'name', 'email', 'id'));
	}
	if (value === null || value === '') return 'none';

	const name = typeof value === 'string' ? call.displayNames?.[value] : undefined;

	return quote(name ?? value);
}

function formatList(call: WriteTarget, values: readonly JsonValue[]): string {
	if (values.length === 0) return 'none';

	const names = values.map((value) => formatValue(call, value));

	return listUpTo(names, MAX_LISTED_ENTRIES);
}

/** The display names of fields as one text. */
const listFieldNames = (fields: readonly Field[]): string =>
	joinWithConjunction(
		fields.map(({ displayName }) => displayName),
		'and',
	);

/** A record whose first request saved some fields, and whose second request, for the others, failed. */
export const savedInPart = (
	saved: readonly Field[],
	failure: Problem,
	id: string | undefined,
): Problem => {
	const names = listFieldNames(saved);
	const record = id === undefined ? '' : ` (ID ${id})`;

	return {
		...failure,
		message: `${names} ${saved.length === 1 ? 'was' : 'were'} saved${record}, but not the rest: ${failure.message}`,
		rerunAdvice: KEEPS_WHAT_WAS_SAVED,
	};
};

/** Values were saved, but the request that reads them for the output failed. */
export const savedButNotRead = (failure: Problem): Problem => ({
	...failure,
	message: `The values were saved, but could not be read afterwards: ${failure.message}`,
	rerunAdvice: adviseAfterUnreadValues(),
});

/**
 * A record was written together with others, but cannot be read for the output.
 *
 * @param id of the record
 * @param effect that of the request: a create can end in a change
 */
export function writtenButNotRead(
	call: WriteTarget | Call<'action'>,
	id: string,
	effect: Effect,
): Problem {
	const hasTargets = call.kind !== 'action' && Object.keys(call.targets ?? {}).length > 0;
	const notAdded = hasTargets ? ', and was not added to anything' : '';

	return {
		...failed(`It was saved (ID ${id}), but Plane did not return it afterwards${notAdded}`, ''),
		rerunAdvice: adviseAfterUnreadWrite(call, effect),
	};
}

/** A first request added the new assignees, but the second one, which would remove the former ones, failed. */
export const addedButNotReplaced = (
	lists: readonly Field[],
	failure: Problem,
	id: string | undefined,
): Problem => {
	const names = listFieldNames(lists);
	const record = id === undefined ? '' : ` (ID ${id})`;

	return {
		...failure,
		message: `It was saved${record}, but ${names} still has those who were there before: ${failure.message}`,
		rerunAdvice: KEEPS_WHAT_WAS_SAVED,
	};
};

/** The new assignees were not accepted, so the former ones were not removed either. */
export const stillAssigned = (failure: Problem): Problem => ({
	...failure,
	description: `${failure.description} Nobody was taken off.`,
});

/** A new record was saved, but the request that sets its remaining values failed. @param id of the record */
export const notSetAfterCreate = (
	call: WriteCall,
	values: readonly Field[],
	{ id, failure }: { readonly id: string; readonly failure: Problem },
): Problem => {
	const names = listFieldNames(values);

	return {
		...failure,
		message: `It was saved (ID ${id}), but ${names} could not be set: ${failure.message}`,
		description: `${failure.description} Set ${names} with Update: the record is there already.`,
		rerunAdvice: adviseAfterSave(call),
	};
};

interface RelatedFailure {
	/** That of the record. */
	readonly id: string | undefined;
	/** Whether the record itself was saved. Otherwise only the one that belongs to it was to change. */
	readonly isSaved: boolean;
	readonly failure: Problem;
}

/**
 * The request that changes the record that belongs to another one failed.
 *
 * @param values the fields that this request sends
 */
export const relatedNotSaved = (
	call: WriteCall,
	values: readonly Field[],
	{ id, isSaved, failure }: RelatedFailure,
): Problem => {
	const { forbiddenHint } = call.operation.body.relatedRecord ?? {};
	const reason = failure.status === 403 && forbiddenHint ? forbiddenHint : failure.description;
	if (!isSaved) return { ...failure, description: reason };

	const names = listFieldNames(values);
	const record = id === undefined ? '' : ` (ID ${id})`;
	const nextStep =
		call.kind === 'create' ? ` Set ${names} with Update: the record is there already.` : '';

	return {
		...failure,
		message: `It was saved${record}, but the request that sets ${names} failed: ${failure.message}`,
		description: `${reason}${nextStep}`,
		rerunAdvice: adviseAfterSave(call),
	};
};

/** The end of a period is before its start, where the item changes only one of the two. */
export const endBeforeStart = ({
	start,
	end,
	first,
	last,
}: {
	readonly start: Field;
	readonly end: Field;
	readonly first: string;
	readonly last: string;
}): Problem =>
	refused(
		`${end.displayName}: ${last} is before ${start.displayName} ${first}`,
		`Use a day that is not before ${start.displayName}.`,
	);

/** Only one of two days that belong together would be set. */
export const missingOtherDay = (changed: Field, other: Field, isCleared: boolean): Problem =>
	failed(
		isCleared
			? `${changed.displayName}: it is cleared, but the record keeps its ${other.displayName}`
			: `${changed.displayName}: it is given without ${other.displayName}, and the record has none`,
		isCleared ? `Clear ${other.displayName}, too.` : `Add ${other.displayName}.`,
	);

/** The server reported a success, but did not change the value. */
export const valueUnchanged = ({ displayName }: Field): Problem =>
	failed(`Plane did not take ${displayName}`, USUAL_REASON);

/**
 * A record was saved with a setting that only one record can have, but it is still on for another one.
 *
 * @param id of the saved record
 * @param other the other record, or undefined if the other records could not be read
 */
export const notTurnedOffElsewhere = (
	{ displayName }: Field,
	id: string,
	other: JsonObject | undefined,
	failure: Problem,
): Problem => {
	const which = other === undefined ? 'another one' : quote(readFirstText(other, 'name', 'id'));

	return {
		...failure,
		message: `It was saved (ID ${id}), but ${displayName} could not be turned off for ${which}: ${failure.message}`,
		description: `${failure.description} Plane goes by the one that had ${displayName} before. Turn ${displayName} off for ${which} with Update.`,
		// A second run could not turn it off either: it refuses the record, or finds it as it is.
		rerunAdvice: '',
	};
};
