import { type JsonObject, jsonParse, type JsonValue } from 'n8n-workflow';

import { isProblem, refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type Written } from './field';

/** What a text says in JSON; undefined: it is none. */
export function jsonIn(text: string): JsonValue | undefined {
	try {
		return jsonParse<JsonValue>(text);
	} catch {
		return undefined;
	}
}

/** Parses JSON text; a mistake is told with its line and column, counted from 1. */
export function parseJson(text: string): Written {
	try {
		return jsonParse<JsonValue>(text);
	} catch (error) {
		const { line, column } = placeOf(text, error instanceof Error ? error.message : '');
		return refused(
			`the JSON is not readable in line ${String(line)}, column ${String(column)}`,
			'Fix the JSON there: names and texts need double quotes, and there is no comma before a } or ].',
		);
	}
}

/** Where the parser met the mistake. It names the position, with a token that it never expects apart. */
function placeOf(text: string, message: string): { line: number; column: number } {
	const position = /at position (\d+)/.exec(message)?.[1];
	const at =
		position !== undefined
			? Number(position)
			: message.startsWith('Unexpected token')
				? positionOfToken(text)
				: text.length;
	const lines = text.slice(0, at).split('\n');
	return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Text that breaks off before the token could still go on; with the token it cannot. */
function positionOfToken(text: string): number {
	let [sound, broken] = [0, text.length];
	while (broken - sound > 1) {
		const middle = Math.floor((sound + broken) / 2);
		if (isBroken(text.slice(0, middle))) broken = middle;
		else sound = middle;
	}
	return broken - 1;
}

function isBroken(text: string): boolean {
	try {
		jsonParse(text);
		return false;
	} catch (error) {
		return error instanceof Error && error.message.startsWith('Unexpected token');
	}
}

/** The value as JSON has it; undefined where JSON has nothing for it (a function, NaN, a loop). */
export function toJson(value: unknown): JsonValue | undefined {
	try {
		const text = JSON.stringify(value, (_, part: unknown) => {
			const lost = typeof part === 'number' && !Number.isFinite(part);
			return lost ? BigInt(0) : part; // which throws
		});
		return jsonIn(text);
	} catch {
		return undefined;
	}
}

/** Whether a value is an object that JSON could have, not a list, a date or a map. */
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
		return isProblem(parsed) ? parsed : writeParsed(parsed);
	}
	return writeParsed(value);
}

function writeParsed(value: unknown): Written {
	const json = isJsonObject(value) ? toJson(value) : undefined;
	return isJsonObject(json)
		? json
		: refused(
				`${quote(value)} is not an object`,
				'Use an object, or text that is one: {"name": "value"}.',
			);
}

/** A JSON object, given as one or as text that parses to one. */
export const object = fieldsOf(
	{ look: { type: 'json', default: '{}' }, cleared: {}, write: writeObject },
	{ placeholder: 'e.g. {"color": "blue"}' },
);
