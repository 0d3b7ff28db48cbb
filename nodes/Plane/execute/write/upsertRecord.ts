import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import type { ItemResult, JobResult, Output } from '../results';
import { createOnce } from './createOnce';
import { handleExisting } from './handleExisting';

/** Creates the record of an item, or updates the one that has the same value in the field to match on. */
export async function upsertRecord(call: Call<'upsert'>, execution: Execution): Promise<JobResult> {
	const create = toCreate(call);
	const { naturalKey } = call.operation;
	// A create finds records by the fields that are unique.
	const isUnique = naturalKey?.uniqueFields.includes(call.matchField) === true;
	const result = isUnique
		? await createOnce(create, execution)
		: await upsertByValue(call, create, execution);

	return noteOutcome(result);
}

/** The create that updates an existing record. */
const toCreate = (call: Call<'upsert'>): Call<'create'> => ({
	...call,
	kind: 'create',
	operation: { ...call.operation, kind: 'create' },
	ifExists: 'update',
	isUpsert: true,
});

/** Finds the record by a value that need not be unique on the server, such as its name. */
async function upsertByValue(
	{ matchField }: Call<'upsert'>,
	create: Call<'create'>,
	execution: Execution,
): Promise<JobResult> {
	const { recordsByValue } = execution;
	const existing = await recordsByValue.find(create, matchField);
	if (isProblem(existing)) return existing;

	const result =
		existing === undefined
			? await createOnce(create, execution)
			: await handleExisting(create, existing, execution);

	await recordsByValue.note(create, matchField, result);

	return result;
}

/** Notes with each output what was done. */
function noteOutcome(result: JobResult): JobResult {
	if (isProblem(result) || result.kind !== 'outputs') return result;

	const { outcome, outputs } = result;
	if (outcome === undefined) return result;

	return { ...result, outputs: outputs.map((output) => ({ ...output, outcome })) };
}

/**
 * Corrects the outcome of records that were not changed themselves, but added to a cycle or a module afterwards.
 *
 * @param results by the index of the item
 * @param addedItems the indexes of items whose records were added to something
 */
export function markAdded(
	results: ReadonlyMap<number, ItemResult>,
	addedItems: ReadonlySet<number>,
): Map<number, ItemResult> {
	const corrected = new Map(results);

	for (const index of addedItems) {
		const result = results.get(index);
		if (result === undefined || isProblem(result)) continue;

		corrected.set(index, result.map(markUpdated));
	}

	return corrected;
}

const markUpdated = (output: Output): Output =>
	output.outcome === 'unchanged' ? { ...output, outcome: 'updated' } : output;

/**
 * Puts the outcome first into the output of each upsert, in place of a field of the record that is called the same.
 *
 * @param results by the index of the item
 */
export function showOutcomes(results: ReadonlyMap<number, ItemResult>): Map<number, ItemResult> {
	const shown = new Map<number, ItemResult>();

	for (const [index, result] of results) {
		shown.set(index, isProblem(result) ? result : result.map(showOutcome));
	}

	return shown;
}

function showOutcome({ outcome, ...output }: Output): Output {
	if (outcome === undefined) return output;

	const json: IDataObject = { outcome, ...output.json };

	json.outcome = outcome;

	return { ...output, json };
}
