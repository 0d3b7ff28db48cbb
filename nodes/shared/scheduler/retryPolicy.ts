import type { HttpRequest } from '../transport/request';
import {
	type HttpResponse,
	isFault,
	isRefused,
	isWebPage,
	type Outcome,
	succeeded,
} from '../transport/response';

/** How long to pause before a request is sent again, in milliseconds; any time in between will do. */
export interface Pause {
	readonly least: number;
	readonly most: number;
}

/** Some time in a pause, in milliseconds. */
export const anyTimeIn = ({ least, most }: Pause): number => least + Math.random() * (most - least);

/** The first pause; each further one is twice as long, up to the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Errors that pass: of the server itself, of a proxy before it, and of Cloudflare's (520 to 524). */
const PASSING = [408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/**
 * Faults that pass, by the codes of Node.js and of the HTTP client: also in the middle of the response
 * (ERR_BAD_RESPONSE), and of a route, which can be lost after the request went out (…UNREACH).
 */
const DROPPED =
	/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE|ECONNABORTED|ESOCKETTIMEDOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** There certainly is no server, or the machine of n8n has no room for another connection. */
const NOT_REACHED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|ENOBUFS|ENOMEM|EADDRNOTAVAIL)$/;

/** The machine of n8n lets nothing out to this address, now or later. */
const NOT_LET_OUT = /^(EACCES|EPERM)$/;

/** Faults before anything is sent that stay, e.g. `CERT_HAS_EXPIRED`. */
const NO_TLS = /CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/**
 * Whether a request that came to this is sent again, and after which pause; undefined: it is not.
 *
 * - Refused because there are too many (429): always, because it was not carried out; the rate limiter says
 *   when, and Max Wait for how long.
 * - It never reached the server: any request, because nothing was carried out.
 * - The connection was dropped, the time was over, the server failed, or its response was cut short:
 *   what changes nothing when it is carried out twice. A create or an upload is not, because a
 *   doubled record is worse than an error.
 * - Any other response is the server's last word.
 *
 * @param attempt how often it was sent so far, not counting those that a limit refused
 * @param retries how often it may be sent again
 */
export function pauseBeforeRetry(
	{ effect }: Pick<HttpRequest, 'effect'>,
	outcome: Outcome,
	attempt: number,
	retries: number,
): Pause | undefined {
	if (isRefused(outcome)) return { least: 0, most: 0 };
	if (attempt > retries) return undefined;

	const isSafe = effect !== 'create' || !mayHaveArrived(outcome);

	return isSafe && passes(outcome, effect) ? pauseAfter(attempt) : undefined;
}

/** Whether a request that came to this has reached the server, and may have been carried out. */
export function mayHaveArrived(outcome: Outcome): boolean {
	if (!isFault(outcome)) return !isRefused(outcome);
	if (outcome.fault !== 'network') return false;

	return ![NOT_REACHED, NOT_LET_OUT, NO_TLS].some((codes) => codes.test(outcome.code));
}

/** Whether a response is one of an error that passes. */
export const isPassing = ({ status }: HttpResponse): boolean => PASSING.includes(status);

/** Whether a server is away, or has no room, so that the same request will do later. */
export const isAway = (outcome: Outcome): boolean => isRefused(outcome) || passes(outcome, 'read');

/** Whether the same request may well come to something else the next time. */
function passes(outcome: Outcome, effect: HttpRequest['effect']): boolean {
	if (!isFault(outcome)) return isPassing(outcome) || isCutShort(outcome, effect);

	const code = outcome.fault === 'network' ? outcome.code : '';

	return DROPPED.test(code) || NOT_REACHED.test(code);
}

/**
 * Whether a success came without its records: JSON that breaks off or, where records were asked
 * for, no JSON. A web page is none of these: it comes from elsewhere, and would come again.
 */
function isCutShort(response: HttpResponse, effect: HttpRequest['effect']): boolean {
	const isWhole = response.json !== undefined || response.file !== undefined;
	if (!succeeded(response) || isWhole || isWebPage(response)) return false;

	return effect === 'read' || /^\s*[[{]/.test(response.text);
}

/**
 * How long to pause before a request is sent again that was sent so often: between half of the time
 * and all of it, so that those who failed together do not come together.
 */
export function pauseAfter(attempt: number): Pause {
	const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));

	return { least: most / 2, most };
}
