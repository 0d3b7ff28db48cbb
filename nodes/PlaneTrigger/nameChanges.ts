import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readId } from '../shared/events/event';
import { describeValue, type NamedChanges, readRecordName } from '../shared/events/names';
import { isUuid } from '../shared/values/textForms';
import { isJsonObject } from '../shared/values/json';
import { isProblem } from '../shared/result/problem';
import type { Delivery } from './deliveries/delivery';
import type { PlaneLookup } from './PlaneLookup';

/**
 * Adds the names of the values to the changes of a delivery. The delivery contains some of the names; a lookup finds
 * the names of other records. A name that is not found is null.
 *
 * @param delivery with its complete event
 */
export async function nameChanges(
	{ event, fields, sentNames }: Pick<Delivery, 'event' | 'fields' | 'sentNames'>,
	lookup?: PlaneLookup,
): Promise<NamedChanges> {
	const { record, actor } = event;
	const names = new Map([...Object.entries(sentNames), ...collectNames({ ...record, actor })]);
	const namer = new ValueNamer(names, event.project ?? '', lookup);
	const changes: Record<string, NamedChanges[string]> = {};

	for (const [field, change] of Object.entries(fields)) {
		changes[field] = {
			old: change.old,
			new: change.new,
			oldName: await namer.nameValue(field, change.old),
			newName: await namer.nameValue(field, change.new),
		};
	}

	return changes;
}

/** Collects the names of the records within a record, such as its state, people and labels, by their IDs. */
function collectNames(record: JsonObject): readonly (readonly [string, string])[] {
	const names: (readonly [string, string])[] = [];

	for (const entry of Object.values(record).flat()) {
		const id = isJsonObject(entry) ? readId(entry) : null;
		const name = isJsonObject(entry) ? readRecordName(entry) : null;
		if (id !== null && name !== null) names.push([id, name]);
	}

	return names;
}

/** Fields that refer to people, by canonical name. */
const PEOPLE_FIELDS = [
	'assignees',
	'members',
	'lead',
	'project_lead',
	'default_assignee',
	'owned_by',
];

/** Finds out what people read for values. */
class ValueNamer {
	constructor(
		/** By the IDs of the records. */
		private readonly knownNames: ReadonlyMap<string, string>,
		private readonly projectId: string,
		private readonly lookup: PlaneLookup | undefined,
	) {}

	/** The name of a value; of a list, the names of its entries. */
	async nameValue(field: string, value: JsonValue): Promise<JsonValue> {
		if (!Array.isArray(value)) return await this.nameEntry(field, value);

		const names: JsonValue[] = [];

		for (const entry of value) names.push(await this.nameEntry(field, entry));

		return names;
	}

	private async nameEntry(field: string, value: JsonValue): Promise<JsonValue> {
		if (typeof value !== 'string' || !isUuid(value)) {
			const known = typeof value === 'string' ? this.knownNames.get(value) : undefined;

			return known ?? describeValue(field, value);
		}

		return this.knownNames.get(value) ?? (await this.lookUp(field, value));
	}

	private async lookUp(field: string, id: string): Promise<string | null> {
		const { lookup, projectId } = this;
		if (lookup === undefined) return null;

		if (PEOPLE_FIELDS.includes(field)) {
			const member = await lookup.findMember(id);

			return isProblem(member) || member === undefined ? null : readRecordName(member);
		}
		if (projectId === '') return null;

		const name = await lookup.readName(field, projectId, id);

		return isProblem(name) || name === '' ? null : name;
	}
}
