import type { JsonObject } from 'n8n-workflow';

import { withoutResponse } from '../../../shared/client/requestResult';
import { failed } from '../../../shared/errors/problemFrom';
import { asText } from '../../../shared/values/asText';
import type { WriteTarget } from '../../../shared/model/call';
import { isStopped, problem, type Problem, type Result } from '../../../shared/result/problem';
import { findIgnoredValues, type IgnoredValue, listSentValues } from './compareRecord';
import { describeDifferences, USUAL_REASON } from './describeDifferences';
import { showId } from './savedWithout';

/**
 * What a write has done to its record. A record that is `used` was there, and stays as it is. If it is `rejected`, the
 * server has dropped all the values that were sent for it.
 */
export type WriteOutcome = 'created' | 'updated' | 'unchanged' | 'used' | 'rejected';

/** A record that a write has left on the server. */
export interface Saved {
	/** As the server returned it; no more than `{success: true}` if it returned nothing. */
	readonly record: JsonObject;
	/** What the write has done to it. */
	readonly outcome: WriteOutcome;
}

/** The records of a write. */
export interface SavedRecords {
	readonly kind: 'saved';
	readonly records: readonly Saved[];
	/** Why parts of what the item asks for were not done, although its records are saved. */
	readonly failures: readonly Problem[];
}

/** The records of a write, or why nothing was saved. */
export type WriteResult = Result<SavedRecords>;

/** The result of a write that has saved records. @param failure why a part of the item was not done */
export const savedRecords = (records: readonly Saved[], failure?: Problem): SavedRecords => ({
	kind: 'saved',
	records,
	failures: failure === undefined ? [] : [withoutResponse(failure)],
});

/** The same outcome for all records of a write. */
export function toSaved(records: readonly JsonObject[], outcome: WriteOutcome): readonly Saved[] {
	const saved: Saved[] = [];

	for (const record of records) saved.push({ record, outcome });

	return saved;
}

/** Adds to a result what a later stage could not do. */
export const withFailure = (result: SavedRecords, failure: Problem): SavedRecords => ({
	...result,
	failures: [...result.failures, failure],
});

/** The records of a write that has done everything, or else what it has not done. */
export function requireComplete({ records, failures }: SavedRecords): Result<readonly Saved[]> {
	const [first, ...others] = failures;
	if (first === undefined) return records;

	const isNothingDone =
		others.length === 0 &&
		records.length > 0 &&
		records.every(({ outcome }) => outcome === 'rejected');

	return isNothingDone ? first : partlyDone(failures);
}

/**
 * The result of a write, once its records are compared with what was sent: servers drop values silently (row 24).
 *
 * @param sent the part of the call's body that was sent
 */
export function checkSaved(
	call: WriteTarget,
	saved: readonly Saved[],
	sent: JsonObject = call.body,
): SavedRecords {
	const needsId = Object.keys(call.targets ?? {}).length > 0;
	if (needsId && saved.some(({ record }) => typeof record.id !== 'string')) {
		return savedRecords(saved, savedWithoutId());
	}

	const { body } = call.operation;

	for (const { record } of saved) {
		const values = findIgnoredValues(record, body, sent);
		if (values.length === 0) continue;

		const isRestSaved = call.kind === 'create' || values.length < listSentValues(body, sent).length;
		const failure = valuesNotAccepted(call, values, { id: asText(record.id), isRestSaved });

		const records = saved.map(({ record }) => record);

		return savedRecords(isRestSaved ? saved : toSaved(records, 'rejected'), failure);
	}

	return savedRecords(saved);
}

/** A record that was saved, but cannot be added to anything, because its ID is unknown. */
const savedWithoutId = (): Problem =>
	failed(
		'It was saved, but Plane did not return its ID, so it was not added to anything',
		'Find it in Plane, and add it with Add Work Items.',
	);

/** What a request has saved of a record, besides values that Plane did not accept. */
interface Rest {
	/** Its ID, if the response contains it. */
	readonly id: string | undefined;
	/** Whether the request saved anything else. */
	readonly isRestSaved: boolean;
}

/** Values that Plane did not accept, although its response reports a success. */
function valuesNotAccepted(
	call: WriteTarget,
	values: readonly IgnoredValue[],
	{ id, isRestSaved }: Rest,
): Problem {
	const reasons = new Set(values.map(({ field }) => field.notAcceptedHint ?? USUAL_REASON));
	const rest = isRestSaved ? ` Everything else of this item was saved${showId(id)}.` : '';
	const nextStep =
		call.kind === 'create' ? ' Correct the record with Update: it is there already.' : '';

	return failed(
		`Plane did not take ${describeDifferences(call, values)}`,
		`${[...reasons].join(' ')}${rest}${nextStep}`,
	);
}

/**
 * The Problem of an item whose records were saved, but not everything that it asks for was done.
 *
 * @param failures what was not done, and why: at least one, in the order of the steps. Each says what was saved
 */
function partlyDone(failures: readonly Problem[]): Problem {
	const last = failures.at(-1);
	const join = (texts: readonly string[], separator: string) =>
		texts.filter((text) => text !== '').join(separator);

	return problem({
		...last,
		// If the execution only ended, another item shows why.
		cause: failures.every(isStopped) ? 'stopped' : 'failed',
		effect: 'partlyDone',
		message: join(
			failures.map(({ message }) => message),
			'; ',
		),
		description: join(
			failures.map(({ description }) => description),
			' ',
		),
	});
}
