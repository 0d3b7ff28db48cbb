import { refuseValue } from '../result/problem';
import { field, type FieldKind, fieldFactory, type Overrides } from './field';
import { isSameNumber } from '../values/sameValue';
import { asText } from '../values/asText';

/** A number as people write it. `0x10` and `1e3` are texts of programs: in a column of IDs, they are no numbers. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Either a number with three decimals or, where the point separates thousands, one that is 1,000 times as large. */
const MAY_HAVE_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

const mayHaveThousands = (value: unknown): value is string =>
	typeof value === 'string' && MAY_HAVE_THOUSANDS.test(value.trim());

/** Returns the number in a value, which may be text, or undefined. */
function asNumber(value: unknown): number | undefined {
	const isNumber =
		typeof value === 'string' && DECIMAL.test(value.trim()) && !mayHaveThousands(value);
	const number = isNumber ? Number(value) : value;

	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The digits of a number without its sign, its point, and the zeros at its ends, and where its point is. */
function readDigits(text: string): { readonly digits: string; readonly pointAt: number } {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [integerPart = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
	const allDigits = Array.from(`${integerPart}${fraction}`);
	const start = allDigits.findIndex((digit) => digit !== '0');
	if (start === -1) return { digits: '', pointAt: 0 };

	const end = allDigits.findLastIndex((digit) => digit !== '0') + 1;

	return {
		digits: allDigits.slice(start, end).join(''),
		pointAt: integerPart.length + Number(exponent) - start,
	};
}

/** Whether a number has all digits of the text that it was read from. Otherwise another one would be stored. */
function keepsDigits(text: string, number: number): boolean {
	const entered = readDigits(text.trim());
	const kept = readDigits(String(number));

	return entered.digits === kept.digits && entered.pointAt === kept.pointAt;
}

/** A number. Left empty, it clears the field. */
export const numberKind: FieldKind = {
	panel: { type: 'number', default: 0 },
	emptyValue: null,
	isUnchanged: isSameNumber,
	write: (value) => {
		if (mayHaveThousands(value)) {
			const decimal = Number(value);

			return refuseValue(
				value,
				`may be ${decimal} or ${Math.round(decimal * 1000)}`,
				'Enter a number without a point between thousands. If the point is a decimal one, convert the text, e.g. with {{ Number($json.amount) }}.',
			);
		}

		const number = asNumber(value);
		if (number === undefined) {
			return refuseValue(value, 'is not a number', 'Enter a number, e.g. 65535 or 0.5.');
		}

		return typeof value === 'string' && !keepsDigits(value, number)
			? refuseValue(
					value,
					`has more digits than a number can keep: it would become ${number}`,
					'Enter a number with up to 15 digits. For an ID, use a field or property for text.',
				)
			: number;
	},
};

/** See `numberKind`. */
export const number = fieldFactory(numberKind);

/** The words of other tools: sheets and forms have `yes`, databases 1, web forms `on`. */
const TRUE_WORDS = ['true', 'yes', '1', 'on'];
const FALSE_WORDS = ['false', 'no', '0', 'off'];

/** True or false. It cannot be cleared. */
export const booleanKind: FieldKind = {
	panel: { type: 'boolean', default: false },
	write: (value) => {
		const text = asText(value)?.trim().toLowerCase() ?? '';

		if (TRUE_WORDS.includes(text)) return true;
		if (FALSE_WORDS.includes(text)) return false;

		return refuseValue(value, 'is neither true nor false', 'Use true or false, or yes or no.');
	},
};

/** See `booleanKind`. */
export const boolean = fieldFactory(booleanKind);

/** The numbers that a count may be, both ends included, and the one that the panel starts with. */
interface CountRange {
	readonly from: number;
	/** Absent: there is no maximum. */
	readonly to?: number;
	readonly default: number;
}

/** A whole number of records, seconds and the like. It cannot be cleared. */
export function count<Wire extends string>(
	wire: Wire,
	{ from, to = Infinity, default: initial }: CountRange,
	description: string,
	overrides?: Overrides,
) {
	const hasMaximum = to !== Infinity;
	const range = hasMaximum ? `from ${from} to ${to}` : `of ${from} or more`;
	const remedy = `Enter a whole number, e.g. ${initial}.`;
	const typeOptions = { minValue: from, ...(hasMaximum && { maxValue: to }) };
	const kind: FieldKind = {
		panel: { type: 'number', default: initial, typeOptions },
		isUnchanged: isSameNumber,
		write: (value) => {
			const number = asNumber(value) ?? NaN;

			return Number.isSafeInteger(number) && number >= from && number <= to
				? number
				: refuseValue(value, `is not a whole number ${range}`, remedy);
		},
	};

	return field(kind, wire, description, overrides);
}
