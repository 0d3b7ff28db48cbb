import type { JsonObject } from 'n8n-workflow';

import type { RequestProblem } from '../../../shared/client/requestResult';
import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { isUnsupported } from '../../../shared/errors/notFound';
import { failed } from '../../../shared/errors/problemFrom';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import { normalizeId } from '../../../shared/values/textForms';
import type { Call, RecordUpdate, WriteTarget } from '../../../shared/model/call';
import { locationKey, type Place, placeWithin } from '../../../shared/model/place';
import { listRules } from '../../../shared/operations/bodyRules';
import type { ServiceOperation, SingleList } from '../../../shared/operations/operation';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { getLastPathId, getOwnId, readOwnGroups, recordsInResponse } from '../responseRecords';
import type { Services } from '../services';
import {
	buildBody,
	findFixedValues,
	getCurrentValue,
	type IgnoredValue,
	listSentValues,
	readIdList,
	withIds,
} from './compareRecord';
import { describeDifferences } from './describeDifferences';
import { FieldAliases } from './FieldAliases';
import { isEveryoneAssigned } from './keepPeople';
import {
	type ChangePlan,
	findReadReason,
	planDifference,
	planUpdate,
	type ReadReason,
} from './planChange';
import { recordKey, recordRequest } from './recordRequest';
import { listFieldNames, showId } from './savedWithout';
import {
	checkSaved,
	savedRecords,
	type SavedRecords,
	toSaved,
	type WriteResult,
} from './WriteResult';

/** A record that is changed in the name of an item. */
interface ChangedRecord {
	readonly call: WriteTarget;
	readonly id: string;
	/** Identifies it in the run, see `recordKey`. */
	readonly key: string;
	readonly place: Place;
	/** The request that changes it. */
	readonly request: ServiceOperation['request'];
	/** Its values before the change, as far as they matter; undefined only if it was not read. */
	readonly current?: JsonObject | undefined;
	/** When these values are too old for the change to be sent, see `ServiceRequest`. */
	readonly sendBefore?: number | undefined;
}

/**
 * For how many milliseconds a change may be planned from a record that was read. Others may change it meanwhile, and a
 * list is sent as a whole (row 25). A rate limit can make the change wait for a minute.
 */
const MAX_AGE_MS = 5000;

/** Changes records: the records of updates, and existing records that a create has found. */
export class RecordChanges {
	private readonly aliases = new FieldAliases();

	constructor(
		private readonly services: Pick<
			Services,
			'assignablePeople' | 'client' | 'scheduler' | 'sharedWrites' | 'written'
		>,
	) {}

	/** Updates a record: reads it first if there is a reason to, and sends what is to be changed. */
	async update(call: Call<'update'>): Promise<WriteResult> {
		const { assignablePeople: assignable } = this.services;
		const reason = findReadReason(call, assignable);
		if (reason === 'none') {
			const plan = planUpdate(call, reason, { record: undefined, assignable });

			return isProblem(plan) ? plan : await this.carryOut(plan, toChangedRecord(call, undefined));
		}

		return await this.whileFresh(async (findDeadline) => {
			const record = await this.readFirst(call, reason);
			if (isProblem(record)) return record;

			const plan = planUpdate(call, reason, { record, assignable });
			const changed = { ...toChangedRecord(call, record), sendBefore: findDeadline() };

			return isProblem(plan) ? plan : await this.carryOut(plan, changed);
		});
	}

	/**
	 * Updates a record by values that follow from those that it has.
	 *
	 * @param call without values
	 * @param change returns them
	 */
	async updateFrom(
		call: RecordUpdate,
		change: (record: JsonObject) => Result<JsonObject>,
	): Promise<WriteResult> {
		return await this.whileFresh(async (findDeadline) => {
			const record = await this.read(call);
			if (isProblem(record)) return record;

			const body = change(record);
			if (isProblem(body)) return body;

			const update = { ...call, body };
			const plan = planDifference(update, record, this.services.assignablePeople);
			const changed = { ...toChangedRecord(update, record), sendBefore: findDeadline() };

			return isProblem(plan) ? plan : await this.carryOut(plan, changed);
		});
	}

	/**
	 * Reads and changes a record, and once more if it could not be sent in time.
	 *
	 * @param change calls the function once it has read the record. The second time, there is no deadline
	 */
	private async whileFresh(
		change: (findDeadline: () => number | undefined) => Promise<WriteResult>,
	): Promise<WriteResult> {
		const result = await change(() => this.services.scheduler.now + MAX_AGE_MS);
		const isOutdated = isProblem(result) && result.cause === 'outdated';

		return isOutdated ? await change(() => undefined) : result;
	}

