/** Returns a value as text if it is text, a number or a truth value, or undefined. */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;

	const isScalar =
		typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);

	return isScalar ? String(value) : undefined;
}

/** Returns the texts of a list or of a single value. Other entries are left out. */
export const toTextList = (value: unknown): string[] =>
	[value]
		.flat()
		.map(asText)
		.filter((text) => text !== undefined);
