import type { JsonObject } from 'n8n-workflow';

import type { RequestOverrides } from '../../shared/client/client';
import { withoutResponse } from '../../shared/client/requestResult';
import type { Call, RequestTarget, ServiceCall } from '../../shared/model/call';
import type { RecordCheck } from '../../shared/operations/operation';
import { placeWithin } from '../../shared/model/place';
import { isMissing, notAMember, suggestIgnoreMissing } from '../../shared/errors/notFound';
import { getShownName, innermostParameter, nameAndValue } from '../../shared/errors/pathParameters';
import { failed } from '../../shared/errors/problemFrom';
import { isJsonObject } from '../../shared/values/json';
import { asText } from '../../shared/values/asText';
import {
	isProblem,
	findMainFailure,
	type Problem,
	type Result,
	withPartDone,
} from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { getValueAt } from '../../shared/values/getValueAt';
import { hasAlreadyLeft } from './hasAlreadyLeft';
import { type JobResult, toRows } from './results';
import { getLastPathId } from './responseRecords';
import type { Services } from './services';

/** The statuses of a refusal that may be due to one of several IDs. */
const SPLITTABLE_REMOVAL_STATUSES = [400, 404, 422];

/**
 * What became of a request that can succeed only once.
 * - `done`: the server carried it out.
 * - `notFound`: there is no such record, and that is acceptable.
 * - `goneAfterFault`: there is no such record, after an earlier attempt that may have carried it out.
 */
type OnceOutcome = 'done' | 'notFound' | 'goneAfterFault';

interface SendOnceOptions {
	readonly request?: RequestOverrides;
	readonly ifMissing?: Problem;
	readonly mayBeDone?: boolean;
}

/** Carries out what can succeed only once: deletes or archives records, and removes them from others. */
export class Actions {
	constructor(
		private readonly services: Pick<
			Services,
			'client' | 'continueOnFail' | 'listSource' | 'scheduler' | 'sharedWrites'
		>,
	) {}

	/** Carries out an action: `{"archived": true, "id": …}`, or what identifies the record in place of its ID. */
	async act(call: Call<'action'>): Promise<JobResult> {
		const { body } = call;
		const refusal = await this.checkRecord(call);
		if (refusal !== undefined) return refusal;

		const isGone = await hasAlreadyLeft(call, this.services);
		if (isGone && call.ignoreMissing) {
			return toRows([describeAction(call, 'notFound')]);
		}
		if (isGone) return suggestIgnoreMissing(alreadyRemoved(call));

		const outcome = await this.sendOnce(call, { request: { ...(body && { body }) } });

		return isProblem(outcome) ? outcome : toRows([describeAction(call, outcome)]);
	}

	/** Removes records from another one: `{"removed": true, "id": …}` for each. */
	async remove(call: Call<'remove'>): Promise<JobResult> {
		const { ids } = call;
		const { continueOnFail, scheduler } = this.services;
		const together = await this.removeTogether(call);
		if (isProblem(together)) return together;

		if (together === 'done') {
			return toRows(ids.map((id) => describeOutcome('removed', together, { id })));
		}

		const mayBeDone = together === 'goneAfterFault';

		const outcomes = await mapConcurrently(
			ids,
			{
				concurrency: scheduler.settings.concurrency,
				shouldStop: (outcome: Result<OnceOutcome>) => isProblem(outcome) && !continueOnFail,
			},
			async (id): Promise<Result<OnceOutcome>> =>
				withoutResponse(await this.sendRemoval(call, [id], mayBeDone)),
		);

		const failure = describeFailedRemoval(call, outcomes);
		if (failure !== undefined) return failure;

		const succeeded = outcomes.filter((outcome) => typeof outcome === 'string');

		return toRows(
			succeeded.map((outcome, index) =>
				describeOutcome('removed', outcome, { id: ids[index] ?? '' }),
			),
		);
	}

	/**
	 * Checks that a record has the value that an action requires. The server would carry the action out anyway
	 * (row 90).
	 *
	 * @returns undefined if it has, or if the record is not found: it may be archived already, and the action
	 *   itself will show why
	 */
	private async checkRecord(call: Call<'action'>): Promise<Problem | undefined> {
		const { check } = call.operation;
		if (check?.kind !== 'record' || call.skipsCheck === true) return undefined;

		const { path } = call.operation.request;
		const query = { expand: check.expand };
		const response = await this.services.client.read(call, path, query);
		if (isProblem(response)) return isMissing(response.response) ? undefined : response;

		const { json } = response;
		const value = isJsonObject(json) ? asText(getValueAt(json, check.rowPath)) : undefined;
		const isMet = value === undefined || check.allowedValues.includes(value);

		return isMet ? undefined : failedCheck(call, check);
	}

	/**
	 * Removes several records with one request.
	 *
	 * @returns `done`, or another outcome, or undefined, if they have to be removed one by one: one that is missing may
	 *   have kept the others from being removed, the server takes one at a time, or it refused them together without
	 *   saying which of them is the cause
	 */
	private async removeTogether(call: Call<'remove'>): Promise<Result<OnceOutcome> | undefined> {
		if (call.operation.idPlaceholder !== undefined || call.ids.length === 1) return undefined;

		const outcome = await this.sendRemoval(call, call.ids, false);
		if (!isProblem(outcome)) return outcome;

		return SPLITTABLE_REMOVAL_STATUSES.includes(outcome.status ?? 0)
			? undefined
			: withoutResponse(outcome);
	}

