import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../shared/errors/problemFrom';
import { relatedNotSaved } from '../../../shared/errors/valueNotTaken';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { Call, WriteCall } from '../../../shared/model/call';
import type { RelatedRecord } from '../../../shared/operations/operation';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import type { JobResult, Output, OutputsResult } from '../results';
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
	const result = await write({ ...call, body });
	if (!isJsonObject(values) || isProblem(result) || result.kind !== 'outputs') return result;

	return await changeRelated({ ...call, body: values }, relatedRecord, { result, execution });
}

/** @param call its body has the values of the related record */
async function changeRelated(
	call: WriteCall,
	relatedRecord: RelatedRecord,
	{ result, execution }: { readonly result: OutputsResult; readonly execution: Execution },
): Promise<JobResult> {
	const { operation, idPlaceholder, idField, recordField } = relatedRecord;
	const [output, ...others] = result.outputs;
	const id = asText(output?.json[idField]) ?? call.path[idPlaceholder];
	const fields = listSentValues(operation.body, call.body).map(({ field }) => field);
	if (id === undefined) return relatedNotSaved(call, fields, { id, failure: idMissing() });

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
	if (isProblem(changed)) return relatedNotSaved(call, fields, { id, failure: changed });

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
