import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../../shared/client/requestResult';
import { getShownName } from '../../../shared/errors/pathParameters';
import { normalizeId } from '../../../shared/values/textForms';
import type { Call } from '../../../shared/model/call';
import { isProblem, type Problem } from '../../../shared/result/problem';
import { targetKey } from '../orderingKey';
import type { AdditionsResult } from '../results';
import type { Services } from '../services';
import { addIds } from './addIds';
import { TargetLists } from './TargetLists';

/** Adds records to others, such as work items to a cycle. */
export class Additions {
	private readonly targetLists: TargetLists;
	/** Why targets accept no additions, by their keys. */
	private readonly closedTargets = new Map<string, Problem>();
	/** The IDs of records that were added to others. */
	private readonly addedIds = new Set<string>();

	constructor(
		private readonly services: Pick<Services, 'client' | 'continueOnFail' | 'listSource'>,
	) {
		this.targetLists = new TargetLists(services.listSource);
	}

	/**
	 * Adds the IDs of a call to its target, unless the target is known to refuse everything. IDs that it
	 * contains already are not sent if that would count as a change.
	 */
	async add(call: Call<'add'>): Promise<Problem | AdditionsResult> {
		const { client, continueOnFail } = this.services;
		const target = targetKey(call);
		const closed = this.closedTargets.get(target);
		if (closed !== undefined) return closed;

		const present = await this.findPresent(call);
		const missing = call.ids.filter((id) => !present.has(id));

		for (const id of missing) this.addedIds.add(normalizeId(id));

		const outcomes = await addIds(missing, call.operation, {
			continueOnFail,
			describeId: (id) => getShownName(call, id),
			send: async (ids) => {
				const body = { [call.operation.idsField.wire]: [...ids] };

				return withoutResponse(
					await client.request(call, { body, query: call.queryParameters ?? {} }),
				);
			},
		});

		for (const [id, record] of present) outcomes.set(id, record);

		const refusal = [...outcomes.values()]
			.filter(isProblem)
			.find(({ cause }) => cause === 'closedTarget');
		if (refusal !== undefined) this.closedTargets.set(target, refusal);

		return { kind: 'additions', outcomes };
	}

	/**
	 * Finds the IDs that the target contains already, if adding them again would count as a change, with an
	 * activity and a notification (row 81).
	 *
	 * @returns the output for each of them; an empty map if the target cannot be read, because adding an ID
	 *   again is better than not adding it
	 */
	private async findPresent(call: Call<'add'>): Promise<ReadonlyMap<string, JsonObject>> {
		if (call.skipsMembershipCheck === true || call.operation.repetition !== 'changesAgain') {
			return new Map();
		}

		const currentIds = await this.targetLists.readIds(call);
		if (isProblem(currentIds)) return new Map();

		// The list is read once: IDs that were added since may have moved from here to another target.
		const present = call.ids.filter(
			(id) => currentIds.has(normalizeId(id)) && !this.addedIds.has(normalizeId(id)),
		);

		return new Map(present.map((id) => [id, buildPresentRecord(call, id)]));
	}
}

/** Builds `{"added": false, "project": …, "cycle": …, "issue": …}`, like a row of the response to an addition. */
function buildPresentRecord({ path, operation }: Call<'add'>, id: string): JsonObject {
	const record: JsonObject = { added: false };

	for (const [wire, value] of Object.entries(path)) record[wire.replace(/_id$/, '')] = value;
	record[operation.responseIdField] = id;

	return record;
}
