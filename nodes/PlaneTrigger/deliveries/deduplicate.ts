import { shortHash } from '../../shared/text/shortHash';
import type { Fingerprint } from './delivery';

/**
 * The fingerprint of an earlier delivery: digests of its subject and change, and `updated_at`. A tuple,
 * because n8n saves 200 of them with each execution.
 */
export type RememberedDelivery = readonly [
	subject: string,
	change: string,
	updatedAt: number | null,
];

/** Plane repeats deliveries within minutes. */
const MAX_REMEMBERED_DELIVERIES = 200;

/** By how many milliseconds `updated_at` differs at most between two deliveries of one change (row 107). */
const MAX_TIME_DIFFERENCE_MS = 5_000;

/**
 * Adds a delivery to the remembered ones, unless it is a repeat: the same delivery arrived before, or,
 * within five seconds, one that reports the same change of the same field, with no other change of that
 * field in between.
 *
 * @param remembered earlier deliveries, newest last
 * @returns the new list, or undefined if the delivery is a repeat
 */
export function rememberDelivery(
	remembered: readonly RememberedDelivery[],
	fingerprint: Fingerprint,
): readonly RememberedDelivery[] | undefined {
	const { updatedAt, recursOnlyAfterChange } = fingerprint;
	const subject = shortHash(fingerprint.subject);
	const change = shortHash(fingerprint.change);
	const isSameChange = ([otherSubject, otherChange]: RememberedDelivery) =>
		otherSubject === subject && otherChange === change;

	// Without a time, a change that can recur only after another one is compared with the last one alone.
	const canCompareWithAll = updatedAt !== null || !recursOnlyAfterChange;
	const isSameDelivery = (other: RememberedDelivery) =>
		isSameChange(other) && other[2] === updatedAt;
	if (canCompareWithAll && remembered.some(isSameDelivery)) return undefined;

	const last = remembered.findLast(([otherSubject]) => otherSubject === subject);
	if (
		recursOnlyAfterChange &&
		last !== undefined &&
		isSameChange(last) &&
		mayBeSameTime(last[2], updatedAt)
	) {
		return undefined;
	}

	const entry: RememberedDelivery = [subject, change, updatedAt];

	return [...remembered, entry].slice(-MAX_REMEMBERED_DELIVERIES);
}

/** Removes a delivery from the remembered ones, because Plane is to send it again. */
export function forgetDelivery(
	remembered: readonly RememberedDelivery[],
	fingerprint: Fingerprint,
): readonly RememberedDelivery[] {
	const subject = shortHash(fingerprint.subject);
	const change = shortHash(fingerprint.change);

	return remembered.filter(
		([otherSubject, otherChange, updatedAt]) =>
			otherSubject !== subject || otherChange !== change || updatedAt !== fingerprint.updatedAt,
	);
}

/** Whether two times may belong to one change. An unknown time may be any. */
const mayBeSameTime = (a: number | null, b: number | null): boolean =>
	a === null || b === null || Math.abs(a - b) <= MAX_TIME_DIFFERENCE_MS;
