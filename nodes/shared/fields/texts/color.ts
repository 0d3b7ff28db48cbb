import { COLOR_NAMES } from './colorNames';
import { refuseValue } from '../refuseValue';
import { fieldFactory } from '../field';
import { isSameWord } from '../sameValue';

/**
 * A color as `#rrggbb`, from that form, from one of three digits, from either without the hash, as
 * GitHub has them, or from its name in style sheets; undefined if it is not a color.
 */
function parseColor(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const named = COLOR_NAMES.get(text.toLowerCase());
	if (named !== undefined) return named;

	const [, digits = ''] = /^#?((?:[\da-f]{3}){1,2})$/i.exec(text) ?? [];
	if (digits.length === 6) return `#${digits}`;

	return digits === '' ? undefined : `#${digits.replace(/./g, '$&$&')}`;
}

/** A color. Servers take any text for one and then show none, so it is checked here. */
export const color = fieldFactory(
	{
		look: { type: 'color', default: '' },
		isUnchanged: isSameWord,
		write: (value) =>
			parseColor(value) ??
			refuseValue(
				value,
				'is not a color',
				'Use the form #rrggbb, e.g. #3f76ff, or a name of style sheets, e.g. steelblue.',
			),
	},
	{ placeholder: 'e.g. #3f76ff' },
);
