import type { JsonObject, JsonValue } from 'n8n-workflow';

import { findOtherList, type RecordList } from '../../shared/fields/field';
import { normalizeId } from '../../shared/values/textForms';
import { asText } from '../../shared/values/asText';
import type { ServiceCall } from '../../shared/model/call';
import { selectParents, type RecordLists, type Rows } from '../../shared/resolve/RecordLists';
import { getValueAt } from '../../shared/values/getValueAt';
import { withValueAt } from '../../shared/values/withValueAt';

/** Replaces IDs by the records that they belong to, from lists that are read once in a run. */
export class RelatedRecords {
	constructor(private readonly lists: RecordLists) {}

	/**
	 * Replaces the IDs in fields of a record. Records in their place stay as they are.
	 *
	 * @param relatedLists by the path of the field
	 */
	async expand(
		record: JsonObject,
		relatedLists: Readonly<Record<string, RecordList>>,
		call: ServiceCall,
	): Promise<JsonObject> {
		let expanded = record;

		for (const [path, list] of Object.entries(relatedLists)) {
			const value = getValueAt(record, path);
			if (value === undefined) continue;

			const shown = await this.expandIds(value, list, call);
			if (shown !== value) expanded = withValueAt(expanded, path, shown);
		}

		return expanded;
	}

	/** Replaces IDs by the records in a list. IDs that it does not have stay, unless the user gave them a name. */
	async expandIds(value: JsonValue, list: RecordList, call: ServiceCall): Promise<JsonValue> {
		const ids = [value].flat().map(asText);
		if (ids.every((id) => id === undefined)) return value;

		const rows = await this.readRows(ids, list, call);
		const expandId = (id: JsonValue): JsonValue => findRow(rows, id) ?? toDisplayName(id, call);

		return Array.isArray(value) ? value.map(expandId) : expandId(value);
	}

	/** Reads a list. If it lacks one of the IDs, adds the people who have left, e.g. former members of a project. */
	private async readRows(
		ids: readonly (string | undefined)[],
		list: RecordList,
		call: ServiceCall,
	): Promise<Rows> {
		const place = { target: call, source: list, parents: selectParents(call, list) };
		const rows = await this.lists.readIfPossible(place, list);
		const isComplete = ids.every((id) => id === undefined || findRow(rows, id) !== undefined);
		const everybody = findOtherList(list, 'everybody');
		if (isComplete || everybody === undefined) return rows;

		const others = await this.lists.readIfPossible({ ...place, parents: {} }, everybody);

		return [...rows, ...others];
	}
}

const findRow = (rows: Rows, id: JsonValue): JsonObject | undefined =>
	rows.find((row) => typeof id === 'string' && row.id === normalizeId(id));

/** The name by which the user refers to a record, or its ID. */
const toDisplayName = (id: JsonValue, { displayNames = {} }: ServiceCall): JsonValue =>
	typeof id === 'string' && Object.hasOwn(displayNames, id) ? (displayNames[id] ?? id) : id;
