import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { ServerFilterValues, ClientFilterValues } from '../model/call';
import { momentIn } from './Completeness';

/**
 * Whether a row is one that the filter asks for, where the server ignored it (row 8): its
 * field is one of the IDs, a record with such an ID, which is what `expand` makes of it, or a list
 * of either. A row without the field cannot be judged, and is not left out.
 */
export function passes(row: JsonObject, { rowPath: rowPath, values }: ServerFilterValues): boolean {
	const held = row[rowPath];

	return held === undefined || idsIn(held).some((id) => values.some((value) => isSame(id, value)));
}

/** Lists and records within each other that are looked into. */
const DEEPEST = 4;

function idsIn(value: JsonValue | undefined, depth = 0): readonly string[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => idsIn(entry, depth + 1));
	if (isJsonObject(value)) return idsIn(value.id, depth + 1);

	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Servers read UUIDs in any case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

/** The value at a path of a row, `state.group`; undefined: the row does not have it. */
const valueAt = (row: JsonObject, path: string): JsonValue | undefined =>
	path
		.split('.')
		.reduce<
			JsonValue | undefined
		>((value, name) => (isJsonObject(value) ? value[name] : undefined), row);

/** Fields of a row that say when something happened to it, that which happened last first. */
const TIMES = ['updated_at', 'created_at'];

/** Whether a row is as a test of the node's own wants it; undefined: the row does not say. */
export function meets(
	row: JsonObject,
	{ rowPath: path, test, values }: ClientFilterValues,
): boolean | undefined {
	const held = valueAt(row, path);
	if (held === undefined) return undefined;

	if (test === 'is') {
		return idsIn(held).some((id) => values.some((value) => isSame(id, value)));
	}
	// A day that is not set is none; a time that is not told may be any.
	if (held === null) return TIMES.includes(path) ? undefined : false;

	const [at, bound] = [momentIn(held), momentIn(values[0])];
	if (at === undefined || bound === undefined) return undefined;
	if (test === 'from') return at >= bound;

	return test === 'to' ? at <= bound : at < bound;
}

/** The time that a list is read back to, newest first, where it is to be no older. */
export interface Since {
	readonly row: string;
	/** UNIX milliseconds. */
	readonly after: number;
}

/** @returns undefined: no test asks for the newest records alone */
export function sinceIn(tests: readonly ClientFilterValues[] = []): Since | undefined {
	const [first] = TIMES.flatMap((name) =>
		tests.filter(({ rowPath, test }) => rowPath === name && test === 'from'),
	);
	const after = first && momentIn(first.values[0]);

	return first === undefined || after === undefined ? undefined : { row: first.rowPath, after };
}

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

	constructor(private readonly since: Since) {}

	/** Takes note of the next row that was not there before. */
	add(row: JsonObject): void {
		const moment = momentIn(row[this.since.row]);
		if (moment === undefined) return;

		this.isBroken ||= moment > this.last;
		if (moment < this.last) this.moments++;

		this.last = moment;
	}

	/** Whether rows that are yet to come are too old, because those so far are already. */
	get isPast(): boolean {
		return !this.isBroken && this.moments >= EVIDENCE && this.last < this.since.after;
	}
}
