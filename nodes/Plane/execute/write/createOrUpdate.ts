import type { Call } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { createOnce } from './createOnce';
import { handleExisting } from './handleExisting';
import type { WriteResult } from './WriteResult';

/** Creates a record, or updates the one that has the same value in the field to match on. */
export async function createOrUpdate(
	call: Call<'create'>,
	matchField: string,
	execution: Execution,
): Promise<WriteResult> {
	const { naturalKey } = call.operation;
	// A create finds records by the fields that are unique.
	if (naturalKey?.uniqueFields.includes(matchField) === true) {
		return await createOnce(call, execution);
	}

	const { recordsByValue } = execution;
	const existing = await recordsByValue.find(call, matchField);
	if (isProblem(existing)) return existing;

	const result =
		existing === undefined
			? await createOnce(call, execution)
			: await handleExisting(call, existing, execution);

	await recordsByValue.note(call, matchField, result);

	return result;
}
