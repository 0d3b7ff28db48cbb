import { isObjectEmpty, type JsonValue } from 'n8n-workflow';

import {
	propertyAmbiguous,
	propertyNotFound,
	propertyRepeated,
	requiredValuesMissing,
	requiredValuesRemoved,
	typeMissing,
	valueEmpty,
} from '../errors/propertyErrors';
import { Names } from '../values/Names';
import { isUuid, normalizeId } from '../values/textForms';
import { type Field, record } from '../fields/kinds';
import { FIXED_ORIGIN, type Origin } from '../fields/origin';
import { asText } from '../values/asText';
import { writeField } from '../fields/write';
import { workItemTypes } from '../lists/lists';
import type { Call, EditorProperty, ServiceCall, TypedValue } from '../model/call';
import { canBeRecognized } from '../operations/shared/external';
import { isProblem, type Problem, type Result } from '../result/problem';
import { quote } from '../text/quote';
import { getValuesOwner } from './buildValuesBody';
import type { CustomProperties } from './CustomProperties';
import { canTakeValue, type CustomProperty } from './customProperty';

/** The field that the type of a work item is looked up for. */
export const typeField = record('type_id', '', workItemTypes, { displayName: 'Type' });

/** Looks up the ID of a type by the text that a call has for it. */
type ResolveType = (call: ServiceCall, text: string) => Promise<Result<string>>;

/** The calls that set values of custom properties. */
type ValuesCall = Call<'create' | 'update'>;

/** Finds the properties that values of custom properties are for, and checks the values by the kinds of these. */
export class CustomValueConverter {
	constructor(
		private readonly customProperties: CustomProperties,
		private readonly resolveType: ResolveType,
	) {}

	/**
	 * Checks the values of a call by the kinds of their properties, and converts them to what is sent. Names of
	 * people and keys of work items are still in them. Refuses to remove a value that its type requires.
	 */
	async convert(call: Call): Promise<Result<Call>> {
		if (call.kind === 'action' && call.operation.removesValue === true) {
			return await this.refuseRemovalOfRequired(call);
		}

		if (call.kind !== 'create' && call.kind !== 'update') return call;

		const { customValues } = call;
		if (customValues === undefined) return call;

		const input = listInput(call, customValues.input);
		// Without a type, nothing is required.
		if (isObjectEmpty(input) && readType(call) === undefined) return call;

		const properties = await this.readCallProperties(call);
		if (isProblem(properties)) return properties;

		const values: TypedValue[] = [];

		for (const [key, value] of Object.entries(input)) {
			const editorProperty = customValues.editorProperties?.get(key);
			const converted = await this.convertInput(call, properties, { key, value, editorProperty });
			if (isProblem(converted)) return converted;

			if (values.some(({ field }) => field.wire === converted.field.wire)) {
				return propertyRepeated(converted.field.displayName);
			}

			values.push(converted);
		}

		const newRecordRefusal = call.kind === 'create' ? refuseMissing(properties, values) : undefined;
		if (newRecordRefusal !== undefined && !mayExist(call)) return newRecordRefusal;

		return {
			...call,
			customValues: { ...customValues, values, ...(newRecordRefusal && { newRecordRefusal }) },
		};
	}

	/**
	 * Checks that the property whose value a call removes is not required. Its ID may be unknown to the type in the
	 * path; then the server says so.
	 */
	private async refuseRemovalOfRequired(call: Call<'action'>): Promise<Result<Call>> {
		const { type_id: typeId = '', property_id: propertyId = '' } = call.path;
		const properties = await this.customProperties.readTypeProperties(call, typeId);
		if (isProblem(properties)) return isTypeGone(call, properties) ? call : properties;

		const property = properties.find(({ id }) => id === normalizeId(propertyId));

		return property?.isRequired === true ? requiredValuesRemoved(property.name) : call;
	}

	/** The properties that a call can set. */
	private async readCallProperties(call: ValuesCall): Promise<Result<readonly CustomProperty[]>> {
		if (isAboutCustomer(call)) return await this.customProperties.readCustomerProperties(call);

		const type = readType(call);
		if (type === undefined) return typeMissing();

		const typeId = await this.resolveType(call, type);

		return isProblem(typeId)
			? typeId
			: await this.customProperties.readTypeProperties(call, typeId);
	}

	/** Finds the property that a value is for, and converts the value by its kind. */
	private async convertInput(
		call: ValuesCall,
		properties: readonly CustomProperty[],
		input: InputValue,
	): Promise<Result<TypedValue>> {
		const match = findProperty(call, properties, input);
		if (isProblem(match)) return match;

		const property = await this.customProperties.withOptions(call, match.property);

		if (isProblem(property)) return property;

		const field = this.customProperties.getField(property);

		return convertValue(call, { property, field, value: match.value });
	}
}

/** The values of a call, not converted, by the properties: those of a mapper, or the one of the property in the path. */
function listInput(
	call: ValuesCall,
	input: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
	const { property_id: id = '' } = call.path;

	switch (getValuesOwner(call)) {
		case 'ofWorkItem':
			return { [id]: call.body.value ?? null };
		case 'ofCustomer':
			// Only the property says whether a text with commas is a list.
			return { [id]: call.textsToSplit?.values ?? call.body.values ?? null };
		default:
			return input;
	}
}

/** Whether a type is not there, and so has no values, where that is acceptable. */
const isTypeGone = ({ ignoreMissing }: Call<'action'>, { status }: Problem): boolean =>
	ignoreMissing && status === 404;

