import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../model/call';
import { momentIn } from '../pagination/Completeness';
import { findByExternalId, findExisting, hasExternalId, isTaken } from '../resolve/findExisting';
import { isProblem } from '../result/problem';
import { type HttpResponse, isFault } from '../transport/response';
import type { Execution, JobResult } from './execution';
import { recordsOf } from './recordsOf';

/** Milliseconds by which the times of a server may be apart: its header has whole seconds. */
const SLACK = 2_000;

/**
 * Creates the record of a call, or does with the one that is there already what the user wants.
 *
 * A create with an external ID is safe to repeat, because servers tell a second one (row 23): where
 * nobody knows whether an earlier try arrived, the record of that try is the result.
 */
export async function createRecord(call: Call<'create'>, execution: Execution): Promise<JobResult> {
	const { client } = execution;
	const { natural, body: declared } = call.operation;
	const body: JsonObject = { ...call.body };
	for (const name of declared.repeats ?? []) body[name] = call.path[name] ?? '';
	const isRepeatable = natural?.unique.includes('external_id') === true && hasExternalId(call.body);
	if (isRepeatable && natural.listFinds === true && call.ifTaken === 'use') {
		// Where the one before was there already, so is this one, mostly: one request instead of two.
		if (execution.expectsExisting) {
			const found = await findByExternalId(call, client);
			if (isProblem(found)) return found;
			if (found !== undefined) return execution.written(call, [found]);
			execution.expectsExisting = false;
		}
	}

	const begun = execution.scheduler.now;
	const effect = isRepeatable ? 'change' : 'create';
	const request = client.build(call, { body, effect });
	const outcome = await client.send(request);
	const response = client.judge(outcome, request, call);
	if (!isProblem(response)) return execution.written(call, recordsOf(response, call));
	if (isFault(outcome) || !isTaken(outcome)) return response;

	const mayBeOwn = isRepeatable && outcome.mayBeDone === true;
	if (call.ifTaken === 'fail' && !mayBeOwn) return response;
	const found = await findExisting(call, outcome, client, execution.paging);
	if (found === undefined) return response;
	if (isProblem(found)) return found;
	if (mayBeOwn && isSince(found, outcome, execution.scheduler.now - begun))
		return execution.written(call, [found]);
	if (call.ifTaken === 'fail') return response;
	if (call.ifTaken === 'use') {
		execution.expectsExisting = true;
		return execution.written(call, [found]);
	}
	const id = typeof found.id === 'string' ? found.id : '';
	const place = { ...call, path: { ...call.path, id } };
	const path = `${call.operation.request.path}{id}/`;
	const changed = await client.request(place, {
		...{ method: 'PATCH', path, effect: 'change', body: call.body },
	});
	if (isProblem(changed)) return changed;
	const records = recordsOf(changed, call);
	if (isProblem(records)) return records;
	return execution.written(
		call,
		records.map((record) => ({ id, ...record })),
	);
}

/**
 * Whether a record was made in the last so many milliseconds, by the clock of the server alone: the
 * times of its response and of the record are compared.
 */
function isSince(record: JsonObject, { headers }: HttpResponse, passed: number): boolean {
	const now = Date.parse(headers.date ?? '');
	const created = momentIn(record.created_at);
	return created !== undefined && now - created <= passed + SLACK;
}
