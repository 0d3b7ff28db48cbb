import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isEmpty } from '../fields/describe';
import { quote } from '../text/quote';
import { writeSlug } from '../fields/identifier';
import { asText, parseAddress } from '../fields/text';
import { isProblem, refused, type Result } from '../result/problem';
import { shortHash } from '../text/shortHash';
import { withoutEndSlashes } from './slashes';

/** Where the service is and how to talk to it, from the credential. */
export interface Connection {
	/** The base address with its path prefix, without `/api/v1` and without a slash at the end. */
	readonly root: string;
	/** The address of the web app, without a slash at its end; absent if it cannot be known. */
	readonly web?: string;
	/** The credential's own workspace, or `''`. */
	readonly workspaceSlug: string;
	/** As it is sent. Only to be kept out of what the server says; n8n adds it to the requests. */
	readonly apiKey: string;
	/** Whether to accept a certificate that cannot be verified. */
	readonly ignoreSslIssues: boolean;
}

/**
 * The API key as it is sent. What is pasted into the credential may have a line break at its end, and
 * the HTTP client would take that off silently: then what is looked for in the words of a server, so
 * as to hide it, would not be what was sent.
 */
export const sentKey = (apiKey: unknown): string =>
	typeof apiKey === 'string' ? apiKey.trim() : '';

/**
 * What tells one server and key from others. n8n keeps the ID of a credential when either is replaced
 * in it, and saves what a trigger remembers unencrypted: it must not tell the key.
 */
export const accessOf = ({ root, apiKey }: Pick<Connection, 'root' | 'apiKey'>): string =>
	shortHash([root, apiKey]);

/** Pages of a workspace in Plane's web app. */
const PAGES: ReadonlySet<string> = new Set([
	'projects',
	'browse',
	'workspace-views',
	'active-cycles',
	'analytics',
	'archives',
	'drafts',
	'customers',
	'initiatives',
	'teamspaces',
	'notifications',
	'profile',
	'settings',
	'stickies',
]);

/** Whether the last segments of a path, in lower case, are those of the interface: `api/v1/users/me`. */
function isInterface([api, version = 'v1', resource = 'users']: readonly string[]): boolean {
	return api === 'api' && version === 'v1' && ['workspaces', 'users'].includes(resource);
}

/** How many segments of a path come before the interface, or before a page of the web app. */
function countPrefix(segments: readonly string[]): number {
	const lower = segments.map((segment) => segment.toLowerCase());
	const isApi = (_: string, index: number) => isInterface(lower.slice(index, index + 3));
	const isSlug = (segment: string, index: number) =>
		segment !== '' && PAGES.has(lower[index + 1] ?? '');

	const api = lower.findIndex(isApi);
	if (api !== -1) return api;

	const slug = lower.findIndex(isSlug);

	return slug === -1 ? segments.length : slug;
}

/** The interface of the cloud is not where its web app is. */
const CLOUD = /^https:\/\/(app\.)?plane\.so$/;
const CLOUD_API = 'https://api.plane.so';
const CLOUD_WEB = 'https://app.plane.so';

/**
 * The base address with its path prefix, from an address of the interface, or of a page that was
 * open in the browser: `https://plane.example.com/pm/acme/projects/` → `https://plane.example.com/pm`.
 * One that ends in `/api/v1` is taken at its word.
 */
function rootOf({ origin, pathname }: URL): string {
	const segments = withoutEndSlashes(pathname).split('/');
	const prefix = segments.slice(0, countPrefix(segments)).join('/');

	return origin.replace(CLOUD, CLOUD_API) + withoutEndSlashes(prefix);
}

/** Names that mean something only inside a network of containers (row 323). */
const INTERNAL = /(^|\.)(docker\.internal|cluster\.local|svc)$/;

/**
 * Whether an address leads browsers nowhere, as `http://api:8000` does, the name of a container: its
 * host is neither a domain nor an IP address nor this machine.
 */
function isInternal({ hostname }: URL): boolean {
	const isOneWord = !/[.:]/.test(hostname) && hostname !== 'localhost';

	return isOneWord || INTERNAL.test(hostname);
}

/**
 * The address of the web app: the one in the credential, otherwise the one of the interface, at which
 * most servers have both.
 */
function webOf(webAddress: URL | undefined, baseUrl: URL): string | undefined {
	if (webAddress === undefined && isInternal(baseUrl)) return undefined;

	const root = rootOf(webAddress ?? baseUrl);

	return new URL(root).origin === CLOUD_API ? CLOUD_WEB : root;
}

/** The address in a field of the credential, which has no user name and no password. */
function readAddress(name: string, value: unknown): Result<URL> {
	const url = parseAddress(value);
	if (url === undefined) {
		return refused(
			`${name}: ${quote(value)} is not a web address`,
			'Open the credential and enter the address of your Plane server, e.g. https://api.plane.so or https://plane.example.com.',
		);
	}

	if (url.username !== '' || url.password !== '') {
		return refused(
			`${name}: the address holds a user name or a password`,
			'Open the credential and enter the address without them.',
		);
	}

	return url;
}

/**
 * Reads the credential. The base URL may have a slash at the end, a path prefix and `/api/v1`:
 * `https://plane.example.com/pm/api/v1/` is the same as `https://plane.example.com/pm`.
 */
export function connect(credential: ICredentialDataDecryptedObject): Result<Connection> {
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

	const apiKey = sentKey(credential.apiKey);
	if (/[^\x21-\x7e]/.test(apiKey)) {
		return refused(
			'API Key: it contains a space or another character that no key has',
			'Open the credential and paste the key again, without anything around it.',
		);
	}

	const web = webOf(webUrl, url);

	return {
		root: rootOf(url),
		...(web !== undefined && { web }),
		workspaceSlug: asText(slug) ?? '',
		apiKey,
		ignoreSslIssues: credential.allowUnauthorizedCerts === true,
	};
}
