import type { JsonObject, JsonValue } from 'n8n-workflow';

import { quote } from '../text/quote';
import { isJsonObject } from '../fields/json';
import type { Field } from '../fields/kinds';
import { readFirstText } from '../rows/readFirstText';
import type { ServiceCall } from '../model/call';
import { type Problem, problem, refused } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { failed } from './problemFrom';

/** A value that was sent, and what the record in the response shows in its place. */
interface ComparedValue {
	readonly field: Field;
	readonly sent: JsonValue;
	readonly stored: JsonValue;
}

/** How many entries of a list are named. */
const MAX_LISTED_ENTRIES = 5;

const USUAL_REASON =
	'The user of the API key may lack the right to change it, or this version of Plane may not take it.';

/**
 * Values of an item that Plane has not taken, although its response says that the request succeeded.
 *
 * @param id of the record, or undefined if the response does not show it
 * @param isRestSaved whether the request saved anything else
 */
export function valuesNotAccepted(
	call: ServiceCall,
	values: readonly ComparedValue[],
	{ id, isRestSaved }: { readonly id: string | undefined; readonly isRestSaved: boolean },
): Problem {
	const clauses = values.map(({ field, sent, stored }) => {
		const show = (value: JsonValue) => optionName(field, value) ?? formatValue(call, value);

		return `${field.displayName} (the item asks for ${show(sent)}, Plane has ${show(stored)})`;
	});
	const reasons = new Set(values.map(({ field }) => field.notAcceptedHint ?? USUAL_REASON));
	const record = id === undefined ? '' : ` (ID ${id})`;
	const rest = isRestSaved ? ` Everything else of this item was saved${record}.` : '';
	const again =
		call.kind === 'create' ? ' Correct the record with Update: it is there already.' : '';

	return problem({
		tag: isRestSaved ? 'partlyDone' : 'failed',
		message: `Plane did not take ${joinWithConjunction(clauses, 'and')}`,
		description: `${[...reasons].join(' ')}${rest}${again}`,
	});
}

/** What the panel calls a value of a field that has a list of them. */
function optionName({ kind }: Field, value: JsonValue): string | undefined {
	const option = kind.look.options?.find((each) => 'value' in each && each.value === value);

	return option?.name;
}

/** A value as people know it: records by the names that the user gave them. */
function formatValue(call: ServiceCall, value: JsonValue): string {
	if (Array.isArray(value)) return formatList(call, value);

	if (isJsonObject(value) && value.id !== undefined) {
		return quote(readFirstText(value, 'display_name', 'name', 'email', 'id'));
	}
	if (value === null || value === '') return 'none';

	const name = typeof value === 'string' ? call.displayNames?.[value] : undefined;

	return quote(name ?? value);
}

function formatList(call: ServiceCall, values: readonly JsonValue[]): string {
	if (values.length === 0) return 'none';

	const names = values.slice(0, MAX_LISTED_ENTRIES).map((value) => formatValue(call, value));
	const more = values.length - names.length;

	return joinWithConjunction(more > 0 ? [...names, `${more} more`] : names, 'and');
}

/** Fields by the names that the panel has for them. */
const listFieldNames = (fields: readonly Field[]): string =>
	joinWithConjunction(
		fields.map(({ displayName }) => displayName),
		'and',
	);

/** A record of which a first request saved some fields, and a second one failed with the others. */
export const savedInPart = (
	saved: readonly Field[],
	failure: Problem,
	id: string | undefined,
): Problem => {
	const names = listFieldNames(saved);
	const record = id === undefined ? '' : ` (ID ${id})`;

	return {
		...failure,
		tag: 'partlyDone',
		message: `${names} ${saved.length === 1 ? 'was' : 'were'} saved${record}, but not the rest: ${failure.message}`,
	};
};

/** People who were assigned beside those who were there, whom a second request was to take off. */
export const addedButNotReplaced = (
	lists: readonly Field[],
	failure: Problem,
	id: string | undefined,
): Problem => {
	const names = listFieldNames(lists);
	const record = id === undefined ? '' : ` (ID ${id})`;

	return {
		...failure,
		tag: 'partlyDone',
		message: `It was saved${record}, but ${names} still has those who were there before: ${failure.message}`,
	};
};

/** A write that did not assign somebody and has taken nobody off. */
export const stillAssigned = (failure: Problem): Problem => ({
	...failure,
	description: `${failure.description} Nobody was taken off.`,
});

/** A new record that was saved, and whose values for a second request were not. @param id of the record */
export const notSetAfterCreate = (
	values: readonly Field[],
	id: string,
	failure: Problem,
): Problem => {
	const names = listFieldNames(values);

	return {
		...failure,
		tag: 'partlyDone',
		message: `It was saved (ID ${id}), but ${names} could not be set: ${failure.message}`,
		description: `${failure.description} Set ${names} with Update: the record is there already.`,
	};
};

/** An end before the start that the record has, or a start after its end. */
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

/** One of two days that the record would then have alone. */
export const missingOtherDay = (given: Field, missing: Field, isCleared: boolean): Problem =>
	failed(
		isCleared
			? `${given.displayName}: it is cleared, but the record keeps its ${missing.displayName}`
			: `${given.displayName}: it is given without ${missing.displayName}, and the record has none`,
		isCleared ? `Clear ${missing.displayName}, too.` : `Add ${missing.displayName}.`,
	);

/** A change that succeeded and left the value as it was. */
export const valueUnchanged = ({ displayName }: Field): Problem =>
	failed(`Plane did not take ${displayName}`, USUAL_REASON);

/**
 * A record that was saved with what only one record can have, while another one has it still.
 *
 * @param id of the saved record
 * @param other the record that still has it, or undefined if the other records could not be read
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
		tag: 'partlyDone',
		message: `It was saved (ID ${id}), but ${displayName} could not be turned off for ${which}: ${failure.message}`,
		description: `${failure.description} Plane goes by the one that had ${displayName} before. Turn ${displayName} off for ${which} with Update.`,
	};
};
