import type { JsonObject } from 'n8n-workflow';

import {
	addedButNotReplaced,
	savedInPart,
	stillAssigned,
} from '../../../shared/errors/valueNotTaken';
import type { RequestProblem } from '../../../shared/client/requestResult';
import type { Field } from '../../../shared/fields/kinds';
import { asText } from '../../../shared/fields/text';
import type { WriteCall } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { listSentValues } from './compareRecord';
import type { Execution } from '../Execution';
import { isEveryoneAssigned, rememberAssignable } from './keepPeople';
import type { ChangePlan } from './planChange';
import { savedRecords, toSaved, type WriteResult } from './WriteResult';

/** How a plan is carried out. */
interface SendOptions {
	/** The record before the change; undefined only if it was not read. */
	readonly record: JsonObject | undefined;
	readonly execution: Execution;
	/** Identifies the record in this execution, see `recordKey`. */
	readonly key: string;
	/** Sends a part, and returns the records in the response. */
	readonly send: (part: JsonObject) => Promise<Result<readonly JsonObject[], RequestProblem>>;
}

/** Changes a record as planned, and checks that the responses show the values. */
export async function sendChange(
	call: WriteCall,
	{ body, parts, keptPeople }: ChangePlan,
	{ record, execution, key, send }: SendOptions,
): Promise<WriteResult> {
	// A write would only bump `updated_at`, and some values would count as changed (rows 48 and 167).
	if (parts.length === 0 && record !== undefined) {
		return execution.recordWrite(call, [{ record, outcome: 'unchanged' }], {});
	}

	const { assignablePeople } = execution;
	let latest: JsonObject = {};
	let records: readonly JsonObject[] = [];

	for (const [index, part] of parts.entries()) {
		const sent = await send(part);
		if (isProblem(sent) && index === 0) {
			return sent.wasCarriedOut === true ? savedRecords([], sent) : sent;
		}

		if (isProblem(sent)) {
			const explain = keptPeople ? addedButNotReplaced : savedInPart;
			const fields = listSentFields(call, keptPeople ?? parts[0]);

			return savedRecords(toSaved(records, 'updated'), explain(fields, sent, asText(latest.id)));
		}

		records = sent;
		latest = sent.reduce((merged, saved) => ({ ...merged, ...saved }), latest);
		execution.written.noteRecord(key, latest);

		if (keptPeople && !isEveryoneAssigned(call, body, latest)) {
			const result = execution.recordWrite(call, toSaved(records, 'updated'), body);

			return isProblem(result)
				? stillAssigned(result)
				: { ...result, failures: result.failures.map(stillAssigned) };
		}
	}

	rememberAssignable(call, latest, assignablePeople);

	return execution.recordWrite(call, toSaved(records, 'updated'), body);
}

const listSentFields = ({ operation }: WriteCall, part: JsonObject = {}): readonly Field[] =>
	listSentValues(operation.body, part).map(({ field }) => field);
