import type { JsonObject } from 'n8n-workflow';

import { ambiguousValue, duplicateExternalId } from '../../../shared/errors/severalRecords';
import type { Call } from '../../../shared/model/call';
import { locationKey } from '../../../shared/model/place';
import { listFields } from '../../../shared/operations/listFields';
import {
	listKeyFields,
	normalizeKey,
	toImportKey,
} from '../../../shared/operations/shared/external';
import type { ListRef, ListSource } from '../../../shared/records/ListSource';
import type { Projects } from '../../../shared/resolve/Projects';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { groupBy } from '../../../shared/values/groupBy';
import { locateList } from './recordRequest';
import type { WriteResult } from './WriteResult';

/** The records of a list by the value of one of their fields. */
interface Index {
	/** Several records may have the same value. */
	readonly records: Map<string, readonly JsonObject[]>;
	/** Whether the list shows the field; true if it has no records. */
	readonly isShown: boolean;
}

/**
 * Finds existing records by a value that need not be unique, such as the name of a work item. What the run
 * itself writes is added to what its lists had.
 */
export class RecordsByValue {
	private readonly indexes = new Map<string, Promise<Result<Index>>>();
	/** Creates with an unknown outcome: a second one with the same value could be a duplicate. */
	private readonly uncertain = new Map<string, Problem>();

	constructor(
		private readonly lists: ListSource,
		private readonly projects: Projects,
	) {}

	/**
	 * Finds the record that has the value of a create in a field.
	 *
	 * @param wire the wire name of the field
	 * @returns undefined if there is none, or a Problem if there are several
	 */
	async find(call: Call<'create'>, wire: string): Promise<Result<JsonObject | undefined>> {
		const uncertain = this.uncertain.get(valueKey(call, wire));
		if (uncertain !== undefined) return uncertain;

		const index = await this.readIndex(call, wire);
		if (isProblem(index)) return index;

		const [first, ...others] = index.records.get(readValue(call.body, wire)) ?? [];
		if (first === undefined || others.length === 0) return first;

		if (wire === 'external_id') {
			return duplicateExternalId(toImportKey(call.body) ?? '', [first, ...others]);
		}

		const project = await this.projects.find(call);
		const candidates = [first, ...others].map((record) => ({
			...record,
			...(project && { project }),
		}));

		return ambiguousValue(getDisplayName(call, wire), candidates);
	}

	/** Whether the list of the records shows a field; true if it has none, or cannot be read. */
	async listShows(call: Call<'create'>, wire: string): Promise<boolean> {
		const index = await this.readIndex(call, wire);

		return isProblem(index) || index.isShown;
	}

	/** Whether the list is empty. An empty list does not reveal which fields it shows. */
	async isListEmpty(call: Call<'create'>, wire: string): Promise<boolean> {
		const index = await this.readIndex(call, wire);

		return !isProblem(index) && index.records.size === 0;
	}

	/** Reads a list again that was empty before. Returns whether it shows a field, as `listShows` does. */
	async reloadAndCheckShown(call: Call<'create'>, wire: string): Promise<boolean> {
		this.markListsOutdated(call);

		const index = await this.loadIndex(call, wire);
		if (isProblem(index) || index.isShown) return true;

		this.indexes.set(indexKey(call, wire), Promise.resolve(index));

		return false;
	}

	/**
	 * Remembers the record that a create has created or updated, or that its outcome is unknown. A record that is saved
	 * without everything that its item asks for is there, too, although the list may not show it yet.
	 */
	async rememberResult(call: Call<'create'>, wire: string, result: WriteResult): Promise<void> {
		if (isProblem(result)) {
			const isUnknown = result.effect === 'maybeDone';
			if (isUnknown && !(await this.isKnown(call, wire))) {
				this.rememberUncertain(call, wire, result);
			}

			return;
		}

		const [first] = result.records;
		const [failure] = result.failures;

		if (first !== undefined) {
			await this.rememberRecord(call, wire, first.record);
		} else if (failure !== undefined && !(await this.isKnown(call, wire))) {
			// It was saved, but cannot be read: the list may not show a new one yet.
			const message = `An earlier item with the same ${getDisplayName(call, wire)} was not completed: ${failure.message}`;

			this.rememberUncertain(call, wire, { ...failure, message });
		}
	}