	/**
	 * Removes one record, or several if the body of the request has their IDs.
	 *
	 * @param mayBeDone whether an earlier request, for several records, may have removed it
	 */
	private async sendRemoval(
		call: Call<'remove'>,
		ids: readonly string[],
		mayBeDone: boolean,
	): Promise<Result<OnceOutcome>> {
		const { idPlaceholder, idsField } = call.operation;
		const query = call.queryParameters ?? {};
		const ifMissing = notAMember(call);
		if (idPlaceholder === undefined) {
			return await this.sendOnce(call, {
				request: { body: { [idsField.wire]: [...ids] }, query },
				ifMissing,
				mayBeDone,
			});
		}

		const place = placeWithin(call, { [idPlaceholder]: ids[0] ?? '' });

		return await this.sendOnce(call, { request: { place, query }, ifMissing, mayBeDone });
	}

	/**
	 * Sends a request that can succeed only once, because it deletes, archives or removes its record.
	 *
	 * @param options.ifMissing the Problem if there is no such record; by default, it comes from the server's response
	 * @param options.mayBeDone whether an earlier request may have carried it out
	 */
	private async sendOnce(
		call: Call<'action' | 'remove'>,
		{ request = {}, ifMissing, mayBeDone = false }: SendOnceOptions,
	): Promise<Result<OnceOutcome>> {
		const { client, sharedWrites } = this.services;
		const sendAlone = async () => await client.request(call, request);
		const result =
			call.kind === 'action'
				? await sharedWrites.send({
						call,
						action: 'delete',
						id: getLastPathId(call),
						body: {},
						sendAlone,
					})
				: await sendAlone();
		if (!isProblem(result)) return 'done';

		const { response } = result;
		const hidden = response?.status === 403 ? await this.findHiddenProblem(call) : undefined;
		const isGone = isMissing(response) || hidden !== undefined;
		if (!isGone) return result;

		// Most likely, that attempt carried it out. But the server would answer the same if there never was such a record.
		if (mayBeDone || response?.mayHaveSucceeded === true) return 'goneAfterFault';

		return call.ignoreMissing ? 'notFound' : suggestIgnoreMissing(ifMissing ?? hidden ?? result);
	}

	/**
	 * Finds out whether a project was deleted. The server denies access to a deleted project as it does to a
	 * forbidden one, and only a read of the project tells them apart (rows 18 and 74).
	 *
	 * @returns the Problem of the read, or undefined if the project was not deleted
	 */
	private async findHiddenProblem(call: ServiceCall): Promise<Problem | undefined> {
		if (call.operation.locators.length !== 1) return undefined;

		const [path = ''] = /^[^{]*\{\w+\}\//.exec(call.operation.request.path) ?? [];
		const read = await this.services.client.read(call, path);

		return isProblem(read) && isMissing(read.response) ? read : undefined;
	}
}

/** Builds the output of an action. */
function describeAction(call: Call<'action'>, outcome: OnceOutcome): JsonObject {
	const { identifiedBy, resultKey } = call.operation;
	if (identifiedBy === undefined) {
		return describeOutcome(resultKey, outcome, { id: getLastPathId(call) });
	}

	const value = call.path[identifiedBy] ?? call.body?.[identifiedBy] ?? null;

	return describeOutcome(resultKey, outcome, { [identifiedBy.replace(/_id$/, '')]: value });
}

/** `{"deleted": true, "id": …}`, with a warning if this item may not be what deleted the record. */
const describeOutcome = (
	resultKey: string,
	outcome: OnceOutcome,
	record: JsonObject,
): JsonObject => ({
	[resultKey]: outcome !== 'notFound',
	...record,
	...(outcome === 'goneAfterFault' && {
		warning: `Plane does not find it, and it is not known whether this item ${resultKey} it: Plane did not answer the first time. If there may have been no such record, check the ID and the project.`,
	}),
});

/**
 * Describes which records were not removed.
 *
 * @param outcomes in the order of the IDs; undefined for each ID that was not tried
 * @returns undefined if nothing failed
 */
function describeFailedRemoval(
	call: Call<'remove'>,
	outcomes: readonly (Result<OnceOutcome> | undefined)[],
): Problem | undefined {
	const { ids, operation } = call;
	const failures: { readonly id: string; readonly problem: Problem }[] = [];

	for (const [index, outcome] of outcomes.entries()) {
		if (isProblem(outcome)) failures.push({ id: ids[index] ?? '', problem: outcome });
	}

	const first = findMainFailure(failures);
	if (first === undefined) return undefined;

	const { id, problem } = first;
	const { displayName } = operation.idsField;
	const message = `${displayName}: ${getShownName(call, id)} was not removed: ${problem.message}`;
	if (ids.length === 1) return { ...problem, message };

	const removedCount = outcomes.filter((outcome) => typeof outcome === 'string').length;
	const failedNames = failures.map((failure) => getShownName(call, failure.id)).join(', ');
	const untriedCount = ids.length - removedCount - failures.length;
	const notTried = untriedCount === 0 ? '' : ` Not tried: ${untriedCount}.`;

	return {
		...withPartDone(problem, removedCount > 0),
		message,
		description: `${problem.description} Removed: ${removedCount} of ${ids.length}. Not removed: ${failedNames}.${notTried}`,
	};
}

/** A record that does not have the value that an action requires. */
const failedCheck = (call: Call<'action'>, { says, remedy }: RecordCheck): Problem =>
	failed(`${nameAndValue(innermostParameter(call))} ${says}`, remedy);

/** A membership that already ended, although the server still lists it. */
const alreadyRemoved = (call: RequestTarget): Problem =>
	failed(
		`${nameAndValue(innermostParameter(call))} was removed before`,
		'Leave out this item, or choose another membership.',
	);
