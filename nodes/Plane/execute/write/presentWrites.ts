import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { RecordList } from '../../../shared/fields/field';
import { isJsonObject } from '../../../shared/fields/json';
import { normalizeId } from '../../../shared/fields/identifier';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import type { Simplifier } from '../../../shared/operations/shared/simplifiers';
import { parentsOf, type RecordLists } from '../../../shared/resolve/RecordLists';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { buildRecordContext } from '../recordContext';
import type { ItemResult } from '../results';
import { withOtherFields } from '../selectFields';
import { OUTCOME_KEY } from './upsertRecord';

type PresentedCall = Call<'create' | 'upsert' | 'update'>;

/** What the output of a write needs besides the response of the server. */
interface Sources {
	readonly execution: Execution;
	/** The lists that names were looked up in, which are read once in an execution. */
	readonly lists: RecordLists;
	/** The records of projects, by their keys; undefined for those that the server does not return. */
	readonly projects: Map<string, JsonObject | undefined>;
}

/**
 * Adds to the saved records what servers leave out of the response to a write: the key, the address and, if
 * the output is simplified, the names of related records. It takes a few requests for all items, not one for
 * each; what the server does not return is left out.
 *
 * @param results by the index of the item
 */
export async function presentWrites(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
	{ execution, lists }: Pick<Sources, 'execution' | 'lists'>,
): Promise<Map<number, ItemResult>> {
	const presented = new Map(results);
	const sources: Sources = { execution, lists, projects: new Map() };

	for (const call of calls) {
		if (call.kind !== 'create' && call.kind !== 'upsert' && call.kind !== 'update') continue;

		const { simplifier } = call.operation;
		const result = results.get(call.itemIndex);
		if (simplifier === undefined || result === undefined || isProblem(result)) continue;

		const outputs: ItemResult = [];

		for (const { json, ...output } of result) {
			const shown = isJsonObject(json)
				? await presentRecord(json, simplifier, call, sources)
				: json;

			outputs.push({ ...output, json: shown });
		}

		presented.set(call.itemIndex, outputs);
	}

	return presented;
}

async function presentRecord(
	response: JsonObject,
	simplifier: Simplifier,
	call: PresentedCall,
	sources: Sources,
): Promise<JsonObject> {
	const { [OUTCOME_KEY]: outcome, ...record } = response;
	// The response has no record at all.
	if (record.id === undefined) return response;

	const project = await findProject(call, sources);
	const withProject = { ...record, ...(project !== undefined && { project }) };
	const card =
		call.simplify === true
			? await simplifyRecord(withProject, simplifier, call, sources)
			: { ...record, ...(await buildReference(withProject, simplifier, call, sources)) };
	const shown = call.selectedFields === undefined ? card : withOtherFields(card, record);

	return { ...(outcome !== undefined && { [OUTCOME_KEY]: outcome }), ...shown };
}

/** Finds the project of a record. A server that cannot be reached is not tried again for every item. */
async function findProject(
	call: PresentedCall,
	{ execution, projects }: Sources,
): Promise<JsonObject | undefined> {
	const key = [call.workspace, call.path.project_id].join('\n');

	if (!projects.has(key)) projects.set(key, await execution.projects.find(call));

	return projects.get(key);
}

async function buildReference(
	record: JsonObject,
	{ reference }: Simplifier,
	call: PresentedCall,
	{ execution }: Sources,
): Promise<JsonObject> {
	const context = await buildRecordContext([record], [], call, execution);

	return reference?.build(record, context) ?? {};
}

async function simplifyRecord(
	record: JsonObject,
	{ relatedLists = {}, simplify, details }: Simplifier,
	call: PresentedCall,
	{ execution, lists }: Sources,
): Promise<JsonObject> {
	const context = await buildRecordContext([record], details?.texts ?? [], call, execution);
	const expanded = { ...record };

	for (const [name, list] of Object.entries(relatedLists)) {
		const value = record[name];
		if (value !== undefined) expanded[name] = await expandIds(value, list, call, lists);
	}

	return {
		...simplify(expanded, context),
		...details?.build(expanded, context),
		...listTargets(call),
	};
}

/** Replaces IDs by the records in a list. IDs that it does not have stay, unless the user gave them a name. */
async function expandIds(
	value: JsonValue,
	list: RecordList,
	call: PresentedCall,
	lists: RecordLists,
): Promise<JsonValue> {
	const ids = [value].flat().map(asText);
	if (ids.every((id) => id === undefined)) return value;

	const rows = await lists.readIfPossible(
		{ target: call, source: list, parents: parentsOf(call, list) },
		list,
	);
	const expand = (id: JsonValue): JsonValue =>
		rows.find((row) => typeof id === 'string' && row.id === normalizeId(id)) ??
		toDisplayName(id, call);

	return Array.isArray(value) ? value.map(expand) : expand(value);
}

/** The name by which the user refers to a record, or its ID. */
const toDisplayName = (id: JsonValue, { displayNames = {} }: PresentedCall): JsonValue =>
	typeof id === 'string' && Object.hasOwn(displayNames, id) ? (displayNames[id] ?? id) : id;

/** The records that this one was added to, such as its cycle, which no response shows. */
function listTargets(call: PresentedCall): JsonObject {
	const targets: JsonObject = {};

	for (const { field } of call.operation.body.memberships ?? []) {
		const names = call.targets[field.wire]?.map((id) => toDisplayName(id, call));
		if (names === undefined) continue;

		targets[field.wire] = field.kind.isList === true ? names : (names[0] ?? null);
	}

	return targets;
}
