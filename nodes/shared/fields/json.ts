import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isProblem, refused } from '../result/problem';
import { refuseValue } from './refuseValue';
import { fieldFactory, type ValueResult } from './field';
import { hasAllMembers } from './sameValue';
import { requireStorableJson } from './texts/textLimits';

/** Parses JSON text. Returns undefined if it is invalid. */
export function tryParseJson(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/** The maximum nesting of a record, in levels: functions that walk a deeper one overflow the stack. */
const MAX_DEPTH = 1000;

/** Parses JSON text of a server. Returns undefined if it is invalid or nested too deep. */
export function parseUntrustedJson(text: string): JsonValue | undefined {
	const json = tryParseJson(text);

	return json === undefined || isDeeperThan(json, MAX_DEPTH) ? undefined : json;
}

const isDeeperThan = (value: JsonValue | undefined, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)));

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

/** Converts a value to JSON. Returns undefined if JSON cannot express it (functions, NaN, cycles). */
export function toJson(value: unknown): JsonValue | undefined {
	try {
		const text = JSON.stringify(value, (_, part: unknown) => {
			const isInexpressible = typeof part === 'number' && !Number.isFinite(part);

			// JSON would have null for such a number. It has nothing for a BigInt: stringify throws.
			return isInexpressible ? BigInt(0) : part;
		});

		return tryParseJson(text);
	} catch {
		return undefined;
	}
}

/** Whether a value is a plain object, not a list, a date or a map. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/** A JSON object, entered as one or as JSON text. */
export const object = fieldFactory(
	{
		look: { type: 'json', default: '{}' },
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
	},
	{ placeholder: 'e.g. {"color": "blue"}' },
);
