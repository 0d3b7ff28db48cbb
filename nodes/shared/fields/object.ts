import { isProblem, refused, refuseValue } from '../result/problem';
import { fieldFactory, type ValueResult } from './field';
import { hasAllMembers } from '../values/sameValue';
import { requireStorableJson } from './texts/textLimits';
import { isJsonObject, toJson, tryParseJson } from '../values/json';

/** Parses JSON text, or returns a problem with the line and column of the mistake, counted from 1. */
export function parseJson(text: string): ValueResult {
	const json = tryParseJson(text);
	if (json !== undefined) return json;

	const lines = text.slice(0, findErrorPosition(text)).split('\n');
	const column = (lines.at(-1) ?? '').length + 1;

	return refused(
		`the JSON is invalid at line ${lines.length}, column ${column}`,
		'Fix the JSON there: names and texts need double quotes, and there is no comma before a } or ].',
	);
}

/** Finds the index of the mistake in invalid JSON. Some errors of the parser do not name it. */
function findErrorPosition(text: string): number {
	const message = getParseError(text);
	const position = /at position (\d+)/.exec(message)?.[1];
	if (position !== undefined) return Number(position);
	if (!message.startsWith('Unexpected token')) return text.length;

	// Binary search: text up to the token is only incomplete, text with the token is invalid.
	let valid = 0;
	let invalid = text.length;

	while (invalid - valid > 1) {
		const middle = Math.floor((valid + invalid) / 2);
		const middleMessage = getParseError(text.slice(0, middle));

		if (middleMessage.startsWith('Unexpected token')) {
			invalid = middle;
		} else {
			valid = middle;
		}
	}

	return invalid - 1;
}

/** Returns the message of the JSON parser for a text, or `''` if the text is valid. */
function getParseError(text: string): string {
	try {
		JSON.parse(text);

		return '';
	} catch (error) {
		return error instanceof Error ? error.message : '';
	}
}

/** A JSON object, entered as one or as JSON text. */
export const object = fieldFactory({
	panel: { type: 'json', default: '{}' },
	format: 'JSON object',
	emptyValue: {},
	isAccepted: hasAllMembers,
	write: (value) => {
		const parsed = typeof value === 'string' ? parseJson(value) : value;
		if (isProblem(parsed)) return parsed;

		const json = isJsonObject(parsed) ? toJson(parsed) : undefined;
		if (isJsonObject(json)) return requireStorableJson(json);

		const remedy = 'Use an object, or text that is one: {"name": "value"}.';

		return refuseValue(parsed, 'is not an object', remedy);
	},
});