	/**
	 * Updates a record whose current values are known.
	 *
	 * @param record with its current values, as far as they matter
	 */
	async updateKnown(call: RecordUpdate, record: JsonObject): Promise<WriteResult> {
		const plan = planDifference(call, record, this.services.assignablePeople);

		return isProblem(plan) ? plan : await this.carryOut(plan, toChangedRecord(call, record));
	}

	/** Changes an existing record to the values of a create, as far as it does not have them. */
	async updateExisting(call: Call<'create'>, existing: JsonObject): Promise<WriteResult> {
		const { sharedWrites, written } = this.services;
		const id = asText(existing.id) ?? '';
		const key = recordKey(call, id);

		return await sharedWrites.inTurn(key, call.itemIndex, async () => {
			const record = written.updateRecord(key, existing, Object.keys(call.body));
			const plan = this.planExisting(call, record);

			return isProblem(plan) ? plan : await this.carryOut(plan, toFoundRecord(call, id, record));
		});
	}

	/** Plans what `updateExisting` sends. @returns a Problem if a value cannot be changed, or conflicts with the record */
	planExisting(call: Call<'create'>, record: JsonObject): Result<ChangePlan> {
		const body = withoutKeptValues(call, record);
		const fixedValues = findFixedValues(record, call.operation.body, body);

		return fixedValues.length > 0
			? valuesFixed(call, fixedValues, asText(record.id) ?? '')
			: planDifference({ ...call, body }, record, this.services.assignablePeople);
	}

	/** Sends values to a record that a create has created. @returns the records in the response, with the ID */
	async patchNew(
		call: Call<'create'>,
		id: string,
		body: JsonObject,
	): Promise<Result<readonly JsonObject[], RequestProblem>> {
		return await this.sendPart(toFoundRecord(call, id), body);
	}

	/** Remembers the people whom the response to a write shows as assigned. */
	noteAssigned(call: WriteTarget, response: JsonObject): void {
		for (const field of call.operation.body.collectionFields) {
			if (field.activeMembersOnly !== true) continue;

			const ids = readIdList(getCurrentValue(response, field)) ?? [];

			for (const id of ids) this.services.assignablePeople.add(call, id);
		}
	}

	/** Reads the record of an update, as this run has left it. */
	async read(call: RecordUpdate): Promise<Result<JsonObject, RequestProblem>> {
		const { client, written } = this.services;
		const response = await client.read(call, call.operation.request.path);
		if (isProblem(response)) return response;

		const { json } = response;

		return isJsonObject(json)
			? written.updateRecord(locationKey(call), { ...getOwnId(call), ...json }, listReplaced(call))
			: unexpectedResponse(response, 'is not a record');
	}

	/**
	 * Reads the record of an update, if it can be read.
	 *
	 * @returns undefined if it is not required and the server does not show it: date ranges and assignees stay unchecked
	 */
	private async readFirst(
		call: Call<'update'>,
		reason: ReadReason,
	): Promise<Result<JsonObject | undefined>> {
		const record = await this.read(call);
		const isNeeded = reason === 'required' || !isProblem(record);

		return isNeeded || !isUnsupported(record.response, call) ? record : undefined;
	}

	/** Changes a record as planned, and checks that the responses show the values. */
	private async carryOut(plan: ChangePlan, changed: ChangedRecord): Promise<WriteResult> {
		const { body, parts, keptPeople } = plan;
		const { call, current } = changed;
		// A write would only bump `updated_at`, and some values would count as changed (rows 48 and 167).
		if (parts.length === 0 && current !== undefined) {
			return checkSaved(call, [{ record: current, outcome: 'unchanged' }], {});
		}

		let latest: JsonObject = {};
		let records: readonly JsonObject[] = [];

		for (const [index, part] of parts.entries()) {
			// What follows the first part has to be sent, whatever others have changed since.
			const sendBefore = index === 0 ? changed.sendBefore : undefined;
			const sent = await this.sendPart({ ...changed, sendBefore }, part);
			if (isProblem(sent)) {
				this.noteFailure(changed, part, sent);
				if (index > 0) return savedInParts(call, plan, { records, latest, failure: sent });

				return sent.wasCarriedOut === true ? savedRecords([], sent) : sent;
			}

			records = sent;

			for (const record of sent) latest = { ...latest, ...record };

			this.services.written.noteRecord(changed.key, latest);

			if (keptPeople && !isEveryoneAssigned(call, body, latest)) {
				return withNobodyRemoved(checkSaved(call, toSaved(records, 'updated'), body));
			}
		}

		this.noteAssigned(call, latest);

		return checkSaved(call, toSaved(records, 'updated'), body);
	}

	/** Remembers which values are unknown after a failed request that the server may have carried out. */
	private noteFailure({ key }: ChangedRecord, part: JsonObject, { effect }: Problem): void {
		if (effect === 'maybeDone') this.services.written.noteUncertain(key, Object.keys(part));
	}