	/** Whether a record was known to have the value of a create before, so that it can be found again. */
	private async isKnown(call: Call<'create'>, wire: string): Promise<boolean> {
		const index = await this.readIndex(call, wire);

		return !isProblem(index) && index.records.has(readValue(call.body, wire));
	}

	/** Remembers the record that has the value of a create. */
	async rememberRecord(call: Call<'create'>, wire: string, record: JsonObject): Promise<void> {
		const key = readValue(call.body, wire);
		const index = await this.readIndex(call, wire);

		// The index of another field would lack the record.
		this.markListsOutdated(call);
		if (key.trim() !== '' && !isProblem(index)) index.records.set(key, [record]);
	}

	/** Remembers that a record may exist that the list does not show. @param reason why the create failed */
	private rememberUncertain(call: Call<'create'>, wire: string, reason: Problem): void {
		this.uncertain.set(valueKey(call, wire), reason);
	}

	private async readIndex(call: Call<'create'>, wire: string): Promise<Result<Index>> {
		const key = indexKey(call, wire);
		const reading = this.indexes.get(key) ?? this.loadIndex(call, wire);

		this.indexes.set(key, reading);

		const index = await reading;
		// The next item reads the list again: it is not to blame for this failure.
		if (isProblem(index) && this.indexes.get(key) === reading) this.forget(call, wire);

		return index;
	}

	/** Lets the next one who needs the records read their lists again. */
	private forget(call: Call<'create'>, wire: string): void {
		this.indexes.delete(indexKey(call, wire));
		this.markListsOutdated(call);
	}

	private markListsOutdated(call: Call<'create'>): void {
		for (const list of toLists(call)) this.lists.markOutdated(list);
	}

	private async loadIndex(call: Call<'create'>, wire: string): Promise<Result<Index>> {
		const [list, archive] = toLists(call);
		const listed = await this.lists.read(list);
		if (isProblem(listed)) return listed;

		const archived = archive === undefined ? [] : await this.readArchive(archive);
		if (isProblem(archived)) return archived;

		// A server that ignores the query returns the same list.
		const listedIds = new Set(listed.rows.map(({ id }) => id));
		const rows = [...listed.rows, ...archived.filter(({ id }) => !listedIds.has(id))];
		const records = new Map(groupBy(rows, (row) => readValue(row, wire)));
		const isShown = rows.length === 0 || rows.some((row) => row[wire] !== undefined);

		return { records, isShown };
	}

	/** Reads the archived records. A server that refuses the query, although the list exists, has no list of them. */
	private async readArchive(archive: ListRef): Promise<Result<readonly JsonObject[]>> {
		const list = await this.lists.read(archive);
		const hasNoArchive = isProblem(list) && (list.status === 400 || list.status === 404);
		if (hasNoArchive) return [];

		return isProblem(list) ? list : list.rows;
	}
}

const getDisplayName = ({ operation }: Call<'create'>, wire: string): string =>
	listFields(operation).find((field) => field.wire === wire)?.displayName ?? wire;

/** The list of the records and, if archived records are listed separately, the lists of these. */
function toLists(call: Call<'create'>): readonly [ListRef, ...ListRef[]] {
	const list = locateList(call);
	const lookup = call.operation.naturalKey?.lookup;
	if (lookup?.kind !== 'incompleteLists') return [list];

	return [list, ...lookup.archives.map((query) => ({ ...list, query }))];
}

/** The value of a field, without blanks at its ends, as servers store it; an external ID with its source. */
const readValue = (record: JsonObject, wire: string): string =>
	listKeyFields(wire)
		.map((name) => normalizeKey(record[name]))
		.join('\n');

const indexKey = (call: Call<'create'>, wire: string): string =>
	[locationKey(call), wire].join('\n');

const valueKey = (call: Call<'create'>, wire: string): string =>
	[locationKey(call), wire, readValue(call.body, wire)].join('\n');
