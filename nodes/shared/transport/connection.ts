import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isEmpty } from '../values/valueChecks';
import { quote } from '../text/quote';
import { writeSlug } from '../fields/slug';
import { asText } from '../values/asText';
import { parseAddress } from '../values/parseAddress';
import { isProblem, refused, type Result } from '../result/problem';
import { shortHash } from '../text/shortHash';
import { type Authentication, readAccessToken } from './authentication';
import { type ExtraHeaders, readExtraHeaders } from './extraHeaders';
import { type RequestLimits, readLimits } from './limits';
import { normalizeApiKey } from './normalizeApiKey';
import { withoutTrailingSlashes } from './slashes';
import { WEB_APP_PAGES } from './webAppPages';

/** Where the service is and how to reach it, from the credential. */
export interface Connection {
	/** The base address with its path prefix, without `/api/v1` and without a slash at the end. */
	readonly root: string;
	/** The address of the web app, without a slash at the end, or absent if it cannot be known. */
	readonly webRoot?: string;
	/** The credential's own workspace, or `''`. */
	readonly workspaceSlug: string;
	readonly authentication: Authentication;
	/**
	 * The API key or the access token as it is sent. n8n adds it to the requests; here it is only redacted
	 * from responses.
	 */
	readonly secret: string;
	/** Headers for a proxy in front of the service. They are secrets, too. */
	readonly extraHeaders: ExtraHeaders;
	/** Whether to accept a certificate that cannot be verified. */
	readonly ignoreSslIssues: boolean;
	/** Whether API v2 is used where the server has it. */
	readonly allowsApiV2: boolean;
	/** How the requests of an execution are sent. */
	readonly limits: RequestLimits;
}

/**
 * A fingerprint of server and key or token: the ID of a credential stays the same when either is replaced.
 * It must not reveal the key, because n8n saves static data unencrypted.
 */
export const accessFingerprint = ({ root, secret }: Pick<Connection, 'root' | 'secret'>): string =>
	shortHash([root, secret]);

/**
 * A fingerprint of the server, and of the key if there is one. It leaves out access tokens, which change
 * every day: a name that was resolved once stays valid if its record is renamed.
 */
export const namesFingerprint = ({
	root,
	authentication,
	secret,
}: Pick<Connection, 'root' | 'authentication' | 'secret'>): string =>
	shortHash([root, authentication === 'oAuth2' ? authentication : secret]);

/** Whether segments of a path, in lower case, are the beginning of an API path: `api/v1/users`. */
function isApiPath([api, version = 'v1', resource = 'users']: readonly string[]): boolean {
	return (
		api === 'api' && ['v1', 'v2'].includes(version) && ['workspaces', 'users'].includes(resource)
	);
}

/** The number of segments before an API path, or before a page of the web app. */
function countPrefix(segments: readonly string[]): number {
	const lower = segments.map((segment) => segment.toLowerCase());

	const apiIndex = lower.findIndex((_, index) => isApiPath(lower.slice(index, index + 3)));
	if (apiIndex !== -1) return apiIndex;

	const slugIndex = lower.findIndex(
		(segment, index) => segment !== '' && WEB_APP_PAGES.includes(lower[index + 1] ?? ''),
	);

	return slugIndex === -1 ? segments.length : slugIndex;
}

/** The API and the web app of the cloud have different hosts. */
const CLOUD_HOST = /^https:\/\/(app\.)?plane\.so$/;
const CLOUD_API = 'https://api.plane.so';
const CLOUD_WEB = 'https://app.plane.so';

/**
 * The base address with its path prefix, from the address of the API, or of a page that was open in the
 * browser: `https://plane.example.com/pm/acme/projects/` → `https://plane.example.com/pm`.
 */
function findRoot({ origin, pathname }: URL): string {
	const segments = withoutTrailingSlashes(pathname).split('/');
	const prefix = segments.slice(0, countPrefix(segments)).join('/');

	return origin.replace(CLOUD_HOST, CLOUD_API) + withoutTrailingSlashes(prefix);
}

