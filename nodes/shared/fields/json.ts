import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isProblem, refused } from '../result/problem';
import { refuseValue } from './refuseValue';
import { fieldFactory, type WriteResult } from './field';
import { hasAllMembers } from './sameValue';
import { requireStorableJson } from './texts/textLimits';

/** Parses JSON text; undefined if it is not valid JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

/** What a record may be nested at most: deeper, whoever goes through it runs out of stack. */
const MAX_DEPTH = 1000;

/** Parses JSON of a server; undefined if it is invalid, or nested deeper than any record. */
export function parseUntrustedJson(text: string): JsonValue | undefined {
	const json = tryParseJson(text);

	return json === undefined || isDeeperThan(json, MAX_DEPTH) ? undefined : json;
}

const isDeeperThan = (value: JsonValue | undefined, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)));

/** Parses JSON text. The problem of an invalid one has its line and column, counted from 1. */
export function parseJson(text: string): WriteResult {
	const json = tryParseJson(text);
	if (json !== undefined) return json;

	const lines = text.slice(0, findErrorPosition(text)).split('\n');
	const column = (lines.at(-1) ?? '').length + 1;

	return refused(
		`the JSON is not readable in line ${lines.length}, column ${column}`,
		'Fix the JSON there: names and texts need double quotes, and there is no comma before a } or ].',
	);
}

/** Where the parser meets the mistake. It names the position, with a token that it never expects apart. */
function findErrorPosition(text: string): number {
	const message = parseErrorMessage(text);
	const position = /at position (\d+)/.exec(message)?.[1];
	if (position !== undefined) return Number(position);
	if (!message.startsWith('Unexpected token')) return text.length;

	// Text that breaks off before the token could still go on; with the token it cannot.
	let [valid, invalid] = [0, text.length];

	while (invalid - valid > 1) {
		const middle = Math.floor((valid + invalid) / 2);
		if (parseErrorMessage(text.slice(0, middle)).startsWith('Unexpected token')) invalid = middle;
		else valid = middle;
	}

	return invalid - 1;
}

/** What the parser says of a text, or `''`. */
function parseErrorMessage(text: string): string {
	try {
		JSON.parse(text);

		return '';
	} catch (error) {
		return error instanceof Error ? error.message : '';
	}
}

/** The value as JSON has it; undefined where JSON has nothing for it (a function, NaN, a loop). */
export function toJson(value: unknown): JsonValue | undefined {
	try {
		const text = JSON.stringify(value, (_, part: unknown) => {
			const lost = typeof part === 'number' && !Number.isFinite(part);

			return lost ? BigInt(0) : part; // which throws
		});

		return tryParseJson(text);
	} catch {
		return undefined;
	}
}

/** Whether a value is an object that JSON could have, not a list, a date or a map. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/** A JSON object, given as one or as text that parses to one. */
export const object = fieldFactory(
	{
		look: { type: 'json', default: '{}' },
		emptyValue: {},
		isAccepted: hasAllMembers,
		write: (value) => {
			const given = typeof value === 'string' ? parseJson(value) : value;
			if (isProblem(given)) return given;

			const json = isJsonObject(given) ? toJson(given) : undefined;
			if (isJsonObject(json)) return requireStorableJson(json);

			const remedy = 'Use an object, or text that is one: {"name": "value"}.';

			return refuseValue(given, 'is not an object', remedy);
		},
	},
	{ placeholder: 'e.g. {"color": "blue"}' },
);
