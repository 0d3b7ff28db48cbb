import { quote } from '../text/quote';
import type { RequestTarget } from '../model/call';
import type { SharedIds } from '../operations/operation';
import { ifMissing } from '../operations/shared/choices';
import { workspace } from '../operations/shared/locators';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { findFurtherRemedy } from './knownRefusals';
import { credentialName, keyProblem, notPlane } from './credentialErrors';
import {
	innermostParameter,
	nameAndValue,
	type PathParameter,
	listPathParameters,
} from './pathParameters';
import { describeEdition, featureHint } from './planErrors';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { type ErrorText, failed, problemFrom, problemQuoting } from './problemFrom';
import { serverMessageText } from './serverMessage';

/** The form of IDs that Plane accepts in paths: lower case, with hyphens. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What Plane and other servers respond for a path that they do not have. */
const NO_PATH_MESSAGE =
	/\bpage not found\b|\bno route\b|\broute\b.*\bnot found\b|\bcannot (get|patch|post|delete)\b/i;

/** Whether the server reports that it does not have the path, as opposed to the record. */
export const isNoPath = (response: HttpResponse): boolean =>
	response.status === 404 && NO_PATH_MESSAGE.test(serverMessageText(response));

/** Whether the server lacks the operation: its path or its method, whatever the IDs in the path. */
export const isUnsupported = (response: HttpResponse | undefined, call: RequestTarget): boolean =>
	response !== undefined &&
	!isWebPage(response) &&
	(response.status === 405 || (isNoPath(response) && malformedIds(response, call) === undefined));

/**
 * Whether Plane reports that the record does not exist. The page of a proxy does not mean that, and
 * neither does a path that Plane does not have, even if only for a malformed ID in it (row 18).
 */
export const isMissing = (response: HttpResponse | undefined): boolean =>
	response?.status === 404 && notPlane(response) === undefined && !isNoPath(response);

/**
 * Whether Plane reports that the user may not see a place, or that it does not exist (row 18). A wrong key, or
 * the page of a proxy, does not mean that.
 */
export const isHiddenFromUser = (response: HttpResponse | undefined): boolean =>
	isMissing(response) ||
	(response?.status === 403 &&
		!isWebPage(response) &&
		notPlane(response) === undefined &&
		keyProblem(response) === undefined);

/**
 * The problem of a missing record, operation or API, or undefined for any other response (row 18).
 *
 * @param route the method and the path of the request, with its placeholders
 */
export function notFound(
	response: HttpResponse,
	call: RequestTarget,
	route: string,
): Problem | undefined {
	if (isUnsupported(response, call)) return unsupportedOperation(response, call, route);
	if (response.status !== 404) return undefined;

	return isNoPath(response) ? malformedIds(response, call) : missingRecord(response, call);
}

/**
 * Servers send this to users who may see the record but not change it (row 87). Any other message may
 * also mean that the record does not exist.
 */
const PERMISSION_MESSAGE = /\bonly\b.*\bcan\b|required permissions/i;

/**
 * The problem of a request that the user of the credential may not send, or undefined for any other
 * response. Plane responds alike for a workspace or project that is hidden from the user and for one that
 * does not exist (row 18).
 */
export function forbidden(response: HttpResponse, call: RequestTarget): Problem | undefined {
	if (response.status !== 403) return undefined;
	if (looksLikeKeyPath(call)) return probablyUnsupported(response, call);

	// Access is granted for the outermost record, which contains all others.
	const [, outermost] = listPathParameters(call);
	const isRefusedRight = PERMISSION_MESSAGE.test(serverMessageText(response));
	if (isRefusedRight || (isWrite(call) && isFoundByName(outermost, call))) {
		return problemQuoting(
			response,
			`The user of the ${credentialName(response)} may not do this to ${nameAndValue(innermostParameter(call))}`,
			`Ask an administrator of the project to do it or to give the user another role, or use the credential of somebody who may.${isRefusedRight ? '' : scopeHint(response)}`,
		);
	}

	const hint = findFurtherRemedy(response, call) ?? '';
	const remedy = isWrite(call)
		? remedyForDeniedWrite(response, call)
		: remedyForDeniedRead(response, call);

	return problemQuoting(
		response,
		describeDenial(outermost, call),
		`${remedy}${scopeHint(response)} ${hint}`.trimEnd(),
	);
}

