import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { RowFilter } from '../model/call';

/**
 * Whether a row is one that the filter asks for, where the server ignored it (row 8): its
 * field is one of the IDs, a record with such an ID, which is what `expand` makes of it, or a list
 * of either. A row without the field cannot be judged, and is not left out.
 */
export function passes(row: JsonObject, { rowField, values }: RowFilter): boolean {
	const held = row[rowField];
	return held === undefined || idsIn(held).some((id) => values.some((value) => isSame(id, value)));
}

/** Lists and records within each other that are looked into. */
const DEEPEST = 4;

function idsIn(value: JsonValue, depth = 0): readonly string[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => idsIn(entry, depth + 1));
	if (isJsonObject(value)) return value.id === undefined ? [] : idsIn(value.id, depth + 1);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Servers read UUIDs in any case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();
