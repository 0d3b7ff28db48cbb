const SECONDS_IN_UNITS = { hour: 3600, minute: 60, second: 1 };

/**
 * Seconds as people say them, in two units at most: `125` → `2 minutes and 5 seconds`, `3725` → `1 hour
 * and 2 minutes`. Less than a second counts as one.
 */
export function formatDuration(seconds: number): string {
	const parts: string[] = [];
	let rest = Math.max(1, seconds);

	for (const [unit, length] of Object.entries(SECONDS_IN_UNITS)) {
		const count = Math.floor(rest / length);

		rest -= count * length;

		if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
	}

	return parts.join(' and ');
}