const isWrite = ({ kind }: RequestTarget): boolean =>
	kind !== 'read' && kind !== 'list' && kind !== 'get';

/** Whether the node has found a record by the name that the user gave: it exists, and the user sees it. */
const isFoundByName = (
	record: PathParameter | undefined,
	{ displayNames = {} }: RequestTarget,
): boolean => record !== undefined && Object.hasOwn(displayNames, record.value);

function describeDenial(outermost: PathParameter | undefined, call: RequestTarget): string {
	const what = outermost === undefined ? '' : `this ${outermost.displayName.toLowerCase()} in `;

	return `Plane denied access to ${what}workspace ${call.workspace}`;
}

/** The parameters that may be wrong, because Plane responds alike if there is no such record. */
const listPlaces = (call: RequestTarget): string =>
	joinWithConjunction(listPathParameters(call).slice(0, 2).map(nameAndValue), 'or');

const remedyForDeniedRead = (response: HttpResponse, call: RequestTarget): string =>
	`${listPlaces(call)} may be wrong: Plane gives the same response if there is no such record. Otherwise ask an administrator to give access to the user of the ${credentialName(response)}.`;

/** Who writes to a place has usually chosen it from a list: a right is likelier to be missing than the place. */
const remedyForDeniedWrite = (response: HttpResponse, call: RequestTarget): string =>
	`The user of the ${credentialName(response)} may lack the right to do this: ask an administrator to do it or to give the user another role. ${listPlaces(call)} may also be wrong: Plane gives the same response if there is no such record.`;

const scopeHint = ({ usesAccessToken }: HttpResponse): string =>
	usesAccessToken === true ? ' The access token may also lack the scope for it.' : '';

/** A path that other editions take for the one with the key of a work item, `work-items/LNCH-12/` (row 474). */
const KEY_PATH = /^work-items\/[^/]+-[^/]+\/$/;

const looksLikeKeyPath = (call: RequestTarget): boolean =>
	call.kind !== 'read' &&
	call.operation.plan !== undefined &&
	KEY_PATH.test(call.operation.request.path);

/** An operation that the server most likely lacks: it denies a write to a work item with such a key. */
const probablyUnsupported = (response: HttpResponse, call: RequestTarget): Problem =>
	problemQuoting(
		response,
		`This server most likely does not have the operation "${call.operation.action}"`,
		`${describeEdition(call.operation)} Use a server of such an edition, in the cloud or self-hosted, or remove this node. If it is such a server, ${listPlaces(call)} may be wrong, or the user of the ${credentialName(response)} may have no access to it.${scopeHint(response)}`,
	);

/** The file of an attachment is gone, or the server cannot provide files. */
export function fileNotFound(response: HttpResponse): Problem {
	const hasNoPath = NO_PATH_MESSAGE.test(serverMessageText(response));
	const describe = hasNoPath ? problemFrom : problemQuoting;

	return describe(
		response,
		'Plane did not find it',
		'It may have been deleted in the meantime: run the item again. If it is still in Plane, the version of the server may be too old to provide files.',
	);
}

function missingRecord(response: HttpResponse, call: RequestTarget): Problem {
	const edition = serverMessageText(response) === '' ? editionHint(call) : '';
	// A record that is missing is likelier than a feature that is turned off; a list is never missing.
	const isList = call.kind === 'read' || call.kind === 'list' || call.kind === 'create';
	const feature = isList ? featureHint(call) : '';
	const { message, remedy } = notFoundText(call);
	const operationHint = findFurtherRemedy(response, call);
	const hint = operationHint === undefined ? edition : ` ${operationHint}`;

	return problemQuoting(response, message, remedy + hint + feature);
}

