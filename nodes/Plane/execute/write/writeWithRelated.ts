import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import { relatedNotSaved } from '../../../shared/errors/valueNotTaken';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { Call, WriteCall } from '../../../shared/model/call';
import type { RelatedRecord } from '../../../shared/operations/operation';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import type { JobResult, Output, OutputsResult } from '../results';
import { buildChangedBody, hasOpenRange } from './changeRecord';
import { listSentValues } from './compareRecord';
import { updateKnownRecord } from './updateRecord';

/**
 * Carries out a write. Values of another record that belongs to the written one are sent afterwards, by a
 * request of their own: if the write is refused, that record stays as it is.
 *
 * @param write carries out a call without these values
 */
export async function writeWithRelated<C extends WriteCall>(
	call: C,
	execution: Execution,
	write: (call: C) => Promise<JobResult>,
): Promise<JobResult> {
	const { relatedRecord } = call.operation.body;
	if (relatedRecord === undefined) return await write(call);

	const { [relatedRecord.prefix]: values, ...body } = call.body;
	const ownCall = { ...call, body };
	if (!isJsonObject(values)) return await write(ownCall);

	const refusal = await refuseRange(ownCall, values, execution);
	if (refusal !== undefined) return refusal;

	const result = await write(ownCall);
	if (isProblem(result) || result.kind !== 'outputs') return result;

	return await changeRelated({ ...call, body: values }, relatedRecord, {
		result,
		isSaved: isWritten(ownCall),
		execution,
	});
}

/** Whether a call writes its own record, and not only the one that belongs to it. */
const isWritten = ({ kind, body }: WriteCall): boolean => kind === 'create' || !isObjectEmpty(body);

/**
 * Why a day does not fit the other end of its period, which the related record has already. Otherwise an update
 * that also writes its own record, such as one that accepts it, would be carried out by half.
 *
 * @returns undefined if it fits, or the record cannot be read: the write shows why
 */
async function refuseRange(
	call: WriteCall,
	values: JsonObject,
	{ client }: Execution,
): Promise<Problem | undefined> {
	const { body, request } = call.operation;
	const { relatedRecord } = body;
	if (relatedRecord === undefined || call.kind !== 'update' || !isWritten(call)) return undefined;

	const { operation, recordField } = relatedRecord;
	if (!hasOpenRange(operation.body, values)) return undefined;

	const response = await client.read(call, request.path);
	if (isProblem(response) || !isJsonObject(response.json)) return undefined;

	const current = response.json[recordField];
	const changes = isJsonObject(current) ? buildChangedBody(current, operation.body, values) : {};

	return isProblem(changes) ? changes : undefined;
}

interface RelatedOptions {
	/** The result of the write before. */
	readonly result: OutputsResult;
	/** Whether that write was necessary. */
	readonly isSaved: boolean;
	readonly execution: Execution;
}

/** @param call its body has the values of the related record */
async function changeRelated(
	call: WriteCall,
	relatedRecord: RelatedRecord,
	{ result, isSaved, execution }: RelatedOptions,
): Promise<JobResult> {
	const { operation, idPlaceholder, idField, recordField } = relatedRecord;
	const [output, ...others] = result.outputs;
	const id = asText(output?.json[idField]) ?? call.path[idPlaceholder];
	const fields = listSentValues(operation.body, call.body).map(({ field }) => field);
	if (id === undefined) return relatedNotSaved(call, fields, { id, isSaved, failure: idMissing() });

	const shown = output?.json[recordField];
	const current: JsonObject = isJsonObject(shown) ? shown : {};

	const change: Call<'update'> = {
		kind: 'update',
		operation,
		itemIndex: call.itemIndex,
		workspace: call.workspace,
		path: { ...call.path, [idPlaceholder]: id },
		displayNames: call.displayNames ?? {},
		body: call.body,
		targets: {},
		createsLabels: false,
		listActions: {},
	};
	const changed = await updateKnownRecord(change, current, execution);
	if (isProblem(changed)) return relatedNotSaved(call, fields, { id, isSaved, failure: changed });

	const saved = changed.kind === 'outputs' ? changed.outputs[0]?.json : undefined;
	const json = { ...output?.json, [recordField]: { ...current, ...pickSaved(change.body, saved) } };

	return { ...result, outputs: [{ ...output, json }, ...others] };
}

const idMissing = (): Problem =>
	failed('Plane did not return its ID', 'Look for the record in Plane.');

/** The values that were sent, as the server has saved them. */
const pickSaved = (sent: JsonObject, saved: Output['json'] = {}): Output['json'] =>
	Object.fromEntries(
		Object.entries(sent).map(([name, value]) => [name, name in saved ? saved[name] : value]),
	);
