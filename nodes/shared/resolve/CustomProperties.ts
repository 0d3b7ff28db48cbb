import type { JsonValue } from 'n8n-workflow';

import { failed } from '../errors/problemFrom';
import { record } from '../fields/kinds';
import { FIXED_ORIGIN } from '../fields/origin';
import { asText } from '../fields/text';
import { writeField } from '../fields/write';
import { propertyOptions, workItemProperties, workItemTypes } from '../lists/lists';
import type { Call, RequestTarget, ServiceCall, TypedValue } from '../model/call';
import { isProblem, type Problem, refused, type Result } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
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
			const property = properties.find((candidate) => candidate.id === id);
			const converted = property ? convertValue(call, property, value) : notOfType(id, properties);
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

function notOfType(id: string, properties: readonly CustomProperty[]): Problem {
	const names = properties.map(({ name }) => name).join(', ');

	return refused(
		`Custom Properties: the type has no property with the ID ${id}`,
		properties.length === 0
			? 'The type has no custom properties.'
			: `Load the fields again, or choose the type that has the property. The properties are: ${names}.`,
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
