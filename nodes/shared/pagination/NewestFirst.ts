import type { JsonObject } from 'n8n-workflow';

import { parseInstant } from '../fields/dates/parseInstant';
import type { ClientFilterValues } from '../model/call';
import { TIME_FIELDS } from './rowFilter';

/** How far a list is read back, newest rows first. */
export interface OldestRelevant {
	/** The field of a row that has its time. */
	readonly field: string;
	/** UNIX milliseconds; older rows are not part of the result. */
	readonly time: number;
}

/** @returns how far to read back, or undefined if no test asks for the newest records alone */
export function findOldestRelevant(
	tests: readonly ClientFilterValues[] = [],
): OldestRelevant | undefined {
	const lowerBounds = TIME_FIELDS.map((field) =>
		tests.filter(({ rowPath, test }) => rowPath === field && test === 'from'),
	).flat();
	const [bound] = lowerBounds;
	const time = bound && parseInstant(bound.values[0]);

	return bound === undefined || time === undefined ? undefined : { field: bound.rowPath, time };
}

/** Timestamps that are in order by chance are taken for sorted once in 3.6 million times (10!). */
const MIN_ORDERED_ROWS = 10;

/**
 * Checks the order of a list that the server was asked to sort by time, newest rows first. A server
 * may ignore that, so the rows have to prove it.
 */
export class NewestFirst {
	/** Whether the rows so far prove that the server ignored the order. */
	isBroken = false;
	/** Different timestamps so far, as long as they are in order. */
	private timestampCount = 0;
	private lastTime = Infinity;

	constructor(private readonly oldest: OldestRelevant) {}

	/** Adds the next new row. */
	add(row: JsonObject): void {
		const time = parseInstant(row[this.oldest.field]);
		if (time === undefined) return;

		this.isBroken ||= time > this.lastTime;
		if (time < this.lastTime) this.timestampCount++;

		this.lastTime = time;
	}

	/** Whether all further rows are too old, because those so far are sorted and too old already. */
	get isPast(): boolean {
		return (
			!this.isBroken && this.timestampCount >= MIN_ORDERED_ROWS && this.lastTime < this.oldest.time
		);
	}
}
