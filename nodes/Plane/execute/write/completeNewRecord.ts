import type { JsonObject } from 'n8n-workflow';

import { notSetAfterCreate } from '../../../shared/errors/valueNotTaken';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { buildBody, findIgnoredValues, type SentValue, listSentValues } from './compareRecord';
import { rememberAssignable } from './keepPeople';
import { patchRecord } from './patchRecord';
import { recordKey } from './recordRequest';
import { toSaved, withFailure, type WriteResult } from './WriteResult';

/** Sends the values that servers ignore in a create again, in an update of the new record. */
export async function completeNewRecord(
	call: Call<'create'>,
	records: readonly JsonObject[],
	execution: Execution,
): Promise<WriteResult> {
	const [record, ...others] = records;
	const id = asText(record?.id);
	if (record === undefined || id === undefined || others.length > 0) {
		return execution.recordWrite(call, toSaved(records, 'created'));
	}

	const key = recordKey(call, id);

	execution.written.noteRecord(key, record);
	rememberAssignable(call, record, execution.assignablePeople);

	const valuesToResend = findValuesToResend(call, record);
	if (valuesToResend.length === 0) {
		return execution.recordWrite(call, toSaved(records, 'created'));
	}

	const patchedRecords = await patchRecord(call, id, buildBody(valuesToResend), execution);

	if (isProblem(patchedRecords)) {
		const result = execution.recordWrite(call, toSaved(records, 'created'));
		if (isProblem(result)) return withReason(result, patchedRecords);

		if (result.failures.length > 0) {
			const failures = result.failures.map((failure) => withReason(failure, patchedRecords));

			return { ...result, failures };
		}

		const fields = valuesToResend.map(({ field }) => field);

		return withFailure(result, notSetAfterCreate(call, fields, { id, failure: patchedRecords }));
	}

	const completed = patchedRecords.reduce((merged, part) => ({ ...merged, ...part }), record);

	execution.written.noteRecord(key, completed);

	return execution.recordWrite(call, [{ record: completed, outcome: 'created' }]);
}

const withReason = (failure: Problem, reason: Problem): Problem => ({
	...failure,
	description: `${reason.message}. ${failure.description}`,
});

/** Whether a record has all values of a create, apart from those that servers ignore in a create. */
export const hasSameValues = (record: JsonObject, { operation, body }: Call<'create'>): boolean =>
	findIgnoredValues(record, operation.body, body).every(isIgnoredInCreate);

const findValuesToResend = (
	{ operation, body }: Call<'create'>,
	record: JsonObject,
): readonly SentValue[] => [
	...findIgnoredValues(record, operation.body, body).filter(isIgnoredInCreate),
	...listSentValues(operation.body, body).filter(hasNoEffectInCreate),
];

/** Whether servers ignore a value in a create, but accept it in a change. */
const isIgnoredInCreate = ({ field, sent }: SentValue): boolean =>
	field.resendAfterCreate === 'any' ||
	(field.resendAfterCreate === 'empty' && Array.isArray(sent) && sent.length === 0);

/** Whether servers store and show a value in a create, but act on it only in a change. */
const hasNoEffectInCreate = ({ field, sent }: SentValue): boolean =>
	field.resendAfterCreate === 'always' && sent === true;
