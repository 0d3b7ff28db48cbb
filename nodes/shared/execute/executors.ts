import type { JsonObject } from 'n8n-workflow';

import { judge } from '../client/client';
import { unexpected } from '../errors/credentialErrors';
import { withUnknownOutcome } from '../errors/unknownOutcome';
import { isJsonObject } from '../fields/json';
import type { PerCall, ServiceCall } from '../model/call';
import { paginate } from '../pagination/paginate';
import { findExisting, isTaken } from '../resolve/findExisting';
import { isProblem, type Result } from '../result/problem';
import { type HttpResponse, isBlank, isFault } from '../transport/response';
import { executeAdd } from './addIds';
import { executeAttach } from './attachFiles';
import { withFiles } from './downloadFile';
import { type Execution, type JobResult, outputsOf } from './execution';
import { upload } from './uploadResult';

/**
 * How a call of each kind is carried out, with all the requests that it takes.
 *
 * `showed` is called when the service has shown what the other calls can expect, where there is more
 * to do than to ask it.
 */
export const EXECUTORS: PerCall<Promise<JobResult>, [execution: Execution, showed: () => void]> = {
	list: async (call, execution) => {
		const { client } = execution;
		const { search, fields, filesInto } = call.query;
		const { files } = call.operation.list;
		const collected = await paginate(call.query, {
			...pagingOf(execution),
			fetch: async (page) => await client.request(call, { query: { ...search, ...page } }),
		});
		if (isProblem(collected)) return collected;
		const { records, statistics } = collected;
		// Untouched unless it is wanted otherwise: a copy of 100,000 records is memory.
		const shown = fields ? records.map((record) => simplified(record, fields)) : records;
		const result =
			filesInto === undefined || files === undefined
				? outputsOf(shown)
				: await withFiles(call, records, files, filesInto, execution);
		return isProblem(result) ? result : { ...result, statistics };
	},

	get: async (call, { client }) => {
		const response = await client.request(call);
		if (isProblem(response)) return response;
		const { json } = response;
		return isJsonObject(json) ? outputsOf([json]) : unexpected(response, 'is not a record');
	},

	create: async (call, execution) => {
		const { client } = execution;
		const request = client.build(call, { body: call.body });
		const outcome = await client.send(request);
		const response = judge(outcome, request, call);
		if (!isProblem(response)) return outputsOf(recordsOf(response, call));
		if (!call.useExisting || isFault(outcome) || !isTaken(outcome)) return response;
		const found = await findExisting(call, outcome, client, pagingOf(execution));
		return found === undefined ? response : outputsOf(isProblem(found) ? found : [found]);
	},

	update: async (call, { client, aliases }) => {
		const response = await aliases.send(call, async (body) => await client.request(call, { body }));
		return isProblem(response) ? response : outputsOf(recordsOf(response, call));
	},

	delete: async (call, { client }) => {
		const request = client.build(call);
		const outcome = await client.send(request);
		// What an earlier try may have deleted and is not there has been deleted.
		const isGone = !isFault(outcome) && outcome.status === 404 && outcome.mayBeDone === true;
		const response = isGone ? outcome : judge(outcome, request, call);
		return isProblem(response) ? response : outputsOf([{ deleted: true, id: idOf(call) }]);
	},

	add: executeAdd,
	attach: executeAttach,
	upload: async (call, { client }) => outputsOf(await upload(call, client)),
};

const pagingOf = ({ scheduler }: Execution) => ({
	concurrency: scheduler.settings.concurrency,
	pause: async (time: number) => await scheduler.pause(time),
});

/** A record with the wanted fields alone, of those that it has. */
const simplified = (record: JsonObject, fields: readonly string[]) =>
	Object.fromEntries(fields.filter((name) => name in record).map((name) => [name, record[name]]));

/** The ID that the path of a call ends in. */
const idOf = ({ operation, path }: ServiceCall): string =>
	path[operation.path.at(-1)?.wire ?? ''] ?? '';

/**
 * The records in the response to a create or an update. Responses are not specified beyond `id` and
 * `created_at`, so the record goes out as the server gives it.
 */
export function recordsOf(response: HttpResponse, call: ServiceCall): Result<JsonObject[]> {
	const { json } = response;
	// The response to the update of a module does not say which one it was (row 14).
	const updated = call.kind === 'update' ? { id: idOf(call) } : undefined;
	if (isJsonObject(json)) return [{ ...updated, ...json }];
	if (Array.isArray(json) && json.length > 0 && json.every(isJsonObject)) return json;
	if (!isBlank(response)) return withUnknownOutcome(unexpected(response, 'is not a record'), call);
	return [updated ?? { success: true }];
}
