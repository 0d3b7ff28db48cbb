import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isObject } from '../../shared/fields/valueChecks';
import { propertyValue } from '../../shared/fields/kinds';
import type { CustomValues, LoadedProperty } from '../../shared/model/call';
import type { Body } from '../../shared/operations/operation';
import {
	CUSTOM_PROPERTIES,
	setCustomProperties,
} from '../../shared/operations/shared/mappedFields';
import type { ParameterReader, ValueEffects } from '../../shared/parameters/ParameterReader';
import { asText } from '../../shared/fields/text';

/**
 * Reads the values of custom properties from their resource mapper. The kinds of the properties are not known yet, so
 * that the values are checked again later.
 *
 * @returns undefined if there are none
 */
export function readPropertyMapping(
	reader: ParameterReader,
	{ customProperties }: Body,
	effects: ValueEffects,
): CustomValues | undefined {
	if (customProperties !== true || reader.value(setCustomProperties) !== true) return undefined;

	const { name } = CUSTOM_PROPERTIES;
	const parameter = reader.rawValue(name);
	if (isObject(parameter) && isObjectEmpty(parameter)) return undefined;

	if (!isObject(parameter) || !('value' in parameter)) {
		reader.addProblem(
			CUSTOM_PROPERTIES,
			'the value is not a mapping',
			'Choose the properties from the list.',
		);

		return undefined;
	}

	const path = `${name}.value`;
	const loaded = readLoaded(parameter.schema);
	const entered: JsonObject = {};

	for (const id of reader.addedNames(path)) {
		const displayName = loaded.get(id)?.name ?? CUSTOM_PROPERTIES.displayName;
		const field = propertyValue(id, '', { displayName });
		// The editor saves an empty value for each property that was not filled in.
		const value = reader.read(field, `${path}.${id}`, {
			...effects,
			whenEmpty: 'clearByExpression',
		});

		if (value !== undefined) entered[id] = value;
	}

	return isObjectEmpty(entered)
		? undefined
		: { timezone: reader.context.getTimezone(), entered, loaded };
}

/** The properties as they were loaded in the editor, by their IDs. */
function readLoaded(schema: unknown): ReadonlyMap<string, LoadedProperty> {
	const fields: readonly unknown[] = Array.isArray(schema) ? schema : [];
	const loaded = new Map<string, LoadedProperty>();

	for (const field of fields) {
		const name = isObject(field) ? asText(field.displayName) : undefined;
		if (isObject(field) && typeof field.id === 'string' && name !== undefined) {
			loaded.set(field.id, { name, options: readOptions(field.options) });
		}
	}

	return loaded;
}

/** The names of the options of a field by their IDs. */
function readOptions(options: unknown): ReadonlyMap<string, string> {
	const rows: readonly unknown[] = Array.isArray(options) ? options : [];

	return new Map(
		rows.filter(isObject).map(({ value, name }) => [asText(value) ?? '', asText(name) ?? '']),
	);
}
