import type { JsonObject } from 'n8n-workflow';

import { parseInstant } from '../values/instant';
import type { ValueFilter } from '../model/call';
import { TIME_FIELDS } from './rowFilter';

/** The time back to which a list is read, newest rows first. */
export interface LowerBound {
	/** The field of a row with the time to compare, e.g. `created_at`. */
	readonly field: string;
	/** UNIX milliseconds; older rows are not part of the result. */
	readonly time: number;
}

/** Finds the time back to which a list has to be read, or undefined if no filter excludes old records. */
export function findLowerBound(clientFilters: readonly ValueFilter[] = []): LowerBound | undefined {
	const [filter] = TIME_FIELDS.map((field) =>
		clientFilters.filter(({ rowPath, test }) => rowPath === field && test === 'from'),
	).flat();
	if (filter === undefined) return undefined;

	const time = parseInstant(filter.values[0]);

	return time === undefined ? undefined : { field: filter.rowPath, time };
}

/** Ten rows in random order look sorted once in 3.6 million times (10!). */
const MIN_ORDERED_ROWS = 10;

/**
 * Checks the order of a list that the server was asked to sort by time, newest rows first. A server
 * may ignore that, so the rows have to prove it.
 */
export class NewestFirstCheck {
	/** Whether the rows so far prove that the server ignored the order. */
	isBroken = false;
	/** How many different timestamps there were so far. */
	private timestampCount = 0;
	private lastTime = Infinity;

	constructor(private readonly lowerBound: LowerBound) {}

	/** Adds the next row that was not received before. */
	add(row: JsonObject): void {
		const time = parseInstant(row[this.lowerBound.field]);
		if (time === undefined) return;

		this.isBroken ||= time > this.lastTime;
		if (time < this.lastTime) this.timestampCount++;

		this.lastTime = time;
	}

	/** Whether all further rows are too old: the rows so far prove to be sorted, and the last one is older than the bound. */
	get isPastLowerBound(): boolean {
		return (
			!this.isBroken &&
			this.timestampCount >= MIN_ORDERED_ROWS &&
			this.lastTime < this.lowerBound.time
		);
	}
}
