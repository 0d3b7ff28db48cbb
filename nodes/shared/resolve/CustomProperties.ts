import { isObjectEmpty, type JsonObject, type JsonValue } from 'n8n-workflow';

import { failed } from '../errors/problemFrom';
import { record } from '../fields/kinds';
import { foldName } from '../fields/foldName';
import { FIXED_ORIGIN } from '../fields/origin';
import { asText } from '../fields/text';
import { isUuid, normalizeId } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import { quote } from '../text/quote';
import { writeField } from '../fields/write';
import {
	customerProperties,
	propertyOptions,
	workItemProperties,
	workItemTypes,
} from '../lists/lists';
import type { Call, LoadedProperty, RequestTarget, ServiceCall, TypedValue } from '../model/call';
import type { Operation } from '../operations/operation';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import {
	canTakeValue,
	type CustomProperty,
	type PropertyOption,
	readCustomProperty,
	readOptions,
	toField,
} from './customProperty';
import type { RecordLists } from './RecordLists';

/** Looks up the ID of a type by the text that a call has for it. */
type ResolveType = (call: ServiceCall, text: string) => Promise<Result<string>>;

/** The calls that set values of custom properties. */
type ValuesCall = Call<'create' | 'update'>;

/** Reads the custom properties of types of work items, each type once, and checks values by their kinds. */
export class CustomProperties {
	/** The properties in rows that were read before. A dropdown may have thousands of options. */
	private readonly known = new WeakMap<JsonObject, CustomProperty>();
	/** The same properties with their options, if their rows do not have them. */
	private readonly completed = new WeakMap<CustomProperty, CustomProperty>();

	constructor(private readonly lists: RecordLists) {}

	/** The property in a row: always the same object for the same row. */
	private read(row: JsonObject, owner?: CustomProperty['owner']): CustomProperty {
		const property = this.known.get(row) ?? readCustomProperty(row, owner);

		this.known.set(row, property);

		return property;
	}

	/** The properties of a type, in the order of the server. @returns a Problem if they cannot be read */
	async ofType(target: RequestTarget, typeId: string): Promise<Result<readonly CustomProperty[]>> {
		const parents = { project_id: target.path.project_id ?? '', type_id: typeId };
		const rows = await this.lists.read({ target, source: workItemProperties, parents });
		if (isProblem(rows)) return rows;
		if (rows === undefined) return noCustomProperties();

		const properties: CustomProperty[] = [];

		for (const row of rows) {
			const property = await this.withOptions(target, this.read(row));
			if (isProblem(property)) return property;

			properties.push(property);
		}

		return properties;
	}

	/** Adds the options of a property if its row does not have them, by a request of its own. */
	private async withOptions(
		target: RequestTarget,
		property: CustomProperty,
	): Promise<Result<CustomProperty>> {
		if (property.kind !== 'OPTION' || property.options !== undefined) return property;

		const known = this.completed.get(property);
		if (known !== undefined) return known;

		const options = await this.readOptionsOf(target, property);
		if (isProblem(options)) return options;

		const completed = { ...property, options };

		this.completed.set(property, completed);

		return completed;
	}

	private async readOptionsOf(
		target: RequestTarget,
		property: CustomProperty,
	): Promise<Result<readonly PropertyOption[]>> {
		if (property.owner === 'customer') {
			const rows = await this.lists.readRecord(target, customerProperties, property.id);
			if (isProblem(rows)) return rows;

			const [row = {}] = rows;

			return readCustomProperty(row).options ?? [];
		}

		const parents = { project_id: target.path.project_id ?? '', property_id: property.id };
		const rows = await this.lists.read({ target, source: propertyOptions, parents });

		return isProblem(rows) ? rows : readOptions(rows ?? []);
	}

	/** The properties of customers, without the options, which their list leaves out (row 455). */
	async ofCustomers(target: RequestTarget): Promise<Result<readonly CustomProperty[]>> {
		const rows = await this.lists.read({ target, source: customerProperties, parents: {} });
		if (isProblem(rows)) return rows;
		if (rows === undefined) return noCustomProperties();

		return rows.map((row) => this.read(row, 'customer'));
	}

	/** The properties of customers with their options: one request more for each dropdown. */
	async ofCustomersWithOptions(target: RequestTarget): Promise<Result<readonly CustomProperty[]>> {
		const properties = await this.ofCustomers(target);
		if (isProblem(properties)) return properties;

		const complete: CustomProperty[] = [];

		for (const property of properties) {
			const withOptions = await this.withOptions(target, property);
			if (isProblem(withOptions)) return withOptions;

			complete.push(withOptions);
		}

		return complete;
	}

