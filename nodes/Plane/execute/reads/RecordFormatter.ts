import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import type { Call } from '../../../shared/model/call';
import { findReference, findSimplifier } from '../../../shared/operations/shared/recordOutput';
import type { RecordReference, Simplifier } from '../../../shared/operations/shared/simplifiers';
import type { Result } from '../../../shared/result/problem';
import { pickFields, withOtherFields } from '../pickFields';
import { buildRecordContext } from '../recordContext';
import { RelatedRecords } from '../RelatedRecords';
import type { Services } from '../services';
import { PropertyColumn } from './PropertyColumn';

/** Gives the records that are read the form in which the output shows them. */
export class RecordFormatter {
	private readonly related: RelatedRecords;
	private readonly propertyColumn: PropertyColumn;

	constructor(private readonly services: Services) {
		this.related = new RelatedRecords(services.lists);
		this.propertyColumn = new PropertyColumn(services);
	}

	/**
	 * Applies Simplify and Fields, and adds keys and addresses. Returns the same array if there is nothing to do:
	 * copies of 100,000 records need much memory.
	 */
	async formatList(
		records: readonly JsonObject[],
		call: Call<'list'>,
	): Promise<readonly JsonObject[]> {
		const { fields, simplify, expandedForFilters = [] } = call.query;
		const simplifier = findSimplifier(call.operation.output);
		const reference = findReference(call.operation.output);
		if (simplify === true && simplifier !== undefined) {
			if (call.selectedFields === undefined) {
				return await this.simplifyRecords(records, simplifier, call);
			}

			return addOtherFields(await this.buildDetailedCards(records, simplifier, call), records);
		}

		const collapsed =
			expandedForFilters.length === 0
				? records
				: records.map((record) => collapseExpanded(record, expandedForFilters));
		const showsReference =
			fields === undefined || fields.some((name) => reference?.names.includes(name));
		const plain = showsReference ? await this.addReferences(collapsed, reference, call) : collapsed;

		return fields === undefined ? plain : plain.map((record) => pickFields(record, fields));
	}

	/** Simplifies records, with the names of users, which are loaded once in a run. */
	private async simplifyRecords(
		records: readonly JsonObject[],
		{ simplify, people = [], texts = [], needsProject }: Simplifier,
		call: Call<'list' | 'get'>,
	): Promise<readonly JsonObject[]> {
		const context = await buildRecordContext(records, texts, call, this.services);
		const withProject = needsProject === true ? await this.addProject(records, call) : records;
		const withNames = await this.services.userNames.replaceIds(withProject, people, call);

		return withNames.map((record) => simplify(record, context));
	}

	/** Replaces the ID of the project by its record, which is read once in a run. */
	private async addProject(
		records: readonly JsonObject[],
		call: Call<'list' | 'get'>,
	): Promise<readonly JsonObject[]> {
		const project = records.length === 0 ? undefined : await this.services.projects.find(call);

		return project === undefined ? records : records.map((record) => ({ ...record, project }));
	}

	/** Simplifies records with all details, which lists leave out otherwise. */
	private async buildDetailedCards(
		records: readonly JsonObject[],
		simplifier: Simplifier,
		call: Call<'list' | 'get'>,
	): Promise<readonly JsonObject[]> {
		const { details, relatedLists = {} } = simplifier;
		const expanded: JsonObject[] = [];

		// Servers do not expand every related record.
		for (const record of records) {
			expanded.push(await this.related.expand(record, relatedLists, call));
		}

		const cards = await this.simplifyRecords(expanded, simplifier, call);
		const context = await buildRecordContext(records, details?.texts ?? [], call, this.services);

		return cards.map((card, index) => ({
			...card,
			...details?.build(expanded[index] ?? {}, context),
		}));
	}

	/** Applies Simplify to one record. */
	async formatRecord(record: JsonObject, call: Call<'get'>): Promise<readonly JsonObject[]> {
		const simplifier = findSimplifier(call.operation.output);
		if (call.simplify !== true || simplifier === undefined) {
			return await this.addReferences([record], findReference(call.operation.output), call);
		}

		const cards = await this.buildDetailedCards([record], simplifier, call);

		return call.selectedFields === undefined ? cards : addOtherFields(cards, [record]);
	}

	/** Adds the fields by which people refer to a record, which servers leave out. */
	private async addReferences(
		records: readonly JsonObject[],
		reference: RecordReference | undefined,
		call: Call<'list' | 'get'>,
	): Promise<readonly JsonObject[]> {
		if (reference === undefined) return records;

		const context = await buildRecordContext(records, [], call, this.services);
		const needsProject = records.some(reference.needsProject);
		const project = needsProject ? await this.services.projects.find(call) : undefined;

		return records.map((record) => {
			const withProject = project === undefined ? record : { ...record, project };

			return { ...record, ...reference.build(withProject, context) };
		});
	}

	/**
	 * Adds the values of custom properties, if the user wants them.
	 *
	 * @param records as the server returned them
	 * @param formatted the same records as the output shows them
	 * @returns an entry for each record, undefined for a work item of a list that was deleted meanwhile
	 */
	async withCustomProperties(
		records: readonly JsonObject[],
		formatted: readonly JsonObject[],
		call: Call<'get' | 'list'>,
	): Promise<Result<readonly (JsonObject | undefined)[]>> {
		return call.includesCustomProperties === true
			? await this.propertyColumn.addTo(records, formatted, call)
			: formatted;
	}
}

const addOtherFields = (
	cards: readonly JsonObject[],
	records: readonly JsonObject[],
): readonly JsonObject[] => cards.map((card, index) => withOtherFields(card, records[index] ?? {}));

/** Replaces related records by their IDs. They were expanded only because filters needed them. */
function collapseExpanded(record: JsonObject, names: readonly string[]): JsonObject {
	const toId = (value: JsonValue | undefined): JsonValue =>
		isJsonObject(value) && 'id' in value ? (value.id ?? null) : (value ?? null);
	const copy = { ...record };

	for (const name of names) {
		if (name in record) copy[name] = toId(record[name]);
	}

	return copy;
}
