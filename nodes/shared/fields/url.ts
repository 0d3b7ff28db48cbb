/** The web address in a value (http or https, with a host), or undefined. */
export function parseAddress(value: unknown): URL | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	try {
		// The URL class repairs https:example.com and https:///example.com; whoever follows may not.
		return /^https?:\/\/[^/\\?#]/i.test(text) ? new URL(text) : undefined;
	} catch {
		return undefined;
	}
}
