import type { JsonObject } from 'n8n-workflow';

import { getResponse, type RequestProblem } from '../../../shared/client/requestResult';
import { isDuplicate } from '../../../shared/errors/badRequest';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import {
	canBeRecognized,
	findUncheckedFieldsWithValue,
	findUniqueFieldsWithValue,
	haveSameKey,
} from '../../../shared/operations/shared/external';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { withValuesAt } from '../../../shared/rows/withValuesAt';
import { backoffAfter, randomDelay } from '../../../shared/scheduler/retryPolicy';
import type { HttpResponse } from '../../../shared/transport/response';
import type { Execution } from '../Execution';
import { recordsInResponse } from '../responseRecords';
import { completeNewRecord, hasSameValues } from './completeNewRecord';
import { type ExistingRecord, ExistingRecords, hasDirectLookup } from './ExistingRecords';
import { handleExisting } from './handleExisting';
import { CLOCK_TOLERANCE_MS } from './serverTimes';
import { savedRecords, type WriteResult } from './WriteResult';

/**
 * Creates a record, or handles an existing one as configured.
 *
 * If it is unknown whether a create was carried out, and the record has a unique value, the record is
 * looked up by that value: if it was created since, it is the result; if there is none, the create is
 * sent again. If the first request is still under way, the server refuses a second record with the
 * same value (rows 12 and 23). Where it may not (row 484), the create is not sent again.
 */
export async function createRecord(
	call: Call<'create'>,
	execution: Execution,
): Promise<WriteResult> {
	const existingRecords = new ExistingRecords(execution);
	const existing = await findExpected(call, execution, existingRecords);
	if (isProblem(existing)) return existing;
	if (existing !== undefined) return await handleExisting(call, existing.record, execution);

	const refusal =
		call.customValues?.newRecordRefusal ??
		(await execution.projects.refuseCreate(call)) ??
		(await execution.ownIdCheck.refuseCreate(call));
	if (refusal !== undefined) return refusal;

	return await new RecordCreation(call, execution, existingRecords).run();
}

/**
 * Looks for an existing record before creating one. This saves a request if the record of the previous
 * item existed, because this one then probably exists too. If a new one would be refused, nothing else
 * shows whether there is one.
 *
 * @returns undefined if there is none, or if none was expected
 */
async function findExpected(
	call: Call<'create'>,
	execution: Execution,
	existingRecords: ExistingRecords,
): Promise<Result<ExistingRecord | undefined>> {
	const isNeeded = call.customValues?.newRecordRefusal !== undefined;
	// If the server does not check a value, the list has been searched for it.
	const isListed = execution.sharedWrites.listUncheckedFields(call).length > 0;
	const isExpected = execution.expectsExisting && hasDirectLookup(call) && !isListed;
	if (call.ifExists === 'fail' || !(isNeeded || isExpected)) return undefined;

	const existing = await existingRecords.findMatching(call);
	if (existing === undefined) execution.expectsExisting = false;

	return existing;
}

/** The outcome of one request to create a record. */
type CreateOutcome =
	| { readonly kind: 'created'; readonly records: readonly JsonObject[] }
	/** The record was created, but cannot be read. */
	| { readonly kind: 'unread'; readonly problem: Problem }
	/** A record with the same unique value exists. */
	| { readonly kind: 'duplicate'; readonly problem: Problem; readonly response: HttpResponse }
	/** It may have been carried out, and the record can be looked up by a unique value. */
	| { readonly kind: 'unknown'; readonly problem: Problem; readonly canRetry: boolean }
	/** A validation error, which would have made any earlier attempt fail too. */
	| { readonly kind: 'invalid'; readonly problem: Problem }
	| { readonly kind: 'failed'; readonly problem: Problem };

/** The attempts to create the record of one call. */
class RecordCreation {
	/** The call with the values that a new record gets because the user gave none. */
	private readonly newCall: Call<'create'>;
	/** The fields with values that no two records can share. */
	private readonly uniqueFields: readonly string[];
	private readonly canBeFound: boolean;
	/** Whether the server refuses a second record that is the same. */
	private readonly isChecked: boolean;
	private readonly startedAt: number;
	/** Why it is unknown whether an earlier attempt was carried out. */
	private earlierProblem: Problem | undefined;

	constructor(
		private readonly call: Call<'create'>,
		private readonly execution: Execution,
		private readonly existingRecords: ExistingRecords,
	) {
		const { naturalKey } = call.operation;
		const uncheckedFields = findUncheckedFieldsWithValue(naturalKey, call.body);

		this.newCall = { ...call, body: withValuesAt(call.body, call.initialValues ?? {}) };
		this.uniqueFields = findUniqueFieldsWithValue(naturalKey, call.body);
		this.canBeFound = canBeRecognized(naturalKey, call.body);
		this.isChecked =
			naturalKey?.onlyOneIn !== undefined || this.uniqueFields.length > uncheckedFields.length;
		this.startedAt = execution.scheduler.now;
	}

