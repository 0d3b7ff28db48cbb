import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { CreatedRange, RowFilter } from '../model/call';
import { momentIn } from './Completeness';

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

/** When a row was created, in UNIX milliseconds; undefined: it does not say. */
export const createdAt = ({ created_at: value }: JsonObject): number | undefined => momentIn(value);

/** A row that does not say when it was created is not left out: that would lose it silently. */
export const isWithin = (range: CreatedRange = {}, created?: number): boolean => {
	const { after = -Infinity, before = Infinity } = range;
	return created === undefined || (created >= after && created < before);
};

/** Moments that are in order by chance are taken for ordered once in 3.6 million (10!). */
const EVIDENCE = 10;

/**
 * The order of a list that was asked for with the newest rows first. A server may ignore what it was
 * asked for, so the rows have to show it.
 */
export class NewestFirst {
	/** Whether the rows so far show that the server ignored it. */
	isBroken = false;
	/** Different moments so far, if they are in order. */
	private moments = 0;
	private last = Infinity;

	/** @param created of the next row that was not there before, in UNIX milliseconds */
	add(created: number): void {
		this.isBroken ||= created > this.last;
		if (created < this.last) this.moments++;
		this.last = created;
	}

	/** Whether rows that are yet to come are too old, because those so far are already. */
	isPast({ after = -Infinity }: CreatedRange): boolean {
		return !this.isBroken && this.moments >= EVIDENCE && this.last < after;
	}
}
