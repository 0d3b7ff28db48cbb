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
}

/** Returns the entry for an answered request, or none if it changed nothing. */
export function toLedgerEntries({
	operation,
	method,
	url,
	body,
	status,
}: AnsweredRequest): LedgerEntry[] {
	if (method === 'GET' || status < 200 || status > 299) return [];

	return [{ operation: operation ?? '', method, url, body, at: Date.now() }];
}
