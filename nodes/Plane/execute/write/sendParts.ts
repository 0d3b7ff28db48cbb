import type { JsonObject } from 'n8n-workflow';

import {
	addedButNotReplaced,
	savedInPart,
	stillAssigned,
} from '../../../shared/errors/valueNotTaken';
import type { Field } from '../../../shared/fields/kinds';
import { asText } from '../../../shared/fields/text';
import type { WriteCall } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { splitBody } from './changeRecord';
import { listSentValues } from './compareRecord';
import type { Execution } from '../Execution';
import { isEveryoneAssigned, rememberAssignable, findPeopleToKeep } from './keepPeople';
import { toSaved, type WriteResult } from './WriteResult';

/** How a body is sent. */
export interface SendOptions {
	/** The record before the write, or undefined if it was not read. */
	readonly record: JsonObject | undefined;
	readonly execution: Execution;
	/** Identifies the record in this execution, see `recordKey`. */
	readonly key: string;
	/** Sends a part, and returns the records in the response. */
	readonly send: (part: JsonObject) => Promise<Result<readonly JsonObject[]>>;
}

/** Sends a body, in several parts if necessary, and checks that the responses show its values. */
export async function sendParts(
	call: WriteCall,
	body: JsonObject,
	{ record, execution, key, send }: SendOptions,
): Promise<WriteResult> {
	const { assignablePeople } = execution;
	const keptPeople = record && findPeopleToKeep(call, body, record, assignablePeople);
	const parts = keptPeople
		? buildPartsKeepingPeople(body, keptPeople)
		: splitBody(call.operation.body, body);
	let latest: JsonObject = {};
	let records: readonly JsonObject[] = [];

	for (const [index, part] of parts.entries()) {
		const savedRecords = await send(part);
		if (isProblem(savedRecords)) {
			if (index === 0) return savedRecords;

			const explain = keptPeople ? addedButNotReplaced : savedInPart;

			return explain(listSentFields(call, keptPeople ?? parts[0]), savedRecords, asText(latest.id));
		}

		records = savedRecords;
		latest = savedRecords.reduce((merged, saved) => ({ ...merged, ...saved }), latest);
		execution.rememberRecord(key, latest);

		if (keptPeople && !isEveryoneAssigned(call, body, latest)) {
			const result = execution.recordWrite(call, toSaved(records, 'updated'), body);

			return isProblem(result) ? stillAssigned(result) : result;
		}
	}

	rememberAssignable(call, latest, assignablePeople);

	return execution.recordWrite(call, toSaved(records, 'updated'), body);
}

/** Two bodies: the first keeps the current assignees, and the second removes them. */
const buildPartsKeepingPeople = (
	body: JsonObject,
	keptPeople: JsonObject,
): readonly JsonObject[] => [
	{ ...body, ...keptPeople },
	Object.fromEntries(Object.entries(body).filter(([name]) => keptPeople[name] !== undefined)),
];

const listSentFields = ({ operation }: WriteCall, part: JsonObject = {}): readonly Field[] =>
	listSentValues(operation.body, part).map(({ field }) => field);
