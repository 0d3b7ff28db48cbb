import { count } from '../fields';

/**
 * How the requests of one execution are sent, whatever the operation; every operation has these
 * under "Options". They hold for all items, so the first item's values count.
 */

export const concurrentRequests = count(
	'concurrent_requests',
	{ from: 1, to: 32 },
	{ default: 8 },
	'Most requests that are under way at the same time. Changes of the same record go out in the order of the items all the same.',
);

export const maxWait = count(
	'max_wait',
	{ from: 0 },
	{ default: 300 },
	'Longest time in seconds in which nothing gets through, because the server asks to wait or does not answer. After it the remaining items fail.',
);

export const requestsPerMinute = count(
	'requests_per_minute',
	{ from: 1 },
	{ default: 60 },
	'Most requests in any minute, to leave room for others who use the same API key. Without this option, as many as the server allows.',
);

export const retries = count(
	'retries',
	{ from: 0, to: 20 },
	{ default: 4 },
	'How often a request is repeated after a dropped connection, a timeout or an error of the server. Creates and uploads are repeated only where they certainly did not arrive.',
);

export const timeout = count(
	'timeout',
	{ from: 1, to: 3600 },
	{ default: 60 },
	'Longest time in seconds in which nothing moves before a request counts as failed, however long a large file takes',
);

export const scheduleOptions = [
	concurrentRequests,
	maxWait,
	requestsPerMinute,
	retries,
	timeout,
] as const;
