import { refuseValue } from './refuseValue';
import { field, type FieldKind, fieldFactory, type Overrides } from './field';
import { isSameNumber } from './sameValue';
import { asText } from './text';

/** The number that a value, which is no blank text, is or spells, or undefined. */
function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' ? Number(value) : value;

	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A number; left empty, it clears the field. */
export const number = fieldFactory({
	look: { type: 'number', default: 0 },
	emptyValue: null,
	isUnchanged: isSameNumber,
	write: (value) =>
		asNumber(value) ?? refuseValue(value, 'is not a number', 'Enter a number, e.g. 65535 or 0.5.'),
});

/** What other tools write for true and false: sheets and forms `yes`, databases 1, web forms `on`. */
const TRUE = ['true', 'yes', '1', 'on'];
const FALSE = ['false', 'no', '0', 'off'];

/** True or false; it cannot be cleared. */
export const boolean = fieldFactory({
	look: { type: 'boolean', default: false },
	write: (value) => {
		const text = asText(value)?.trim().toLowerCase() ?? '';

		return TRUE.includes(text) || FALSE.includes(text)
			? TRUE.includes(text)
			: refuseValue(value, 'is neither true nor false', 'Use true or false, or yes or no.');
	},
});

/** A whole number, e.g. of records: both ends of its range included, absent `to`: without an end. */
export function count<Wire extends string>(
	wire: Wire,
	{ from, to = Infinity }: { readonly from: number; readonly to?: number },
	look: { readonly default: number },
	description: string,
	overrides?: Overrides,
) {
	const hasEnd = to !== Infinity;
	const range = hasEnd ? `from ${from} to ${to}` : `of ${from} or more`;
	const remedy = `Enter a whole number, e.g. ${look.default}.`;
	const typeOptions = { minValue: from, ...(hasEnd && { maxValue: to }) };
	const kind: FieldKind = {
		look: { type: 'number', ...look, typeOptions },
		isUnchanged: isSameNumber,
		write: (value) => {
			const whole = asNumber(value) ?? NaN;

			return Number.isSafeInteger(whole) && whole >= from && whole <= to
				? whole
				: refuseValue(value, `is not a whole number ${range}`, remedy);
		},
	};

	return field(kind, wire, description, overrides);
}
