import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { count, type Field } from '../fields/kinds';
import { FIXED_ORIGIN } from '../fields/origin';
import { isProblem, refused, type Result } from '../result/problem';
import { isEmpty } from '../values/valueChecks';

/** How the requests of an execution are sent. */
export interface RequestLimits {
	/** Requests in flight at the same time. */
	readonly concurrency: number;
	/** Milliseconds of waiting for the server without a success, after which the remaining requests fail. */
	readonly maxWaitMs: number;
	/** The user's own limit, or absent to send as many as the server allows. */
	readonly requestsPerMinute?: number;
	/** How often a request is retried after a fault. */
	readonly retries: number;
	/** Milliseconds without a byte from the server after which a request counts as failed. */
	readonly timeoutMs: number;
}

// The fields under the switch Limits of a credential. Times are in seconds.

export const requestsPerMinute = count(
	'requests_per_minute',
	{ from: 0, default: 0 },
	'Maximum number of requests per minute, to leave room for others with the same API key or account. 0: as many as the server allows.',
);

export const concurrentRequests = count(
	'concurrent_requests',
	{ from: 1, to: 32, default: 8 },
	'Maximum number of simultaneous requests. Changes to the same record are still sent in item order.',
);

export const timeout = count(
	'timeout',
	{ from: 1, to: 3600, default: 60 },
	'Seconds without progress after which a request fails. A large file may take as long as it needs.',
);

export const retries = count(
	'retries',
	{ from: 0, to: 20, default: 4 },
	'How often to retry after a dropped connection, a timeout or a server error. Uploads, and creates of records with nothing unique, are retried only if the server cannot have received them.',
);

export const maxWait = count(
	'max_wait',
	{ from: 0, default: 300 },
	'Seconds to wait while no request succeeds. After that, the remaining items fail.',
);

/** In the order in which the credential shows them. */
export const LIMIT_FIELDS = [
	requestsPerMinute,
	concurrentRequests,
	timeout,
	retries,
	maxWait,
] as const;

/**
 * Reads the limits in a credential.
 *
 * @returns the defaults if the switch Limits is off, or a Problem that names the field
 */
export function readLimits(credential: ICredentialDataDecryptedObject): Result<RequestLimits> {
	const values = new Map<Field, number>();

	for (const field of LIMIT_FIELDS) {
		const value = credential.limits === true ? credential[field.parameter] : undefined;
		const limit = readLimit(field, value);
		if (isProblem(limit)) return limit;

		values.set(field, limit);
	}

	const readNumber = (field: Field) => values.get(field) ?? 0;
	const ownLimit = readNumber(requestsPerMinute);

	return {
		concurrency: readNumber(concurrentRequests),
		maxWaitMs: readNumber(maxWait) * 1000,
		...(ownLimit > 0 && { requestsPerMinute: ownLimit }),
		retries: readNumber(retries),
		timeoutMs: readNumber(timeout) * 1000,
	};
}

/** @param value absent in a credential that was saved while the switch was off */
function readLimit(field: Field, value: unknown): Result<number> {
	if (isEmpty(value)) return Number(field.kind.panel.default);

	const written = field.kind.write(value, { origin: FIXED_ORIGIN, timezone: 'UTC' });
	if (!isProblem(written)) return Number(written);

	return refused(
		`${field.displayName}: ${written.message}`,
		`${written.description} Do so in the credential, under Limits.`,
	);
}

/**
 * The limits of a trigger, which are tighter because somebody waits for its requests. A limit of the credential applies
 * if it is tighter still.
 */
export const tightenLimits = (
	own: RequestLimits,
	{ requestsPerMinute, ...limits }: RequestLimits,
): RequestLimits => ({
	concurrency: Math.min(own.concurrency, limits.concurrency),
	maxWaitMs: Math.min(own.maxWaitMs, limits.maxWaitMs),
	...(requestsPerMinute !== undefined && { requestsPerMinute }),
	retries: Math.min(own.retries, limits.retries),
	timeoutMs: Math.min(own.timeoutMs, limits.timeoutMs),
});
