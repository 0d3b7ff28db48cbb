import type { JsonObject } from 'n8n-workflow';

import { isMissing } from '../../../shared/errors/notFound';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import type { Call } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import {
	toImportKey,
	haveSameKey,
	normalizeKey,
	findUniqueFieldsWithValue,
	isOnlyOne,
} from '../../../shared/operations/shared/external';
import { parseInstant } from '../../../shared/values/instant';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { readRequest } from '../../../shared/transport/request';
import type { HttpResponse } from '../../../shared/transport/response';
import type { Services } from '../services';
import { lacksValues, listBodyFields } from './compareRecord';
import { locateList, recordKey, recordRequest } from './recordRequest';
import { listRules } from '../../../shared/operations/bodyRules';
import { REPLICA_DELAYS_MS } from '../../../shared/records/serverTimes';
import { deletedSinceListed, existsButHidden } from './existingRecordErrors';
import { duplicateExternalId } from '../../../shared/errors/severalRecords';

/** An existing record, and its age by the server's clock. */
export interface ExistingRecord {
	readonly record: JsonObject;
	/** In milliseconds, or Infinity if it is unknown. */
	readonly ageMs: number;
}

/** Finds records that a create would duplicate. */
export class ExistingRecords {
	constructor(
		private readonly services: Pick<Services, 'client' | 'listSource' | 'scheduler' | 'written'>,
	) {}

	/**
	 * Finds the record that a create conflicts with: by the ID in the refusal (row 12) or, if the server
	 * gives none, by its unique value in the list. An archived work item can only be found by its external
	 * ID (row 27).
	 *
	 * @param refusal the response to the create
	 * @returns undefined if the list has no such record
	 */
	async findConflicting(
		call: Call<'create'>,
		refusal: HttpResponse,
	): Promise<Result<ExistingRecord | undefined>> {
		const id = isJsonObject(refusal.json) ? refusal.json.id : undefined;
		if (typeof id !== 'string') {
			return isOnlyOne(call.operation.naturalKey)
				? await this.findOnlyOne(call)
				: await this.findListed(call, refusal);
		}

		// An earlier item has created or changed it.
		const latest = this.findWritten(call, id);
		if (latest !== undefined) return { record: { id, ...latest }, ageMs: Infinity };

		// Servers read from replicas, which may not have a new record yet (row 166).
		const delays = [...REPLICA_DELAYS_MS];

		for (;;) {
			const existing = await this.findById(call, id);
			if (existing !== undefined) return existing;
			if (canUpdateUnread(call)) return { record: { id }, ageMs: Infinity };

			const delay = delays.shift();
			if (delay === undefined) return existsButHidden(id, call);

			await this.services.scheduler.pause(delay);
		}
	}

	/** Finds the record with a unique value of a call. Returns undefined if there is none. */
	async findMatching(call: Call<'create'>): Promise<Result<ExistingRecord | undefined>> {
		if (isOnlyOne(call.operation.naturalKey)) return await this.findOnlyOne(call);

		return hasDirectLookup(call) ? await this.findByExternalId(call) : await this.findInList(call);
	}

	/**
	 * Reads a record again if its row in the list does not show all of it, or not all that an update is compared with:
	 * lists of pages have no texts (row 463).
	 */
	async completeRow(call: Call<'create'>, row: JsonObject): Promise<Result<JsonObject>> {
		const { ifExists, operation, body } = call;
		const id = asText(row.id);
		const isComplete =
			operation.naturalKey?.lookup.kind !== 'incompleteLists' &&
			(ifExists !== 'update' || !lacksValues(row, operation.body, body));
		if (isComplete || id === undefined) return row;

		const existing = await this.readById(call, id);
		if (isProblem(existing)) return existing;

		// A replica may not have a record yet that this run has created (row 166).
		if (existing === undefined)
			return this.services.written.createdIds.has(id) ? row : deletedSinceListed(id);

		return { ...row, ...existing.record };
	}

	/** Finds a record whose path needs no ID, because there is one at most. */
	private async findOnlyOne(call: Call<'create'>): Promise<Result<ExistingRecord | undefined>> {
		return await this.findById(call, '');
	}

	/** Finds a record by its ID or, because an archived one has no path, by the call's external ID (row 27). */
	private async findById(
		call: Call<'create'>,
		id: string,
	): Promise<Result<ExistingRecord | undefined>> {
		const existing = await this.readById(call, id);
		if (existing !== undefined) return existing;

		return hasDirectLookup(call) ? await this.findByExternalId(call) : undefined;
	}

	/** Reads a record by its ID. @returns undefined if there is none */
	private async readById(
		call: Call<'create'>,
		id: string,
	): Promise<Result<ExistingRecord | undefined>> {
		const request = readRequest(recordRequest(call).path);
		const place = placeWithin(call, { id });
		const response = await this.services.client.send(place, request, { about: call });
		if (!isProblem(response)) return withAge(response.json, readServerTime(response));

		return isMissing(response.response) ? undefined : response;
	}

	/** Finds the record with the external ID of a call in a list that can be queried for it. */
	private async findByExternalId(
		call: Call<'create'>,
	): Promise<Result<ExistingRecord | undefined>> {
		const { external_id: id, external_source: source } = call.body;
		const query = { external_id: asText(id) ?? '', external_source: asText(source) ?? '' };
		const { path } = call.operation.request;
		const response = await this.services.client.read(call, path, query);

		if (isProblem(response)) {
			if (isMissing(response.response)) return undefined;

			// The server crashes if two records have the same external ID (row 65), but also for other reasons.
			return response.status === 500 ? await this.checkForDuplicates(call, response) : response;
		}

		const { json } = response;
		const isRecord = isJsonObject(json) && 'id' in json;

		// A server that does not know external IDs returns the list.
		return isRecord ? withAge(json, readServerTime(response)) : await this.findInList(call);
	}

