/** How the requests of an execution are sent. */
export interface Settings {
	/** Requests that are under way at the same time. */
	readonly concurrency: number;
	/** Milliseconds without a successful request, after which the rest fails. */
	readonly maxWait: number;
	/** Undefined: as many as the server allows. */
	readonly requestsPerMinute?: number;
	/** How often a request is retried after a fault. */
	readonly retries: number;
	/** Milliseconds without a byte from the server after which a request counts as failed. */
	readonly timeout: number;
}
