import type { JsonValue } from 'n8n-workflow';

import { refused, written, type Field, type ValueContext, type Written } from './field';

/**
 * Writes the value of one field that the user filled in or added.
 *
 * Empty values follow design rule "Values": a required one is refused, another one clears the
 * field on the server (`null`, `""`, `[]` or `{}`, as its kind says). `undefined` is what an
 * expression gives that finds nothing; it is refused, because clearing by accident loses data.
 */
export function writeField(field: Field, value: unknown, context: ValueContext): Written {
	if (value === undefined) {
		return refused(
			'the expression gives no value (undefined)',
			field.kind.cleared === undefined || field.required
				? `Give ${field.displayName} a value for this item.`
				: `Give ${field.displayName} a value for this item, or null to clear it.`,
		);
	}
	if (isEmpty(value)) return writeEmpty(field);

	const result = field.kind.write(value, context);
	return result.ok && isNothing(result.value) ? writeEmpty(field) : result;
}

function writeEmpty(field: Field): Written {
	if (field.required) return refused('the value is empty', `Fill in ${field.displayName}.`);
	if (field.kind.cleared === undefined) {
		return refused('the value is empty', `Fill in ${field.displayName} or remove it.`);
	}
	return written(field.kind.cleared);
}

/** Nothing or blank text: what a panel holds where the user typed nothing. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** An empty list is as good as nothing once it is known that a list is meant. */
const isNothing = (value: JsonValue): boolean =>
	isEmpty(value) || (Array.isArray(value) && value.length === 0);
