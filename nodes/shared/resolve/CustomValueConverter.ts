import type { JsonValue } from 'n8n-workflow';

import {
	propertyAmbiguous,
	propertyNotFound,
	propertyRepeated,
	requiredValuesMissing,
	requiredValuesRemoved,
	typeMissing,
	valueEmpty,
} from './propertyErrors';
import { Names } from '../values/Names';
import { isUuid, normalizeId } from '../values/textForms';
import { type Field, record } from '../fields/kinds';
import { FIXED_ORIGIN, type Origin } from '../fields/origin';
import { asText } from '../values/asText';
import { enterValue, type WriteContext } from '../fields/write';
import { workItemTypes } from '../lists/lists';
import { buildCall, collectPath, slotsAt } from '../model/buildCall';
import type { Call, RequestTarget } from '../model/call';
import type { Draft, PropertyValue, Slot } from '../model/draft';
import { getValuesOwner } from '../model/valuesBody';
import { canBeRecognized } from '../operations/shared/external';
import { isProblem, type Problem, type Result } from '../result/problem';
import { quote } from '../text/quote';
import type { CustomProperties } from './CustomProperties';
import { canTakeValue, isRequiredOfNew, type CustomProperty } from './customProperty';

/** The field that the type of a work item is looked up for. */
export const typeField = record('type_id', '', workItemTypes, { displayName: 'Type' });

/** Looks up the ID of a type by the text that an item has for it. */
type ResolveType = (target: RequestTarget, text: string) => Promise<Result<string>>;

/** The drafts that set values of custom properties. */
type ValuesDraft = Draft<'create' | 'update'>;

/** Finds the properties that values of custom properties are for, and checks the values by the kinds of these. */
export class CustomValueConverter {
	constructor(
		private readonly customProperties: CustomProperties,
		private readonly resolveType: ResolveType,
	) {}

	/**
	 * Checks the values of a draft by the kinds of their properties, and makes slots of them. Names of people and keys
	 * of work items are still in them. Refuses to remove a value that its type requires.
	 */
	async convert(draft: Draft): Promise<Result<Draft>> {
		if (draft.kind === 'action' && draft.operation.check?.kind === 'requiredValue') {
			return (await this.refuseRemovalOfRequired(buildCall<'action'>(draft))) ?? draft;
		}

		if (draft.kind !== 'create' && draft.kind !== 'update') return draft;

		const input = listInput(draft);
		// Without a type, nothing is required.
		if (input === undefined || (input.length === 0 && readType(draft) === undefined)) return draft;

		const target = buildCall<'create' | 'update'>(draft);
		const properties = await this.readProperties(draft, target);
		if (isProblem(properties)) return properties;

		const values = await this.convertInputs({ draft, target, properties }, input);
		if (isProblem(values)) return values;

		// The value of the property in the path is one of these now.
		const entered = findOwnValue(draft);
		const slots = [...draft.slots.filter((slot) => slot !== entered), ...values];
		if (draft.kind === 'update') return { ...draft, slots };

		const newRecordRefusal = refuseMissing(properties, values);
		if (newRecordRefusal === undefined) return { ...draft, slots };
		if (!mayExist(draft)) return newRecordRefusal;

		return { ...draft, slots, settings: { ...draft.settings, newRecordRefusal } };
	}

	/**
	 * Checks that the property whose value an action removes is not required. Its ID may be unknown to the type in the
	 * path; then the server says so.
	 */
	private async refuseRemovalOfRequired(call: Call<'action'>): Promise<Problem | undefined> {
		const { type_id: typeId = '', property_id: propertyId = '' } = call.path;
		const properties = await this.customProperties.readTypeProperties(call, typeId);
		if (isProblem(properties)) return isTypeGone(call, properties) ? undefined : properties;

		const property = properties.find(({ id }) => id === normalizeId(propertyId));

		return property?.isRequired === true ? requiredValuesRemoved(property.name) : undefined;
	}

	/** The properties that a draft can set. */
	private async readProperties(
		draft: ValuesDraft,
		target: RequestTarget,
	): Promise<Result<readonly CustomProperty[]>> {
		if (isAboutCustomer(draft)) return await this.customProperties.readCustomerProperties(target);

		const type = readType(draft);
		if (type === undefined) return typeMissing();

		const typeId = await this.resolveType(target, type);

		return isProblem(typeId)
			? typeId
			: await this.customProperties.readTypeProperties(target, typeId);
	}

	/** Converts the values of a draft. Each of them is for another property. */
	private async convertInputs(
		values: ValuesToConvert,
		inputs: readonly PropertyValue[],
	): Promise<Result<readonly Slot[]>> {
		const slots: Slot[] = [];

		for (const input of inputs) {
			const converted = await this.convertInput(values, input);
			if (isProblem(converted)) return converted;

			if (slots.some(({ field }) => field.wire === converted.field.wire)) {
				return propertyRepeated(converted.field.displayName);
			}

			slots.push(converted);
		}

		return slots;
	}

	/** Finds the property that a value is for, and converts the value by its kind. */
	private async convertInput(
		{ draft, target, properties }: ValuesToConvert,
		input: PropertyValue,
	): Promise<Result<Slot>> {
		const match = findProperty(draft, properties, input);
		if (isProblem(match)) return match;

		const property = await this.customProperties.withOptions(target, match.property);
		if (isProblem(property)) return property;

		const field = this.customProperties.getField(property);

		return convertValue(draft, { property, field, value: match.value });
	}
}

