import type { JsonValue } from 'n8n-workflow';

import type { Field } from '../../../nodes/Plane/fields';
import { writeField } from '../../../nodes/Plane/fields/write';

/** What goes on the wire for a value. Throws where the value is refused. */
export function wire(field: Field, value: unknown, timezone = 'UTC'): JsonValue {
	const result = writeField(field, value, { timezone });
	if (result.ok) return result.value;
	throw new Error(`refused: ${result.problem}`);
}

/** The two sentences of a refusal. Throws where the value is accepted. */
export function refusal(field: Field, value: unknown, timezone = 'UTC'): [string, string] {
	const result = writeField(field, value, { timezone });
	if (!result.ok) return [result.problem, result.remedy];
	throw new Error(`accepted as ${JSON.stringify(result.value)}`);
}

/** An object that refers to itself. */
export function loop(): object {
	const around: Record<string, unknown> = {};
	around.around = around;
	return around;
}
