import type { JsonObject } from 'n8n-workflow';

import { notSetAfterCreate } from '../../../shared/errors/valueNotTaken';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import type { JobResult } from '../results';
import { recordKey } from './changeRecord';
import { buildBody, ignoredValues, type SentValue, sentValues } from './compareRecord';
import { rememberAssignable } from './keepPeople';
import { patchRecord } from './patchRecord';

/** Sends the values that servers ignore in a create once more, as a change of the new record. */
export async function completeNewRecord(
	call: Call<'create'>,
	records: readonly JsonObject[],
	execution: Execution,
): Promise<JobResult> {
	const [record, ...others] = records;
	const id = asText(record?.id);
	if (record === undefined || id === undefined || others.length > 0) {
		return execution.recordWrite(call, records);
	}

	const key = recordKey(call, id);

	execution.rememberRecord(key, record);
	rememberAssignable(call, record, execution.assignablePeople);

	const missing = valuesToSendAgain(call, record);
	if (missing.length === 0) return execution.recordWrite(call, records);

	const changed = await patchRecord(call, id, buildBody(missing), execution);

	if (isProblem(changed)) {
		const written = execution.recordWrite(call, records);
		if (isProblem(written)) {
			return { ...written, description: `${changed.message}. ${written.description}` };
		}

		const fields = missing.map(({ field }) => field);

		return notSetAfterCreate(fields, id, changed);
	}

	const completed = changed.reduce((merged, part) => ({ ...merged, ...part }), record);

	execution.rememberRecord(key, completed);

	return execution.recordWrite(call, [completed]);
}

/** Whether a record shows all values of a create, except those that servers ignore in a create. */
export const hasSameValues = (record: JsonObject, { operation, body }: Call<'create'>): boolean =>
	ignoredValues(record, operation.body, body).every(isIgnoredInCreate);

const valuesToSendAgain = (
	{ operation, body }: Call<'create'>,
	record: JsonObject,
): readonly SentValue[] => [
	...ignoredValues(record, operation.body, body).filter(isIgnoredInCreate),
	...sentValues(operation.body, body).filter(hasNoEffectInCreate),
];

/** Whether servers ignore a value in a create, but accept it in a change. */
const isIgnoredInCreate = ({ field, sent }: SentValue): boolean =>
	field.resendAfterCreate === 'any' ||
	(field.resendAfterCreate === 'empty' && Array.isArray(sent) && sent.length === 0);

/** Whether servers store and show a value in a create, but act on it only in a change. */
const hasNoEffectInCreate = ({ field, sent }: SentValue): boolean =>
	field.resendAfterCreate === 'always' && sent === true;
