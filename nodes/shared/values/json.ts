import type { JsonObject, JsonValue } from 'n8n-workflow';

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
