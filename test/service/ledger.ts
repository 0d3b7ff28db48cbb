/** Something that the service really changed, whatever became of the answer. */
export interface Carried {
	/** The contract's id, such as `module.update`; empty for what neither contract nor ledger names. */
	operation: string;
	method: string;
	/** Path and query as sent. */
	url: string;
	/** The parsed JSON. */
	body: unknown;
	/** In UNIX milliseconds. */
	at: number;
}

/** What the ledger calls the two operations around an upload, which the contract does not have. */
const aroundUpload = new Map([
	['POST', 'workItemAttachment.issue'],
	['PATCH', 'workItemAttachment.complete'],
]);

interface Answered {
	operation?: string | undefined;
	method: string;
	url: string;
	body: unknown;
}

/** The entry for a request that was answered with this status; undefined: it changed nothing. */
export function carriedOut(request: Answered, status: number): Carried | undefined {
	const { method, url, body } = request;
	if (method === 'GET' || status < 200 || status > 299) return undefined;
	const named = url.includes('/attachments/') ? aroundUpload.get(method) : undefined;
	return { operation: request.operation ?? named ?? '', method, url, body, at: Date.now() };
}
