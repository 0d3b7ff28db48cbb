import type { JsonObject } from 'n8n-workflow';

import { notTurnedOffElsewhere, valueUnchanged } from '../../../shared/errors/valueNotTaken';
import { normalizeId } from '../../../shared/fields/identifier';
import { isJsonObject } from '../../../shared/fields/json';
import type { Field } from '../../../shared/fields/kinds';
import { asText } from '../../../shared/fields/text';
import type { WriteCall } from '../../../shared/model/call';
import {
	listPathOf,
	type Place,
	placeKey,
	placeWithin,
	withPlace,
} from '../../../shared/model/place';
import { isProblem, type Problem } from '../../../shared/result/problem';
import { listBodyFields, buildBody, getCurrentValue } from './compareRecord';
import type { Execution } from '../Execution';
import type { FollowUp } from './FollowUp';
import { type Saved, savedRecords, type WriteResult } from './WriteResult';

/**
 * Turns off a value that only one record of a list can have in the others, after it was turned on in one. Servers do
 * not do that, and keep using the previous record (row 63).
 */
export const turnOffFollowUp: FollowUp = {
	isNeeded: (call) => findExclusiveField(call) !== undefined,
	run: turnOffInOthers,
};

/** The field that a call turns on, and that only one record of the list can have turned on. */
export const findExclusiveField = ({ operation, body }: WriteCall): Field | undefined =>
	listBodyFields(operation.body).find(
		({ wire, onlyOneInList }) => onlyOneInList === true && body[wire] === true,
	);

async function turnOffInOthers(
	call: WriteCall,
	saved: readonly Saved[],
	execution: Execution,
): Promise<WriteResult> {
	const field = findExclusiveField(call);
	const record = saved[0]?.record;
	const id = asText(record?.id);
	if (field === undefined || record === undefined || id === undefined) return savedRecords(saved);

	// An existing record that is used as it is may have it turned off. Then the other record keeps it.
	if (getCurrentValue(record, field) === false) return savedRecords(saved);

	return savedRecords(saved, await turnOffElsewhere(call, field, normalizeId(id), execution));
}

/**
 * Turns a value off in all records of a list but one.
 *
 * @param id the ID of the record that keeps the value
 * @returns a Problem if the list cannot be read, or if a record keeps the value too
 */
async function turnOffElsewhere(
	call: WriteCall,
	field: Field,
	id: string,
	execution: Execution,
): Promise<Problem | undefined> {
	const path = listPathOf(call.operation.request.path);
	// Others may have turned it on in another record since.
	const list = await execution.listSource.readAgain({ place: call, path, about: call });
	if (isProblem(list)) return notTurnedOffElsewhere(field, id, undefined, list);

	// The list may be older than the write of an earlier item, so check both.
	const findLatestWrite = (row: JsonObject) =>
		execution.written.findRecord(findOther(call, row).key) ?? {};
	const isOther = (row: JsonObject) => normalizeId(asText(row.id) ?? '') !== id;
	const isOn = (row: JsonObject) =>
		[row, findLatestWrite(row)].some((record) => getCurrentValue(record, field) === true);

	for (const row of list.rows.filter((row) => isOther(row) && isOn(row))) {
		const failure = await turnOff(call, field, row, execution);
		if (failure !== undefined) return notTurnedOffElsewhere(field, id, row, failure);
	}

	return undefined;
}

/** Turns a value off in one record. Returns a Problem if the response does not show that. */
async function turnOff(
	call: WriteCall,
	field: Field,
	record: JsonObject,
	execution: Execution,
): Promise<Problem | undefined> {
	const { place, path, key } = findOther(call, record);
	const body = buildBody([{ field, sent: false }]);
	const response = await execution.client.send(
		place,
		{ method: 'PATCH', path, effect: 'change', body },
		{ about: withPlace(call, place) },
	);
	if (isProblem(response)) return response;

	// A server that responds without the record has accepted what was sent.
	const saved = isJsonObject(response.json) ? response.json : { ...record, ...body };

	// A later item may change this record, and must then see its latest values.
	execution.written.noteRecord(key, saved);

	return getCurrentValue(saved, field) === true ? valueUnchanged(field) : undefined;
}

/** Another record of the list that contains the record of a write. */
interface OtherRecord {
	readonly place: Place;
	readonly path: string;
	readonly key: string;
}

function findOther(call: WriteCall, row: JsonObject): OtherRecord {
	const place = placeWithin(call, { other_id: asText(row.id) ?? '' });
	const path = `${listPathOf(call.operation.request.path)}{other_id}/`;

	return { place, path, key: placeKey(place, path) };
}
