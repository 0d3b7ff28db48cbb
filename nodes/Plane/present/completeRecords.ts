import type { JsonObject } from 'n8n-workflow';

import { asText } from '../../shared/values/asText';
import type { Call } from '../../shared/model/call';
import { placeWithin } from '../../shared/model/place';
import { findReference, findSimplifier } from '../../shared/operations/shared/recordOutput';
import type { Simplifier } from '../../shared/operations/shared/simplifiers';
import { isProblem } from '../../shared/result/problem';
import { withOtherFields } from '../execute/pickFields';
import { buildRecordContext } from '../execute/recordContext';
import { RelatedRecords } from '../execute/RelatedRecords';
import type { ItemResult } from '../execute/results';
import type { Services } from '../execute/services';
import { listRules } from '../../shared/operations/bodyRules';
import type { Saved } from '../execute/write/WriteResult';

type PresentedCall = Call<'create' | 'upsert' | 'update'>;

/**
 * Adds to the saved records what servers leave out of the response to a write: the key, the address and, if
 * the output is simplified, the names of related records. It takes a few requests for all items, not one for
 * each; what the server does not return is left out.
 *
 * @param results by the index of the item
 */
export async function completeRecords(
	calls: readonly Call[],
	results: ReadonlyMap<number, ItemResult>,
	services: Services,
): Promise<Map<number, ItemResult>> {
	const completed = new Map(results);
	const presenter = new WritePresenter(services);

	for (const call of calls) {
		if (call.kind !== 'create' && call.kind !== 'upsert' && call.kind !== 'update') continue;

		const result = results.get(call.itemIndex);
		if (!needsPresentation(call) || result === undefined || isProblem(result)) continue;
		if (result.kind !== 'saved' || result.failures.length > 0) continue;

		const records: Saved[] = [];

		for (const { record, outcome } of result.records) {
			records.push({ record: await presenter.present(record, call), outcome });
		}

		completed.set(call.itemIndex, { ...result, records });
	}

	return completed;
}

/** Whether the output has more, or less, than the response: whole records of operations that only tools simplify have not. */
const needsPresentation = ({ operation: { output }, simplify }: PresentedCall): boolean =>
	output !== undefined && (output.kind !== 'simplifiedInTools' || simplify === true);

/** Copies the values that the output shows as they were sent. */
function pickShownAsSent({ operation, body }: PresentedCall): JsonObject {
	const sent: JsonObject = {};

	for (const { field } of listRules(operation.body, 'shownAsSent')) {
		const value = body[field];
		if (value !== undefined) sent[field] = value;
	}

	return sent;
}

class WritePresenter {
	/** The records of projects, by their keys; undefined for those that the server does not return. */
	private readonly projects = new Map<string, JsonObject | undefined>();

	private readonly related: RelatedRecords;

	constructor(private readonly services: Services) {
		this.related = new RelatedRecords(services.lists);
	}

	/** Builds the output for the response to a write. */
	async present(response: JsonObject, call: PresentedCall): Promise<JsonObject> {
		// The response has no record at all.
		if (response.id === undefined) return response;

		const record = { ...response, ...pickShownAsSent(call) };
		const simplifier = findSimplifier(call.operation.output);
		const card =
			call.simplify === true && simplifier !== undefined
				? await this.simplify(record, simplifier, call)
				: await this.completeRecord(record, call);

		return call.selectedFields === undefined ? card : withOtherFields(card, record);
	}

	private async simplify(
		record: JsonObject,
		{ relatedLists = {}, people = [], texts = [], simplify, details }: Simplifier,
		call: PresentedCall,
	): Promise<JsonObject> {
		const shownTexts = [...texts, ...(details?.texts ?? [])];
		const context = await buildRecordContext([record], shownTexts, call, this.services);
		// Records that only tools show simplified have no key, which is made of the project's.
		const hasKey = call.operation.output?.kind === 'simplified';
		const withProject = hasKey ? await this.withProject(record, call) : record;
		const withTargets = await this.withTargets(withProject, call);
		const withRelated = await this.related.expand(withTargets, relatedLists, call);
		const [expanded = withRelated] = await this.services.userNames.replaceIds(
			[withRelated],
			people,
			call,
		);

		return { ...simplify(expanded, context), ...details?.build(expanded, context) };
	}

	/** Adds to a raw record what servers return elsewhere. */
	private async completeRecord(record: JsonObject, call: PresentedCall): Promise<JsonObject> {
		const { output } = call.operation;
		const { expandedInRaw = {} } = findSimplifier(output) ?? {};
		const reference = findReference(output);
		const expanded = await this.related.expand(record, expandedInRaw, call);
		if (reference === undefined) return expanded;

		const context = await buildRecordContext([record], [], call, this.services);

		return { ...expanded, ...reference.build(await this.withProject(record, call), context) };
	}

	/** Replaces the ID of the project in a record by the record of the project, if the server returns it. */
	private async withProject(record: JsonObject, call: PresentedCall): Promise<JsonObject> {
		// A work item may be related to those of other projects.
		const projectId = asText(record.project_id) ?? call.path.project_id;
		const project = projectId === undefined ? undefined : await this.findProject(projectId, call);

		return project === undefined ? record : { ...record, project };
	}

	/** Finds the project of a record. A server that cannot be reached is not tried again for every item. */
	private async findProject(
		projectId: string,
		call: PresentedCall,
	): Promise<JsonObject | undefined> {
		const key = [call.workspace, projectId].join('\n');
		const place = placeWithin(call, { project_id: projectId });

		if (!this.projects.has(key)) {
			this.projects.set(key, await this.services.projects.find(call, place));
		}

		return this.projects.get(key);
	}

	/** Adds to a record what it was added to, such as its cycle, which no response shows. */
	private async withTargets(record: JsonObject, call: PresentedCall): Promise<JsonObject> {
		const extended = { ...record };

		for (const { field } of call.operation.body.memberships ?? []) {
			const ids = call.targets[field.wire];
			if (ids === undefined || field.source === undefined) continue;

			const value = field.kind.isList === true ? [...ids] : (ids[0] ?? null);

			extended[field.wire] = await this.related.expandIds(value, field.source, call);
		}

		return extended;
	}
}
