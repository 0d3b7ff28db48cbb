import { count } from '../../fields/kinds';

/**
 * How the requests of one execution are sent, whatever the operation; every operation has these
 * under "Options". They hold for all items, so the first item's values count.
 */

export const concurrentRequests = count(
	'concurrent_requests',
	{ from: 1, to: 32 },
	{ default: 8 },
	'Maximum number of simultaneous requests. Changes to the same record are still sent in item order.',
);

export const maxWait = count(
	'max_wait',
	{ from: 0 },
	{ default: 300 },
	'How many seconds to wait while no request succeeds. After that, the remaining items fail.',
);

export const requestsPerMinute = count(
	'requests_per_minute',
	{ from: 1 },
	{ default: 60 },
	'Maximum number of requests in any minute, to leave room for others who use the same API key. By default as many as the server allows.',
);

export const retries = count(
	'retries',
	{ from: 0, to: 20 },
	{ default: 4 },
	'How many times to retry after a dropped connection, a timeout or a server error. Creates and uploads are retried only if the server cannot have received them.',
);

export const timeout = count(
	'timeout',
	{ from: 1, to: 3600 },
	{ default: 60 },
	'How many seconds a request may make no progress before it counts as failed. A large file may take as long as it needs.',
);

export const scheduleOptions = [
	concurrentRequests,
	maxWait,
	requestsPerMinute,
	retries,
	timeout,
] as const;