/** Host names that only exist inside a network of containers (row 323). */
const INTERNAL_HOST = /(^|\.)(docker\.internal|cluster\.local|svc)$/;

/**
 * Whether browsers cannot open an address, such as `http://api:8000` with the name of a container: its
 * host is neither a domain nor an IP address nor this machine.
 */
function isInternalAddress({ hostname }: URL): boolean {
	const isOneWord = !/[.:]/.test(hostname) && hostname !== 'localhost';

	return isOneWord || INTERNAL_HOST.test(hostname);
}

/**
 * The address of the web app: the one in the credential, or the address of the API, because most servers have
 * both at the same address.
 */
function findWebAddress(webAddress: URL | undefined, baseUrl: URL): string | undefined {
	if (webAddress === undefined && isInternalAddress(baseUrl)) return undefined;

	const root = findRoot(webAddress ?? baseUrl);

	return new URL(root).origin === CLOUD_API ? CLOUD_WEB : root;
}

/** Reads the address in a field of the credential, which must not contain a user name or password. */
function readAddress(displayName: string, value: unknown): Result<URL> {
	const url = parseAddress(value);
	if (url === undefined) {
		return refused(
			`${displayName}: ${quote(value)} is not a web address`,
			'Open the credential and enter the address of your Plane server, e.g. https://api.plane.so or https://plane.example.com.',
		);
	}

	if (url.username !== '' || url.password !== '') {
		return refused(
			`${displayName}: the address contains a user name or a password`,
			'Open the credential and enter the address without them.',
		);
	}

	return url;
}

/** Reads the API key or the access token. */
function readSecret(
	credential: ICredentialDataDecryptedObject,
	authentication: Authentication,
): Result<string> {
	if (authentication === 'oAuth2') {
		const token = readAccessToken(credential.oauthTokenData);

		return token === ''
			? refused(
					'The Plane OAuth2 API credential is not connected to an account',
					'Open the credential and connect it.',
				)
			: token;
	}

	const apiKey = normalizeApiKey(credential.apiKey);
	if (/[^\x21-\x7e]/.test(apiKey)) {
		return refused(
			'API Key: it contains a space or another character that no key has',
			'Open the credential and paste the key again, without anything around it.',
		);
	}

	return apiKey;
}

/**
 * Reads the credential. The base URL may have a slash at the end, a path prefix and `/api/v1` or `/api/v2`:
 * `https://plane.example.com/pm/api/v1/` is the same as `https://plane.example.com/pm`.
 */
export function connect(
	credential: ICredentialDataDecryptedObject,
	authentication: Authentication,
): Result<Connection> {
	const { webAddress } = credential;
	const url = readAddress('Base URL', credential.baseUrl);
	if (isProblem(url)) return url;

	const webUrl = isEmpty(webAddress) ? undefined : readAddress('Web Address', webAddress);
	if (isProblem(webUrl)) return webUrl;

	const slug = isEmpty(credential.workspaceSlug) ? '' : writeSlug(credential.workspaceSlug);
	if (isProblem(slug)) {
		const remedy = `${slug.description} Do so in the credential.`;

		return refused(`Workspace Slug: ${slug.message}`, remedy);
	}

	const secret = readSecret(credential, authentication);
	if (isProblem(secret)) return secret;

	const extraHeaders = readExtraHeaders(credential.extraHeaders);
	if (isProblem(extraHeaders)) return extraHeaders;

	const limits = readLimits(credential);
	if (isProblem(limits)) return limits;

	const webRoot = findWebAddress(webUrl, url);
	// n8n's own OAuth2 credential uses the second name, also when it renews the token.
	const { allowUnauthorizedCerts, ignoreSSLIssues, apiVersion } = credential;

	return {
		root: findRoot(url),
		...(webRoot !== undefined && { webRoot }),
		workspaceSlug: asText(slug) ?? '',
		authentication,
		secret,
		extraHeaders,
		ignoreSslIssues: allowUnauthorizedCerts === true || ignoreSSLIssues === true,
		allowsApiV2: apiVersion !== 'v1',
		limits,
	};
}
