import type { Row } from '../state';
import { invalidField } from './problems';
import type { Resource, V2Call } from './resource';

/** Writes a time in microseconds: `…:00.123Z` becomes `…:00.123000Z`. */
const toMicroseconds = (value: unknown): unknown =>
	typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT.*\.\d{3})Z$/, '$1000Z') : value;

/** Reads a member, filter or order of a row. */
export function readMember<Entry extends Row>(
	{ fields = {}, computed = {} }: Resource<Entry>,
	entry: Entry,
	member: string,
): unknown {
	const compute = computed[member];
	const value: unknown = compute ? compute(entry) : Reflect.get(entry, fields[member] ?? member);

	return toMicroseconds(value ?? null);
}

const splitNames = (text: string | undefined): string[] =>
	text === undefined || text === '' ? [] : text.split(',');

/** @throws Refusal 400 for a name that is not one of these */
function refuseUnknown(parameter: string, names: readonly string[], known: readonly string[]) {
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length === 0) return;

	throw invalidField(
		parameter,
		`Unknown field(s): ${unknown.join(', ')}. Valid fields: ${known.join(', ')}`,
	);
}

/** Returns the members that a request wants to see. */
function selectMembers({ query, operation }: V2Call, isList: boolean): readonly string[] {
	const { fields, listFields } = operation.group;
	const known = isList ? listFields : fields;
	const names = splitNames(query.fields);
	if (names.includes('all')) return known;

	refuseUnknown('fields', names, known);
	if (names.length > 0) return ['id', ...known.filter((name) => names.includes(name))];

	return known;
}

/**
 * Returns the function that shows rows with the members and objects that a request asks for (row 506).
 * @throws Refusal 400 for unknown names in `fields` and `expand`
 */
export function createView<Entry extends Row>(
	resource: Resource<Entry>,
	call: V2Call,
	isList: boolean,
): (entry: Entry) => object {
	const members = selectMembers(call, isList);
	const expanded = splitNames(call.query.expand);

	refuseUnknown('expand', expanded, call.operation.group.expand);

	return (entry) => {
		const shown = members.map((member): [string, unknown] => [
			member,
			readMember(resource, entry, member),
		]);
		const objects = expanded.map((name): [string, unknown] => [
			name,
			resource.expand?.[name]?.(entry) ?? null,
		]);

		return Object.fromEntries<unknown>([...shown, ...objects]);
	};
}
