import { isObjectEmpty } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { isJsonObject } from '../fields/json';
import { workspace } from '../operations/shared/locators';
import { isWebPage, succeeded, type Answer } from '../transport/response';
import type { Problem } from '../result/problem';
import { serverWords } from './serverMessage';
import { told } from './problemFrom';

/**
 * Whether there is a web page where the interface should be. A server of pages finds no page for
 * the address, or has one and takes no changes (405). Any other status with a page is from a proxy
 * in front of the right server.
 */
export const isWrongPlace = (answer: Answer): boolean =>
	isWebPage(answer) && (succeeded(answer) || [404, 405].includes(answer.status));

/** An address that leads to the web app, to a portal or to a proxy's page. */
export const webPage = (answer: Answer): Problem =>
	told(
		answer,
		'The Base URL of the credential leads to a web page, not to the interface of Plane',
		CHECK,
	);

const CHECK =
	'Open the credential and check the Base URL: https://api.plane.so for the cloud, or the address of your own server under which it answers /api/v1/.';

/** What stands in Plane's refusals (observed row 17). */
const NAMES = ['detail', 'error', 'error_code', 'error_message', 'non_field_errors'];

/**
 * Whether a refusal that would be blamed on the API key, or on the version of the server, cannot be
 * Plane's: another service has an interface of its own at this address, or a storage answers there.
 */
export function isForeign(answer: Answer): boolean {
	const { status, json, text } = answer;
	const isBlamed = [401, 403, 404, 405].includes(status) && !isWebPage(answer);
	if (!isBlamed || text.trim() === '') return false;
	if (!isJsonObject(json)) return true;
	return !isObjectEmpty(json) && !NAMES.some((name) => name in json);
}

/** An address that leads to something else than Plane. */
export const foreign = (answer: Answer): Problem =>
	told(answer, 'This does not look like a Plane server', CHECK, serverWords(answer));

/** An address below which the interface is not, although a Plane server may be there. */
export const wrongBase = (answer: Answer, root: string): Problem =>
	told(
		answer,
		`The Base URL is probably wrong: there is no interface of Plane below ${root}`,
		CHECK,
	);

/** A workspace that is not there, or not for the user of the key (observed row 18). */
export const wrongSlug = (answer: Answer, slug: string): Problem =>
	told(
		answer,
		`The API key works, but Plane has no workspace ${quote(slug)} for it`,
		`Check ${workspace.displayName}: it is the first part of the path in Plane's web app, e.g. acme in https://app.plane.so/acme/projects/. The user of the key must be a member of the workspace.`,
	);

/** A 2xx answer that is not what the operation answers. */
export const unexpected = (answer: Answer, what: string): Problem =>
	isWebPage(answer) ? webPage(answer) : told(answer, `The answer of the server ${what}`, CHECK);
