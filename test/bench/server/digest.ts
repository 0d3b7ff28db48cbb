import { createHash } from 'node:crypto';

/** The parts of a request that are compared. */
export interface DigestedRequest {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	/** The parsed JSON of its body, if it has one. */
	readonly body?: unknown;
}

/** Returns a hash that is the same for the same requests in any order. */
export function computeDigest(requests: readonly DigestedRequest[]): string {
	const lines = requests.map(({ method, url, body }) => {
		// The order of fields in a body has no meaning.
		const fields = Object.entries(body ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

		return `${method} ${url} ${JSON.stringify(fields)}`;
	});

	return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
