import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isMissingPlace } from '../../../shared/client/requestResult';
import { alreadyListed } from '../../../shared/errors/badRequest';
import { failed } from '../../../shared/errors/problemFrom';
import { normalizeId } from '../../../shared/values/textForms';
import { asText, toTextList } from '../../../shared/values/asText';
import { getShownName } from '../../../shared/errors/pathParameters';
import { listUpTo } from '../../../shared/text/listUpTo';
import type { Call } from '../../../shared/model/call';
import { listRules, type OnlyMissing } from '../../../shared/operations/bodyRules';
import { ifAlreadyExists, UPDATE_EXISTING_LABEL } from '../../../shared/operations/shared/choices';
import { findUniqueFieldsWithValue, toImportKey } from '../../../shared/operations/shared/external';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { quote } from '../../../shared/text/quote';
import { withValuesAt } from '../../../shared/values/withValuesAt';
import { readTypeId } from '../CustomValueReader';
import type { Services } from '../services';
import { buildBody, type SentValue } from './compareRecord';
import { CreateAttempts } from './CreateAttempts';
import { ExistingRecords, hasDirectLookup } from './ExistingRecords';
import { splitRows } from './missingRows';
import { OwnIdCheck } from './OwnIdCheck';
import type { RecordChanges } from './RecordChanges';
import { RecordsByValue } from './RecordsByValue';
import { WholeLists } from './WholeLists';
import { locateList, recordKey } from './recordRequest';
import { findValuesToResend } from './resentValues';
import { listFieldNames, savedWithout, showId } from './savedWithout';
import {
	checkSaved,
	type Saved,
	savedRecords,
	type SavedRecords,
	toSaved,
	withFailure,
	type WriteResult,
} from './WriteResult';
import {
	externalIdsHidden,
	importedFromElsewhere,
	savedWithoutExternalId,
} from './existingRecordErrors';

/** What an import would do with the record of an item. */
export interface CheckedRecord extends Saved {
	/** Set if it is only known that no list has the record. An archived one is in none (row 29). */
	readonly mayBeArchived?: true;
}

/** Creates records, or uses or updates the ones that exist already, as the user chose. */
export class RecordCreates {
	private readonly existingRecords: ExistingRecords;
	private readonly recordsByValue: RecordsByValue;
	private readonly ownIdCheck: OwnIdCheck;
	private readonly wholeLists: WholeLists;
	/** Whether the next record that no list shows probably exists: the previous one did. Unset before the first one. */
	private expectsExisting: boolean | undefined;

	constructor(
		private readonly services: Services,
		private readonly changes: RecordChanges,
		calls: readonly Call[],
	) {
		this.wholeLists = new WholeLists(calls, services);
		this.existingRecords = new ExistingRecords(services);
		this.recordsByValue = new RecordsByValue(services.listSource, services.projects);
		this.ownIdCheck = new OwnIdCheck(services.client);
	}

	/**
	 * Finds out what an import would do with the record of an item, and changes nothing.
	 *
	 * @param earlier the record as the items before would leave it
	 * @returns the record as it would be
	 */
	async check(
		call: Call<'create'>,
		earlier: JsonObject | undefined,
	): Promise<Result<CheckedRecord>> {
		const existing = earlier ?? (await this.findExisting(call));
		if (isProblem(existing)) return existing;

		const record = { ...existing, ...call.body };

		if (existing === undefined) {
			const refusal = await this.refuseNew(call);
			const mayBeArchived = hasDirectLookup(call) && (await this.wholeLists.isRead(call));

			return refusal ?? { record, outcome: 'created', ...(mayBeArchived && { mayBeArchived }) };
		}

		const refusal = refuseOtherRecord(call, existing);
		const plan = refusal ?? this.changes.planExisting(call, existing);
		if (isProblem(plan)) return plan;

		return { record, outcome: isObjectEmpty(plan.body) ? 'unchanged' : 'updated' };
	}

	/** Why a new record cannot be created. */
	private async refuseNew(call: Call<'create'>): Promise<Problem | undefined> {
		return (
			call.newRecordRefusal ??
			(await this.services.projects.refuseCreate(call)) ??
			(await this.ownIdCheck.refuseCreate(call))
		);
	}

