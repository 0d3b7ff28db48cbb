/** Something that the service really changed, whatever became of the answer. */
export interface LedgerEntry {
	/** The contract's id, such as `module.update`; empty for what the contract does not name. */
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

/** The entry for a request that was answered; none where it changed nothing. */
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
