import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../../shared/client/requestResult';
import { displayNameOf } from '../../../shared/errors/pathParameters';
import { normalizeId } from '../../../shared/fields/identifier';
import type { Call } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import type { JobResult } from '../results';
import { targetKey } from '../orderingKey';
import { addIds } from './addIds';

/**
 * Adds the IDs of a call to its target, unless the target is known to refuse everything. IDs that it
 * contains already are not sent if that would count as a change.
 */
export async function executeAdd(call: Call<'add'>, execution: Execution): Promise<JobResult> {
	const { client, continueOnFail, closedTargets } = execution;
	const target = targetKey(call);
	const closed = closedTargets.get(target);
	if (closed !== undefined) return closed;

	const present = await findPresent(call, execution);
	const missing = call.ids.filter((id) => !present.has(id));

	for (const id of missing) execution.written.addedIds.add(normalizeId(id));

	const outcomes = await addIds(missing, call.operation, {
		continueOnFail,
		describeId: (id) => displayNameOf(call, id),
		send: async (ids) => {
			const body = { [call.operation.idsField.wire]: [...ids] };

			return withoutResponse(
				await client.request(call, { body, query: call.queryParameters ?? {} }),
			);
		},
	});

	for (const [id, record] of present) outcomes.set(id, record);

	const refusal = [...outcomes.values()].filter(isProblem).find(({ tag }) => tag === 'target');
	if (refusal !== undefined) closedTargets.set(target, refusal);

	return { kind: 'additions', outcomes };
}

/**
 * Finds the IDs that the target contains already, if adding them again would count as a change, with an
 * activity and a notification (row 81).
 *
 * @returns the output for each of them; an empty map if the target cannot be read, because adding an ID
 *   again is better than not adding it
 */
async function findPresent(
	call: Call<'add'>,
	{ targetLists, written }: Execution,
): Promise<ReadonlyMap<string, JsonObject>> {
	if (call.areNotInTarget === true || call.operation.repeatCountsAsChange !== true) {
		return new Map();
	}

	const currentIds = await targetLists.readIds(call);
	if (isProblem(currentIds)) return new Map();

	// The list is read once: IDs that were added since may have moved from here to another target.
	const present = call.ids.filter(
		(id) => currentIds.has(normalizeId(id)) && !written.addedIds.has(normalizeId(id)),
	);

	return new Map(present.map((id) => [id, buildPresentRecord(call, id)]));
}

/** Builds `{"added": false, "project": …, "cycle": …, "issue": …}`, like a row of the response to an addition. */
function buildPresentRecord({ path, operation }: Call<'add'>, id: string): JsonObject {
	const record: JsonObject = { added: false };

	for (const [wire, value] of Object.entries(path)) record[wire.replace(/_id$/, '')] = value;
	record[operation.responseIdField] = id;

	return record;
}
