import type { JsonObject } from 'n8n-workflow';

import {
	addedButNotReplaced,
	savedInPart,
	stillAssigned,
} from '../../../shared/errors/valueNotTaken';
import type { Field } from '../../../shared/fields/kinds';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { splitBody } from './changeRecord';
import { sentValues } from './compareRecord';
import type { Execution } from '../Execution';
import type { JobResult } from '../results';
import { isEveryoneAssigned, rememberAssignable, keepPeople } from './keepPeople';

type Write = Call<'create' | 'update'>;

interface SendOptions {
	/** The record as it was read, or undefined if it was not. */
	readonly record: JsonObject | undefined;
	readonly execution: Execution;
	/** The key of the record. */
	readonly key: string;
	/** Sends a part, and returns the records in the response. */
	readonly send: (part: JsonObject) => Promise<Result<readonly JsonObject[]>>;
}

/** Sends a body, in several parts if necessary, and compares the response with it. */
export async function sendParts(
	call: Write,
	body: JsonObject,
	{ record, execution, key, send }: SendOptions,
): Promise<JobResult> {
	const { assignablePeople } = execution;
	const keptPeople = record && keepPeople(call, body, record, assignablePeople);
	const parts = keptPeople
		? partsKeepingPeople(body, keptPeople)
		: splitBody(call.operation.body, body);
	let latest: JsonObject = {};
	let records: readonly JsonObject[] = [];

	for (const [index, part] of parts.entries()) {
		const response = await send(part);
		if (isProblem(response)) {
			if (index === 0) return response;

			const explain = keptPeople ? addedButNotReplaced : savedInPart;

			return explain(fieldsIn(call, keptPeople ?? parts[0]), response, asText(latest.id));
		}

		records = response;
		latest = response.reduce((merged, shown) => ({ ...merged, ...shown }), latest);
		execution.rememberRecord(key, latest);

		if (keptPeople && !isEveryoneAssigned(call, body, latest)) {
			const written = execution.recordWrite(call, records, body);

			return isProblem(written) ? stillAssigned(written) : written;
		}
	}

	rememberAssignable(call, latest, assignablePeople);

	return execution.recordWrite(call, records, body);
}

/** First a body that keeps the current assignees, then one that removes them. */
const partsKeepingPeople = (body: JsonObject, keptPeople: JsonObject): readonly JsonObject[] => [
	{ ...body, ...keptPeople },
	Object.fromEntries(Object.entries(body).filter(([name]) => keptPeople[name] !== undefined)),
];

const fieldsIn = ({ operation }: Write, part: JsonObject = {}): readonly Field[] =>
	sentValues(operation.body, part).map(({ field }) => field);
