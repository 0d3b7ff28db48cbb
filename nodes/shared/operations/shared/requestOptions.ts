import { count } from '../../fields/kinds';

// Every operation has these fields under "Request Options". The values of the first item apply to all
// items, because they are about the execution.

/** The values if the user does not add the options. Times are in seconds. */
export const DEFAULTS = { concurrentRequests: 8, maxWait: 300, retries: 4, timeout: 60 } as const;

export const concurrentRequests = count(
	'concurrent_requests',
	{ from: 1, to: 32, default: DEFAULTS.concurrentRequests },
	'Maximum number of simultaneous requests. Changes to the same record are still sent in item order.',
);

export const maxWait = count(
	'max_wait',
	{ from: 0, default: DEFAULTS.maxWait },
	'Seconds to wait while no request succeeds. After that, the remaining items fail.',
);

export const requestsPerMinute = count(
	'requests_per_minute',
	{ from: 1, default: 60 },
	'Maximum number of requests per minute, to leave room for others with the same API key or account. Without this option, as many as the server allows.',
);

export const retries = count(
	'retries',
	{ from: 0, to: 20, default: DEFAULTS.retries },
	'How often to retry after a dropped connection, a timeout or a server error. Uploads, and creates of records with nothing unique, are retried only if the server cannot have received them.',
);

export const timeout = count(
	'timeout',
	{ from: 1, to: 3600, default: DEFAULTS.timeout },
	'Seconds without progress after which a request fails. A large file may take as long as it needs.',
);

export const requestOptions = [
	concurrentRequests,
	maxWait,
	requestsPerMinute,
	retries,
	timeout,
] as const;
