/**
 * The API key as it is sent. A key that was pasted may end in a line break, which the HTTP client would
 * silently remove. The key in a response would then not match, and would not be redacted.
 */
export const normalizeApiKey = (apiKey: unknown): string =>
	typeof apiKey === 'string' ? apiKey.trim() : '';
