import { refuseValue } from './describe';
import { field, type FieldKind, type Overrides, type Written } from './field';
import { listOf } from './list';
import { byAlphabet, titleCase } from './names';
import { isSameWord } from './sameValue';
import { asText } from './text';

type Values = readonly [string, ...string[]];

/** The values with their labels in the order given, which is that of a life cycle. */
const inOrder = (values: Values) => values.map((value) => ({ name: titleCase(value), value }));

/** The values with their labels by the alphabet, where they have no order of their own. */
const byName = (values: Values) => inOrder(values).sort((a, b) => byAlphabet(a.name, b.name));

/** The value that a text names, by itself or by its label, whatever the case. */
function find(values: Values, given: unknown): string | undefined {
	const text = asText(given)?.trim().toLowerCase();
	return values.find((value) =>
		[value, titleCase(value)].some((name) => name.toLowerCase() === text),
	);
}

const refuse = (values: Values, given: unknown, what = 'one of its values'): Written =>
	refuseValue(given, `is not ${what}`, `Use one of: ${values.join(', ')}.`);

const fieldsOfValues =
	(kindOf: (values: Values) => FieldKind) =>
	<Wire extends string>(wire: Wire, values: Values, description: string, overrides?: Overrides) =>
		field(kindOf(values), wire, description, overrides);

/** One of a closed list of values; left empty, it clears the field. */
export const choice = fieldsOfValues((values) => ({
	look: { type: 'options', default: values[0], options: inOrder(values) },
	cleared: null,
	isTaken: isSameWord,
	write: (value) => find(values, value) ?? refuse(values, value),
}));

/** Known values that the specification does not list: any other text goes out as it is. */
export const openChoice = fieldsOfValues((values) => ({
	look: { type: 'options', default: values[0], options: byName(values) },
	cleared: null,
	isTaken: isSameWord,
	write: (value) => find(values, value) ?? asText(value)?.trim() ?? refuse(values, value, 'text'),
}));

/**
 * One of a closed list of values that people know by other names, e.g. `{ Admin: 20, Guest: 5 }`, in the
 * order given. A value that has no name of its own is refused, also where the server would take it.
 */
export function labeled<Wire extends string>(
	wire: Wire,
	values: Readonly<Record<string, string | number>>,
	description: string,
	overrides?: Overrides,
) {
	const options = Object.entries(values).map(([name, value]) => ({ name, value }));
	const kind: FieldKind = {
		look: { type: 'options', default: options[0]?.value ?? '', options },
		write: (given) => {
			const text = asText(given)?.trim().toLowerCase();
			const option = options.find(({ name, value }) =>
				[name, String(value)].some((known) => known.toLowerCase() === text),
			);
			const names = options.map(({ name }) => name).join(', ');
			return (
				option?.value ?? refuseValue(given, 'is not one of its values', `Use one of: ${names}.`)
			);
		},
	};
	return field(kind, wire, description, overrides);
}

/** Several of the values, each once, in the order given; written as a list. */
export const choices = fieldsOfValues((values) => ({
	...listOf((entry) => find(values, entry) ?? refuse(values, entry), { unique: true }),
	look: { type: 'multiOptions', default: [], options: byName(values) },
}));
