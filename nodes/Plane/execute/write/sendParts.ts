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
import type { Execution, JobResult } from '../Execution';
import { isEveryoneAssigned, rememberAssignable, keepPeople } from './keepPeople';

type Write = Call<'create' | 'update'>;

/** What sending a body in parts takes. */
interface SendOptions {
	/** The record as it was read; undefined: it was not. */
	readonly record: JsonObject | undefined;
	readonly execution: Execution;
	/** The key of the record. */
	readonly key: string;
	/** Sends a part, and returns the records in the response. */
	readonly send: (part: JsonObject) => Promise<Result<readonly JsonObject[]>>;
}

/** Sends a body in the parts that it has to be sent in, and compares what comes back with it. */
export async function sendParts(
	call: Write,
	body: JsonObject,
	{ record, execution, key, send }: SendOptions,
): Promise<JobResult> {
	const { assignablePeople: assignable } = execution;
	const kept = record && keepPeople(call, body, record, assignable);
	const parts =
		kept === undefined ? splitBody(call.operation.body, body) : partsKeepingPeople(body, kept);
	let answer: JsonObject = {};
	let records: readonly JsonObject[] = [];

	for (const [index, part] of parts.entries()) {
		const response = await send(part);
		if (isProblem(response)) {
			if (index === 0) return response;

			const explain = kept === undefined ? savedInPart : addedButNotReplaced;

			return explain(fieldsIn(call, kept ?? parts[0]), response, asText(answer.id));
		}

		records = response;
		for (const each of records) answer = { ...answer, ...each };
		execution.rememberRecord(key, answer);

		if (kept !== undefined && !isEveryoneAssigned(call, body, answer)) {
			const written = execution.recordWrite(call, records, body);

			return isProblem(written) ? stillAssigned(written) : written;
		}
	}

	rememberAssignable(call, answer, assignable);

	return execution.recordWrite(call, records, body);
}

/** A body that keeps the people who are there, and then the one that takes them off. */
const partsKeepingPeople = (body: JsonObject, kept: JsonObject): readonly JsonObject[] => [
	{ ...body, ...kept },
	Object.fromEntries(Object.entries(body).filter(([name]) => kept[name] !== undefined)),
];

const fieldsIn = ({ operation }: Write, part: JsonObject = {}): readonly Field[] =>
	sentValues(operation.body, part).map(({ field }) => field);
