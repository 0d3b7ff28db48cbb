import { readTime } from './instant';

/**
 * Reads the instant in a field of a record. A time without a time zone is read as UTC.
 *
 * @returns UNIX milliseconds, or undefined if the value is not a time
 */
export function parseInstant(value: unknown): number | undefined {
	const time = readTime(value);
	if (time.kind === 'invalid') return undefined;

	return time.kind === 'local' ? time.utcEquivalent : time.instant;
}
