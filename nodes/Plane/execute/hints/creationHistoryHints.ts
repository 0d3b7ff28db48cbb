import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import type { Execution } from '../Execution';
import { findOtherValues, listSentValues } from '../write/compareRecord';
import type { ItemResult } from '../results';

/**
 * Reads one of the new records with an original date or author, because no response to a create shows whether the
 * server keeps them (row 68).
 *
 * @param results by the index of the item
 * @returns a hint if the server ignored them
 */
export async function creationHistoryHints(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
	{ client, createdIds }: Execution,
): Promise<string[]> {
	for (const call of calls) {
		if (call.kind !== 'create' && call.kind !== 'upsert') continue;

		const { body, request } = call.operation;
		// The others are compared with the response.
		const values = listSentValues(body, call.body).filter(
			({ field }) => field.createOnly === true && field.notComparedReason !== undefined,
		);
		const result = results.get(call.itemIndex);
		if (values.length === 0 || result === undefined || isProblem(result)) continue;

		const id = asText(result[0]?.json.id);
		if (id === undefined || !createdIds.has(id)) continue;

		const target = { ...call, path: { ...call.path, id } };
		const response = await client.read(target, `${request.path}{id}/`);
		if (isProblem(response) || !isJsonObject(response.json)) return [];

		const ignored = findOtherValues(response.json, values);
		if (ignored.length === 0) return [];

		const names = ignored.map(({ field }) => field.displayName);

		return [
			`Plane did not keep ${joinWithConjunction(names, 'and')} of item ${call.itemIndex}, nor probably of the others: this version of Plane may not take them.`,
		];
	}

	return [];
}