/** Whether a call may find its record instead of creating it. An existing one keeps the values that the item lacks. */
const mayExist = (call: ValuesCall): boolean =>
	call.kind === 'create' &&
	call.ifExists !== 'fail' &&
	canBeRecognized(call.operation.naturalKey, call.body);

const isAboutCustomer = (call: Call): boolean =>
	['ofCustomer', 'manyOfCustomer'].includes(getValuesOwner(call) ?? '');

/** The ID or the name of the type of a work item. */
const readType = ({ path, body }: ValuesCall): string | undefined =>
	path.type_id ?? asText(body.type_id);

/** A value for a property of the editor, which may not know the type of the item. */
interface InputValue {
	/** The ID of the property, or its name. */
	readonly key: string;
	readonly value: JsonValue;
	readonly editorProperty: EditorProperty | undefined;
}

/** Only active properties have names: others can still be meant by their IDs. */
const namesOfProperties = (properties: readonly CustomProperty[]): Names<CustomProperty> =>
	new Names(properties, {
		id: ({ id }) => id,
		names: ({ name, isActive }) => (isActive ? [[name]] : []),
	});

/**
 * Finds the property that a value is for, by its ID or its name. If the editor had loaded another type, or the type of
 * another project, it is the one with the same name, and an option that was chosen from the list is the one with the
 * same name, too.
 */
function findProperty(
	call: ValuesCall,
	properties: readonly CustomProperty[],
	{ key, value, editorProperty }: InputValue,
): Result<{ readonly property: CustomProperty; readonly value: JsonValue }> {
	const owner = isAboutCustomer(call) ? 'customer' : 'workItem';
	const lookup = { owner, properties } as const;
	const own = properties.find(({ id }) => id === normalizeId(key));
	if (own !== undefined) return { property: own, value };

	if (editorProperty === undefined && isUuid(key)) {
		return propertyNotFound(`the ID ${key}`, lookup);
	}

	const searchedName = editorProperty?.name ?? key;
	const namesakes = namesOfProperties(properties).find(searchedName);
	const [property, ...others] = namesakes;
	if (property === undefined) {
		return propertyNotFound(`the name ${quote(searchedName)}`, lookup);
	}

	if (others.length > 0) return propertyAmbiguous(searchedName, { owner, properties: namesakes });

	return { property, value: editorProperty?.options.get(asText(value) ?? '') ?? value };
}

/**
 * The text may come from an expression, so that an entry without a value is refused: leaving it out would remove a
 * value that the record has.
 */
const SEVERAL_VALUES_ORIGIN: Origin = { ...FIXED_ORIGIN, kind: 'expression' };

/** A value and the property that it is for. */
interface ValueToConvert {
	readonly property: CustomProperty;
	readonly field: Field;
	readonly value: JsonValue;
}

function convertValue(call: ValuesCall, input: ValueToConvert): Result<TypedValue> {
	const { property, field, value } = input;
	const removal: TypedValue = { field, valueToSend: null };
	const typed = value === null ? removal : writeValue(call, input);
	if (isProblem(typed) || !isEmptyValue(typed)) return typed;

	if (getValuesOwner(call) === 'ofWorkItem') return valueEmpty(property.name);

	return property.isRequired && canRemoveValues(call, property)
		? requiredValuesRemoved(property.name)
		: removal;
}

/** Whether a call removes a value that its record has: a new work item has none, and `use` changes nothing. */
const canRemoveValues = (call: ValuesCall, { owner }: CustomProperty): boolean =>
	owner === 'customer' || call.kind === 'update' || call.ifExists === 'update';

/** Whether nothing is left of a value, so that it is removed, whatever its kind: an empty list is none. */
const isEmptyValue = ({ valueToSend }: TypedValue): boolean =>
	valueToSend === null || (Array.isArray(valueToSend) && valueToSend.length === 0);

/** Checks a value by the kind of its property, and converts it to what is sent. */
function writeValue(
	{ workspace, customValues }: ValuesCall,
	{ property, field, value }: ValueToConvert,
): Result<TypedValue> {
	const values = Array.isArray(value) && property.owner === 'customer' ? value : undefined;
	const isSingle = values?.length === 1 && !property.isMulti;
	const input = isSingle ? values[0] : value;
	const textToSplit = field.kind.readTextToSplit?.(input);
	const valueToSend = writeField(field, input, {
		timezone: customValues?.timezone ?? 'UTC',
		origin: property.isMulti ? SEVERAL_VALUES_ORIGIN : FIXED_ORIGIN,
		workspace,
		whenEmpty: 'clear',
	});

	if (isProblem(valueToSend)) {
		return { ...valueToSend, message: `${property.name}: ${valueToSend.message}` };
	}

	const removedContents = field.kind.listRemovedContents?.(input) ?? [];

	return {
		field,
		valueToSend: valueToSend ?? null,
		...(removedContents.length > 0 && { removedContents }),
		...(textToSplit !== undefined && { textToSplit }),
	};
}

function refuseMissing(
	properties: readonly CustomProperty[],
	values: readonly TypedValue[],
): Problem | undefined {
	const idsWithValue = values
		.filter(({ valueToSend }) => valueToSend !== null)
		.map(({ field }) => field.wire);
	const missing = properties.filter(
		(property) =>
			property.isRequired && canTakeValue(property) && !idsWithValue.includes(property.id),
	);
	const [first] = missing;
	if (first === undefined) return undefined;

	return requiredValuesMissing(
		first.name,
		missing.map(({ name }) => name),
	);
}
