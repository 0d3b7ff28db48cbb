import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/values/json';
import { asText } from '../../shared/values/asText';
import type { Call } from '../../shared/model/call';
import { placeWithin } from '../../shared/model/place';
import { isProblem, type Result } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { readRequest } from '../../shared/transport/request';
import type { ItemResult } from '../execute/results';
import type { Services } from '../execute/services';
import { type Saved, savedRecords } from '../execute/write/WriteResult';
import { findOtherValues, listSentValues, type SentValue } from '../execute/write/compareRecord';

/** A new record, with the original date and author that its item has. */
interface NewRecord {
	readonly call: Call<'create' | 'upsert'>;
	readonly id: string;
	readonly saved: readonly Saved[];
	readonly values: readonly SentValue[];
}

/**
 * Shows the original date and author of new records, which no response to a create shows (row 68). The first of the
 * records is read to see whether the server keeps them; one that does, keeps the values of the others, too.
 *
 * @param results by the index of the item
 * @returns the results with the values that the server keeps, and a hint about those that it ignored
 */
export async function showCreationHistory(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
	services: Pick<Services, 'client'>,
): Promise<{ results: Map<number, ItemResult>; hints: string[] }> {
	const shown = new Map(results);
	const records = listNewRecords(calls, results);
	const [first] = records;
	if (first === undefined) return { results: shown, hints: [] };

	const stored = await readNewRecord(first, services);
	if (isProblem(stored)) return { results: shown, hints: [] };

	const ignored = findOtherValues(stored, first.values).map(({ field }) => field.wire);

	for (const record of records) {
		const kept = record.values.filter(({ field }) => !ignored.includes(field.wire));

		shown.set(record.call.itemIndex, savedRecords(showValues(record, kept)));
	}

	return { results: shown, hints: describeIgnored(records, ignored) };
}

function listNewRecords(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
): readonly NewRecord[] {
	const records: NewRecord[] = [];

	for (const call of calls) {
		if (call.kind !== 'create' && call.kind !== 'upsert') continue;

		// The others are compared with the response.
		const values = listSentValues(call.operation.body, call.body).filter(
			({ field }) => field.createOnly === 'keepOther' && field.notComparedReason !== undefined,
		);
		const result = results.get(call.itemIndex);
		if (values.length === 0 || result === undefined || isProblem(result)) continue;
		if (result.kind !== 'saved' || result.failures.length > 0) continue;

		const { records: saved } = result;
		const [first] = saved;
		const id = asText(first?.record.id);
		// Existing records keep their own.
		if (id !== undefined && first?.outcome === 'created') {
			records.push({ call, id, saved, values });
		}
	}

	return records;
}

async function readNewRecord(
	{ call, id }: NewRecord,
	{ client }: Pick<Services, 'client'>,
): Promise<Result<JsonObject>> {
	const request = readRequest(`${call.operation.request.path}{id}/`);
	const response = await client.send(placeWithin(call, { id }), request, { about: call });
	if (isProblem(response)) return response;

	return isJsonObject(response.json) ? response.json : {};
}

const showValues = ({ saved }: NewRecord, values: readonly SentValue[]): readonly Saved[] =>
	saved.map(({ record, outcome }) => {
		const shown = { ...record };

		for (const { field, sent } of values) {
			if (field.wire in record) shown[field.wire] = sent;
		}

		return { record: shown, outcome };
	});

function describeIgnored(records: readonly NewRecord[], ignored: readonly string[]): string[] {
	const [first, ...others] = records;
	const fields = first?.values.filter(({ field }) => ignored.includes(field.wire)) ?? [];
	if (first === undefined || fields.length === 0) return [];

	const names = joinWithConjunction(
		fields.map(({ field }) => field.displayName),
		'and',
	);
	const ofOthers = others.length === 0 ? '' : ', nor probably of the others';

	return [
		`Plane did not keep ${names} of item ${first.call.itemIndex}${ofOthers}: this version of Plane may not take them.`,
	];
}
