import type { JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import { listOptions } from '../../../shared/fields/field';
import type { Field } from '../../../shared/fields/kinds';
import type { WriteTarget } from '../../../shared/model/call';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { listUpTo } from '../../../shared/text/listUpTo';
import { quote } from '../../../shared/text/quote';
import { readFirstText } from '../../../shared/values/readFirstText';
import type { IgnoredValue } from './compareRecord';

/** Why Plane usually leaves out a value without saying so. */
export const USUAL_REASON =
	'The user of the credential may lack the right to change it, or this version of Plane may not take it.';

/** How many entries of a list an error shows: it shows two lists for each field. */
const MAX_LISTED_ENTRIES = 5;

/** Describes values that a record does not have, and what it has instead, as one text. */
export const describeDifferences = (call: WriteTarget, values: readonly IgnoredValue[]): string =>
	joinWithConjunction(
		values.map((value) => describeDifference(call, value)),
		'and',
	);

/** @example `Kind (the item asks for "TEXT", Plane has "OPTION")` */
function describeDifference(call: WriteTarget, { field, sent, stored }: IgnoredValue): string {
	const format = (value: JsonValue) => findOptionName(field, value) ?? formatValue(call, value);

	return `${field.displayName} (the item asks for ${format(sent)}, Plane has ${format(stored)})`;
}

/** The display name of a value, if its field has a list of options. */
const findOptionName = ({ kind }: Field, value: JsonValue): string | undefined =>
	listOptions(kind).find((option) => option.value === value)?.name;

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
