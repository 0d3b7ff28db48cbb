import type { JsonObject } from 'n8n-workflow';

import { isTaken } from '../errors/badRequest';
import type { Call } from '../model/call';
import { ExistingRecords, hasExternalId } from '../resolve/findExisting';
import { isProblem } from '../result/problem';
import { isFault } from '../transport/response';
import type { Execution, JobResult } from './execution';
import { recordsOf } from './recordsOf';

/** Milliseconds by which the times of a server may be apart: its header has whole seconds. */
const SLACK = 2_000;

/** The first pause before a create is sent again, in milliseconds; each further one is twice as long. */
const FIRST_PAUSE = 1_000;

/**
 * Creates the record of a call, or does with the one that is there already what the user wants.
 *
 * Where nobody knows whether a create was carried out, one with an external ID is looked for by it: the
 * record is the result if it was made since, and the create is sent again if there is none. A server
 * tells a second one besides (row 23), should the first still be under way.
 */
export async function createRecord(call: Call<'create'>, execution: Execution): Promise<JobResult> {
	const { client, scheduler } = execution;
	const { natural, body: declared } = call.operation;
	const others = new ExistingRecords(client, execution.paging);
	const isKnowable = natural?.unique.includes('external_id') === true && hasExternalId(call.body);
	// Where the one before was there already, so is this one, mostly: one request instead of two.
	const looksFirst = isKnowable && natural.listFinds === true && call.ifTaken === 'use';
	if (looksFirst && execution.expectsExisting) {
		const found = await others.withExternalId(call);
		if (isProblem(found)) return found;
		if (found !== undefined) return execution.written(call, [found.record]);
		execution.expectsExisting = false;
	}

	const body: JsonObject = { ...call.body };
	for (const name of declared.repeats ?? []) body[name] = call.path[name] ?? '';
	const begun = scheduler.now;
	const isOwn = (age: number) => age <= scheduler.now - begun + SLACK;
	for (let tries = 1; ; tries++) {
		const request = client.build(call, { body });
		const outcome = await client.send(request);
		const response = client.judge(outcome, request, call);
		const records = isProblem(response) ? response : recordsOf(response, call);
		if (!isProblem(records)) return execution.written(call, records);

		if (records.tag === 'unknownOutcome' && isKnowable) {
			const found = await others.withExternalId(call);
			if (isProblem(found)) return records;
			if (found !== undefined) {
				if (isOwn(found.age)) return execution.written(call, [found.record]);
				// It was there before, so that no second one was made.
				return call.ifTaken === 'fail'
					? records
					: await takeExisting(call, found.record, execution);
			}
			if (tries > scheduler.settings.retries) return records;
			await scheduler.pause(FIRST_PAUSE * 2 ** (tries - 1));
			continue;
		}
		if (isFault(outcome) || !isTaken(outcome)) return records;
		const mayBeOwn = isKnowable && tries > 1;
		if (call.ifTaken === 'fail' && !mayBeOwn) return records;
		const found = await others.refusing(call, outcome);
		if (found === undefined) return records;
		if (isProblem(found)) return found;
		if (mayBeOwn && isOwn(found.age)) return execution.written(call, [found.record]);
		if (call.ifTaken === 'fail') return records;
		return await takeExisting(call, found.record, execution);
	}
}

/** Does with a record that is there already, and is not to fail, what the user wants. */
async function takeExisting(
	call: Call<'create'>,
	record: JsonObject,
	execution: Execution,
): Promise<JobResult> {
	execution.expectsExisting = true;
	if (call.ifTaken === 'use') return execution.written(call, [record]);
	const { id } = record;
	const place = { ...call, path: { ...call.path, id: typeof id === 'string' ? id : '' } };
	const path = `${call.operation.request.path}{id}/`;
	const response = await execution.client.request(place, {
		...{ method: 'PATCH', path, effect: 'change', body: call.body },
	});
	const records = isProblem(response) ? response : recordsOf(response, call);
	if (isProblem(records)) return records;
	return execution.written(
		call,
		records.map((record) => ({ id: id ?? null, ...record })),
	);
}
