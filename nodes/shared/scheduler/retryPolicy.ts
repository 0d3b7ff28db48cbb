import type { Effect } from '../transport/request';
import {
	type HttpResponse,
	isFault,
	wasRateLimited,
	isWebPage,
	type Outcome,
	succeeded,
} from '../transport/response';

/** The shortest and the longest pause before a retry, in milliseconds. */
export interface Pause {
	readonly min: number;
	readonly max: number;
}

/** Picks a random time within a pause, in milliseconds. */
export const randomDelay = ({ min, max }: Pause): number => min + Math.random() * (max - min);

/** Each further pause is twice as long, up to the longest one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Transient errors: of the server itself, of a proxy in front of it, and of Cloudflare (520 to 524). */
const TRANSIENT_STATUSES = [408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/**
 * Codes of Node.js and of the HTTP client for connections that were lost, perhaps in the middle of
 * the response (ERR_BAD_RESPONSE) or because a route was lost after the request went out (…UNREACH).
 */
const DROPPED =
	/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ECONNABORTED|ESOCKETTIMEDOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Codes of faults before a connection: no server was reached, or n8n's machine lacks the resources. */
const NOT_REACHED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|ENOBUFS|ENOMEM|EADDRNOTAVAIL)$/;

/** Codes for a connection that n8n's machine does not permit, now or later. */
const BLOCKED_LOCALLY = /^(EACCES|EPERM)$/;

/** Codes of permanent faults before anything is sent, e.g. `CERT_HAS_EXPIRED`. */
const TLS_ERROR = /CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/** A request, how often it was sent, and how often it may be sent again. */
export interface Attempt {
	readonly effect: Effect;
	/** How often the request was sent so far, without the times at which a rate limit refused it. */
	readonly attempt: number;
	/** How often it may be sent again. */
	readonly retries: number;
}

/**
 * Decides whether a request is sent again after an outcome.
 *
 * - A rate limit refused it (429): always, because it was not carried out. The rate limiter decides when,
 *   and Max Wait limits for how long.
 * - It never reached the server: always, because nothing was carried out.
 * - The connection was dropped, the time ran out, the server failed, or its response was cut short:
 *   if carrying it out twice does no harm. A create or an upload is not repeated, because a
 *   duplicate record is worse than an error.
 * - Any other response is final.
 *
 * @returns the pause before it is sent again, or undefined if it is not
 */
export function pauseBeforeRetry(
	outcome: Outcome,
	{ effect, attempt, retries }: Attempt,
): Pause | undefined {
	if (wasRateLimited(outcome)) return { min: 0, max: 0 };
	if (attempt > retries) return undefined;

	const isSafe = effect !== 'create' || !mayHaveArrived(outcome);

	return isSafe && mayRecover(outcome, effect) ? backoffAfter(attempt) : undefined;
}

/** Whether a request with this outcome, or an earlier attempt at it, has reached the server, and may have been carried out. */
export function mayHaveArrived(outcome: Outcome): boolean {
	if (!isFault(outcome)) return !wasRateLimited(outcome);
	if (outcome.mayHaveSucceeded === true) return true;
	if (outcome.kind !== 'network') return false;

	return ![NOT_REACHED, BLOCKED_LOCALLY, TLS_ERROR].some((codes) => codes.test(outcome.code));
}

/** Whether a response has the status of a transient error. */
export const isTransient = ({ status }: HttpResponse): boolean =>
	TRANSIENT_STATUSES.includes(status);

/** Whether a server is down or over its limit, so that the same request may succeed later. */
export const isUnavailable = (outcome: Outcome): boolean =>
	wasRateLimited(outcome) || mayRecover(outcome, 'read');

/** Whether the same request is likely to have another outcome next time. */
function mayRecover(outcome: Outcome, effect: Effect): boolean {
	if (!isFault(outcome)) return isTransient(outcome) || isCutShort(outcome, effect);

	const code = outcome.kind === 'network' ? outcome.code : '';

	return DROPPED.test(code) || NOT_REACHED.test(code);
}

/**
 * Whether a successful response is incomplete: its JSON is cut short or, for a read, it is not JSON. A web
 * page does not count: it is not from Plane, and a retry would return it again.
 */
function isCutShort(response: HttpResponse, effect: Effect): boolean {
	const isComplete = response.json !== undefined || response.file !== undefined;
	if (!succeeded(response) || isComplete || isWebPage(response)) return false;

	return effect === 'read' || /^\s*[[{]/.test(response.text);
}

/**
 * Returns the pause after a request was sent this often: between half of the backoff and all of it, so
 * that clients that failed at the same time do not retry at the same time.
 */
export function backoffAfter(attempt: number): Pause {
	const max = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));

	return { min: max / 2, max };
}
