import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../shared/model/call';
import { fieldsToReturn } from '../../shared/operations/shared/fieldsToReturn';
import { isProblem, refused, type Result } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { quote } from '../../shared/text/quote';
import { normalizeHeading } from '../input/matchColumns';
import type { Output } from './Output';

/** How many unknown names an error lists: a model may have made up any number of them. */
const MAX_NAMES = 5;

/**
 * Reduces the output of each call to the fields that its item selects.
 *
 * @param results by the index of the item
 */
export function selectFields(
	calls: readonly Call[],
	results: ReadonlyMap<number, Result<Output[]>>,
): Map<number, Result<Output[]>> {
	const selected = new Map(results);

	for (const call of calls) {
		const names = getSelectedFields(call);
		const outputs = results.get(call.itemIndex);
		if (names === undefined || outputs === undefined || isProblem(outputs)) continue;

		const isRead = call.kind === 'list' || call.kind === 'get';

		selected.set(call.itemIndex, selectFromOutputs(outputs, names, isRead));
	}

	return selected;
}

function getSelectedFields(call: Call): readonly string[] | undefined {
	switch (call.kind) {
		case 'list':
		case 'get':
		case 'create':
		case 'upsert':
		case 'update':
			return call.selectedFields;
		default:
			return undefined;
	}
}

/**
 * An unknown name is an error, so that the model corrects it. After a write it is only a warning in the output:
 * the model would repeat the write.
 */
function selectFromOutputs(
	outputs: readonly Output[],
	names: readonly string[],
	isRead: boolean,
): Result<Output[]> {
	const existing = [...new Set(outputs.flatMap(({ json }) => Object.keys(json)))];
	const findField = (name: string) =>
		existing.find((field) => field === name) ??
		existing.find((field) => normalizeHeading(field) === normalizeHeading(name));

	const fields = names.map(findField).filter((field) => field !== undefined);
	const unknown = names.filter((name) => findField(name) === undefined);
	// Without a record, no name is known to be wrong.
	const isWrong = unknown.length > 0 && outputs.length > 0;
	const clause = `there is no ${joinWithConjunction(unknown.slice(0, MAX_NAMES).map(quote), 'or')}`;
	const remedy = `The fields are: ${existing.join(', ')}.`;
	if (isWrong && isRead) return refused(`${fieldsToReturn.displayName}: ${clause}`, remedy);

	const warning = isWrong && { warning: `${fieldsToReturn.displayName}: ${clause}. ${remedy}` };

	return outputs.map(({ json, ...output }) => {
		const selected: IDataObject = pickFields(json, fields);

		return { ...output, json: { ...selected, ...warning } };
	});
}

/** Copies only these fields of a record. Fields that it does not have stay missing. */
function pickFields(record: IDataObject, fields: readonly string[]): IDataObject {
	const part: IDataObject = {};

	for (const name of fields) {
		if (record[name] !== undefined) part[name] = record[name];
	}

	return part;
}
