/** Parses a web address (http or https, with a host). Returns undefined for other values. */
export function parseAddress(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';

	// The URL class repairs https:example.com and https:///example.com. Not every browser does.
	return /^https?:\/\/[^/\\?#]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
