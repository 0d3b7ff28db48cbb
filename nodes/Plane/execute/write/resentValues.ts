import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { findIgnoredValues, listSentValues, type SentValue } from './compareRecord';

/** Whether a record has all values of a create, apart from values that servers ignore in a create. */
export const hasSameValues = (record: JsonObject, { operation, body }: Call<'create'>): boolean =>
	findIgnoredValues(record, operation.body, body).every(isIgnoredInCreate);

/** The values of a create that servers take only in a change of the new record. */
export const findValuesToResend = (
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
