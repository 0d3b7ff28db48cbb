import type { JsonObject } from 'n8n-workflow';

import { alreadyListed } from '../../../shared/errors/badRequest';
import { externalIdsHidden, savedWithoutExternalId } from '../../../shared/errors/notFound';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { findUniqueFieldsWithValue } from '../../../shared/operations/shared/external';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { createMissing } from './createMissing';
import { createRecord } from './createRecord';
import { ExistingRecords } from './ExistingRecords';
import { handleExisting } from './handleExisting';
import { withFailure, type WriteResult } from './WriteResult';

/**
 * Creates a record, or handles an existing one as configured. If the server may accept a second record with the same
 * value, the list is read before, once in an execution.
 */
export async function createOnce(call: Call<'create'>, execution: Execution): Promise<WriteResult> {
	const { naturalKey, newRecords } = call.operation;
	if (newRecords !== undefined) return await createMissing(call, newRecords, execution);

	const unchecked = execution.sharedWrites.listUncheckedFields(call);
	const [wire] = unchecked;
	if (wire === undefined) return await createRecord(call, execution);

	const { recordsByValue } = execution;
	const row = await recordsByValue.find(call, wire);
	if (isProblem(row)) return row;

	// A value that servers check makes them refuse a second record.
	const isChecked = findUniqueFieldsWithValue(naturalKey, call.body).length > unchecked.length;
	const mayBeUnseen = row === undefined && !isChecked && call.ifExists !== 'fail';
	if (mayBeUnseen && !(await recordsByValue.isShown(call, wire))) return externalIdsHidden();

	const isFirst = mayBeUnseen && (await recordsByValue.isEmpty(call, wire));
	const result =
		row === undefined
			? await createRecord(call, execution)
			: await handleListed(call, row, execution);

	await recordsByValue.note(call, wire, result);

	return isFirst ? await checkFirst(call, wire, { result, execution }) : result;
}

/**
 * Checks whether the first record of a list can be recognized later. Otherwise each run would create it again, or
 * fail: some models of servers do not show external IDs (row 484).
 */
async function checkFirst(
	call: Call<'create'>,
	wire: string,
	{ result, execution }: { readonly result: WriteResult; readonly execution: Execution },
): Promise<WriteResult> {
	if (isProblem(result) || result.failures.length > 0) return result;

	const [first] = result.records;
	if (first === undefined || first.record[wire] !== undefined) return result;

	const isShown = await execution.recordsByValue.isNowShown(call, wire);

	return isShown
		? result
		: withFailure(result, savedWithoutExternalId(asText(first.record.id) ?? ''));
}

/** Handles a record that a list has. */
async function handleListed(
	call: Call<'create'>,
	row: JsonObject,
	execution: Execution,
): Promise<WriteResult> {
	if (call.ifExists === 'fail') return alreadyListed(row.id, call);

	const record = await new ExistingRecords(execution).completeRow(call, row);

	return isProblem(record) ? record : await handleExisting(call, record, execution);
}
