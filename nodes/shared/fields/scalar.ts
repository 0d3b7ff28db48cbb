import { refused } from '../result/problem';
import { quote } from './describe';
import { field, type FieldKind, fieldsOf, type Overrides, type Written } from './field';

/** The number that a value is or spells, or undefined. */
function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The truth value that a value is or spells, or undefined. */
function asBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text === 'true' ? true : text === 'false' ? false : undefined;
}

function writeNumber(value: unknown): Written {
	const number = asNumber(value);
	return number ?? refused(`${quote(value)} is not a number`, 'Enter a number, e.g. 65535 or 0.5.');
}

function writeBoolean(value: unknown): Written {
	const boolean = asBoolean(value);
	return boolean ?? refused(`${quote(value)} is neither true nor false`, 'Use true or false.');
}

/** A number; left empty, it clears the field. */
export const number = fieldsOf({
	look: { type: 'number', default: 0 },
	cleared: null,
	write: writeNumber,
});

/** True or false; it cannot be cleared. */
export const boolean = fieldsOf({ look: { type: 'boolean', default: false }, write: writeBoolean });

/** The whole numbers that a field takes, both ends included. */
interface Range {
	readonly from: number;
	/** Absent: any number from `from` on. */
	readonly to?: number;
}

/** A whole number, e.g. of records. */
export function count<Wire extends string>(
	wire: Wire,
	{ from, to = Number.MAX_SAFE_INTEGER }: Range,
	look: { readonly default: number },
	description: string,
	overrides?: Overrides,
) {
	const hasEnd = to !== Number.MAX_SAFE_INTEGER;
	const range = hasEnd ? `from ${String(from)} to ${String(to)}` : `of ${String(from)} or more`;
	const kind: FieldKind = {
		look: {
			type: 'number',
			...look,
			typeOptions: { minValue: from, ...(hasEnd ? { maxValue: to } : {}) },
		},
		write: (value) => {
			const whole = asNumber(value);
			return whole === undefined || !Number.isSafeInteger(whole) || whole < from || whole > to
				? refused(
						`${quote(value)} is not a whole number ${range}`,
						`Enter a whole number, e.g. ${String(look.default)}.`,
					)
				: whole;
		},
	};
	return field(kind, wire, description, overrides);
}
