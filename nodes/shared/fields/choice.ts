import { isProblem, refused } from '../result/problem';
import { quote } from './describe';
import { field, type FieldKind, type Overrides, type Written } from './field';
import { listOf } from './list';
import { titleCase } from './names';
import { asText } from './text';

/** The values with their labels in the order given, which is that of a life cycle. */
const inOrder = (values: readonly string[]) =>
	values.map((value) => ({ name: titleCase(value), value }));

/** The values with their labels by the alphabet, where they have no order of their own. */
const byName = (values: readonly string[]) =>
	inOrder(values).sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The value that a text names, by itself or by its label, whatever the case. */
function find(values: readonly string[], value: unknown): string | undefined {
	const text = asText(value)?.trim().toLowerCase();
	return values.find(
		(candidate) => candidate.toLowerCase() === text || titleCase(candidate).toLowerCase() === text,
	);
}

const refuse = (values: readonly string[], value: unknown): Written =>
	refused(`${quote(value)} is not one of its values`, `Use one of: ${values.join(', ')}.`);

/** One of a closed list of values; left empty, it clears the field. */
export function choice<Wire extends string>(
	wire: Wire,
	values: readonly [string, ...string[]],
	description: string,
	overrides?: Overrides,
) {
	const kind: FieldKind = {
		look: { type: 'options', default: values[0], options: inOrder(values) },
		cleared: null,
		write: (value) => {
			const found = find(values, value);
			return found ?? refuse(values, value);
		},
	};
	return field(kind, wire, description, overrides);
}

/** Known values that the specification does not list: any other text goes out as it is. */
export function openChoice<Wire extends string>(
	wire: Wire,
	values: readonly [string, ...string[]],
	description: string,
	overrides?: Overrides,
) {
	const kind: FieldKind = {
		look: { type: 'options', default: values[0], options: byName(values) },
		cleared: null,
		write: (value) => {
			const text = find(values, value) ?? asText(value)?.trim();
			return text ?? refused(`${quote(value)} is not text`, `Use one of: ${values.join(', ')}.`);
		},
	};
	return field(kind, wire, description, overrides);
}

/** Several of the values, each once, in the order given; written as a list. */
export function choices<Wire extends string>(
	wire: Wire,
	values: readonly [string, ...string[]],
	description: string,
	overrides?: Overrides,
) {
	const kind: FieldKind = {
		look: { type: 'multiOptions', default: [], options: byName(values) },
		cleared: [],
		isList: true,
		write: (value, { origin }) => {
			const list = listOf(value, origin);
			if (isProblem(list)) return list;
			const wrong = list.find((entry) => find(values, entry) === undefined);
			if (wrong !== undefined) return refuse(values, wrong);
			return [...new Set(list.flatMap((entry) => find(values, entry) ?? []))];
		},
	};
	return field(kind, wire, description, overrides);
}
