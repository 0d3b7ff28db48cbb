import type { JsonObject } from 'n8n-workflow';

import { judge } from '../client/client';
import { unexpected } from '../errors/wrongUrl';
import { isJsonObject } from '../fields/json';
import type { Call, PerCall } from '../model/call';
import { paginate, type Paging } from '../pagination/paginate';
import { findExisting, isTaken } from '../resolve/findExisting';
import { isProblem } from '../result/problem';
import { isFault } from '../transport/response';
import { executeAdd } from './addIds';
import { executeAttach } from './attachFiles';
import { withFiles } from './downloadFile';
import type { Execution } from './execution';
import { type JobResult, outputsOf } from './jobResults';
import { idOf, recordsOf } from './recordsOf';
import { executeUpload } from './uploadResult';

/**
 * How a call of each kind is carried out, with all the requests that it takes.
 *
 * `showed` is called when the service has shown what the other calls can expect, where there is more
 * to do than to ask it.
 */
export const EXECUTORS: PerCall<Promise<JobResult>, [execution: Execution, showed: () => void]> = {
	list: executeList,
	get: executeGet,
	create: executeCreate,
	update: executeUpdate,
	delete: executeDelete,
	add: executeAdd,
	attach: executeAttach,
	upload: executeUpload,
};

const pagingOf = ({ scheduler }: Execution): Omit<Paging, 'fetch'> => ({
	concurrency: scheduler.settings.concurrency,
	pause: async (time) => await scheduler.pause(time),
});

async function executeList(call: Call<'list'>, execution: Execution): Promise<JobResult> {
	const { query, operation } = call;
	const collected = await paginate(query, {
		...pagingOf(execution),
		fetch: async (page) =>
			await execution.client.request(call, { query: { ...query.search, ...page } }),
	});
	if (isProblem(collected)) return collected;
	const { records, statistics } = collected;
	const { files } = operation.list;
	const result =
		query.filesInto === undefined || files === undefined
			? outputsOf(records.map((record) => simplified(record, query.fields)))
			: await withFiles(call, records, files, query.filesInto, execution);
	return isProblem(result) ? result : { ...result, statistics };
}

/** A record with the wanted fields alone, of those that it has. */
const simplified = (record: JsonObject, fields?: readonly string[]): JsonObject =>
	fields === undefined
		? record
		: Object.fromEntries(
				fields.flatMap((name) => {
					const value = record[name];
					return value === undefined ? [] : [[name, value]];
				}),
			);

async function executeGet(call: Call<'get'>, { client }: Execution): Promise<JobResult> {
	const response = await client.request(call);
	if (isProblem(response)) return response;
	return isJsonObject(response.json)
		? outputsOf([response.json])
		: unexpected(response, 'is not a record');
}

async function executeCreate(call: Call<'create'>, execution: Execution): Promise<JobResult> {
	const { client } = execution;
	const request = client.build(call, { body: call.body });
	const outcome = await client.send(request);
	const response = judge(outcome, request, call);
	if (!isProblem(response)) return outputsOf(recordsOf(response, call));
	if (!call.useExisting || isFault(outcome) || !isTaken(outcome)) return response;
	const found = await findExisting(call, outcome, client, pagingOf(execution));
	return found === undefined ? response : outputsOf(isProblem(found) ? found : [found]);
}

async function executeUpdate(
	call: Call<'update'>,
	{ client, aliases }: Execution,
): Promise<JobResult> {
	const response = await aliases.send(call, async (body) => await client.request(call, { body }));
	return isProblem(response) ? response : outputsOf(recordsOf(response, call));
}

/** A repeat that finds nothing has succeeded: the request before it was carried out. */
async function executeDelete(call: Call<'delete'>, { client }: Execution): Promise<JobResult> {
	const request = client.build(call);
	const outcome = await client.send(request);
	const isGone = !isFault(outcome) && outcome.status === 404 && outcome.tries !== undefined;
	const response = isGone ? outcome : judge(outcome, request, call);
	if (isProblem(response)) return response;
	const id = idOf(call);
	return outputsOf([{ deleted: true, ...(id === undefined ? {} : { id }) }]);
}
