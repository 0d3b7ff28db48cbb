/**
 * The API key as it is sent. What is pasted into the credential may have a line break at its end, and
 * the HTTP client would take that off without a word: then what is looked for in the words of a
 * server, so as to hide it, would not be what was sent.
 */
export const sentKey = (apiKey: unknown): string =>
	typeof apiKey === 'string' ? apiKey.trim() : '';
