import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import type { Call, WriteCall } from '../../../shared/model/call';
import type { Body } from '../../../shared/operations/operation';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { buildChangedBody, hasOpenRange, needsRecord } from './changeRecord';
import { listBodyFields, readIdList } from './compareRecord';
import { findPeopleToKeep, hasUncertainPeople } from './keepPeople';

/** Why the record of an update is read first. */
interface ReadReason {
	readonly applies: (call: Call<'update'>, assignable: AssignablePeople) => boolean;
	/** Whether the update cannot do without the record. Otherwise a server need not show it. */
	readonly isRequired: boolean;
	/** Whether only the values that differ from the record are sent. */
	readonly sendsDifference: boolean;
}

/** An update reads its record first if any of these reasons applies. */
const READ_REASONS: readonly ReadReason[] = [
	// It changes nothing itself, such as one that only adds to a cycle. The output is the record as it is.
	{
		applies: ({ body }) => isObjectEmpty(body),
		isRequired: true,
		sendsDifference: true,
	},
	// It adds entries to a list or removes some, and servers can only replace a whole list (row 25).
	{
		applies: (call) => findMergedLists(call).length > 0,
		isRequired: true,
		sendsDifference: true,
	},
	// Servers reset a value that is not sent along, or count an equal value as a change (rows 167 and 453).
	{
		applies: ({ operation, body }) => needsRecord(operation.body, body),
		isRequired: true,
		sendsDifference: true,
	},
	// It has one end of a date range. The other one is in the record.
	{
		applies: ({ operation, body }) => hasOpenRange(operation.body, body),
		isRequired: false,
		sendsDifference: true,
	},
	// It assigns people whom the server may ignore, after it has removed the current ones (row 24).
	{
		applies: (call, assignable) => hasUncertainPeople(call, call.body, assignable),
		isRequired: false,
		sendsDifference: false,
	},
];

/**
 * Finds out whether an update reads its record first.
 *
 * @returns undefined if it does not
 */
export function findReadReason(
	call: Call<'update'>,
	assignable: AssignablePeople,
): Pick<ReadReason, 'isRequired'> | undefined {
	const reasons = READ_REASONS.filter(({ applies }) => applies(call, assignable));
	if (reasons.length === 0) return undefined;

	return { isRequired: reasons.some(({ isRequired }) => isRequired) };
}

/** What is sent to change a record. */
export interface ChangePlan {
	/** All values that are sent; none if the record has them. */
	readonly body: JsonObject;
	/** The bodies of the requests, in the order in which they are sent. */
	readonly parts: readonly JsonObject[];
	/** The people whom the first request keeps, and the second one removes, by the wire names of their fields. */
	readonly keptPeople?: JsonObject;
}

/**
 * Plans an update.
 *
 * @param record as it is; undefined if it was not read
 * @returns a Problem if a value conflicts with the record
 */
export function planUpdate(
	call: Call<'update'>,
	record: JsonObject | undefined,
	assignable: AssignablePeople,
): Result<ChangePlan> {
	const sendsDifference = READ_REASONS.some(
		(reason) => reason.sendsDifference && reason.applies(call, assignable),
	);
	if (record !== undefined && sendsDifference) return planDifference(call, record, assignable);

	return planParts(call, call.body, { record, assignable });
}

/** Plans a change to the values of a write that its record does not have. */
export function planDifference(
	call: WriteCall,
	record: JsonObject,
	assignable: AssignablePeople,
): Result<ChangePlan> {
	const merged = call.kind === 'update' ? mergeLists(call, record) : call.body;
	if (isProblem(merged)) return merged;

	const body = buildChangedBody(record, call.operation.body, merged);

	return isProblem(body) ? body : planParts(call, body, { record, assignable });
}

/** The lists of a call whose entries are added to the record's own list, or removed from it. */
const findMergedLists = ({ listActions, body }: Call<'update'>) =>
	Object.entries(listActions).filter(([wire]) => Array.isArray(body[wire]));

/** Applies the list actions of a call to the current lists of its record. */
function mergeLists(call: Call<'update'>, record: JsonObject): Result<JsonObject> {
	const body: JsonObject = { ...call.body };

	for (const [wire, action] of findMergedLists(call)) {
		const currentIds = readIdList(record[wire]);
		// If the list cannot be read, all its entries would be lost.
		if (currentIds === undefined) return unreadableList(call, wire);

		const ids = readIdList(body[wire]) ?? [];

		body[wire] =
			action === 'add'
				? [...new Set([...currentIds, ...ids])]
				: currentIds.filter((id) => !ids.includes(id));
	}

	return body;
}

function unreadableList({ operation }: Call<'update'>, wire: string): Problem {
	const field = operation.body.collectionFields.find((candidate) => candidate.wire === wire);

	return failed(
		`The response of the server has no readable ${field?.displayName ?? wire}`,
		'This version of Plane does not show the list: update the server. Without the Action field, the list is replaced: then enter all who are to stay, too.',
	);
}

/** Splits a body into the requests that change a record. */
function planParts(
	call: WriteCall,
	body: JsonObject,
	known: { readonly record: JsonObject | undefined; readonly assignable: AssignablePeople },
): ChangePlan {
	const { record, assignable } = known;
	const keptPeople = record && findPeopleToKeep(call, body, record, assignable);
	if (keptPeople === undefined) return { body, parts: splitBody(call.operation.body, body) };

	const namesOfPeople = Object.keys(keptPeople);
	const people = Object.entries(body).filter(([name]) => namesOfPeople.includes(name));

	return { body, parts: [{ ...body, ...keptPeople }, Object.fromEntries(people)], keptPeople };
}

/** Splits a body into parts to send one after the other: servers lose some values that are sent with others. */
function splitBody(declaration: Body, body: JsonObject): readonly JsonObject[] {
	const fields = listBodyFields(declaration);
	const isSentFirst = (name: string) =>
		fields.some(({ wire, sendFirst }) => sendFirst === true && wire.split('.')[0] === name);

	const entries = Object.entries(body);
	const firstPart = entries.filter(([name]) => isSentFirst(name));
	const secondPart = entries.filter(([name]) => !isSentFirst(name));

	return [firstPart, secondPart]
		.filter((part) => part.length > 0)
		.map((part) => Object.fromEntries(part));
}
