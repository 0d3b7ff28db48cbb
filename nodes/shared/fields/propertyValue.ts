import type { JsonValue } from 'n8n-workflow';

import { isProblem, refuseValue, type Result } from '../result/problem';
import { fieldFactory } from './field';
import { isJsonObject, toJson } from '../values/json';
import { requireStorableJson } from './texts/textLimits';

/** An object with one of these members can stand for a value: it is a record, a choice or a formatted text. */
const VALUE_MEMBERS = ['id', 'email', 'name', 'display_name', 'value', 'label', 'description_html'];

const REMEDY =
	'Enter a text, a number, a date, true or false, the name of an option or a person, or a list of these.';

const isValue = (json: JsonValue): boolean =>
	!isJsonObject(json) || VALUE_MEMBERS.some((name) => name in json);

function writePropertyValue(value: unknown): Result<JsonValue> {
	const json = toJson(value);
	const entries = Array.isArray(json) ? json : [json];
	if (json === undefined || json === null) {
		return refuseValue(value, 'cannot be sent', REMEDY);
	}

	for (const entry of entries) {
		const isUsable =
			entry !== undefined && entry !== null && !Array.isArray(entry) && isValue(entry);
		if (!isUsable) return refuseValue(value, 'cannot be the value of a custom property', REMEDY);
	}

	const storable = requireStorableJson(json);

	return isProblem(storable) ? storable : json;
}

/**
 * A value of a custom property. Only the property says of which kind it is: the value is checked again, and
 * converted, when the property is known.
 */
export const propertyValue = fieldFactory({
	panel: { type: 'string', default: '' },
	emptyValue: null,
	write: writePropertyValue,
});
