/** A change that the service carried out, even if its answer was lost. */
export interface LedgerEntry {
	/** The operation ID of the contract, such as `module.update`, or empty if the contract has none. */
	operation: string;
	method: string;
	/** Path and query as sent. */
	url: string;
	/** The parsed JSON. */
	body: unknown;
	/** In UNIX milliseconds. */
	at: number;
}

interface AnsweredRequest extends Pick<LedgerEntry, 'method' | 'url' | 'body'> {
	operation?: string | undefined;
	status: number;
	/** The rows of a bulk request that were written. */
	writtenRows?: readonly unknown[] | undefined;
}

/**
 * Returns the entry for an answered request, or none if it changed nothing. A bulk request has an entry for each
 * row that was written, with the row as its body.
 */
export function toLedgerEntries({
	operation,
	method,
	url,
	body,
	status,
	writtenRows = [body],
}: AnsweredRequest): LedgerEntry[] {
	if (method === 'GET' || status < 200 || status > 299) return [];

	const at = Date.now();

	return writtenRows.map((row) => ({ operation: operation ?? '', method, url, body: row, at }));
}
