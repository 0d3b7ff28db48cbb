import type { JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../values/json';
import { isEmpty } from '../values/valueChecks';
import type { Call, RecordUpdate, RequestTarget } from '../model/call';
import { ifAlreadyExists, SEND_UNKNOWN_FILE_TYPES } from '../operations/shared/choices';
import { normalizeKey, toImportKey } from '../operations/shared/external';
import type { Problem } from '../result/problem';
import type { HttpResponse } from '../transport/response';
import { explainKnownRefusal } from './knownRefusals';
import { howIdsAreCompared } from './notFound';
import { createFieldNamer } from './pathParameters';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { switchHint } from './planErrors';
import { failed, problemFrom, quoteServer } from './problemFrom';
import { joinMessages, readServerMessages, serverMessageText } from './serverMessage';

const CHECK_VALUES = 'Check the values of this item.';

/** Whether a create was refused because the record already exists (rows 12 and 23). */
export const isDuplicate = (response: HttpResponse): boolean =>
	response.status === 409 ||
	(response.status === 400 && /already|must be unique|taken/i.test(serverMessageText(response)));

/** The problem of a response that refuses the values of an item, or undefined for any other status (row 17). */
export function badRequest(response: HttpResponse, call: RequestTarget): Problem | undefined {
	const { status } = response;
	const isNatural = call.kind === 'create' && call.operation.naturalKey !== undefined;
	// Other requests give a record no name or external ID that another may have.
	const isWrite = call.kind === 'create' || call.kind === 'update';
	if (isWrite && status === 409) return conflict(response, call);
	if (isNatural && isDuplicate(response)) return conflict(response, call);
	if (status !== 400 && status !== 409 && status !== 422) return undefined;

	const known = unknownFileType(response, call) ?? explainKnownRefusal(response, call);
	if (known !== undefined) return known;

	const messages = readServerMessages(response, createFieldNamer(call));
	const text = joinMessages(messages);
	const withSwitch = (remedy: string) =>
		[switchHint(response, call), remedy].filter(Boolean).join(' ');

	if (text === '') {
		const message = 'Plane refused the request without saying why';

		return problemFrom(response, message, withSwitch(CHECK_VALUES));
	}

	if (/\bJSON parse error\b/i.test(text)) {
		return problemFrom(
			response,
			`Plane could not read the request: ${text}`,
			'A proxy may have changed it on its way: ask whoever runs the server. If there is no proxy, report it to the makers of the node.',
		);
	}

	// `Plane refused Start Date: …`, or `Plane refused the request: …` if a message is about no field.
	const message = messages.some(({ about }) => about === '')
		? `Plane refused the request: ${text}`
		: `Plane refused ${text}`;
	const fields = [...new Set(messages.flatMap(({ field }) => field ?? []))];
	const remedy =
		fields.length === 0
			? CHECK_VALUES
			: `Check ${joinWithConjunction(fields, 'and')} of this item.`;

	return problemFrom(response, message, withSwitch(remedy));
}

/** A file whose type the server does not accept (row 70). */
function unknownFileType(response: HttpResponse, call: RequestTarget): Problem | undefined {
	if (call.kind !== 'attach' || !/invalid file type/i.test(serverMessageText(response))) {
		return undefined;
	}

	const refusal = problemFrom(
		response,
		'Plane does not take files of this type',
		`To attach it all the same, ${SEND_UNKNOWN_FILE_TYPES} in Options: its name stays the same.`,
	);

	return { ...refusal, cause: 'fileType' };
}

/** What the server says whether the name or the identifier of a project is taken (row 416). */
const PROJECT_TAKEN = /project name is already taken/i;

/** A name or an external ID that is taken by another record. */
function conflict(response: HttpResponse, call: RequestTarget): Problem {
	const message = serverMessageText(response, createFieldNamer(call));
	if (PROJECT_TAKEN.test(message)) return projectConflict(response, call);
	if (call.kind === 'update') return conflictOfUpdate(response, call);

	// The server reports its ID (row 12).
	const id = isJsonObject(response.json) ? response.json.id : undefined;

	return problemFrom(
		response,
		quoteServer('Plane already has this record', message),
		remedyForConflict(id, call),
	);
}

/** The name or the identifier of a project is taken. The server's message is left out, because it blames the name. */
function projectConflict(response: HttpResponse, call: RequestTarget): Problem {
	const message = 'Plane already has a project with this name or this identifier';
	if (call.kind !== 'create') {
		return problemFrom(response, message, 'Use another name or another identifier.');
	}

	if (call.matchField === undefined && call.ifExists === 'fail') {
		return problemFrom(
			response,
			message,
			`To return or update the one with this identifier, add the option ${ifAlreadyExists.displayName}. If this is to be another project, use another name and another identifier.`,
		);
	}

	// The list has only projects that the user may see (row 405).
	return problemFrom(
		response,
		message,
		'None of the projects that you can see has this identifier: another one has the name, or one that you cannot see has the identifier. Use another name or another identifier.',
	);
}

/** A list has the record to be created. @param id of the one in the list */
export const alreadyListed = (id: JsonValue | undefined, call: Call<'create'>): Problem =>
	failed('Plane already has this record', remedyForConflict(id, call));

/** What to do if the record to be created already exists. @param id of the existing one, if it is known */
function remedyForConflict(id: JsonValue | undefined, call: RequestTarget): string {
	const isId = typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
	const naturalKey = call.kind === 'create' ? call.operation.naturalKey : undefined;
	if (call.kind !== 'create' || naturalKey === undefined) {
		const existingId = isId ? `, which has the ID ${id},` : '';

		return `Use the existing record${existingId} or, if this is to be another one, choose another name.`;
	}

	const itsId = isId ? `Its ID is ${id}. ` : '';

	if (call.matchField !== undefined) {
		return `${itsId}It is not the record that the item is about, because other values of it differ: change the value that is taken.`;
	}

	const useOption = `To return or update it, add the option ${ifAlreadyExists.displayName}.`;
	const { lookup } = naturalKey;
	if (lookup.kind === 'onlyOne') {
		const remedy =
			call.ifExists === 'fail'
				? useOption
				: 'Plane does not return it: it may have been deleted in the meantime, so run the item again.';

		return `${itsId}There is one in each ${lookup.place.toLowerCase()} at most. ${remedy}`;
	}

	if (lookup.kind === 'listOfOwner') {
		const { record, owner } = lookup;
		const place =
			call.ifExists === 'fail'
				? `${useOption} It may also be a ${record} of another ${owner}.`
				: `It is a ${record} of another ${owner}.`;

		return `${itsId}${place} ${howIdsAreCompared(lookup)}`;
	}

	return call.ifExists === 'fail'
		? `${itsId}${useOption} If this is to be another record, use another name or External ID.`
		: `${itsId}It is not the record that ${ifAlreadyExists.displayName} looks for, because other values of it differ: if this is to be another record, use another name or External ID.`;
}

const ABOUT_EXTERNAL_ID = /external.?id/i;

/**
 * A change that would give a record the name or the external ID of another one. The ID in the response
 * is not shown, because it is the ID of the changed record itself (row 66).
 */
function conflictOfUpdate(response: HttpResponse, call: RecordUpdate): Problem {
	const message = serverMessageText(response, createFieldNamer(call));
	if (!ABOUT_EXTERNAL_ID.test(message)) {
		return problemFrom(
			response,
			quoteServer('Plane already has this record', message),
			'Choose another name, or rename the record that has this one if that is the wrong one.',
		);
	}

	const { external_id: externalId } = call.body;

	// Older servers respond like this to changes of records that have no external ID (row 241).
	if (isEmpty(externalId)) {
		return problemFrom(
			response,
			`Plane takes this for a second record with the same External ID, although this item has no External ID: ${message}`,
			'Older versions of Plane do so: ask whoever runs the server to update it.',
		);
	}

	// Without a source, Plane compares the ID with other IDs of the source that the record has (row 411).
	const external = toImportKey(call.body) ?? normalizeKey(externalId);

	return problemFrom(
		response,
		`Plane already has another record with External ID ${external}: ${message}`,
		'Find out which of the two it belongs to before you change either: an import goes by the External ID, and creates a record again whose External ID was changed.',
	);
}
