import { refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type Written } from './field';

// Servers take any text for a color and then show none, so it is checked here.
function writeColor(value: unknown): Written {
	const text = typeof value === 'string' ? value.trim() : '';
	return /^#[\da-f]{6}$/i.test(text)
		? text
		: refused(`${quote(value)} is not a color`, 'Use the form #rrggbb, e.g. #3f76ff.');
}

/** A color as `#rrggbb`. */
export const color = fieldsOf(
	{ look: { type: 'color', default: '' }, write: writeColor },
	{ placeholder: 'e.g. #3f76ff' },
);
