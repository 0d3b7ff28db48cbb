import { quote } from '../text/quote';
import { isJsonObject } from '../values/json';
import { workspace } from '../operations/shared/locators';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage, succeeded } from '../transport/response';
import { problemFrom, problemQuoting } from './problemFrom';
import { serverMessageText } from './serverMessage';

const CHECK_BASE_URL =
	'Open the credential and check the Base URL: https://api.plane.so for the cloud, or the address under which your own server answers /api/v1/.';

/** The keys of Plane's refusals (row 17). */
const REFUSAL_KEYS = ['detail', 'error', 'error_code', 'error_message', 'non_field_errors'];

/** The problem of a response that cannot be from Plane's API, or undefined if it can be. */
export function notPlane(response: HttpResponse): Problem | undefined {
	const { status, json, text } = response;
	if (isWebPage(response)) {
		// A web server has no page at the address (404), or one that accepts no changes (405). A page with
		// any other status is from a proxy in front of the right server.
		const isFromWebServer = succeeded(response) || [404, 405].includes(status);

		return isFromWebServer ? webPage(response) : undefined;
	}

	// The refusal of another service or of a storage at this address would otherwise be reported as a
	// wrong API key, or as an old version of Plane.
	const wouldBeMisread = [401, 403, 404, 405].includes(status) && text.trim() !== '';

	return wouldBeMisread && !isRefusalOfPlane(json) ? notPlaneServer(response) : undefined;
}

/** Whether the body of a refusal may be Plane's: an object with one of its keys, or an empty one. */
function isRefusalOfPlane(json: unknown): boolean {
	if (!isJsonObject(json)) return false;

	const names = Object.keys(json);

	return names.length === 0 || names.some((name) => REFUSAL_KEYS.includes(name));
}

/** The Base URL leads to the web app, to a portal or to a proxy's page. */
const webPage = (response: HttpResponse): Problem =>
	problemFrom(
		response,
		'The Base URL of the credential leads to a web page, not to the API of Plane',
		CHECK_BASE_URL,
	);

/** The Base URL leads to something other than Plane. */
export const notPlaneServer = (response: HttpResponse): Problem =>
	problemQuoting(response, 'This does not look like a Plane server', CHECK_BASE_URL);

/** There is no API below the Base URL, although a Plane server may be there. */
export const wrongBase = (response: HttpResponse, root: string): Problem =>
	problemFrom(
		response,
		`The Base URL is probably wrong: there is no API of Plane below ${root}`,
		CHECK_BASE_URL,
	);

/** How to fix a server that lacks the paths that the nodes need (row 324). */
export const UPDATE_SERVER =
	'Its version of Plane is too old: update it. Also check that the Base URL of the credential leads to a Plane server.';

/** The server has no `work-items/` paths: older versions call them `issues/` (row 324). */
export const tooOld = (response: HttpResponse): Problem =>
	problemFrom(
		response,
		'The nodes need a newer Plane than this one, which does not have the path …/work-items/',
		UPDATE_SERVER,
	);

/** The workspace does not exist, or the user of the credential has no access to it (row 18). */
export const wrongSlug = (response: HttpResponse, slug: string): Problem =>
	problemFrom(
		response,
		`The ${credentialName(response)} works, but Plane has no workspace ${quote(slug)} for it`,
		`Check ${workspace.displayName}: it is the first part of the path in Plane's web app, e.g. acme in https://app.plane.so/acme/projects/. The user of the ${response.usesAccessToken === true ? 'token' : 'key'} must be a member of the workspace.`,
	);

/**
 * A 2xx response without the expected content.
 *
 * @param what the rest of the sentence `The response of the server …`
 */
export const unexpectedResponse = (response: HttpResponse, what: string): Problem =>
	isWebPage(response)
		? webPage(response)
		: problemFrom(response, `The response of the server ${what}`, CHECK_BASE_URL);

/** `Authentication credentials were not provided.`, `Missing API key`, but not `No key abc`, which quotes a key. */
const MISSING_KEY_MESSAGE =
	/\b(credentials|key|token)\b.*\b(not provided|missing|required)\b|\bmissing\b.*\b(key|token)\b|\bno (api )?(key|token) (was )?(given|provided|found)\b/i;

const KEY_MESSAGES = [
	MISSING_KEY_MESSAGE,
	// `Given API token is not valid`, `Invalid API key`, `The key … has expired`
	/\b(key|token)\b.*(invalid|not valid|expired|revoked|inactive|unknown)/i,
	/(invalid|expired|revoked|inactive|unknown)\b.*\b(key|token)\b/i,
];

/** The problem of a response that refuses the key or token: servers send 403 as well as 401 (row 18). */
export function keyProblem(response: HttpResponse): Problem | undefined {
	const { status } = response;
	if (isWebPage(response) || ![401, 403].includes(status)) return undefined;

	const message = serverMessageText(response);
	const isAboutKey = status === 401 || KEY_MESSAGES.some((pattern) => pattern.test(message));

	return isAboutKey ? apiKeyProblem(response) : undefined;
}

/** The API key or access token is missing, or the server does not accept it. */
export function apiKeyProblem(response: HttpResponse): Problem {
	if (response.usesAccessToken === true) {
		// A server that takes no tokens answers as if there were none (row 18).
		const isUnread = MISSING_KEY_MESSAGE.test(serverMessageText(response));
		const edition = isUnread
			? ' The Community Edition takes no access tokens, only API keys: use a Plane API credential for it.'
			: '';

		return problemQuoting(
			response,
			'Plane did not accept the access token',
			`Its account may have been disconnected in Plane. Open the Plane OAuth2 API credential and connect it again.${edition}`,
		);
	}

	// API v2 says the same about a wrong key as about none (row 502).
	const wasNotSent =
		response.usesApiKey !== true && MISSING_KEY_MESSAGE.test(serverMessageText(response));

	return wasNotSent
		? problemQuoting(
				response,
				'Plane received no API key',
				'Open the credential and enter the API Key. You can create one in Plane under Profile Settings, API Tokens.',
			)
		: problemQuoting(
				response,
				'Plane did not accept the API key',
				'The key may belong to another server, or have expired. Create a new one in Plane under Profile Settings, API Tokens, and put it into the credential.',
			);
}

/** What the request of a response was signed in with. */
export const credentialName = ({ usesAccessToken }: HttpResponse): string =>
	usesAccessToken === true ? 'access token' : 'API key';
