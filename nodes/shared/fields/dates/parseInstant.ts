import { readTime } from './instant';

/**
 * The instant in a field of a record, in UNIX milliseconds; a time without a zone is taken as UTC.
 *
 * @returns undefined if the value is not a time
 */
export function parseInstant(value: unknown): number | undefined {
	const time = readTime(value);
	if (typeof time === 'string') return undefined;

	return time.kind === 'local' ? time.utcEquivalent : time.instant;
}
