import type { JsonValue } from 'n8n-workflow';

import { failed } from '../errors/problemFrom';
import { record } from '../fields/kinds';
import { foldName } from '../fields/foldName';
import { FIXED_ORIGIN } from '../fields/origin';
import { asText } from '../fields/text';
import { writeField } from '../fields/write';
import { propertyOptions, workItemProperties, workItemTypes } from '../lists/lists';
import type { Call, LoadedProperty, RequestTarget, ServiceCall, TypedValue } from '../model/call';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { quote } from '../text/quote';
import { type CustomProperty, readCustomProperty, readOptions, toField } from './customProperty';
import type { RecordLists } from './RecordLists';

/** Looks up the ID of a type by the text that a call has for it. */
type ResolveType = (call: ServiceCall, text: string) => Promise<Result<string>>;

/** The calls that set values of custom properties. */
type ValuesCall = Call<'create' | 'update'>;

/** Reads the custom properties of types of work items, each type once, and checks values by their kinds. */
export class CustomProperties {
	constructor(private readonly lists: RecordLists) {}

	/** The properties of a type, in the order of the server. @returns a Problem if they cannot be read */
	async ofType(target: RequestTarget, typeId: string): Promise<Result<readonly CustomProperty[]>> {
		const parents = { project_id: target.path.project_id ?? '', type_id: typeId };
		const rows = await this.lists.read({ target, source: workItemProperties, parents });
		if (isProblem(rows)) return rows;
		if (rows === undefined) return noCustomProperties();

		const properties: CustomProperty[] = [];

		for (const row of rows) {
			const property = await this.withOptions(target, readCustomProperty(row));
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

		const parents = { project_id: target.path.project_id ?? '', property_id: property.id };
		const rows = await this.lists.read({ target, source: propertyOptions, parents });

		return isProblem(rows) ? rows : { ...property, options: readOptions(rows ?? []) };
	}

	/**
	 * Checks the values of a call by the kinds of their properties, and converts them to what is sent. Names of
	 * people and keys of work items are still in them.
	 */
	async convert(call: Call, resolveType: ResolveType): Promise<Result<Call>> {
		if (call.kind !== 'create' && call.kind !== 'update') return call;

		const { customValues } = call;
		if (customValues === undefined) return call;

		const typeId = await findType(call, resolveType);
		const properties = isProblem(typeId) ? typeId : await this.ofType(call, typeId);
		if (isProblem(properties)) return properties;

		const typed: TypedValue[] = [];

		for (const [id, value] of Object.entries(listEntered(call, customValues.entered))) {
			const match = findProperty(properties, id, { value, loaded: customValues.loaded?.get(id) });
			const converted = isProblem(match) ? match : convertValue(call, match.property, match.value);
			if (isProblem(converted)) return converted;

			typed.push(converted);
		}

		return (
			(call.kind === 'create' ? refuseMissing(properties, typed) : undefined) ?? {
				...call,
				customValues: { ...customValues, typed },
			}
		);
	}
}

/** The entered values by the IDs of their properties: those of a mapper, or the one of the property in the path. */
const listEntered = (
	call: ValuesCall,
	entered: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> =>
	setsPropertyValue(call) ? { [call.path.property_id ?? '']: call.body.value ?? null } : entered;

/** Whether a call sets the value of the property in its path. */
export const setsPropertyValue = (call: Call): call is Call<'update'> =>
	call.kind === 'update' && call.operation.setsPropertyValue === true;

async function findType(call: ValuesCall, resolveType: ResolveType): Promise<Result<string>> {
	const text = call.path.type_id ?? asText(call.body.type_id);

	return text === undefined
		? refused(
				'Type: there is no value',
				'Choose the type of the work item, which has the custom properties.',
			)
		: await resolveType(call, text);
}

/** A value for a property of the editor, which may not know the type of the item. */
interface EnteredValue {
	readonly value: JsonValue;
	readonly loaded: LoadedProperty | undefined;
}

/**
 * Finds the property that a value is for. If the editor had loaded another type, or the type of another project, it is
 * the one with the same name, and an option that was chosen from the list is the one with the same name, too.
 */
function findProperty(
	properties: readonly CustomProperty[],
	id: string,
	{ value, loaded }: EnteredValue,
): Result<{ readonly property: CustomProperty; readonly value: JsonValue }> {
	const property = properties.find((candidate) => candidate.id === id);
	if (property !== undefined) return { property, value };
	if (loaded === undefined) return notOfType(`the ID ${id}`, properties);

	const [namesake, ...others] = properties.filter(
		({ name, isActive }) => isActive && foldName(name) === foldName(loaded.name),
	);
	if (namesake === undefined) return notOfType(`the name ${quote(loaded.name)}`, properties);
	if (others.length > 0) return severalOfType(loaded.name, [namesake, ...others]);

	return { property: namesake, value: loaded.options.get(asText(value) ?? '') ?? value };
}

function convertValue(
	{ workspace, customValues }: ValuesCall,
	property: CustomProperty,
	value: JsonValue,
): Result<TypedValue> {
	const field = toField(property);
	// The value is removed, whatever its kind.
	if (value === null) return { field, sent: null };

	const sent = writeField(field, value, {
		timezone: customValues?.timezone ?? 'UTC',
		origin: FIXED_ORIGIN,
		workspace,
		whenEmpty: 'clear',
	});

	return isProblem(sent)
		? { ...sent, message: `${property.name}: ${sent.message}` }
		: { field, sent: sent ?? null };
}

function refuseMissing(
	properties: readonly CustomProperty[],
	values: readonly TypedValue[],
): Problem | undefined {
	const given = values.filter(({ sent }) => sent !== null).map(({ field }) => field.wire);
	const missing = properties.filter(({ id, isRequired }) => isRequired && !given.includes(id));
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
function notOfType(which: string, properties: readonly CustomProperty[]): Problem {
	const names = properties.map(({ name }) => name).join(', ');

	return refused(
		`Custom Properties: the type has no property with ${which}`,
		properties.length === 0
			? 'The type has no custom properties.'
			: `Load the fields again, or choose the type that has the property. The properties are: ${names}.`,
	);
}

function severalOfType(name: string, properties: readonly CustomProperty[]): Problem {
	const ids = properties.map(({ id }) => id).join(', ');

	return refused(
		`Custom Properties: the type has several properties with the name ${quote(name)}`,
		`Load the fields again for this type. Their IDs are ${ids}.`,
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
