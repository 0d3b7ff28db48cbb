import { isFault, type Outcome } from './response';
import type { Send } from './send';
import { withoutTrailingSlashes } from './slashes';

/**
 * Follows one redirect to another address on the same origin, with the same method and body. After a
 * permanent redirect, later requests go to the new address at once. A redirect to another origin is
 * returned as it is: the key must not go there (row 2).
 */
export function followRedirects(send: Send): Send {
	/** Routes that have a slash at the end on this server, although their specified path has none (row 2). */
	const slashRoutes = new Set<string>();
	/** The new addresses of other requests that were redirected permanently, by the old ones. */
	const newAddresses = new Map<string, string>();

	return async (request) => {
		const { url, route } = request;
		const needsSlash = slashRoutes.has(route);
		const address = needsSlash ? withTrailingSlash(url) : (newAddresses.get(url) ?? url);
		const outcome = await send({ ...request, url: address });
		const target = findTarget(outcome, address);
		if (target === undefined) return outcome;

		if (isPermanent(outcome)) {
			if (target === withTrailingSlash(address)) {
				slashRoutes.add(route);
			} else {
				newAddresses.set(url, target);
			}
		}

		return await send({ ...request, url: target });
	};
}

/**
 * Sends a form again if a storage redirects it from http to https at the same host and path: Plane issues
 * addresses with http if the proxy that ends TLS does not report it (row 321), and its signature covers
 * neither. Any other redirect is returned as it is.
 */
export function upgradeToHttps(send: Send): Send {
	return async (request) => {
		const outcome = await send(request);
		const url = findHttpsAddress(outcome, request.url);

		return url === undefined ? outcome : await send({ ...request, url });
	};
}

/** The same address with https, if a redirect leads there. @param address of the request */
function findHttpsAddress(outcome: Outcome, address: string): string | undefined {
	const target = redirectLocation(outcome, address);
	if (target === undefined || isFault(outcome)) return undefined;
	if (!REPEATABLE_REDIRECTS.includes(outcome.status)) return undefined;

	const from = new URL(address);
	const isUpgrade = from.protocol === 'http:' && target.protocol === 'https:';
	const isSameHost =
		target.hostname === from.hostname && (target.port === '' || target.port === from.port);
	const isSamePath =
		withoutTrailingSlashes(target.pathname) === withoutTrailingSlashes(from.pathname) &&
		target.search === from.search;
	if (!isUpgrade || !isSameHost || !isSamePath) return undefined;

	return target.origin + from.pathname + from.search;
}

/** Whether a redirect also applies to later requests: 302 and 307 are temporary. */
const isPermanent = (outcome: Outcome): boolean =>
	!isFault(outcome) && [301, 308].includes(outcome.status);

/** Redirects that keep the method, unlike 303. */
const REPEATABLE_REDIRECTS = [301, 302, 307, 308];

/** The address that a redirect leads to, if it is on the same origin. @param address of the request */
function findTarget(outcome: Outcome, address: string): string | undefined {
	const target = redirectLocation(outcome, address);
	if (isFault(outcome) || !REPEATABLE_REDIRECTS.includes(outcome.status)) return undefined;
	if (target?.origin !== new URL(address).origin) return undefined;

	return onlyAddsSlash(target, address) ? withTrailingSlash(address) : target.href;
}

/**
 * Whether a redirect only adds the slash. Behind a proxy that removes a path prefix, the server does not
 * know the prefix: `/pm/api/v1/…/links/1` is redirected to `/api/v1/…/links/1/`.
 */
function onlyAddsSlash({ pathname, search }: URL, address: string): boolean {
	const expected = new URL(withTrailingSlash(address));
	if (expected.href === address || !['', expected.search].includes(search)) return false;

	const isBelowPrefix = /^\/api\/v[12]\//.test(pathname) && expected.pathname.endsWith(pathname);

	return pathname === expected.pathname || isBelowPrefix;
}

/** The web address that a redirect of any kind leads to, on any origin. @param address of the request */
export function redirectLocation(outcome: Outcome, address: string): URL | undefined {
	if (isFault(outcome) || outcome.status < 300 || outcome.status > 399) return undefined;

	const { location } = outcome.headers;
	if (location === undefined || !URL.canParse(location, address)) return undefined;

	const target = new URL(location, address);

	return ['http:', 'https:'].includes(target.protocol) ? target : undefined;
}

function withTrailingSlash(address: string): string {
	const url = new URL(address);

	url.pathname = url.pathname.replace(/\/?$/, '/');

	return url.href;
}
