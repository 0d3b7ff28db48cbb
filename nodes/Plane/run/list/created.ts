import type { JsonObject } from 'n8n-workflow';

import { instantOf, readIso } from '../../fields/instant';
import type { CreatedWish } from '../call';

/** When a row was created, in UNIX milliseconds; undefined: it does not say. */
export function createdAt({ created_at: value }: JsonObject): number | undefined {
	const instant = instantOf(value);
	if (instant !== undefined || typeof value !== 'string') return instant;
	const read = readIso(value);
	return typeof read === 'string' ? undefined : read.wall - (read.zone ?? 0) * 60_000;
}

/** A row that does not say when it was created is not left out: that would lose it without a word. */
export const isWithin = ({ after, before }: CreatedWish, created: number | undefined): boolean =>
	created === undefined ||
	((after === undefined || created >= after) && (before === undefined || created < before));

/** Rows that have an order by chance are taken for ordered once in 3.6 million (10!). */
const EVIDENCE = 10;

/** The order by time of creation that all rows so far have. Servers give the newest first. */
export class Order {
	private rows = 0;
	private rises = false;
	private falls = false;
	private last: number | undefined;

	/** @param created of the next row that was not there before, in UNIX milliseconds */
	add(created: number): void {
		if (this.last !== undefined) {
			this.rises ||= created > this.last;
			this.falls ||= created < this.last;
		}
		this.rows++;
		this.last = created;
	}

	/** Whether rows that are yet to come lie outside, because those so far lie there already. */
	isPast({ after, before }: CreatedWish): boolean {
		const { last } = this;
		if (last === undefined || this.rows < EVIDENCE || this.rises === this.falls) return false;
		return this.falls
			? after !== undefined && last < after
			: before !== undefined && last >= before;
	}

	/** Whether the order so far lets it be that further rows make the rest lie outside. */
	mayPass({ after, before }: CreatedWish): boolean {
		return (after !== undefined && !this.rises) || (before !== undefined && !this.falls);
	}
}
