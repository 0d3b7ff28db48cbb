import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseInstant } from '../values/instant';
import { isSameJson } from '../values/sameValue';

/** What a run has written so far. Servers read from replicas, so that later reads may not show it (row 166). */
export class Written {
	/** The IDs of records that were created: no other item may claim them. */
	readonly createdIds = new Set<string | undefined>();
	/** Records as their last writes returned them, by key. */
	private readonly records = new Map<string, JsonObject>();
	/** Values of custom properties, by the IDs of work item and property. */
	private readonly customValues = new Map<string, ReadonlyMap<string, readonly JsonValue[]>>();
	/** The creator of the records that were created. */
	private creator: JsonValue | undefined;

	/** Remembers what a write returned. @param key see `recordKey` */
	noteRecord(key: string, record: JsonObject): void {
		this.records.set(key, { ...this.records.get(key), ...record });
	}

	/** A record as it was last written, or undefined if it was not. */
	findRecord(key: string): JsonObject | undefined {
		return this.records.get(key);
	}

	/** Brings a record that was read up to date, unless it shows a later change. */
	updateRecord(key: string, record: JsonObject): JsonObject {
		const latest = this.records.get(key);
		if (latest === undefined) return record;

		const isLatestOutdated =
			(parseInstant(record.updated_at) ?? 0) > (parseInstant(latest.updated_at) ?? Infinity);

		return isLatestOutdated ? record : { ...record, ...latest };
	}

	/** Remembers the values of a custom property. */
	noteCustomValues(id: string, property: string, values: readonly JsonValue[]): void {
		this.customValues.set(id, new Map([...this.getCustomValues(id), [property, values]]));
	}

	/** The values of custom properties that a work item was given, by the IDs of the properties. */
	getCustomValues(id: string): ReadonlyMap<string, readonly JsonValue[]> {
		return this.customValues.get(id) ?? new Map<string, readonly JsonValue[]>();
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
