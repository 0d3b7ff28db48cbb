import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import { relatedNotSaved } from '../../../shared/errors/valueNotTaken';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { Call, WriteCall } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { buildChangedBody, hasOpenRange } from './changeRecord';
import { listSentValues } from './compareRecord';
import type { FollowUp } from './FollowUp';
import { updateKnownRecord } from './updateRecord';
import { requireComplete, type Saved, savedRecords, type WriteResult } from './WriteResult';

/**
 * Changes another record that belongs to the written one, by a request of its own: if the write is refused, that
 * record stays as it is.
 */
export const relatedFollowUp: FollowUp = {
	isNeeded: (call) => readRelatedValues(call) !== undefined,
	refuse: refuseRange,
	run: changeRelated,
};

/** A write without the values of the related record. */
export function withoutRelated<C extends WriteCall>(call: C): C {
	const { relatedRecord } = call.operation.body;
	if (relatedRecord === undefined) return call;

	const ownValues = Object.entries(call.body).filter(([name]) => name !== relatedRecord.prefix);

	return { ...call, body: Object.fromEntries(ownValues) };
}

/** The values of the related record, or undefined if the call has none. */
function readRelatedValues({ operation, body }: WriteCall): JsonObject | undefined {
	const { relatedRecord } = operation.body;
	const values = relatedRecord && body[relatedRecord.prefix];

	return isJsonObject(values) ? values : undefined;
}

/** Whether a call writes its own record, and not only the one that belongs to it. */
const isWritten = (call: WriteCall): boolean =>
	call.kind === 'create' || !isObjectEmpty(withoutRelated(call).body);

/**
 * Why a day does not fit the other end of its period, which the related record has already. Otherwise an update
 * that also writes its own record, such as one that accepts it, would be carried out by half.
 *
 * @returns undefined if it fits, or the record cannot be read: the write shows why
 */
async function refuseRange(call: WriteCall, { client }: Execution): Promise<Problem | undefined> {
	const { body, request } = call.operation;
	const { relatedRecord } = body;
	const values = readRelatedValues(call);
	const isUpdate = call.kind === 'update' && isWritten(call);
	if (relatedRecord === undefined || values === undefined || !isUpdate) return undefined;

	const { operation, recordField } = relatedRecord;
	if (!hasOpenRange(operation.body, values)) return undefined;

	const response = await client.read(call, request.path);
	if (isProblem(response) || !isJsonObject(response.json)) return undefined;

	const current = response.json[recordField];
	const changes = isJsonObject(current) ? buildChangedBody(current, operation.body, values) : {};

	return isProblem(changes) ? changes : undefined;
}

async function changeRelated(
	call: WriteCall,
	saved: readonly Saved[],
	execution: Execution,
): Promise<WriteResult> {
	const { relatedRecord } = call.operation.body;
	const values = readRelatedValues(call);
	if (relatedRecord === undefined || values === undefined) return savedRecords(saved);

	const { operation, idPlaceholder, idField, recordField } = relatedRecord;
	const [first, ...others] = saved;
	const id = asText(first?.record[idField]) ?? call.path[idPlaceholder];
	const isSaved = isWritten(call);
	const fields = listSentValues(operation.body, values).map(({ field }) => field);

	const notSaved = (reason: Problem): WriteResult => {
		const failure = relatedNotSaved(call, fields, { id, isSaved, failure: reason });

		return isSaved ? savedRecords(saved, failure) : failure;
	};

	if (id === undefined) return notSaved(idMissing());

	const shown = first?.record[recordField];
	const current: JsonObject = isJsonObject(shown) ? shown : {};

	const change: Call<'update'> = {
		kind: 'update',
		operation,
		itemIndex: call.itemIndex,
		...placeWithin(call, { [idPlaceholder]: id }),
		displayNames: call.displayNames ?? {},
		body: values,
		targets: {},
		createsLabels: false,
		listActions: {},
	};
	const result = await updateKnownRecord(change, current, execution);
	const changed = isProblem(result) ? result : requireComplete(result);
	if (isProblem(changed)) return notSaved(changed);

	const related = { ...current, ...pickSaved(values, changed[0]?.record) };
	const record = { ...first?.record, [recordField]: related };

	return savedRecords([{ record, outcome: first?.outcome ?? 'updated' }, ...others]);
}

const idMissing = (): Problem =>
	failed('Plane did not return its ID', 'Look for the record in Plane.');

/** The values that were sent, as the server has saved them. */
function pickSaved(sent: JsonObject, saved: JsonObject = {}): JsonObject {
	const values: JsonObject = {};

	for (const [name, value] of Object.entries(sent)) {
		const stored = saved[name];

		// A value that was cleared is null.
		values[name] = stored === undefined ? value : stored;
	}

	return values;
}
