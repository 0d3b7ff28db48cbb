import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseInstant } from '../values/instant';
import { isSameJson } from '../values/sameValue';

/** Values of custom properties, by the IDs of the properties; undefined for one whose value is unknown. */
type WrittenValues = ReadonlyMap<string, readonly JsonValue[] | undefined>;

/** What a run has written so far. Servers read from replicas, so that later reads may not show it (row 166). */
export class Written {
	/** The IDs of records that were created: no other item may claim them. */
	readonly createdIds = new Set<string | undefined>();
	/** Records as their last writes returned them, by key. */
	private readonly records = new Map<string, JsonObject>();
	/** The fields of records whose values are unknown, because the last write of them may have failed or not, by key. */
	private readonly uncertainFields = new Map<string, ReadonlySet<string>>();
	/** Values of custom properties, by the IDs of work item and property. */
	private readonly customValues = new Map<string, WrittenValues>();
	/** The creator of the records that were created. */
	private creator: JsonValue | undefined;

	/** Remembers what a write returned. @param key see `recordKey` */
	noteRecord(key: string, record: JsonObject): void {
		const uncertain = this.uncertainFields.get(key) ?? new Set<string>();
		const left = [...uncertain].filter((name) => !(name in record));

		this.uncertainFields.set(key, new Set(left));
		this.records.set(key, { ...this.records.get(key), ...record });
	}

	/** Remembers that a write may have changed fields of a record. */
	noteUncertain(key: string, fields: readonly string[]): void {
		const before = this.records.get(key);

		this.uncertainFields.set(key, new Set([...(this.uncertainFields.get(key) ?? []), ...fields]));
		if (before !== undefined) this.records.set(key, withoutFields(before, fields));
	}

	/** A record as it was last written, or undefined if it was not. */
	findRecord(key: string): JsonObject | undefined {
		return this.records.get(key);
	}

	/**
	 * Brings a record that was read up to date, unless it shows a later change.
	 *
	 * @param replaced the fields that are to get a value: where it is unknown, the result has none, so that it is sent
	 */
	updateRecord(key: string, record: JsonObject, replaced: readonly string[]): JsonObject {
		const uncertain = this.uncertainFields.get(key);
		const unknown = replaced.filter((name) => uncertain?.has(name) === true);

		return withoutFields(this.withLatest(key, record), unknown);
	}

	private withLatest(key: string, record: JsonObject): JsonObject {
		const latest = this.records.get(key);
		if (latest === undefined) return record;

		const isLatestOutdated =
			(parseInstant(record.updated_at) ?? 0) > (parseInstant(latest.updated_at) ?? Infinity);

		return isLatestOutdated ? record : { ...record, ...latest };
	}

	/** Remembers the values of a custom property; undefined if the last write of it may have failed or not. */
	noteCustomValues(id: string, property: string, values: readonly JsonValue[] | undefined): void {
		this.customValues.set(id, new Map([...this.getCustomValues(id), [property, values]]));
	}

	/** The values of custom properties that a work item was given, by the IDs of the properties. */
	getCustomValues(id: string): WrittenValues {
		return this.customValues.get(id) ?? new Map();
	}

	/** Remembers who is the creator of a record that was just created. */
	noteCreator([record]: readonly JsonObject[]): void {
		this.creator ??= record?.created_by;
	}

	/** Whether the user of the credential may have created a record; true if that is unknown. */
	mayHaveCreated({ created_by: by }: JsonObject): boolean {
		return this.creator === undefined || by === undefined || isSameJson(this.creator, by);
	}
}

const withoutFields = (record: JsonObject, names: readonly string[]): JsonObject =>
	names.length === 0
		? record
		: Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
