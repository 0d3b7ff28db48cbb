import { jsonParse, type JsonObject, type JsonValue } from 'n8n-workflow';

import { quote } from './describe';
import { fieldsOf, refused, written, type Written } from './field';

/** Parses JSON text; a mistake is told with its line and column, counted from 1. */
export function parseJson(
	text: string,
): { readonly ok: true; readonly value: JsonValue } | Extract<Written, { ok: false }> {
	try {
		return { ok: true, value: jsonParse<JsonValue>(text) };
	} catch (error) {
		const { line, column } = placeOf(text, error instanceof Error ? error.message : '');
		return {
			ok: false,
			problem: `the JSON has a mistake in line ${String(line)}, column ${String(column)}`,
			remedy:
				'Mend the text there: names and texts stand in double quotes, no comma before a } or ].',
		};
	}
}

/** The parser names the place as `at position 17`; where it names none, the text ended too early. */
function placeOf(text: string, message: string): { line: number; column: number } {
	const position = /at position (\d+)/.exec(message)?.[1];
	const before = text.slice(0, position === undefined ? text.length : Number(position));
	const lines = before.split('\n');
	return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

export function isJsonObject(value: unknown): value is JsonObject {
	return (
		typeof value === 'object' &&
		value !== null &&
		Object.prototype.toString.call(value) === '[object Object]'
	);
}

function writeObject(value: unknown): Written {
	if (typeof value === 'string') {
		const parsed = parseJson(value);
		return parsed.ok ? writeParsed(parsed.value) : parsed;
	}
	return writeParsed(value);
}

function writeParsed(value: unknown): Written {
	return isJsonObject(value)
		? written(value)
		: refused(`${quote(value)} is not an object`, 'Give an object, e.g. {"color": "blue"}.');
}

/** A JSON object, given as one or as text that parses to one. */
export const object = fieldsOf(
	{ look: { type: 'json', default: '{}' }, cleared: {}, write: writeObject },
	{ placeholder: 'e.g. {"color": "blue"}' },
);
