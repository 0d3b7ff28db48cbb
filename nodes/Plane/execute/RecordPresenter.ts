import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Call } from '../../shared/model/call';
import { placeWithin } from '../../shared/model/place';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import { isProblem, type Result } from '../../shared/result/problem';
import { isJsonObject } from '../../shared/values/json';
import { moveIdLast } from './moveIdLast';
import { ContainerColumns } from './reads/ContainerColumns';
import { PropertyColumn } from './reads/PropertyColumn';
import { buildRecordContext } from './recordContext';
import {
	chooseForm,
	type PresentedCall,
	type RawForm,
	type SimplifiedForm,
	type WrittenCall,
} from './recordForm';
import { RelatedRecords } from './RelatedRecords';
import type { Services } from './services';

type Records = readonly JsonObject[];

/**
 * Gives records the form in which the output shows them, with what servers return elsewhere: the keys and addresses,
 * the names of related records and people, and custom properties. It takes a few requests for all records, not one
 * for each; what the server does not return is left out.
 *
 * A presenter is for one list, or for all writes of a run: a project that it cannot read is not tried again.
 */
export class RecordPresenter {
	private readonly related: RelatedRecords;
	private readonly propertyColumn: PropertyColumn;
	private readonly containerColumns: ContainerColumns;

	/** The records of projects, by ID; undefined for those that the server does not return. */
	private readonly projects = new Map<string, JsonObject | undefined>();

	constructor(private readonly services: Services) {
		this.related = new RelatedRecords(services.lists);
		this.propertyColumn = new PropertyColumn(services);
		this.containerColumns = new ContainerColumns(services);
	}

	/**
	 * Presents records that were read, with what they are in and the values of their custom properties, if the user wants them.
	 *
	 * @returns an entry for each record, undefined for a work item of a list that was deleted meanwhile
	 */
	async presentRead(
		records: Records,
		call: Call<'get' | 'list'>,
	): Promise<Result<readonly (JsonObject | undefined)[]>> {
		const presented = await this.present(records, call);
		const complete =
			call.kind === 'list' && call.containerFields !== undefined
				? await this.containerColumns.addTo(records, presented, call, call.containerFields)
				: presented;
		if (isProblem(complete)) return complete;

		return call.includesCustomProperties === true
			? await this.propertyColumn.addTo(records, complete, call)
			: complete;
	}

	/** Presents the response to a write. */
	async presentSaved(response: JsonObject, call: WrittenCall): Promise<JsonObject> {
		// The response has no record at all.
		if (response.id === undefined) return response;

		const [presented = response] = await this.present([response], call);

		return presented;
	}

	/** Returns the same array if there is nothing to do: copies of 100,000 records need much memory. */
	private async present(records: Records, call: PresentedCall): Promise<Records> {
		const form = chooseForm(call);
		const { knownValues = {} } = form;
		const known =
			Object.keys(knownValues).length === 0
				? records
				: records.map((record) => ({ ...record, ...knownValues }));

		return form.kind === 'simplified'
			? await this.simplify(known, form, call)
			: await this.showRaw(known, form, call);
	}

	private async simplify(
		records: Records,
		form: SimplifiedForm,
		call: PresentedCall,
	): Promise<Records> {
		const { simplifier, details, keepsOtherFields } = form;
		const { people = [], texts = [], simplify } = simplifier;
		const shownTexts = [...texts, ...(details?.texts ?? [])];

		const context = await buildRecordContext(call, { records, texts: shownTexts }, this.services);
		const withProjects = await this.addProjects(records, form, call);
		const withRelated = await this.expandRelated(withProjects, form, call);
		const expanded = await this.services.userNames.replaceIds(withRelated, people, call);

		return expanded.map((record, index) => {
			const card = { ...simplify(record, context), ...details?.build(record, context) };

			return keepsOtherFields ? withOtherFields(card, records[index] ?? {}) : moveIdLast(card);
		});
	}

	private async showRaw(records: Records, form: RawForm, call: PresentedCall): Promise<Records> {
		const { collapsedFields = [] } = form;
		const collapsed =
			collapsedFields.length === 0
				? records
				: records.map((record) => collapseExpanded(record, collapsedFields));

		const withRelated = await this.expandRelated(collapsed, form, call);

		return await this.addReferences(withRelated, form, call);
	}

	/** Adds the fields by which people refer to a record, which servers leave out. */
	private async addReferences(
		records: Records,
		form: RawForm,
		call: PresentedCall,
	): Promise<Records> {
		const { reference } = form;
		if (reference === undefined) return records;

		const context = await buildRecordContext(call, { records, texts: [] }, this.services);
		const withProjects = await this.addProjects(records, form, call);

		return records.map((record, index) => ({
			...record,
			...reference.build(withProjects[index] ?? record, context),
		}));
	}

	/** Replaces the ID of the project in records by the record of the project. */
	private async addProjects(
		records: Records,
		{ readProjectId }: SimplifiedForm | RawForm,
		call: PresentedCall,
	): Promise<Records> {
		if (readProjectId === undefined) return records;

		const completed: JsonObject[] = [];

		for (const record of records) {
			const id = readProjectId(record);
			const project = id === undefined ? undefined : await this.findProject(id, call);

			completed.push(project === undefined ? record : { ...record, project });
		}

		return completed;
	}

	private async findProject(id: string, call: PresentedCall): Promise<JsonObject | undefined> {
		const place = placeWithin(call, { [PROJECT]: id });
		const key = [call.workspace, id].join('\n');

		if (!this.projects.has(key)) {
			this.projects.set(key, await this.services.projects.find(call, place));
		}

		return this.projects.get(key);
	}

	/** Replaces the IDs of related records by these. */
	private async expandRelated(
		records: Records,
		{ relatedLists = {} }: SimplifiedForm | RawForm,
		call: PresentedCall,
	): Promise<Records> {
		if (Object.keys(relatedLists).length === 0) return records;

		const expanded: JsonObject[] = [];

		for (const record of records) {
			expanded.push(await this.related.expand(record, relatedLists, call));
		}

		return expanded;
	}
}

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

/** A simplified record, followed by the other fields of the record. */
const withOtherFields = (card: JsonObject, record: JsonObject): JsonObject => ({
	...card,
	...record,
	...card,
});