	/**
	 * Checks the values of a call by the kinds of their properties, and converts them to what is sent. Names of
	 * people and keys of work items are still in them.
	 */
	async convert(call: Call, resolveType: ResolveType): Promise<Result<Call>> {
		if (call.kind !== 'create' && call.kind !== 'update') return call;

		const { customValues } = call;
		if (customValues === undefined) return call;

		const entered = listEntered(call, customValues.entered);
		// Without a type, nothing is required.
		if (isObjectEmpty(entered) && readType(call) === undefined) return call;

		const properties = await this.ofCall(call, resolveType);
		if (isProblem(properties)) return properties;

		const typed: TypedValue[] = [];

		for (const [key, value] of Object.entries(entered)) {
			const loaded = customValues.loaded?.get(key);
			const converted = await this.convertEntered(call, properties, { key, value, loaded });
			if (isProblem(converted)) return converted;

			if (typed.some(({ field }) => field.wire === converted.field.wire)) {
				return refused(
					`${converted.field.displayName}: there are two values`,
					'Remove one of them: a property can be given by its name or by its ID.',
				);
			}

			typed.push(converted);
		}

		return (
			(call.kind === 'create' ? refuseMissing(properties, typed) : undefined) ?? {
				...call,
				customValues: { ...customValues, typed },
			}
		);
	}

	/** The properties that a call can set. */
	private async ofCall(
		call: ValuesCall,
		resolveType: ResolveType,
	): Promise<Result<readonly CustomProperty[]>> {
		if (isAboutCustomer(call)) return await this.ofCustomers(call);

		const typeId = await findType(call, resolveType);

		return isProblem(typeId) ? typeId : await this.ofType(call, typeId);
	}

	/** Finds the property of an entered value, and converts the value by its kind. */
	private async convertEntered(
		call: ValuesCall,
		properties: readonly CustomProperty[],
		entered: EnteredValue,
	): Promise<Result<TypedValue>> {
		const match = findProperty(call, properties, entered);
		if (isProblem(match)) return match;

		const property = await this.withOptions(call, match.property);

		return isProblem(property) ? property : convertValue(call, property, match.value);
	}
}

/** The entered values by the properties: those of a mapper, or the one of the property in the path. */
function listEntered(
	call: ValuesCall,
	entered: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
	const { property_id: id = '' } = call.path;

	switch (setValuesOf(call)) {
		case 'ofWorkItem':
			return { [id]: call.body.value ?? null };
		case 'ofCustomer':
			// Only the property says whether a text with commas is a list.
			return { [id]: call.textsToSplit?.values ?? call.body.values ?? null };
		default:
			return entered;
	}
}

/** What a call that only sets values of properties sets them of, or undefined for any other call. */
export const setValuesOf = (call: Call): Operation<'update'>['setsValues'] =>
	call.kind === 'update' ? call.operation.setsValues : undefined;

const isAboutCustomer = (call: Call): boolean =>
	['ofCustomer', 'manyOfCustomer'].includes(setValuesOf(call) ?? '');

/** Puts the values that a call sets, as they are sent, into its body. */
export function withSentValues(call: Call): Call {
	const typed = call.kind === 'update' ? (call.customValues?.typed ?? []) : [];
	const [first] = typed;
	if (call.kind !== 'update' || first === undefined) return call;

	switch (call.operation.setsValues) {
		case 'ofWorkItem':
			return { ...call, body: { ...call.body, value: first.sent } };
		case 'ofCustomer':
			return { ...call, body: { ...call.body, values: toTexts(first.sent) } };
		case 'manyOfCustomer': {
			const values = typed.map(({ field, sent }) => [field.wire, toTexts(sent)] as const);

			return { ...call, body: { customer_property_values: Object.fromEntries(values) } };
		}

		default:
			return call;
	}
}

/** The values of a customer are texts, whatever their kind (row 458). */
const toTexts = (sent: JsonValue): string[] =>
	[sent].flat().flatMap((value) => {
		if (typeof value === 'boolean') return value ? 'True' : 'False';

		return asText(isJsonObject(value) ? value.description_html : value) ?? [];
	});

/** The ID or the name of the type of a work item. */
const readType = ({ path, body }: ValuesCall): string | undefined =>
	path.type_id ?? asText(body.type_id);

async function findType(call: ValuesCall, resolveType: ResolveType): Promise<Result<string>> {
	const text = readType(call);

	return text === undefined
		? refused(
				'Type: there is no value',
				'Choose the type of the work item, which has the custom properties.',
			)
		: await resolveType(call, text);
}

/** A value for a property of the editor, which may not know the type of the item. */
interface EnteredValue {
	/** The ID of the property, or its name. */
	readonly key: string;
	readonly value: JsonValue;
	readonly loaded: LoadedProperty | undefined;
}

