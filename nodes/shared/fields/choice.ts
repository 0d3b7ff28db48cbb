import type { INodePropertyOptions } from 'n8n-workflow';

import { type Problem, refuseValue } from '../result/problem';
import { field, type FieldKind, type Overrides } from './field';
import { wordListKind } from './list';
import { compareAlphabetically, titleCase } from '../text/letterCase';
import { findNearest } from '../values/findNearest';
import { parseRecord } from './recordValue';
import { isSameWord } from '../values/sameValue';
import { asText } from '../values/asText';
import { Names } from '../values/Names';
import { listUpTo } from '../text/listUpTo';

type ChoiceValues = readonly [string, ...string[]];

/** Returns the options in the order of the values, e.g. from the first state of a record to the last. */
const toOptions = (values: ChoiceValues) =>
	values.map((value) => ({ name: titleCase(value), value }));

/** Returns the options in alphabetical order, for values without an order of their own. */
const toSortedOptions = (values: ChoiceValues) =>
	toOptions(values).sort((a, b) => compareAlphabetically(a.name, b.name));

/** The properties of an object from another tool that may have the choice, the surest first. */
const CHOICE_PROPERTIES = ['value', 'name', 'label'];

/** Returns the text of a value or, if it is an object, of its choice: `High` of `{"name": "High"}`. */
export function readChoice(value: unknown): string | undefined {
	const object = parseRecord(value);
	if (object === undefined) return asText(value)?.trim();

	return CHOICE_PROPERTIES.map((name) => asText(object[name])?.trim()).find(
		(text) => text !== undefined,
	);
}

/** An option of a list, in the panel. */
type Option = Required<Pick<INodePropertyOptions, 'name' | 'value'>>;

/** Returns what finds an option by its value or its name. */
export function optionFinder<Found extends Option>(
	options: readonly Found[],
): (input: unknown) => Found | undefined {
	const names = new Names(options, {
		id: ({ value }) => String(value),
		names: ({ name, value }) => [[name, String(value), titleCase(String(value))]],
	});

	return (input) => names.find(readChoice(input) ?? '')[0];
}

/** Refuses a value; the remedy lists the allowed words, if there are any, and suggests the closest one. */
export function refuseChoice(words: readonly string[], input: unknown): Problem {
	const remedy =
		words.length === 0
			? 'It has no options that can be chosen: add one first.'
			: `Use one of: ${listUpTo(words, MAX_LISTED_WORDS, ', ')}.${suggestClosest(words, input)}`;

	return refuseValue(input, 'is not one of its values', remedy);
}

/** How many words an error lists: a dropdown may have thousands of options. */
const MAX_LISTED_WORDS = 50;

function suggestClosest(words: readonly string[], input: unknown): string {
	const nearest = findNearest(readChoice(input) ?? '', words);

	return nearest === undefined ? '' : ` The closest one is ${nearest}.`;
}

/** Returns the function that declares fields for a closed or open list of values. */
const choiceFactory =
	(createKind: (values: ChoiceValues) => FieldKind) =>
	<Wire extends string>(
		wire: Wire,
		values: ChoiceValues,
		description: string,
		overrides?: Overrides,
	) =>
		field(createKind(values), wire, description, overrides);

/**
 * A choice of these options, from the list or by an expression. The editor would mark an expression that
 * returns a label instead of a value as an error, unless it allows arbitrary values.
 */
const buildOptionsPanel = (options: readonly INodePropertyOptions[]): FieldKind['panel'] => ({
	type: 'options',
	default: options[0]?.value ?? '',
	options: [...options],
	allowArbitraryValues: true,
});

/** One of a closed list of values; left empty, it clears the field. */
export const choice = choiceFactory((values) => {
	const options = toOptions(values);
	const findOption = optionFinder(options);

	return {
		panel: buildOptionsPanel(options),
		emptyValue: null,
		isAccepted: isSameWord,
		write: (value) => findOption(value)?.value ?? refuseChoice(values, value),
	};
});

/** A value of a list that may be incomplete: any other text is sent as it is. */
export const openChoice = choiceFactory((values) => {
	const options = toSortedOptions(values);
	const findOption = optionFinder(options);

	return {
		panel: { ...buildOptionsPanel(options), default: values[0] },
		emptyValue: null,
		isAccepted: isSameWord,
		write: (value) =>
			findOption(value)?.value ??
			readChoice(value) ??
			refuseValue(value, 'is not text', `Use one of: ${values.join(', ')}.`),
	};
});

/**
 * One of a closed list of values that have other labels, e.g. `{ Admin: 20, Guest: 5 }`, in this
 * order. Any other value is refused, even if the server would accept it.
 */
export function labeled<Wire extends string>(
	wire: Wire,
	values: Readonly<Record<string, string | number>>,
	description: string,
	overrides?: Overrides,
) {
	const options = Object.entries(values).map(([name, value]) => ({ name, value }));
	const findOption = optionFinder(options);
	const kind: FieldKind = {
		panel: buildOptionsPanel(options),
		write: (input) => findOption(input)?.value ?? refuseChoice(Object.keys(values), input),
	};

	return field(kind, wire, description, overrides);
}

/** Several values of a closed list, each sent once, in the order of the input. */
export const choices = choiceFactory((values) => {
	const options = toSortedOptions(values);
	const findOption = optionFinder(options);

	return {
		...wordListKind((entry) => findOption(entry)?.value ?? refuseChoice(values, entry)),
		panel: { type: 'multiOptions', default: [], options, allowArbitraryValues: true },
	};
});
