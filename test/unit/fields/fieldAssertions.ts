import { expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../../../nodes/shared/fields/kinds';
import type { ValueContext, ValueResult } from '../../../nodes/shared/fields/field';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { writeField } from '../../../nodes/shared/fields/write';
import { isProblem } from '../../../nodes/shared/result/problem';

/** Returns what is sent for a value that the user added. Throws if the value is refused. */
export function writeValue(field: Field, value: unknown, timezone = 'UTC'): JsonValue {
	const written = tryToWrite(field, value, { timezone, origin: FIXED_ORIGIN });
	if (!isProblem(written)) return written;

	throw new Error(`The value was refused: ${written.message}`);
}

/** Returns the message and the remedy of a refusal. Throws if the value is accepted. */
export function getRefusal(
	field: Field,
	value: unknown,
	context: Partial<ValueContext> = {},
): [string, string] {
	const written = tryToWrite(field, value, { timezone: 'UTC', origin: FIXED_ORIGIN, ...context });
	if (isProblem(written)) return [written.message, written.description];

	throw new Error(`The value was accepted as ${JSON.stringify(written)}`);
}

function tryToWrite(field: Field, value: unknown, context: ValueContext): ValueResult {
	const written = writeField(field, value, { ...context, whenEmpty: 'clear' });
	if (written === undefined) throw new Error('The value is not sent');

	return written;
}

/** Declares a test per row that its value is sent as `sent`. Absent: as it is. */
export function itWrites(
	field: Field,
	rows: readonly (readonly [behavior: string, value: unknown, sent?: unknown])[],
): void {
	test.each(rows)('%s', (_, value, sent = value) => {
		expect(writeValue(field, value)).toEqual(sent);
	});
}

/**
 * Declares a test per row that its value is refused.
 *
 * @param sentences returns the expected message and remedy, given the part that the row has of them
 */
export function itRefuses(
	field: Field,
	sentences: (part: string) => readonly [problem: unknown, remedy: unknown],
	rows: readonly (readonly [title: string, value: unknown, part?: string])[],
): void {
	test.each(rows)('refuses %s', (_, value, part = '') => {
		expect(getRefusal(field, value)).toEqual(sentences(part));
	});
}

type RefusedRow = [title: string, value: unknown, quoted: string];

/**
 * Returns rows of values that cannot be read as text, with how a refusal quotes them.
 *
 * @param content what the object, list and function contain: a value that the field accepts by itself
 */
export const valuesWithoutText = (content: unknown = 'a'): RefusedRow[] => [
	['not a number', NaN, 'NaN'],
	['an object', { a: content }, `the object {"a":${JSON.stringify(content)}}`],
	['a list with a valid entry', [content], `the list [${JSON.stringify(content)}]`],
	['a function', () => content, 'a function'],
];

/** Returns an object that refers to itself, which JSON cannot express. */
export function createSelfReference(): object {
	const object: Record<string, unknown> = {};

	object.self = object;

	return object;
}
