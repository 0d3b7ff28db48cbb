import { isObjectEmpty } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { isJsonObject } from '../fields/json';
import { workspace } from '../operations/shared/locators';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage, succeeded } from '../transport/response';
import { problemFrom, problemQuoting } from './problemFrom';

const CHECK =
	'Open the credential and check the Base URL: https://api.plane.so for the cloud, or the address under which your own server answers /api/v1/.';

/**
 * Whether there is a web page where the interface should be. A server of pages finds no page for
 * the address, or has one and takes no changes (405). Any other status with a page is from a proxy
 * in front of the right server.
 */
export const isWrongUrl = (response: HttpResponse): boolean =>
	isWebPage(response) && (succeeded(response) || [404, 405].includes(response.status));

/** An address that leads to the web app, to a portal or to a proxy's page. */
export const webPage = (response: HttpResponse): Problem =>
	problemFrom(
		response,
		'The Base URL of the credential leads to a web page, not to the API of Plane',
		CHECK,
	);

/** What stands in Plane's refusals (row 17). */
const NAMES = ['detail', 'error', 'error_code', 'error_message', 'non_field_errors'];

/**
 * Whether a refusal that would be blamed on the API key, or on the version of the server, cannot be
 * Plane's: another service has an interface of its own at this address, or a storage answers there.
 */
export function isForeign(response: HttpResponse): boolean {
	const { status, json, text } = response;
	const isBlamed = [401, 403, 404, 405].includes(status) && !isWebPage(response);
	if (!isBlamed || text.trim() === '') return false;
	if (!isJsonObject(json)) return true;
	return !isObjectEmpty(json) && !NAMES.some((name) => name in json);
}

/** An address that leads to something else than Plane. */
export const foreign = (response: HttpResponse): Problem =>
	problemQuoting(response, 'This does not look like a Plane server', CHECK);

/** An address below which the interface is not, although a Plane server may be there. */
export const wrongBase = (response: HttpResponse, root: string): Problem =>
	problemFrom(
		response,
		`The Base URL is probably wrong: there is no API of Plane below ${root}`,
		CHECK,
	);

/** A workspace that is not there, or not for the user of the key (row 18). */
export const wrongSlug = (response: HttpResponse, slug: string): Problem =>
	problemFrom(
		response,
		`The API key works, but Plane has no workspace ${quote(slug)} for it`,
		`Check ${workspace.displayName}: it is the first part of the path in Plane's web app, e.g. acme in https://app.plane.so/acme/projects/. The user of the key must be a member of the workspace.`,
	);

/** A 2xx response that is not what the operation asks for. @param what goes after `The response of the server` */
export const unexpected = (response: HttpResponse, what: string): Problem =>
	isWebPage(response)
		? webPage(response)
		: problemFrom(response, `The response of the server ${what}`, CHECK);
