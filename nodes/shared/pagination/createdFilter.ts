import type { JsonObject } from 'n8n-workflow';

import type { CreatedRange } from '../model/call';
import { momentIn } from './Completeness';

/** When a row was created, in UNIX milliseconds; undefined: it does not say. */
export const createdAt = ({ created_at: value }: JsonObject): number | undefined => momentIn(value);

/** A row that does not say when it was created is not left out: that would lose it silently. */
export const isWithin = (
	{ after = -Infinity, before = Infinity }: CreatedRange,
	created?: number,
) => created === undefined || (created >= after && created < before);

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
