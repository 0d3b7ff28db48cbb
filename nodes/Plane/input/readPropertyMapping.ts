import { isObjectEmpty } from 'n8n-workflow';

import { isObject } from '../../shared/values/valueChecks';
import { propertyValue } from '../../shared/fields/kinds';
import type { EditorProperty, PropertyValue, PropertyValues } from '../../shared/model/draft';
import type { Body } from '../../shared/operations/operation';
import { PROPERTY_MAPPERS, setCustomProperties } from '../../shared/operations/shared/mappedFields';
import type { ParameterReader, ValueEffects } from '../../shared/parameters/ParameterReader';
import { asText } from '../../shared/values/asText';
import { quote } from '../../shared/text/quote';

type PropertyMapper = (typeof PROPERTY_MAPPERS)[keyof typeof PROPERTY_MAPPERS];

/**
 * Reads the values of custom properties from their resource mapper. The kinds of the properties are not known yet, so
 * that the values are checked again later.
 *
 * @returns undefined if there are none; a new record has a mapping without values, because its type may require some
 */
export function readPropertyMapping(
	reader: ParameterReader,
	{ customProperties, collection }: Body,
	effects: ValueEffects,
): PropertyValues | undefined {
	if (customProperties === undefined) return undefined;

	const isOptional = customProperties === 'ofType';
	if (isOptional && reader.value(setCustomProperties) !== true) return undefined;

	const mapper = PROPERTY_MAPPERS[customProperties];
	const parameter = reader.rawValue(mapper.name);
	const isNew = isOptional && collection !== 'updateFields';
	const isUntouched = isOptional && isObject(parameter) && isObjectEmpty(parameter);
	const { problemCount } = reader;
	const values = isUntouched ? [] : readValues(reader, mapper, { parameter, effects });

	const isEmpty = values.length === 0;
	if (isEmpty && !isOptional && reader.problemCount === problemCount) {
		reader.addProblem(mapper, 'no property has a value', 'Fill in at least one of them.');
	}

	return isEmpty && !isNew ? undefined : { timezone: reader.context.getTimezone(), values };
}

/** The value of a resource mapper, and what its values do. */
interface MapperValue {
	readonly parameter: unknown;
	readonly effects: ValueEffects;
}

/** Reads the values in a resource mapper, and adds a problem for each that cannot be read. */
function readValues(
	reader: ParameterReader,
	mapper: PropertyMapper,
	{ parameter, effects }: MapperValue,
): readonly PropertyValue[] {
	if (!isObject(parameter) || !('value' in parameter)) {
		reader.addProblem(mapper, 'the value is not a mapping', 'Choose the properties from the list.');

		return [];
	}

	const path = `${mapper.name}.value`;
	const editorProperties = readEditorProperties(parameter.schema);
	const values: PropertyValue[] = [];

	for (const id of reader.addedNames(path)) {
		if (/[.[\]]/.test(id)) {
			const problem = `the name ${quote(id)} cannot be read`;

			reader.addProblem(mapper, problem, 'Use the ID of the property in place of its name.');
			continue;
		}

		const editorProperty = editorProperties.get(id);
		const displayName = editorProperty?.name ?? mapper.displayName;
		const field = propertyValue(id, '', { displayName });
		// The editor saves an empty value for each property that was not filled in.
		const entered = reader.read(field, `${path}.${id}`, {
			...effects,
			whenEmpty: 'clearByExpression',
		});

		if (entered !== undefined) {
			const { value } = entered;

			values.push({ key: id, value, ...(editorProperty && { editorProperty }) });
		}
	}

	return values;
}

/** The properties as they were loaded in the editor, by their IDs. */
function readEditorProperties(schema: unknown): ReadonlyMap<string, EditorProperty> {
	const fields: readonly unknown[] = Array.isArray(schema) ? schema : [];
	const properties = new Map<string, EditorProperty>();

	for (const field of fields) {
		const name = isObject(field) ? asText(field.displayName) : undefined;
		if (isObject(field) && typeof field.id === 'string' && name !== undefined) {
			properties.set(field.id, { name, options: readOptions(field.options) });
		}
	}

	return properties;
}

/** The names of the options of a field by their IDs. */
function readOptions(options: unknown): ReadonlyMap<string, string> {
	const rows: readonly unknown[] = Array.isArray(options) ? options : [];

	return new Map(
		rows.filter(isObject).map(({ value, name }) => [asText(value) ?? '', asText(name) ?? '']),
	);
}