/**
 * Finds the property that a value is for, by its ID or its name. If the editor had loaded another type, or the type of
 * another project, it is the one with the same name (the exact one beats another case), and an option that was chosen from the list is the one with the
 * same name, too.
 */
function findProperty(
	call: ValuesCall,
	properties: readonly CustomProperty[],
	{ key, value, loaded }: EnteredValue,
): Result<{ readonly property: CustomProperty; readonly value: JsonValue }> {
	const property = properties.find(({ id }) => id === normalizeId(key));
	if (property !== undefined) return { property, value };
	if (loaded === undefined && isUuid(key))
		return unknownProperty(call, `the ID ${key}`, properties);

	const searchedName = loaded?.name ?? key;
	const namesakes = properties.filter(
		({ name, isActive }) => isActive && foldName(name) === foldName(searchedName),
	);
	const exact = namesakes.filter(({ name }) => name.trim() === searchedName.trim());
	const [namesake, ...others] = exact.length === 1 ? exact : namesakes;
	if (namesake === undefined) {
		return unknownProperty(call, `the name ${quote(searchedName)}`, properties);
	}
	if (others.length > 0) return severalProperties(call, searchedName, [namesake, ...others]);

	return { property: namesake, value: loaded?.options.get(asText(value) ?? '') ?? value };
}

function convertValue(
	{ workspace, customValues }: ValuesCall,
	property: CustomProperty,
	value: JsonValue,
): Result<TypedValue> {
	const field = toField(property);
	// The value is removed, whatever its kind.
	if (value === null) {
		const mustStay = property.owner === 'customer' && property.isRequired;

		return mustStay
			? refused(
					`${property.name}: the values cannot be removed`,
					'The property is required: give it a value, or leave it as it is.',
				)
			: { field, sent: null };
	}

	const values = Array.isArray(value) && property.owner === 'customer' ? value : undefined;
	const isSingle = values?.length === 1 && !property.isMulti;
	const input = isSingle ? values[0] : value;
	const textToSplit = field.kind.readTextToSplit?.(input);
	const sent = writeField(field, input, {
		timezone: customValues?.timezone ?? 'UTC',
		origin: FIXED_ORIGIN,
		workspace,
		whenEmpty: 'clear',
	});

	return isProblem(sent)
		? { ...sent, message: `${property.name}: ${sent.message}` }
		: { field, sent: sent ?? null, ...(textToSplit !== undefined && { textToSplit }) };
}

function refuseMissing(
	properties: readonly CustomProperty[],
	values: readonly TypedValue[],
): Problem | undefined {
	const given = values.filter(({ sent }) => sent !== null).map(({ field }) => field.wire);
	const missing = properties.filter(
		(property) => property.isRequired && canTakeValue(property) && !given.includes(property.id),
	);
	const [first] = missing;
	if (first === undefined) return undefined;

	const names = joinWithConjunction(
		missing.map(({ name }) => name),
		'and',
	);

	return refused(
		`${first.name}: there is no value`,
		`The type requires ${names}: fill in each of them.`,
	);
}

/** @param which as `the ID …` */
function unknownProperty(
	call: ValuesCall,
	which: string,
	properties: readonly CustomProperty[],
): Problem {
	const names = properties.map(({ name }) => name).join(', ');
	if (isAboutCustomer(call)) {
		return refused(
			`Properties: customers have no property with ${which}`,
			properties.length === 0
				? 'Create it with Customer Property → Create.'
				: `Load the fields again. The properties are: ${names}.`,
		);
	}

	return refused(
		`Custom Properties: the type has no property with ${which}`,
		properties.length === 0
			? 'The type has no custom properties.'
			: `Load the fields again, or choose the type that has the property. The properties are: ${names}.`,
	);
}

function severalProperties(
	call: ValuesCall,
	name: string,
	properties: readonly CustomProperty[],
): Problem {
	const candidates = properties.map((property) => `${property.name} (${property.id})`).join(', ');
	const problem = isAboutCustomer(call)
		? 'Properties: customers have several properties'
		: 'Custom Properties: the type has several properties';

	return refused(
		`${problem} with the name ${quote(name)}`,
		`Load the fields again, or use the ID of one of them: ${candidates}.`,
	);
}

/** The server has no custom properties at all. */
export const noCustomProperties = (): Problem =>
	failed(
		'This server has no custom properties',
		'Only the commercial editions of Plane have them. Remove the custom properties.',
	);

/** The field that the type of a work item is looked up for. */
export const typeField = record('type_id', '', workItemTypes, { displayName: 'Type' });
