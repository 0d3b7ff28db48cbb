const SECONDS_PER_UNIT = { hour: 3600, minute: 60, second: 1 };

/**
 * Formats seconds in at most two units: `125` → `2 minutes and 5 seconds`, `3725` → `1 hour and
 * 2 minutes`. Less than a second counts as one.
 */
export function formatDuration(seconds: number): string {
	const parts: string[] = [];
	let remaining = Math.max(1, seconds);

	for (const [unit, secondsPerUnit] of Object.entries(SECONDS_PER_UNIT)) {
		const count = Math.floor(remaining / secondsPerUnit);

		remaining -= count * secondsPerUnit;

		if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
	}

	return parts.join(' and ');
}
