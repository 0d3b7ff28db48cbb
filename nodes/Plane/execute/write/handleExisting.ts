import type { JsonObject } from 'n8n-workflow';

import { existsWithOtherType } from '../../../shared/errors/customValues';
import { importedFromElsewhere } from '../../../shared/errors/notFound';
import { valuesFixed } from '../../../shared/errors/valueNotTaken';
import { normalizeId } from '../../../shared/fields/identifier';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { toImportKey } from '../../../shared/operations/shared/external';
import { isProblem } from '../../../shared/result/problem';
import { readTypeId } from '../customProperties';
import type { Execution } from '../Execution';
import { findFixedValues } from './compareRecord';
import { patchRecord } from './patchRecord';
import { planDifference } from './planChange';
import { recordKey } from './recordRequest';
import { sendChange } from './sendChange';
import type { WriteResult } from './WriteResult';

/** Uses or updates an existing record, as the user chose for a create. */
export async function handleExisting(
	call: Call<'create'>,
	record: JsonObject,
	execution: Execution,
): Promise<WriteResult> {
	execution.expectsExisting = true;
	const externalId = toImportKey(call.body);
	const existingExternalId = toImportKey(record);
	// A record with the same name can belong to another record of the other system.
	const hasOtherExternalId = existingExternalId !== undefined && existingExternalId !== externalId;
	if (externalId !== undefined && hasOtherExternalId) {
		return importedFromElsewhere(asText(record.id) ?? '', existingExternalId);
	}

	// An empty body: the values stay as they are. Only missing memberships of an interrupted run are added.
	if (call.ifExists === 'use') {
		const refusal = refuseOtherType(call, record);

		return refusal ?? execution.recordWrite(call, [{ record, outcome: 'used' }], {});
	}

	return await updateExisting(call, record, execution);
}

/**
 * Refuses values of custom properties for a record that keeps another type, which does not have these properties.
 *
 * @returns undefined if there are none, or if the record does not show its type
 */
function refuseOtherType({ body, customValues }: Call<'create'>, record: JsonObject) {
	const values = customValues?.values?.filter(({ valueToSend }) => valueToSend !== null) ?? [];
	const type = asText(body.type_id);
	const existingType = readTypeId(record);
	const isSame =
		type === undefined ||
		existingType === undefined ||
		normalizeId(type) === normalizeId(existingType);
	if (isSame || values.length === 0) return undefined;

	const fields = values.map(({ field }) => field);

	return existsWithOtherType(asText(record.id) ?? '', fields);
}

/** Sends the values of a create that an existing record does not have. */
async function updateExisting(
	call: Call<'create'>,
	existing: JsonObject,
	execution: Execution,
): Promise<WriteResult> {
	const id = asText(existing.id) ?? '';
	const key = recordKey(call, id);

	return await execution.sharedWrites.inTurn(key, call.itemIndex, async () => {
		const record = execution.written.updateRecord(key, existing);
		const fixedValues = findFixedValues(record, call.operation.body, call.body);
		if (fixedValues.length > 0) return valuesFixed(call, fixedValues, id);

		const plan = planDifference(call, record, execution.assignablePeople);
		if (isProblem(plan)) return plan;

		return await sendChange(call, plan, {
			record,
			execution,
			key,
			send: async (part) => await patchRecord(call, id, part, execution),
		});
	});
}