	/** Sends a part of a change. @returns the records in the response, with the ID */
	private async sendPart(
		{ call, id, place, request, sendBefore }: ChangedRecord,
		body: JsonObject,
	): Promise<Result<readonly JsonObject[], RequestProblem>> {
		const { client, sharedWrites } = this.services;
		// Errors about an update name what this request sends.
		const about = call.kind === 'update' ? { ...call, body } : call;
		const renamed = listRules(call.operation.body, 'renamed');
		const aliases = new Map(renamed.map(({ field, otherName }) => [field, otherName]));
		const send = async (sent: JsonObject) =>
			await client.send(
				place,
				{
					...request,
					effect: 'change',
					body: sent,
					...(sendBefore !== undefined && { sendBefore }),
				},
				{ about },
			);
		const sendAlone = async () =>
			aliases.size > 0 ? await this.aliases.send(body, aliases, send) : await send(body);

		const response = await sharedWrites.send({
			call: about,
			action: 'update',
			id,
			body,
			sendAlone,
		});
		if (isProblem(response)) return response;

		if (call.kind === 'update') {
			const { grouped } = call.operation;

			return grouped === undefined
				? recordsInResponse(response, call)
				: await this.readSavedGroups(call, grouped);
		}

		const records = recordsInResponse(response, call);

		return isProblem(records) ? records : records.map((record) => ({ id, ...record }));
	}

	/** Reads what was saved where the response to a change does not show it. */
	private async readSavedGroups(
		call: RecordUpdate,
		grouped: SingleList,
	): Promise<Result<readonly JsonObject[], RequestProblem>> {
		const response = await this.services.client.read(call, call.operation.request.path);
		const records = isProblem(response) ? response : readOwnGroups(response, grouped, call);

		return isProblem(records) ? savedButNotRead(records) : records;
	}
}

/** The fields that an update gives a value of its own, whatever the record has. */
const listReplaced = ({ body, listActions = {} }: RecordUpdate): readonly string[] =>
	Object.keys(body).filter((name) => listActions[name] === undefined);

const toChangedRecord = (call: RecordUpdate, current: JsonObject | undefined): ChangedRecord => ({
	call,
	id: getLastPathId(call),
	key: locationKey(call),
	place: call,
	request: call.operation.request,
	current,
});

/** A record that a create has created or found. */
const toFoundRecord = (call: Call<'create'>, id: string, current?: JsonObject): ChangedRecord => ({
	call,
	id,
	key: recordKey(call, id),
	place: placeWithin(call, { id }),
	request: recordRequest(call),
	current,
});

/** The values of a create without those in whose place an existing record keeps what it has. */
function withoutKeptValues({ operation, body, keptIds }: Call<'create'>, record: JsonObject) {
	if (keptIds === undefined) return body;

	const changed = listSentValues(operation.body, body).filter(({ field }) => {
		const current = withIds(getCurrentValue(record, field) ?? null, field);

		return !keptIds[field.wire]?.some((id) => normalizeId(id) === current);
	});

	return buildBody(changed);
}

/** What the requests of a change have saved before one of them failed. */
interface SavedParts {
	/** As the last response shows them. */
	readonly records: readonly JsonObject[];
	/** As all responses show it. */
	readonly latest: JsonObject;
	readonly failure: Problem;
}

function savedInParts(
	call: WriteTarget,
	{ parts, keptPeople }: ChangePlan,
	{ records, latest, failure }: SavedParts,
): WriteResult {
	const values = listSentValues(call.operation.body, keptPeople ?? parts[0] ?? {});
	const names = listFieldNames(values.map(({ field }) => field));
	const record = `It was saved${showId(asText(latest.id))}`;
	const done = keptPeople
		? `${record}, but ${names} still has those who were there before`
		: `${record} with ${names}, but not the rest`;

	return savedRecords(toSaved(records, 'updated'), {
		...failure,
		message: `${done}: ${failure.message}`,
	});
}

const withNobodyRemoved = (result: SavedRecords): SavedRecords => ({
	...result,
	failures: result.failures.map((failure) => ({
		...failure,
		description: `${failure.description} Nobody was taken off.`,
	})),
});

/** Values were saved, but the request that reads them for the output failed. */
const savedButNotRead = (failure: RequestProblem): RequestProblem => ({
	...failure,
	message: `The values were saved, but could not be read afterwards: ${failure.message}`,
	wasCarriedOut: true,
});

/**
 * Values that an existing record does not have, and that nothing can change any more.
 *
 * @param id the ID of the record
 */
function valuesFixed(call: WriteTarget, values: readonly IgnoredValue[], id: string): Problem {
	const names = listFieldNames(values.map(({ field }) => field));

	return failed(
		`Plane cannot change ${describeDifferences(call, values)}`,
		`Only a new record takes ${names}, and this one${showId(id)} exists already, and stays as it is: give the item the values that the record has, or leave them out.`,
	);
}
