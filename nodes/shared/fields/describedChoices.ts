import type { INodePropertyOptions } from 'n8n-workflow';

import { titleCase } from '../text/letterCase';
import { choice, choices, optionFinder, refuseChoice } from './choice';
import type { Field } from './field';
import { wordListKind } from './list';

/** A value of a list, and what people read for it. */
export interface DescribedOption {
	readonly value: string;
	/** Absent: the value in title case. */
	readonly name?: string;
	/** Shown below the name. For values whose names alone are not enough to choose. */
	readonly description?: string;
}

type DescribedOptions = readonly [DescribedOption, ...DescribedOption[]];

const toOptions = (options: DescribedOptions): INodePropertyOptions[] =>
	options.map(({ value, name = titleCase(value), description }) => ({
		name,
		value,
		...(description !== undefined && { description }),
	}));

const readValues = (options: DescribedOptions): [string, ...string[]] => {
	const [first, ...others] = options;

	return [first.value, ...others.map(({ value }) => value)];
};

/** One of a closed list of values, the first one by default, in this order. */
export function describedChoice<Wire extends string>(
	wire: Wire,
	options: DescribedOptions,
	description: string,
): Field<Wire> {
	const base = choice(wire, readValues(options), description);
	const panel = { ...base.kind.panel, options: toOptions(options) };

	return { ...base, kind: { ...base.kind, panel } };
}

/** Several values of a closed list, in this order. An expression can give their values or their names. */
export function describedChoices<Wire extends string>(
	wire: Wire,
	options: DescribedOptions,
	description: string,
): Field<Wire> {
	const base = choices(wire, readValues(options), description);
	const shown = toOptions(options);
	const words = shown.map(({ name }) => name);
	const findOption = optionFinder(shown);
	const writeEntry = (entry: unknown) => findOption(entry)?.value ?? refuseChoice(words, entry);

	const panel = { ...base.kind.panel, options: shown };

	return { ...base, kind: { ...base.kind, ...wordListKind(writeEntry), panel } };
}
