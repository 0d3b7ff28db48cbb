/**
 * How often a row was looked at as it is now: what a change leaves is written down by workers of the
 * server, a little later. That is measured by the clock of this n8n, because those of the server differ.
 */

/** `~` and when it was seen first, in UNIX milliseconds, before the version of a row that is to be looked at again. */
const AGAIN = /^~(\d+)~/;
/** `!` and how often it could not be read. */
const FAILED = /^!(\d)!/;

/** The version of a row without what is remembered of looks at it. */
export const bare = (version: string): string => version.replace(AGAIN, '').replace(FAILED, '');

export const toLookAgain = (version: string, since: number): string => `~${since}~${version}`;

export const toTryAgain = (version: string, times: number): string => `!${times}!${version}`;

/** When a row was seen first as it is now; undefined: it has not been, or is not to be looked at again. */
export function seenFirst(known: string | undefined, version: string): number | undefined {
	if (known === undefined || bare(known) !== version) return undefined;

	const [, since] = AGAIN.exec(known) ?? [];

	return since === undefined ? undefined : Number(since);
}

/** How often a row could not be read as it is now. */
export function failures(known: string | undefined, version: string): number {
	if (known === undefined || bare(known) !== version) return 0;

	return Number(FAILED.exec(known)?.[1] ?? 0);
}
