import { quote } from '../text/quote';
import { isJsonObject } from '../fields/json';
import { workspace } from '../operations/shared/locators';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage, succeeded } from '../transport/response';
import { problemFrom, problemQuoting } from './problemFrom';
import { serverMessageText } from './serverMessage';

const CHECK_BASE_URL =
	'Open the credential and check the Base URL: https://api.plane.so for the cloud, or the address under which your own server answers /api/v1/.';

/** What stands in Plane's refusals (row 17). */
const REFUSAL_KEYS = ['detail', 'error', 'error_code', 'error_message', 'non_field_errors'];

/** What is wrong with the address of a server whose response cannot be that of Plane's API. */
export function notPlane(response: HttpResponse): Problem | undefined {
	const { status, json, text } = response;
	if (isWebPage(response)) {
		// A server of pages finds no page for the address, or has one and takes no changes (405). Any
		// other status with a page is from a proxy in front of the right server.
		const isOfServer = succeeded(response) || [404, 405].includes(status);

		return isOfServer ? webPage(response) : undefined;
	}

	// Another service has an interface of its own at this address, or a storage answers there: its
	// refusal would be blamed on the API key, or on the version of the server.
	const wouldBeMisread = [401, 403, 404, 405].includes(status) && text.trim() !== '';

	return wouldBeMisread && !isRefusalOfPlane(json) ? notPlaneServer(response) : undefined;
}

/** Whether a body is an object that Plane could refuse a request with: an empty one is, too. */
function isRefusalOfPlane(json: unknown): boolean {
	if (!isJsonObject(json)) return false;

	const names = Object.keys(json);

	return names.length === 0 || names.some((name) => REFUSAL_KEYS.includes(name));
}

/** An address that leads to the web app, to a portal or to a proxy's page. */
const webPage = (response: HttpResponse): Problem =>
	problemFrom(
		response,
		'The Base URL of the credential leads to a web page, not to the API of Plane',
		CHECK_BASE_URL,
	);

/** An address that leads to something else than Plane. */
export const notPlaneServer = (response: HttpResponse): Problem =>
	problemQuoting(response, 'This does not look like a Plane server', CHECK_BASE_URL);

/** An address below which the interface is not, although a Plane server may be there. */
export const wrongBase = (response: HttpResponse, root: string): Problem =>
	problemFrom(
		response,
		`The Base URL is probably wrong: there is no API of Plane below ${root}`,
		CHECK_BASE_URL,
	);

/** What to do about a server without the paths that the nodes need (row 324). */
export const UPDATE_SERVER =
	'Its version of Plane is too old: update it. Also check that the Base URL of the credential leads to a Plane server.';

/** A server without the paths for work items, which older versions call `issues/` (row 324). */
export const tooOld = (response: HttpResponse): Problem =>
	problemFrom(
		response,
		'The nodes need a newer Plane than this one, which does not have the path …/work-items/',
		UPDATE_SERVER,
	);

/** A workspace that is not there, or not for the user of the key (row 18). */
export const wrongSlug = (response: HttpResponse, slug: string): Problem =>
	problemFrom(
		response,
		`The API key works, but Plane has no workspace ${quote(slug)} for it`,
		`Check ${workspace.displayName}: it is the first part of the path in Plane's web app, e.g. acme in https://app.plane.so/acme/projects/. The user of the key must be a member of the workspace.`,
	);

/** A 2xx response that is not what the operation asks for. @param what goes after `The response of the server` */
export const unexpectedResponse = (response: HttpResponse, what: string): Problem =>
	isWebPage(response)
		? webPage(response)
		: problemFrom(response, `The response of the server ${what}`, CHECK_BASE_URL);

/** `Authentication credentials were not provided.`, `Missing API key`; not `No key abc`: one was sent. */
const MISSING_KEY_MESSAGE =
	/\b(credentials|key|token)\b.*\b(not provided|missing|required)\b|\bmissing\b.*\b(key|token)\b|\bno (api )?(key|token) (was )?(given|provided|found)\b/i;

const KEY_MESSAGES = [
	MISSING_KEY_MESSAGE,
	// `Given API token is not valid`, `Invalid API key`, `The key … has expired`
	/\b(key|token)\b.*(invalid|not valid|expired|revoked|inactive|unknown)/i,
	/(invalid|expired|revoked|inactive|unknown)\b.*\b(key|token)\b/i,
];

/** A refusal because of the key: that of an unknown one is a 403 as well as a 401 (row 18). */
export function keyProblem(response: HttpResponse): Problem | undefined {
	const { status } = response;
	if (isWebPage(response) || ![401, 403].includes(status)) return undefined;

	const words = serverMessageText(response);
	const isAboutKey = status === 401 || KEY_MESSAGES.some((pattern) => pattern.test(words));

	return isAboutKey ? apiKeyProblem(response) : undefined;
}

/** What is wrong with the key: there is none, or the server does not take it. */
export const apiKeyProblem = (response: HttpResponse): Problem =>
	MISSING_KEY_MESSAGE.test(serverMessageText(response))
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
