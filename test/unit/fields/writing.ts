import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../../../nodes/shared/fields/kinds';
import type { ValueContext, Written } from '../../../nodes/shared/fields/field';
import { FIXED } from '../../../nodes/shared/fields/origin';
import { writeField } from '../../../nodes/shared/fields/write';

/** What goes on the wire for a value that was added. Throws where the value is refused. */
export function wire(field: Field, value: unknown, timezone = 'UTC'): JsonValue {
	const result = write(field, value, { timezone, origin: FIXED });
	if (result.ok) return result.value;
	throw new Error(`refused: ${result.problem}`);
}

/** The two sentences of a refusal. Throws where the value is accepted. */
export function refusal(
	field: Field,
	value: unknown,
	context: Partial<ValueContext> = {},
): [string, string] {
	const result = write(field, value, { timezone: 'UTC', origin: FIXED, ...context });
	if (!result.ok) return [result.problem, result.remedy];
	throw new Error(`accepted as ${JSON.stringify(result.value)}`);
}

function write(field: Field, value: unknown, context: ValueContext): Written {
	const result = writeField(field, value, context, 'clear');
	if (result === undefined) throw new Error('left alone');
	return result;
}

/** An object that refers to itself. */
export function loop(): object {
	const around: Record<string, unknown> = {};
	around.around = around;
	return around;
}
