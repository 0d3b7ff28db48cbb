import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import type { NewRecords } from '../../../shared/operations/operation';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { type JobResult, toOutputs } from '../results';
import { createRecord } from './createRecord';
import { createExistingRecords } from './ExistingRecords';

/**
 * Creates those of several records that their list does not have yet: servers would add the others a second time
 * (row 467).
 *
 * @returns all of them, those that were there first
 */
export async function createMissing(
	call: Call<'create'>,
	{ field, nameField }: NewRecords,
	execution: Execution,
): Promise<JobResult> {
	const list = await createExistingRecords(call, execution).readList(call);
	if (isProblem(list)) return list;

	const nameOf = (row: JsonObject) => asText(row[nameField])?.trim();
	const sent = toRows(call.body[field]);
	const findExisting = (row: JsonObject) =>
		list.records.find((other) => nameOf(other) === nameOf(row));

	const existing = sent.map(findExisting).filter((row) => row !== undefined);
	const missing = sent.filter((row) => findExisting(row) === undefined);
	const found = toOutputs(existing);
	if (missing.length === 0 || isProblem(found)) return found;

	const created = await createRecord(
		{ ...call, body: { ...call.body, [field]: missing } },
		execution,
	);
	if (isProblem(created) || created.kind !== 'outputs') return created;

	return { ...created, outputs: [...found.outputs, ...created.outputs] };
}

const toRows = (value: JsonValue | undefined): JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];