/** The values of a draft, and the properties that they may be for. */
interface ValuesToConvert {
	readonly draft: ValuesDraft;
	readonly target: RequestTarget;
	readonly properties: readonly CustomProperty[];
}

/** The raw values of a draft: from the mapper, or the single one for the property in the path. */
function listInput(draft: ValuesDraft): readonly PropertyValue[] | undefined {
	const isOfPath = Object.hasOwn(OWN_VALUES, getValuesOwner(draft) ?? '');
	if (!isOfPath) return draft.properties?.values;

	const { property_id: key = '' } = collectPath(draft);

	return [{ key, value: findOwnValue(draft)?.value ?? null }];
}

/** The wire names of the values that a draft sets for the property in its path. */
const OWN_VALUES: Readonly<Record<string, string>> = { ofWorkItem: 'value', ofCustomer: 'values' };

/**
 * The value that a draft sets for the property in its path. The text of a list is not split yet: only the property says
 * whether a text with commas is one.
 */
function findOwnValue(draft: ValuesDraft): Slot | undefined {
	const wire = OWN_VALUES[getValuesOwner(draft) ?? ''];

	return slotsAt(draft, 'body').find(({ field }) => field.wire === wire);
}

/** Whether a type is not there, and so has no values, where that is acceptable. */
const isTypeGone = ({ ignoreMissing }: Call<'action'>, { status }: Problem): boolean =>
	ignoreMissing && status === 404;

/** Whether a record may be found instead of being created. An existing one keeps the values that the item lacks. */
const mayExist = (draft: Draft<'create'>): boolean =>
	draft.settings.ifExists !== 'fail' &&
	canBeRecognized(draft.operation.naturalKey, buildCall<'create'>(draft).body);

const isAboutCustomer = (draft: Draft): boolean =>
	['ofCustomer', 'manyOfCustomer'].includes(getValuesOwner(draft) ?? '');

/** The ID or the name of the type of a work item. */
const readType = (draft: ValuesDraft): string | undefined =>
	collectPath(draft).type_id ??
	asText(slotsAt(draft, 'body').find(({ field }) => field.wire === 'type_id')?.value);

/** Only active properties have names: others can still be given by their IDs. */
const indexProperties = (properties: readonly CustomProperty[]): Names<CustomProperty> =>
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
	draft: ValuesDraft,
	properties: readonly CustomProperty[],
	{ key, value, editorProperty }: PropertyValue,
): Result<{ readonly property: CustomProperty; readonly value: JsonValue }> {
	const owner = isAboutCustomer(draft) ? 'customer' : 'workItem';
	const lookup = { owner, properties } as const;
	const own = properties.find(({ id }) => id === normalizeId(key));
	if (own !== undefined) return { property: own, value };

	if (editorProperty === undefined && isUuid(key)) {
		return propertyNotFound(`the ID ${key}`, lookup);
	}

	const searchedName = editorProperty?.name ?? key;
	const namesakes = indexProperties(properties).find(searchedName);
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

function convertValue(draft: ValuesDraft, input: ValueToConvert): Result<Slot> {
	const { property, field, value } = input;
	const removal: Slot = { at: 'property', field, value: null };
	const typed = value === null ? removal : writeValue(draft, input);
	if (isProblem(typed) || !isEmptyValue(typed)) return typed;

	if (getValuesOwner(draft) === 'ofWorkItem') return valueEmpty(property.name);

	return property.isRequired && canRemoveValues(draft, property)
		? requiredValuesRemoved(property.name)
		: removal;
}

/** Whether a value is removed that the record has: a new work item has none, and `use` changes nothing. */
const canRemoveValues = (draft: ValuesDraft, { owner }: CustomProperty): boolean =>
	owner === 'customer' || draft.kind === 'update' || draft.settings.ifExists === 'update';

/** Whether a value is empty, and so removes the value of the property: an empty list does. */
const isEmptyValue = ({ value }: Slot): boolean =>
	value === null || (Array.isArray(value) && value.length === 0);

/** Checks a value by the kind of its property, and converts it to what is sent. */
function writeValue(
	{ workspace, properties }: ValuesDraft,
	{ property, field, value }: ValueToConvert,
): Result<Slot> {
	const values = Array.isArray(value) && property.owner === 'customer' ? value : undefined;
	const isSingle = values?.length === 1 && !property.isMulti;
	const input = isSingle ? values[0] : value;
	const context: WriteContext = {
		timezone: properties?.timezone ?? 'UTC',
		origin: property.isMulti ? SEVERAL_VALUES_ORIGIN : FIXED_ORIGIN,
		workspace,
		whenEmpty: 'clear',
	};
	const entered = enterValue(field, input, context);
	if (isProblem(entered)) {
		return { ...entered, message: `${property.name}: ${entered.message}` };
	}

	const removedContents = field.kind.listRemovedContents?.(input) ?? [];

	return {
		at: 'property',
		field,
		...(entered ?? { value: null }),
		...(removedContents.length > 0 && { removedContents }),
	};
}

function refuseMissing(
	properties: readonly CustomProperty[],
	values: readonly Slot[],
): Problem | undefined {
	const idsWithValue = values.filter(({ value }) => value !== null).map(({ field }) => field.wire);
	const missing = properties.filter(
		(property) =>
			isRequiredOfNew(property) && canTakeValue(property) && !idsWithValue.includes(property.id),
	);
	const [first] = missing;
	if (first === undefined) return undefined;

	return requiredValuesMissing(
		first.name,
		missing.map(({ name }) => name),
	);
}
