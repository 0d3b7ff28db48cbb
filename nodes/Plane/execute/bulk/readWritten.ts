import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { BulkWrites } from '../../../shared/operations/operation';
import { parseListPage } from '../../../shared/pagination/envelope';
import { buildPageQuery, PAGE_SIZE } from '../../../shared/pagination/pageQuery';
import { isProblem } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { findIgnoredValues } from '../write/compareRecord';
import type { Execution } from '../Execution';
import type { BulkCall, RecordWrite } from './recordWrite';

/** Milliseconds before the list is read again: a replica may not have the writes yet (row 166). */
const REPLICA_DELAYS_MS = [500, 1_000, 2_000];

/**
 * Reads records that were just written, by API v1: API v2 returns only their IDs, and its rows lack fields. They are
 * the first ones of the list; those that are not are read by themselves.
 *
 * @param ids those of the records, all in the same list
 * @returns the records by ID; those that cannot be read are missing
 */
export async function readWritten(
	ids: ReadonlyMap<RecordWrite, string>,
	bulk: BulkWrites,
	execution: Execution,
): Promise<ReadonlyMap<string, JsonObject>> {
	const [first] = ids.keys();
	const records = new Map<string, JsonObject>();
	if (first === undefined) return records;

	const isOutdated = ([write, id]: readonly [RecordWrite, string]) =>
		needsReread(write, records.get(id));

	for (const delay of [0, ...REPLICA_DELAYS_MS]) {
		await execution.scheduler.pause(delay);

		const rows = await readNewestRows(first, bulk, execution);
		if (rows === undefined) break;

		for (const row of rows) records.set(asText(row.id) ?? '', row);

		if (![...ids].some(isOutdated)) break;
	}

	const missingIds = [...ids.values()].filter((id) => !records.has(id));
	const missingRecords = await mapConcurrently(
		missingIds,
		{ concurrency: execution.paging.concurrency },
		async (id) => await readOne(first.call, id, { bulk, execution }),
	);

	for (const record of missingRecords) {
		if (record !== undefined) records.set(asText(record.id) ?? '', record);
	}

	return records;
}

/** Whether a record is missing, or does not show the values that were sent. */
function needsReread({ call, body }: RecordWrite, record: JsonObject | undefined): boolean {
	if (record === undefined) return true;
	if (call.kind === 'action') return false;

	return findIgnoredValues(record, call.operation.body, body).length > 0;
}

/**
 * Reads the first page of the list, in the order of the time of the writes if servers sort it. Returns undefined if
 * that fails.
 */
async function readNewestRows(
	{ call, action }: RecordWrite,
	{ path, isSortable }: BulkWrites,
	{ client }: Execution,
): Promise<readonly JsonObject[] | undefined> {
	const order_by = action === 'create' ? '-created_at' : '-updated_at';
	const query = { ...buildPageQuery(PAGE_SIZE, 0), ...(isSortable === true && { order_by }) };
	const response = await client.read(call, path, query);
	const page = isProblem(response) ? response : parseListPage(response);

	return isProblem(page) ? undefined : page.records;
}

interface ReadOptions {
	readonly bulk: BulkWrites;
	readonly execution: Execution;
}

async function readOne(
	call: BulkCall,
	id: string,
	{ bulk, execution }: ReadOptions,
): Promise<JsonObject | undefined> {
	const target = { ...call, path: { ...call.path, written_id: id } };
	const response = await execution.client.read(target, `${bulk.path}{written_id}/`);

	return !isProblem(response) && isJsonObject(response.json) ? response.json : undefined;
}
