import type { Problem } from '../result/problem';
import { refuseValue } from './refuseValue';
import { field, type FieldKind, type Overrides } from './field';
import { wordListKind } from './list';
import { compareAlphabetically, titleCase } from '../text/letterCase';
import { findNearest } from './findNearest';
import { parseRecord } from './recordValue';
import { isSameWord } from './sameValue';
import { asText } from './text';

type ChoiceValues = readonly [string, ...string[]];

/** The values with their labels in the order given, which is that of a life cycle. */
const toOptions = (values: ChoiceValues) =>
	values.map((value) => ({ name: titleCase(value), value }));

/** The values with their labels by the alphabet, where they have no order of their own. */
const toSortedOptions = (values: ChoiceValues) =>
	toOptions(values).sort((a, b) => compareAlphabetically(a.name, b.name));

/** The fields that hold what is chosen, where a value is an object as other tools give it. */
const CHOICE_FIELDS = ['value', 'name', 'label'];

/** The text of a value, or of the choice that an object is: `High` of `{"name": "High"}`. */
function readChoice(given: unknown): string | undefined {
	const object = parseRecord(given);
	const value = CHOICE_FIELDS.map((name) => object?.[name]).find(
		(each) => asText(each) !== undefined,
	);

	return asText(object === undefined ? given : value)?.trim();
}

/** The value that a text names, by itself or by its label, whatever the case. */
function findValue(values: ChoiceValues, given: unknown): string | undefined {
	const text = readChoice(given)?.toLowerCase();

	return values.find((value) =>
		[value, titleCase(value)].some((name) => name.toLowerCase() === text),
	);
}

/** Refuses a value with the words that there are, and the one that is most like it. */
const refuseChoice = (words: readonly string[], given: unknown): Problem =>
	refuseValue(
		given,
		'is not one of its values',
		`Use one of: ${words.join(', ')}.${suggest(words, given)}`,
	);

function suggest(words: readonly string[], given: unknown): string {
	const nearest = findNearest(readChoice(given) ?? '', words);

	return nearest === undefined ? '' : ` The closest one is ${nearest}.`;
}

const choiceFactory =
	(kindOf: (values: ChoiceValues) => FieldKind) =>
	<Wire extends string>(
		wire: Wire,
		values: ChoiceValues,
		description: string,
		overrides?: Overrides,
	) =>
		field(kindOf(values), wire, description, overrides);

/** One of a closed list of values; left empty, it clears the field. */
export const choice = choiceFactory((values) => ({
	look: { type: 'options', default: values[0], options: toOptions(values) },
	emptyValue: null,
	isAccepted: isSameWord,
	write: (value) => findValue(values, value) ?? refuseChoice(values, value),
}));

/** Known values that the specification does not list: any other text goes out as it is. */
export const openChoice = choiceFactory((values) => ({
	look: { type: 'options', default: values[0], options: toSortedOptions(values) },
	emptyValue: null,
	isAccepted: isSameWord,
	write: (value) =>
		findValue(values, value) ??
		readChoice(value) ??
		refuseValue(value, 'is not text', `Use one of: ${values.join(', ')}.`),
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
			const text = readChoice(given)?.toLowerCase();
			const option = options.find(({ name, value }) =>
				[name, String(value)].some((known) => known.toLowerCase() === text),
			);
			const names = options.map(({ name }) => name);

			return option?.value ?? refuseChoice(names, given);
		},
	};

	return field(kind, wire, description, overrides);
}

/** Several of the values, each once, in the order given; written as a list. */
export const choices = choiceFactory((values) => ({
	...wordListKind((entry) => findValue(values, entry) ?? refuseChoice(values, entry)),
	look: { type: 'multiOptions', default: [], options: toSortedOptions(values) },
}));
