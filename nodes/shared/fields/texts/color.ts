import { findNamedColor } from '../../../../libraries/namedColors';
import { refuseValue } from '../../result/problem';
import { fieldFactory } from '../field';
import { isSameWord } from '../../values/sameValue';

/**
 * Reads a color from six or three hexadecimal digits, with or without a hash (GitHub has none), or
 * from its CSS name.
 *
 * @returns the color as `#rrggbb`, or undefined if the value is not a color
 */
function parseColor(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, digits = ''] = /^#?((?:[\da-f]{3}){1,2})$/i.exec(text) ?? [];
	if (digits.length === 6) return `#${digits}`;
	if (digits.length === 3) return `#${digits.replace(/./g, '$&$&')}`;

	const parts = findNamedColor(text.toLowerCase());

	return parts && `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A color. It is checked here because servers accept any text, and then show no color. */
export const color = fieldFactory({
	panel: { type: 'color', default: '' },
	format: '#rrggbb',
	isUnchanged: isSameWord,
	write: (value) =>
		parseColor(value) ??
		refuseValue(
			value,
			'is not a color',
			'Use the form #rrggbb, e.g. #3f76ff, or the name of a CSS color, e.g. steelblue.',
		),
});
