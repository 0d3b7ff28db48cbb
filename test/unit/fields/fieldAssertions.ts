import { expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../../../nodes/shared/fields/kinds';
import type { ValueContext, WriteResult } from '../../../nodes/shared/fields/field';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { writeField } from '../../../nodes/shared/fields/write';
import { isProblem } from '../../../nodes/shared/result/problem';

/** What goes on the wire for a value that was added. Throws where the value is refused. */
export function writeValue(field: Field, value: unknown, timezone = 'UTC'): JsonValue {
	const written = tryToWrite(field, value, { timezone, origin: FIXED_ORIGIN });
	if (!isProblem(written)) return written;

	throw new Error(`refused: ${written.message}`);
}

/** The two sentences of a refusal. Throws where the value is accepted. */
export function getRefusal(
	field: Field,
	value: unknown,
	context: Partial<ValueContext> = {},
): [string, string] {
	const written = tryToWrite(field, value, { timezone: 'UTC', origin: FIXED_ORIGIN, ...context });
	if (isProblem(written)) return [written.message, written.description];

	throw new Error(`accepted as ${JSON.stringify(written)}`);
}

function tryToWrite(field: Field, value: unknown, context: ValueContext): WriteResult {
	const written = writeField(field, value, { ...context, whenEmpty: 'clear' });
	if (written === undefined) throw new Error('left alone');

	return written;
}

/** A test for each value of what goes on the wire for it: the value itself if its row says no more. */
export function itWrites(
	field: Field,
	rows: readonly (readonly [behavior: string, value: unknown, sent?: unknown])[],
): void {
	test.each(rows)('%s', (_, value, sent = value) => {
		expect(writeValue(field, value)).toEqual(sent);
	});
}

/** A test for each value of the sentences with which it is refused; its row tells a part of them. */
export function itRefuses(
	field: Field,
	sentences: (part: string) => readonly [problem: unknown, remedy: unknown],
	rows: readonly (readonly [what: string, value: unknown, part?: string])[],
): void {
	test.each(rows)('refuses %s', (_, value, part = '') => {
		expect(getRefusal(field, value)).toEqual(sentences(part));
	});
}

type Refused = [what: string, value: unknown, shown: string];

/** What is of no type that text is read from, with how a refusal shows it; a list is never opened. */
export const valuesWithoutText = (one: unknown = 'a'): Refused[] => [
	['not a number', NaN, 'NaN'],
	['an object', { a: one }, `the object {"a":${JSON.stringify(one)}}`],
	['a list with one of them', [one], `the list [${JSON.stringify(one)}]`],
	['a function', () => one, 'a function'],
];

/** An object that refers to itself. */
export function createSelfReference(): object {
	const around: Record<string, unknown> = {};

	around.around = around;

	return around;
}
