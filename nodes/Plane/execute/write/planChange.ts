import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import type { Field } from '../../../shared/fields/kinds';
import type { Call, WriteTarget } from '../../../shared/model/call';
import { findOtherDay, listRules } from '../../../shared/operations/bodyRules';
import type { Body } from '../../../shared/operations/operation';
import type { AssignablePeople } from '../../../shared/resolve/AssignablePeople';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { isSameJson } from '../../../shared/values/sameValue';
import { buildChangedBody, hasOpenRange } from './changedBody';
import { listBodyFields, listSentValues, readIdList } from './compareRecord';
import { findPeopleToKeep, hasUncertainPeople } from './keepPeople';

/**
 * Why the record of an update is read first, from the least to the most pressing reason.
 * - `none`: it is not read.
 * - `people`: the update assigns people whom the server may ignore, after it has removed the current ones (row 24).
 * - `range`: the update has one end of a date range. The other one is in the record.
 * - `required`: the update cannot do without the record. For the other reasons, a server need not show it.
 */
export type ReadReason = 'none' | 'people' | 'range' | 'required';

/** Finds out whether an update reads its record first. */
export function findReadReason(call: Call<'update'>, assignable: AssignablePeople): ReadReason {
	const { body, listActions, operation } = call;
	// It changes nothing itself, such as one that only adds to a cycle. The output is the record as it is.
	if (isObjectEmpty(body)) return 'required';

	let reason: ReadReason = hasOpenRange(operation.body, body) ? 'range' : 'none';

	// Servers reset a value that is not sent along (row 167).
	if (listRules(operation.body, 'alwaysSent').length > 0) return 'required';

	for (const { field, sent } of listSentValues(operation.body, body)) {
		// It adds entries to a list or removes some, and servers can only replace a whole list (row 25).
		if (listActions[field.wire] !== undefined && Array.isArray(sent)) return 'required';

		// Servers count an equal value as a change, or add to a list what it has already (rows 167 and 453).
		const isDayOfTwo = findOtherDay(operation.body, field.wire) !== undefined;
		if (isDayOfTwo || field.kind.pickChanges !== undefined) return 'required';

		const mayBeIgnored =
			field.activeMembersOnly === true && hasUncertainPeople(call, sent, assignable);
		if (mayBeIgnored && reason === 'none') reason = 'people';
	}

	return reason;
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

/** What is known of a record that is to be changed. */
interface KnownRecord {
	/** As it is; undefined if it was not read. */
	readonly record: JsonObject | undefined;
	readonly assignable: AssignablePeople;
}

/**
 * Plans an update.
 *
 * @param reason why its record was read
 * @returns a Problem if a value conflicts with the record
 */
export function planUpdate(
	call: Call<'update'>,
	reason: ReadReason,
	{ record, assignable }: KnownRecord,
): Result<ChangePlan> {
	const needsDifference = reason === 'range' || reason === 'required';
	if (record === undefined || !needsDifference) {
		return planParts(call, call.body, { record, assignable });
	}

	const body = mergeListValues(call, record);

	return isProblem(body)
		? body
		: planDifference({ ...withExactTexts(call), body }, record, assignable);
}

/**
 * Returns an update that compares texts as they are stored. It takes the form of a text as the user has entered it,
 * while a create that finds its record leaves a text alone that reads the same.
 */
function withExactTexts(call: Call<'update'>): Call<'update'> {
	const { operation } = call;
	const { fields, collectionFields, ...rest } = operation.body;
	const body: Body = {
		...rest,
		fields: fields.map(withExactText),
		collectionFields: collectionFields.map(withExactText),
	};

	return { ...call, operation: { ...operation, body } };
}

const withExactText = (field: Field): Field =>
	field.formatField === undefined
		? field
		: { ...field, kind: { ...field.kind, isUnchanged: isSameJson } };

/** Plans a change to the values of a write that its record does not have. */
export function planDifference(
	call: WriteTarget,
	record: JsonObject,
	assignable: AssignablePeople,
): Result<ChangePlan> {
	const body = buildChangedBody(record, call.operation.body, call.body);

	return isProblem(body) ? body : planParts(call, body, { record, assignable });
}

/** The lists of a call whose entries are added to the record's own list, or removed from it. */
const findMergedLists = ({ listActions, body }: Call<'update'>) =>
	Object.entries(listActions).filter(([wire]) => Array.isArray(body[wire]));

/** Applies the list actions of a call to the current lists of its record. */
function mergeListValues(call: Call<'update'>, record: JsonObject): Result<JsonObject> {
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
	call: WriteTarget,
	body: JsonObject,
	{ record, assignable }: KnownRecord,
): ChangePlan {
	const keptPeople = record && findPeopleToKeep(call, { body, record }, assignable);
	if (keptPeople === undefined) return { body, parts: splitBody(call.operation.body, body) };

	const namesOfPeople = Object.keys(keptPeople);
	const people = Object.entries(body).filter(([name]) => namesOfPeople.includes(name));

	return { body, parts: [{ ...body, ...keptPeople }, Object.fromEntries(people)], keptPeople };
}

/** Splits a body into parts to send one after the other: servers lose some values that are sent with others. */
function splitBody(declaration: Body, body: JsonObject): readonly JsonObject[] {
	const namesOfFirst = new Set<string>();
	const first: JsonObject = {};
	const rest: JsonObject = {};
	const parts: JsonObject[] = [];

	for (const { wire, sendFirst } of listBodyFields(declaration)) {
		if (sendFirst === true) namesOfFirst.add(wire.replace(/\..*/, ''));
	}

	for (const [name, value] of Object.entries(body)) {
		if (namesOfFirst.has(name)) first[name] = value;
		else rest[name] = value;
	}

	if (!isObjectEmpty(first)) parts.push(first);
	if (!isObjectEmpty(rest)) parts.push(rest);

	return parts;
}
