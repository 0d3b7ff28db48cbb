import { createHash } from 'node:crypto';

/** What counts of a request. */
export interface Digested {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	/** What its JSON says, of a request that has any. */
	readonly body?: unknown;
}

/** The same for the same requests, in whatever order. */
export function digestOf(requests: readonly Digested[]): string {
	const lines = requests.map(({ method, url, body }) => {
		// The order of the fields of a body means nothing.
		const fields = Object.entries(body ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));

		return `${method} ${url} ${JSON.stringify(fields)}`;
	});

	return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
