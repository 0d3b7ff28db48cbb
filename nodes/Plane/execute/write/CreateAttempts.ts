import type { JsonObject } from 'n8n-workflow';

import { getResponse, type RequestProblem } from '../../../shared/client/requestResult';
import { isDuplicate } from '../../../shared/errors/badRequest';
import { asText } from '../../../shared/values/asText';
import type { Call } from '../../../shared/model/call';
import {
	canBeRecognized,
	findUncheckedFieldsWithValue,
	findUniqueFieldsWithValue,
	haveSameKey,
	isOnlyOne,
} from '../../../shared/operations/shared/external';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { backoffAfter, randomDelay } from '../../../shared/scheduler/retryPolicy';
import type { HttpResponse } from '../../../shared/transport/response';
import { recordsInResponse } from '../responseRecords';
import type { Services } from '../services';
import type { ExistingRecord, ExistingRecords } from './ExistingRecords';
import { hasSameValues } from './resentValues';
import { listRules } from '../../../shared/operations/bodyRules';
import { CLOCK_TOLERANCE_MS } from '../../../shared/records/serverTimes';

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

/** What became of a create. */
type CreationResult =
	| (CreateOutcome & { readonly kind: 'created' | 'unread' })
	/** It has created nothing, because a record with the same unique value exists. */
	| { readonly kind: 'existing'; readonly record: JsonObject };

/** A create, and what is sent for it. */
interface NewRecord {
	readonly call: Call<'create'>;
	/** With the default values for the fields that the user left out. */
	readonly newCall: Call<'create'>;
}

/**
 * The attempts to create one record.
 *
 * If it is unknown whether a create was carried out, and the record has a unique value, the record is
 * looked up by that value: if it was created since, it is the result; if there is none, the create is
 * sent again. If the first request is still under way, the server refuses a second record with the
 * same value (rows 12 and 23). Where it may not (row 484), the create is not sent again.
 */
export class CreateAttempts {
	/** The fields with values that no two records can share. */
	private readonly uniqueFields: readonly string[];
	private readonly canBeFound: boolean;
	/** Whether the server refuses a second record that is the same. */
	private readonly isChecked: boolean;
	private readonly startedAt: number;
	/** Why it is unknown whether an earlier attempt was carried out. */
	private earlierProblem: Problem | undefined;

	constructor(
		private readonly record: NewRecord,
		private readonly existingRecords: ExistingRecords,
		private readonly services: Pick<Services, 'client' | 'scheduler' | 'sharedWrites' | 'written'>,
	) {
		const { call } = record;
		const { naturalKey } = call.operation;
		const uncheckedFields = findUncheckedFieldsWithValue(naturalKey, call.body);

		this.uniqueFields = findUniqueFieldsWithValue(naturalKey, call.body);
		this.canBeFound = canBeRecognized(naturalKey, call.body);
		this.isChecked = isOnlyOne(naturalKey) || this.uniqueFields.length > uncheckedFields.length;
		this.startedAt = services.scheduler.now;
	}

	async run(): Promise<Result<CreationResult>> {
		const { call } = this.record;

		for (let attempt = 1; ; attempt++) {
			const outcome = await this.tryToCreate();

			switch (outcome.kind) {
				case 'created':
					// A record that is created for somebody else does not show who the user is (row 68).
					if (call.body.created_by === undefined) {
						this.services.written.noteCreator(outcome.records);
					}

					return outcome;
				case 'unread':
					return outcome;
				case 'duplicate':
					return await this.settleDuplicate(outcome, attempt);
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
		const { newCall: call } = this.record;
		const body: JsonObject = { ...call.body };

		for (const { placeholder } of listRules(call.operation.body, 'repeatsPath')) {
			body[placeholder] = call.path[placeholder] ?? '';
		}

		const { client, sharedWrites } = this.services;
		const sendAlone = async () => await client.request(call, { body });
		const result = await sharedWrites.send({ call, action: 'create', body, sendAlone });
		const records = isProblem(result) ? result : recordsInResponse(result, call);

		return isProblem(records)
			? this.classify(records, getResponse(result))
			: { kind: 'created', records };
	}

	private classify(problem: RequestProblem, response: HttpResponse | undefined): CreateOutcome {
		if (problem.effect === 'maybeDone' && this.canBeFound) {
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
	): Promise<Result<CreationResult> | undefined> {
		const { call } = this.record;
		const { scheduler } = this.services;
		const existing = await this.existingRecords.findMatching(call);
		if (isProblem(existing)) return problem;

		if (existing !== undefined) {
			if (this.wasCreatedByUs(existing)) return toCreated(existing);

			// It existed before, so the attempt has created nothing.
			return call.ifExists === 'fail' ? problem : { kind: 'existing', record: existing.record };
		}

		if (!canRetry || attempt > scheduler.settings.retries) return problem;

		this.earlierProblem = problem;
		await scheduler.pause(randomDelay(backoffAfter(attempt)));

		return undefined;
	}

	/** Settles a conflict with an existing record, which may be the one that an earlier attempt created. */
	private async settleDuplicate(
		{ problem, response }: CreateOutcome & { readonly kind: 'duplicate' },
		attempt: number,
	): Promise<Result<CreationResult>> {
		const { call } = this.record;
		const mayBeOurs = this.canBeFound && attempt > 1;
		if (call.ifExists === 'fail' && !mayBeOurs) return problem;

		const existing = await this.existingRecords.findConflicting(call, response);
		if (existing === undefined) return problem;
		if (isProblem(existing)) return this.earlierProblem ?? existing;

		if (mayBeOurs && this.wasCreatedByUs(existing)) return toCreated(existing);

		return call.ifExists === 'fail' ? problem : { kind: 'existing', record: existing.record };
	}

	/**
	 * Whether this call created a record. A new record is not enough, because somebody else may have created
	 * it. It must also have all values of the item and the same creator as the run's other records, and
	 * must not belong to another item.
	 */
	private wasCreatedByUs({ record, ageMs }: ExistingRecord): boolean {
		const { newCall: call } = this.record;
		const { scheduler, written } = this.services;
		const isNew = ageMs <= scheduler.now - this.startedAt + CLOCK_TOLERANCE_MS;

		return (
			isNew &&
			this.uniqueFields.every((name) => haveSameKey(record, call.body, name)) &&
			!written.createdIds.has(asText(record.id)) &&
			hasSameValues(record, call) &&
			written.mayHaveCreated(record)
		);
	}
}

const toCreated = ({ record }: ExistingRecord): CreationResult => ({
	kind: 'created',
	records: [record],
});