	async run(): Promise<WriteResult> {
		for (let attempt = 1; ; attempt++) {
			const outcome = await this.tryToCreate();

			switch (outcome.kind) {
				case 'created':
					// A record that is created for somebody else does not show who the user is (row 68).
					if (this.call.body.created_by === undefined) {
						this.execution.written.noteCreator(outcome.records);
					}

					return await this.complete(outcome.records);
				case 'unread':
					return savedRecords([], outcome.problem);
				case 'duplicate':
					return await this.handleDuplicate(outcome, attempt);
				case 'invalid':
					return outcome.problem;
				case 'failed':
					return this.earlierProblem ?? outcome.problem;
				case 'unknown': {
					const result = await this.settleUnknown(outcome, attempt);
					if (result !== undefined) return result;
				}
			}
		}
	}

	private async tryToCreate(): Promise<CreateOutcome> {
		const { newCall: call } = this;
		const body: JsonObject = { ...call.body };

		for (const name of call.operation.body.pathParamsInBody ?? []) {
			body[name] = call.path[name] ?? '';
		}

		const { client, sharedWrites } = this.execution;
		const sendAlone = async () => await client.request(call, { body });
		const result = await sharedWrites.send({ call, action: 'create', body, sendAlone });
		const records = isProblem(result) ? result : recordsInResponse(result, call);

		return isProblem(records)
			? this.classify(records, getResponse(result))
			: { kind: 'created', records };
	}

	private classify(problem: RequestProblem, response: HttpResponse | undefined): CreateOutcome {
		if (problem.tag === 'unknownOutcome' && this.canBeFound) {
			// Below 500, the response reports an exception inside the server, which would happen again.
			const isTemporary = response === undefined || response.status >= 500;
			const canRetry = isTemporary && this.isChecked && problem.mayNotBeRepeated !== true;

			return { kind: 'unknown', problem, canRetry };
		}

		if (problem.wasCarriedOut === true) return { kind: 'unread', problem };
		if (response === undefined) return { kind: 'failed', problem };
		if (isDuplicate(response)) return { kind: 'duplicate', problem, response };

		return { kind: [400, 422].includes(response.status) ? 'invalid' : 'failed', problem };
	}

	/**
	 * Finds out by the unique value whether an attempt was carried out, and pauses before the next attempt if
	 * it was not.
	 *
	 * @returns the result, or undefined if the create can be sent again
	 */
	private async settleUnknown(
		{ problem, canRetry }: CreateOutcome & { readonly kind: 'unknown' },
		attempt: number,
	): Promise<WriteResult | undefined> {
		const { call, execution } = this;
		const existing = await this.existingRecords.findMatching(call);
		if (isProblem(existing)) return problem;

		if (existing !== undefined) {
			if (this.wasCreatedByUs(existing)) return await this.complete([existing.record]);

			// It existed before, so the attempt has created nothing.
			return call.ifExists === 'fail'
				? problem
				: await handleExisting(call, existing.record, execution);
		}

		if (!canRetry || attempt > execution.scheduler.settings.retries) return problem;

		this.earlierProblem = problem;
		await execution.scheduler.pause(randomDelay(backoffAfter(attempt)));

		return undefined;
	}

	/** Handles a conflict with an existing record, which may be the one that an earlier attempt created. */
	private async handleDuplicate(
		{ problem, response }: CreateOutcome & { readonly kind: 'duplicate' },
		attempt: number,
	): Promise<WriteResult> {
		const { call, execution } = this;
		const mayBeOurs = this.canBeFound && attempt > 1;
		if (call.ifExists === 'fail' && !mayBeOurs) return problem;

		const existing = await this.existingRecords.findConflicting(call, response);
		if (existing === undefined) return problem;
		if (isProblem(existing)) return this.earlierProblem ?? existing;

		if (mayBeOurs && this.wasCreatedByUs(existing)) return await this.complete([existing.record]);
		if (call.ifExists === 'fail') return problem;

		return await handleExisting(call, existing.record, execution);
	}

	/**
	 * Whether this call created a record. A new record is not enough, because somebody else may have created
	 * it. It must also have all values of the item and the same creator as the execution's other records, and
	 * must not belong to another item.
	 */
	private wasCreatedByUs({ record, ageMs }: ExistingRecord): boolean {
		const { newCall: call, execution } = this;
		const isNew = ageMs <= execution.scheduler.now - this.startedAt + CLOCK_TOLERANCE_MS;

		return (
			isNew &&
			this.uniqueFields.every((name) => haveSameKey(record, call.body, name)) &&
			!execution.written.createdIds.has(asText(record.id)) &&
			hasSameValues(record, call) &&
			execution.written.mayHaveCreated(record)
		);
	}

	private async complete(records: readonly JsonObject[]): Promise<WriteResult> {
		const { call, execution } = this;
		const [unchecked] = execution.sharedWrites.listUncheckedFields(call);

		for (const record of records) {
			execution.written.createdIds.add(asText(record.id));

			if (unchecked !== undefined) {
				await execution.recordsByValue.noteRecord(call, unchecked, record);
			}
		}

		return await completeNewRecord(this.newCall, records, this.execution);
	}
}