	/**
	 * Checks in the list whether several records have the external ID of a call.
	 *
	 * @param failure the Problem to return if not
	 */
	private async checkForDuplicates(
		call: Call<'create'>,
		failure: Problem,
	): Promise<Result<ExistingRecord | undefined>> {
		const list = await this.services.listSource.readAgain(locateList(call));
		if (isProblem(list)) return failure;

		const duplicates = list.rows.filter((row) => haveSameKey(row, call.body, 'external_id'));

		return duplicates.length > 1
			? duplicateExternalId(toImportKey(call.body) ?? '', duplicates)
			: failure;
	}

	/**
	 * Finds the record that a create conflicts with in its list. A list that was read earlier is read again if it does not
	 * have the value: the conflict proves that there is a newer record. A value in another case proves nothing.
	 */
	private async findListed(
		call: Call<'create'>,
		refusal: HttpResponse,
	): Promise<Result<ExistingRecord | undefined>> {
		const { listSource } = this.services;
		const earlier = await listSource.readEarlier(locateList(call));
		const rows = earlier.map((row) => this.withLatest(call, row));
		const listed = findRow(rows, call, [normalizeKey]);
		// The list says nothing of the time since: the record is as old as the refusal shows.
		if (listed !== undefined)
			return await this.completeListed(call, listed, readServerTime(refusal));

		const list = await listSource.readAgain(locateList(call));
		if (isProblem(list)) return list;

		const row = findRow(list.rows, call, [normalizeKey, ignoreCase]);

		return row === undefined ? undefined : await this.completeListed(call, row, list.serverTime);
	}

	/** The record with an ID as this run last wrote it, or undefined if it did not. */
	private findWritten(call: Call<'create'>, id: string): JsonObject | undefined {
		return this.services.written.findRecord(recordKey(call, id));
	}

	/** A row of a list that was read before this run may have changed its record. */
	private withLatest(call: Call<'create'>, row: JsonObject): JsonObject {
		return { ...row, ...this.findWritten(call, asText(row.id) ?? '') };
	}

	/** Finds the record that has one of the unique values of a call, in the list as it is now. */
	private async findInList(call: Call<'create'>): Promise<Result<ExistingRecord | undefined>> {
		const list = await this.services.listSource.readAgain(locateList(call));
		if (isProblem(list)) return list;

		const row = findRow(list.rows, call, [normalizeKey]);

		return row === undefined ? undefined : await this.completeListed(call, row, list.serverTime);
	}

	private async completeListed(
		call: Call<'create'>,
		row: JsonObject,
		serverTime: number,
	): Promise<Result<ExistingRecord | undefined>> {
		const record = await this.completeRow(call, row);

		return isProblem(record) ? record : withAge(record, serverTime);
	}
}

/** Converts a value before it is compared. */
type Normalizer = (value: unknown) => string;

/**
 * Finds the row that has one of the unique values of a call.
 *
 * @param normalizers tried in this order: each converts the values before they are compared
 */
function findRow(
	rows: readonly JsonObject[],
	call: Call<'create'>,
	normalizers: readonly Normalizer[],
): JsonObject | undefined {
	for (const normalize of normalizers) {
		for (const name of listUniqueFields(call)) {
			const row = rows.find((other) => haveSameKey(other, call.body, name, normalize));
			if (row !== undefined) return row;
		}
	}

	return undefined;
}

/** The unique fields of a call; the external ID first, because it identifies a record better than a name. */
function listUniqueFields({ operation, body }: Call<'create'>): readonly string[] {
	const names = findUniqueFieldsWithValue(operation.naturalKey, body);
	const isExternalId = (name: string) => name === 'external_id';

	return [...names.filter(isExternalId), ...names.filter((name) => !isExternalId(name))];
}

/** Whether the list can be queried for the external ID of a call. */
export const hasDirectLookup = ({ operation, body }: Call<'create'>): boolean =>
	operation.naturalKey?.lookup.kind === 'byExternalId' &&
	findUniqueFieldsWithValue(operation.naturalKey, body).includes('external_id');

/** Whether a record can be updated although only its ID is known. It may be in another list if these share IDs. */
const canUpdateUnread = ({ ifExists, operation }: Call<'create'>): boolean =>
	ifExists === 'update' &&
	operation.naturalKey?.lookup.kind !== 'listOfOwner' &&
	listRules(operation.body, 'alwaysSent').length === 0 &&
	!listBodyFields(operation.body).some(({ createOnly }) => createOnly === 'refuseOther');

/** The time on the server's clock, in UNIX milliseconds: n8n's may differ. NaN if the server does not say. */
const readServerTime = ({ headers }: HttpResponse): number => Date.parse(headers.date ?? '');

function withAge(record: unknown, serverTime: number): ExistingRecord | undefined {
	if (!isJsonObject(record)) return undefined;

	const ageMs = serverTime - (parseInstant(record.created_at) ?? NaN);

	return { record, ageMs: Number.isNaN(ageMs) ? Infinity : ageMs };
}

const ignoreCase: Normalizer = (value) => normalizeKey(value).toLowerCase();
