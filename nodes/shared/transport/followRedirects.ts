import { isFault, type Outcome } from './response';
import type { Send } from './send';
import { withoutEndSlashes } from './slashes';

/**
 * Repeats a request where a redirect says that its place is elsewhere on the same origin, with the
 * same method and body, once. Where it has moved for good, later requests go there at once. A redirect to
 * any other origin stays the response: the key does not go there (row 2).
 */
export function followRedirects(send: Send): Send {
	/** Routes whose paths end in a slash on this server, although their specified path has none (row 2). */
	const slashed = new Set<string>();
	/** Every other place that has moved, by its address. */
	const moved = new Map<string, string>();

	return async (request) => {
		const { url, route } = request;
		const place = slashed.has(route) ? withSlash(url) : (moved.get(url) ?? url);
		const outcome = await send({ ...request, url: place });
		const target = targetOf(outcome, place);
		if (target === undefined) return outcome;

		if (isPermanent(outcome)) {
			if (target === withSlash(place)) slashed.add(route);
			else moved.set(url, target);
		}

		return await send({ ...request, url: target });
	};
}

/**
 * Sends a form once more if a storage redirects it from http to https at the same host and path: Plane
 * issues addresses with http if the proxy that ends TLS does not tell it (row 321), and what it signs
 * covers neither. Any other redirect stays the response.
 */
export function upgradeToHttps(send: Send): Send {
	return async (request) => {
		const outcome = await send(request);
		const url = secureAddressOf(outcome, request.url);

		return url === undefined ? outcome : await send({ ...request, url });
	};
}

/** The same address with https, if a redirect leads there. @param place what was asked */
function secureAddressOf(outcome: Outcome, place: string): string | undefined {
	const target = locationOf(outcome, place);
	if (target === undefined || isFault(outcome)) return undefined;
	if (!REPEATABLE.includes(outcome.status)) return undefined;

	const from = new URL(place);
	const isUpgrade = from.protocol === 'http:' && target.protocol === 'https:';
	const isSameHost =
		target.hostname === from.hostname && (target.port === '' || target.port === from.port);
	const isSamePath =
		withoutEndSlashes(target.pathname) === withoutEndSlashes(from.pathname) &&
		target.search === from.search;
	if (!isUpgrade || !isSameHost || !isSamePath) return undefined;

	return target.origin + from.pathname + from.search;
}

/** Whether a redirect holds for later requests too: 302 and 307 are about this moment alone. */
const isPermanent = (outcome: Outcome): boolean =>
	!isFault(outcome) && [301, 308].includes(outcome.status);

/** 303 is not among them: it asks for another method. */
const REPEATABLE = [301, 302, 307, 308];

/** Where a redirect leads, if that is on the same origin. */
function targetOf(outcome: Outcome, place: string): string | undefined {
	const target = locationOf(outcome, place);
	if (isFault(outcome) || !REPEATABLE.includes(outcome.status)) return undefined;
	if (target?.origin !== new URL(place).origin) return undefined;

	return addsSlash(target, place) ? withSlash(place) : target.href;
}

/**
 * Whether a redirect only adds the slash. Behind a proxy that takes off a path prefix, the server does
 * not know the prefix: `/pm/api/v1/…/links/1` is sent on to `/api/v1/…/links/1/`.
 */
function addsSlash({ pathname, search }: URL, place: string): boolean {
	const wanted = new URL(withSlash(place));
	if (wanted.href === place || !['', wanted.search].includes(search)) return false;

	const isBelowPrefix = pathname.startsWith('/api/v1/') && wanted.pathname.endsWith(pathname);

	return pathname === wanted.pathname || isBelowPrefix;
}

/** Where a redirect of any kind leads on the web, wherever that is. @param place what was asked */
export function locationOf(outcome: Outcome, place: string): URL | undefined {
	if (isFault(outcome) || outcome.status < 300 || outcome.status > 399) return undefined;

	const { location } = outcome.headers;
	if (location === undefined || !URL.canParse(location, place)) return undefined;

	const target = new URL(location, place);

	return ['http:', 'https:'].includes(target.protocol) ? target : undefined;
}

function withSlash(address: string): string {
	const url = new URL(address);

	url.pathname = url.pathname.replace(/\/?$/, '/');

	return url.href;
}