	/** Finds the record that a create would find. */
	private async findExisting(call: Call<'create'>): Promise<Result<JsonObject | undefined>> {
		const { matchField } = call;
		if (matchField !== undefined && matchField !== 'external_id') {
			return await this.findRow(call, matchField);
		}

		const isListed = await this.wholeLists.isRead(call);
		const row = isListed ? await this.findRow(call, 'external_id') : undefined;
		const isSettled = isListed && call.newRecordRefusal === undefined;

		return row !== undefined || isSettled ? row : await this.findUnlisted(call);
	}

	/** Finds the record of an item by itself, also if it is archived. @returns undefined if there is none */
	async findUnlisted(call: Call<'create'>): Promise<Result<JsonObject | undefined>> {
		const existing = await this.existingRecords.findMatching(call);

		return isProblem(existing) ? existing : existing?.record;
	}

	/** Finds a record in its list. @returns undefined if there is none */
	private async findRow(
		call: Call<'create'>,
		wire: string,
	): Promise<Result<JsonObject | undefined>> {
		const row = await this.recordsByValue.find(call, wire);

		return isProblem(row) || row === undefined
			? row
			: await this.existingRecords.completeRow(call, row);
	}

	/** Creates the record of an item, or handles the one that has the same value in the field to match on. */
	async write(call: Call<'create'>): Promise<WriteResult> {
		const { matchField } = call;
		// By a field that is unique, every create finds the existing record.
		const isUnique = call.operation.naturalKey?.uniqueFields.includes(matchField ?? '') === true;
		if (matchField === undefined || isUnique) return await this.createOnce(call);

		const existing = await this.recordsByValue.find(call, matchField);
		if (isProblem(existing)) return existing;

		const create = async () => await this.createOnce(call);
		const result =
			existing === undefined ? await create() : await this.handleFound(call, existing, create);

		await this.recordsByValue.rememberResult(call, matchField, result);

		return result;
	}

	/**
	 * Creates a record, or handles an existing one as configured. If the server may accept a second record with the same
	 * value, the list is read before, once in a run.
	 */
	private async createOnce(call: Call<'create'>): Promise<WriteResult> {
		const { naturalKey } = call.operation;
		const [rule] = listRules(call.operation.body, 'onlyMissing');
		if (rule !== undefined) return await this.createMissing(call, rule);

		const unchecked = this.services.sharedWrites.listUncheckedFields(call);
		const [wire] = unchecked;
		if (wire === undefined) return await this.create(call);

		const row = await this.recordsByValue.find(call, wire);
		if (isProblem(row)) return row;

		// A value that servers check makes them refuse a second record.
		const isChecked = findUniqueFieldsWithValue(naturalKey, call.body).length > unchecked.length;
		const mayBeUnseen = row === undefined && !isChecked && call.ifExists !== 'fail';
		if (mayBeUnseen && !(await this.recordsByValue.listShows(call, wire)))
			return externalIdsHidden();

		const isFirstOfList = mayBeUnseen && (await this.recordsByValue.isListEmpty(call, wire));
		const result = row === undefined ? await this.create(call) : await this.handleListed(call, row);

		await this.recordsByValue.rememberResult(call, wire, result);

		return isFirstOfList ? await this.checkIsRecognizable(call, wire, result) : result;
	}

	/**
	 * Checks whether the first record of a list can be recognized later. Otherwise each run would create it again, or
	 * fail: some models of servers do not show external IDs (row 484).
	 */
	private async checkIsRecognizable(
		call: Call<'create'>,
		wire: string,
		result: WriteResult,
	): Promise<WriteResult> {
		if (isProblem(result) || result.failures.length > 0) return result;

		const [first] = result.records;
		if (first === undefined || first.record[wire] !== undefined) return result;

		const isShown = await this.recordsByValue.reloadAndCheckShown(call, wire);

		return isShown
			? result
			: withFailure(result, savedWithoutExternalId(asText(first.record.id) ?? ''));
	}

	/** Handles a record that a list has. */
	private async handleListed(call: Call<'create'>, row: JsonObject): Promise<WriteResult> {
		if (call.ifExists === 'fail') return alreadyListed(row.id, call);

		const record = await this.existingRecords.completeRow(call, row);

		return isProblem(record)
			? record
			: await this.handleFound(call, record, async () => await this.createNew(call));
	}