/** A record that its list does not contain. */
export function recordNotFound(call: RequestTarget): Problem {
	const { message, remedy } = notFoundText(call);

	return failed(message, remedy);
}

/** Why a record of another list is in the way, and what to do: two sentences. */
export const howIdsAreCompared = ({ record, owner }: SharedIds): string =>
	`Plane compares the External IDs of ${record}s in the whole project. Put the key or the External ID of the ${owner} in front of that of the ${record}, so that each is used once.`;

/** The record to remove is not in its cycle, its module or the like. */
export function notAMember(call: RequestTarget): Problem {
	const [container, ...others] = listPathParameters(call).reverse();
	if (container === undefined) return recordNotFound(call);

	return failed(
		`Plane did not find it in ${nameAndValue(container)}`,
		`It has most likely been removed already. Otherwise check ${joinWithConjunction([container, ...others].map(nameAndValue), 'and')}.`,
	);
}

/** Adds how to continue if the record may be missing. */
export const suggestIgnoreMissing = (missing: Problem): Problem => ({
	...missing,
	description: `${missing.description} If it may be missing, set ${ifMissing.displayName} to Continue.`,
});

function notFoundText(call: RequestTarget): ErrorText {
	const [likeliest, ...others] = listPathParameters(call).reverse();
	if (likeliest === undefined || others.length === 0) {
		return {
			message: `Plane did not find this in workspace ${call.workspace}`,
			remedy: `Check ${workspace.displayName}.`,
		};
	}

	return {
		message: `Plane did not find ${nameAndValue(likeliest)}`,
		remedy: `Most likely, it does not exist or was deleted. Check ${likeliest.displayName} first, then ${joinWithConjunction(others.map(nameAndValue), 'and')}.`,
	};
}

/** Path values that are not IDs: Plane has no operation for such a path, and its message does not say why. */
function malformedIds(response: HttpResponse, call: RequestTarget): Problem | undefined {
	const [, ...records] = listPathParameters(call);
	const malformed = records.filter(({ value }) => !UUID.test(value));
	if (malformed.length === 0) return undefined;

	const invalidIds = malformed.map(({ displayName, value }) => `${displayName} ${quote(value)}`);

	return problemFrom(
		response,
		`${joinWithConjunction(invalidIds, 'and')} ${malformed.length === 1 ? 'is not an ID' : 'are not IDs'} of Plane`,
		`Such an ID looks like 0c7da278-21b6-4225-9d30-da0e1a924ae5, in lower case. Copy it from the web address of the record, or take it from the output of another node.${editionHint(call)}`,
	);
}

/** A hint that the server may lack the operation, for responses that do not say so. */
const editionHint = (call: RequestTarget): string =>
	call.operation.plan === undefined ? '' : ` ${describeEdition(call.operation)}`;

/** Does not quote `Page not found.`, which people would take for a page in Plane. */
const unsupportedOperation = (
	response: HttpResponse,
	call: RequestTarget,
	route: string,
): Problem =>
	problemFrom(
		response,
		`This server does not have the operation "${call.operation.action}"`,
		remedyForUnsupported(response, call, route),
	);

/** A record in a path that only the commercial editions have. */
const COMMERCIAL_RECORD = /\{(?!project_id\}|work_item_id\})\w+\}/;

function remedyForUnsupported(
	{ status }: HttpResponse,
	call: RequestTarget,
	route: string,
): string {
	if (call.operation.plan === undefined) {
		return 'Its version of Plane may be too old: update it. Also check that the Base URL of the credential leads to a Plane server.';
	}

	// The server has the record, so it is of a commercial edition, but older than the method (row 466).
	const isOfRecord = call.kind !== 'read' && COMMERCIAL_RECORD.test(route);
	if (status === 405 && isOfRecord) return 'This Plane is too old for it: update the server.';

	const isRecent = call.kind !== 'read' && call.operation.isRecent === true;
	const age = isRecent
		? ' Older servers of these editions do not have it, either: update them.'
		: '';

	return `${describeEdition(call.operation)} Use a server of such an edition, in the cloud or self-hosted, or remove this node.${age}`;
}
