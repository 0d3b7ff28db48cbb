import { digest } from '../../shared/transport/digest';
import type { Fingerprint } from './delivery';

/** A delivery that has come: what it happened to, what happened, and when by the clock of the server. */
export type Received = readonly [subject: string, what: string, at: number | null];

/** Deliveries by which a repeat is recognised; Plane repeats within minutes. */
const KEPT = 200;

/** Milliseconds by which the times of two deliveries of one change differ at most (row 107). */
const WINDOW = 5_000;

/** The latest of these with a subject. */
const lastOf = (received: readonly Received[], subject: string): Received | undefined =>
	received.findLast(([other]) => other === subject);

/**
 * Takes note of a delivery.
 *
 * @param received those that came before, the newest last
 * @returns undefined if it is a repeat: the very same has come, or, within five seconds, one that reports
 *   the same of the same field, with no other change of that field in between
 */
export function noteDelivery(
	received: readonly Received[],
	{ subject, what, at, isSingular }: Fingerprint,
): readonly Received[] | undefined {
	const entry: Received = [digest(subject), digest(what), at];
	const isSame = ([otherSubject, otherWhat]: Received) =>
		otherSubject === entry[0] && otherWhat === entry[1];
	// Without its time, what can happen again only after something else is recognised by what came last.
	const hasOwnTime = at !== null || !isSingular;
	if (hasOwnTime && received.some((other) => isSame(other) && other[2] === at)) return undefined;

	const last = lastOf(received, entry[0]);
	if (isSingular && last !== undefined && isSame(last) && isNear(last[2], at)) return undefined;

	return [...received, entry].slice(-KEPT);
}

/** Whether two times may be those of one change; one that is not known may be any. */
const isNear = (one: number | null, other: number | null): boolean =>
	one === null || other === null || Math.abs(one - other) <= WINDOW;
