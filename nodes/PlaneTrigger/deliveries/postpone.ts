import { shortHash } from '../../shared/text/shortHash';
import type { Fingerprint } from './delivery';

/**
 * A delivery that Plane was asked to send again: a digest of it, how often it was, and when it last was, in UNIX
 * milliseconds. A tuple, because n8n saves them with each execution.
 */
export type PostponedDelivery = readonly [digest: string, times: number, lastAt: number];

/** Plane sends a delivery five times, some ten minutes apart, and then turns the webhook off (row 521). */
const MAX_TIMES = 3;

/** n8n saves them with each execution. If there are more, Plane is down for longer than that they could help. */
const MAX_DELIVERIES = 100;

/** Plane has given up what was not sent again after this time. */
const LIFETIME_MS = 2 * 60 * 60_000;

/**
 * Adds a delivery to the list of deliveries that Plane was asked to send again.
 *
 * @param now in UNIX milliseconds
 * @returns the new list, or undefined if Plane must not be asked again: it would turn the webhook off in the end
 */
export function postponeDelivery(
	postponed: readonly PostponedDelivery[],
	fingerprint: Fingerprint,
	now: number,
): readonly PostponedDelivery[] | undefined {
	const digest = digestFingerprint(fingerprint);
	const recent = postponed.filter(([, , lastAt]) => now - lastAt < LIFETIME_MS);
	const times = recent.find(([other]) => other === digest)?.[1] ?? 0;
	const others = recent.filter(([other]) => other !== digest);
	if (times >= MAX_TIMES || others.length >= MAX_DELIVERIES) return undefined;

	return [...others, [digest, times + 1, now]];
}

/** Removes a delivery from the list of deliveries that Plane was asked to send again, because it is decided. */
export const settleDelivery = (
	postponed: readonly PostponedDelivery[],
	fingerprint: Fingerprint,
): readonly PostponedDelivery[] =>
	postponed.filter(([digest]) => digest !== digestFingerprint(fingerprint));

const digestFingerprint = ({ subject, change }: Fingerprint): string =>
	shortHash([[...subject], [...change]]);