	/** Creates the records of a call that their list does not have yet. @returns all records, the existing ones first */
	private async createMissing(call: Call<'create'>, rule: OnlyMissing): Promise<WriteResult> {
		const { listSource } = this.services;
		const list = await listSource.read(locateList(call));
		if (isProblem(list)) return list;

		const split = splitRows(call.body, list.rows, rule);
		if (isProblem(split)) return split;

		const found = toSaved(split.existing, 'used');
		if (split.missing.length === 0) return savedRecords(found);

		const body = { ...call.body, [rule.field]: split.missing };
		const created = await this.create({ ...call, body });

		listSource.markOutdated(locateList(call));

		return isProblem(created) ? created : { ...created, records: [...found, ...created.records] };
	}

	/** Creates a record, or handles an existing one that is found instead. */
	private async create(call: Call<'create'>): Promise<WriteResult> {
		const existing = await this.findExpected(call);
		if (isProblem(existing)) return existing;

		const create = async () => await this.createNew(call);

		return existing === undefined ? await create() : await this.handleFound(call, existing, create);
	}

	/** Creates a record that was not found. If the server refuses it as a duplicate, handles the existing one. */
	private async createNew(call: Call<'create'>): Promise<WriteResult> {
		const refusal = await this.refuseNew(call);
		if (refusal !== undefined) return refusal;

		const newCall = { ...call, body: withValuesAt(call.body, call.initialValues ?? {}) };
		const attempts = new CreateAttempts({ call, newCall }, this.existingRecords, this.services);
		const result = await attempts.run();
		if (isProblem(result)) return result;

		switch (result.kind) {
			case 'unread':
				return savedRecords([], result.problem);
			case 'existing':
				this.expectsExisting = true;

				return await this.handleExisting(call, result.record);
			case 'created':
				await this.noteCreated(call, result.records);

				return await this.complete(newCall, result.records);
		}
	}

	/**
	 * Looks for an existing record before creating one: in its list, if that is read whole, or by itself. The latter saves
	 * a request if the record of the previous item existed, because this one then probably exists too. If a new one would
	 * be refused, or if it is archived, nothing else shows whether there is one: API v2 would create it twice (row 514).
	 *
	 * @returns undefined if there is none, or if none was expected
	 */
	private async findExpected(call: Call<'create'>): Promise<Result<JsonObject | undefined>> {
		if (call.ifExists === 'fail') return undefined;

		const mayBeArchived = call.mayBeArchived === true && hasDirectLookup(call);
		const isNeeded = call.newRecordRefusal !== undefined || mayBeArchived;
		// If the server does not check a value, the list has been searched for it.
		const isSearched = this.services.sharedWrites.listUncheckedFields(call).length > 0;
		const hasLookup = hasDirectLookup(call) && !isSearched;
		const isListed = hasLookup && (await this.wholeLists.isRead(call));
		const row = isListed ? await this.findRow(call, 'external_id') : undefined;
		if (row !== undefined) return row;

		// Lists do not show archived records.
		const isExpected = hasLookup && (this.expectsExisting ?? !isListed);
		if (!isNeeded && !isExpected) return undefined;

		const existing = await this.existingRecords.findMatching(call);
		if (isProblem(existing)) return existing;

		this.expectsExisting = existing !== undefined;

		return existing?.record;
	}

	/** Remembers the records that a create has created. */
	private async noteCreated(call: Call<'create'>, records: readonly JsonObject[]): Promise<void> {
		const { sharedWrites, written } = this.services;
		const [unchecked] = sharedWrites.listUncheckedFields(call);
		const isListed = hasDirectLookup(call) && (await this.wholeLists.isRead(call));
		// What the list is searched for.
		const wire = unchecked ?? (isListed ? 'external_id' : undefined);

		for (const record of records) {
			written.createdIds.add(asText(record.id));

			if (wire !== undefined) await this.recordsByValue.rememberRecord(call, wire, record);
		}
	}

	/** Sends the values that servers ignore in a create again, in an update of the new record. */
	private async complete(
		call: Call<'create'>,
		records: readonly JsonObject[],
	): Promise<WriteResult> {
		const { written } = this.services;
		const ignored = findIgnored(call, records);
		if (ignored !== undefined && records.length === 0) return ignored;

		const saved = checkSaved(call, toSaved(records, 'created'));
		const created = ignored === undefined ? saved : withFailure(saved, ignored);
		const [record, ...others] = records;
		const id = asText(record?.id);
		if (record === undefined || id === undefined || others.length > 0) return created;

		const key = recordKey(call, id);

		written.noteRecord(key, record);
		this.changes.noteAssigned(call, record);

		const values = findValuesToResend(call, record);
		if (values.length === 0) return created;

		const patched = await this.changes.patchNew(call, id, buildBody(values));
		if (isProblem(patched)) return withUnsent(created, values, { call, id, failure: patched });

		const completed = patched.reduce((merged, part) => ({ ...merged, ...part }), record);

		written.noteRecord(key, completed);

		return checkSaved(call, [{ record: completed, outcome: 'created' }]);
	}

	/**
	 * Handles a record that was found some time ago. If somebody has deleted it since, the server does not find it, and it
	 * is created.
	 */
	private async handleFound(
		call: Call<'create'>,
		record: JsonObject,
		create: () => Promise<WriteResult>,
	): Promise<WriteResult> {
		const result = await this.handleExisting(call, record);

		return isProblem(result) && isMissingPlace(result) ? await create() : result;
	}

	/** Uses or updates an existing record, as the user chose for a create. */
	private async handleExisting(call: Call<'create'>, record: JsonObject): Promise<WriteResult> {
		const refusal = refuseOtherRecord(call, record);
		if (refusal !== undefined) return refusal;

		if (call.ifExists !== 'use') return await this.changes.updateExisting(call, record);

		// An empty body: the values stay as they are. Only missing memberships of an interrupted run are added.
		return refuseOtherType(call, record) ?? checkSaved(call, [{ record, outcome: 'used' }], {});
	}
}

/** Why the server has ignored values that it answers with a record each. */
function findIgnored(call: Call<'create'>, records: readonly JsonObject[]): Problem | undefined {
	const [rule] = listRules(call.operation.body, 'recordPerValue');
	if (rule === undefined) return undefined;

	const answered = new Set(records.map(({ id }) => normalizeId(asText(id) ?? '')));
	const ignored = toTextList(call.body[rule.field]).filter((id) => !answered.has(normalizeId(id)));
	if (ignored.length === 0) return undefined;

	const names = listUpTo(ignored.map((id) => getShownName(call, id)));

	return failed(`Plane has ignored ${names}: ${rule.says}`, rule.remedy);
}

/** A record with the same name can belong to another record of the other system. */
function refuseOtherRecord(call: Call<'create'>, record: JsonObject): Problem | undefined {
	const externalId = toImportKey(call.body);
	const existingExternalId = toImportKey(record);
	const isOther = existingExternalId !== undefined && existingExternalId !== externalId;

	return externalId !== undefined && isOther
		? importedFromElsewhere(asText(record.id) ?? '', existingExternalId)
		: undefined;
}

/** Why values could not be sent to a new record. */
interface UnsentValues {
	readonly call: Call<'create'>;
	/** The ID of the new record. */
	readonly id: string;
	readonly failure: Problem;
}

/** What a create has saved, without the values that could not be sent to the new record afterwards. */
function withUnsent(
	created: SavedRecords,
	values: readonly SentValue[],
	{ call, id, failure }: UnsentValues,
): SavedRecords {
	if (created.failures.length > 0) {
		const failures = created.failures.map((problem) => ({
			...problem,
			description: `${failure.message}. ${problem.description}`,
		}));

		return { ...created, failures };
	}

	const fields = values.map(({ field }) => field);

	return withFailure(created, savedWithout(call, { id, missing: fields, failure }));
}

/**
 * Refuses values of custom properties for a record that keeps another type, which does not have these properties.
 *
 * @returns undefined if there are none, or if the record does not show its type
 */
function refuseOtherType(
	{ body, customValues = [] }: Call<'create'>,
	record: JsonObject,
): Problem | undefined {
	const values = customValues.filter(({ valueToSend }) => valueToSend !== null);
	const type = asText(body.type_id);
	const existingType = readTypeId(record);
	const isSame =
		type === undefined ||
		existingType === undefined ||
		normalizeId(type) === normalizeId(existingType);
	if (isSame || values.length === 0) return undefined;

	const fields = values.map(({ field }) => field);

	return failed(
		`The work item exists already${showId(asText(record.id))}, but with another type: ${listFieldNames(fields)} could not be set`,
		`It stays as it is. Choose the type that it has, or set ${ifAlreadyExists.displayName} to ${quote(UPDATE_EXISTING_LABEL)}, which changes the type, and with it which custom properties the work item has.`,
	);
}
