import type { JsonObject } from 'n8n-workflow';

import type { V2Request } from '../../../shared/client/ApiV2';
import { toReadableProblem } from '../../../shared/client/problemDocument';
import type { RequestResult } from '../../../shared/client/requestResult';
import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { withUnknownOutcome } from '../../../shared/errors/unknownOutcome';
import { writtenButNotRead } from '../../../shared/errors/valueNotTaken';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { BulkWrites } from '../../../shared/operations/operation';
import { isProblem } from '../../../shared/result/problem';
import type { HttpResponse } from '../../../shared/transport/response';
import type { Execution } from '../Execution';
import { readWritten } from './readWritten';
import { type RecordWrite, toBulkBody, toV1Name, type WriteAction } from './recordWrite';

/** The most records that one request writes, and the most characters of its body (row 511). */
export const MAX_ROWS = 50;
const MAX_CHARACTERS = 1_000_000;

/** From so many records on, a request for all of them, and one to read them, are fewer than one for each. */
const MIN_ROWS: Readonly<Record<WriteAction, number>> = { create: 3, update: 3, delete: 2 };

/** Statuses that refuse a request whatever it contains. */
const LASTING_REFUSALS = [401, 402, 403, 406, 415];

/** The status of a response for each type of problem (row 486). */
const STATUS_BY_TYPE: Readonly<Record<string, number>> = {
	invalid_request: 400,
	unauthorized: 401,
	payment_required: 402,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
	payload_too_large: 413,
	server_error: 500,
};

/**
 * Sends writes to API v2, with one request for many records, and reads the records afterwards by API v1. What API v2
 * cannot say, or does not take, is sent to API v1.
 *
 * @param writes to the same list
 * @returns in the order of the writes, the results that API v1 would have had
 */
export async function sendTogether(
	writes: readonly RecordWrite[],
	execution: Execution,
): Promise<RequestResult[]> {
	const results = new Map<RecordWrite, RequestResult>();

	for (const part of splitWrites(writes)) {
		const partResults = await sendPart(part, execution);

		for (const [write, result] of partResults) results.set(write, result);
	}

	return writes.flatMap((write) => results.get(write) ?? []);
}

/** Writes that one request can carry out, or writes that API v1 has to carry out. */
interface Part {
	readonly writes: readonly RecordWrite[];
	/** As API v2 takes them, in the same order; undefined for API v1. */
	readonly rows: readonly JsonObject[] | undefined;
}

/** Splits writes into parts that do the same, within the limits of a request. Their order stays. */
function splitWrites(writes: readonly RecordWrite[]): readonly Part[] {
	const parts: { writes: RecordWrite[]; rows: JsonObject[] | undefined; length: number }[] = [];

	for (const write of writes) {
		const row = toRow(write);
		const length = JSON.stringify(row ?? null).length;
		const part = parts.at(-1);
		const hasRoom =
			part !== undefined &&
			part.writes[0]?.action === write.action &&
			(part.rows === undefined) === (row === undefined) &&
			part.writes.length < MAX_ROWS &&
			part.length + length <= MAX_CHARACTERS;

		if (hasRoom) {
			part.writes.push(write);
			part.length += length;
			if (row !== undefined) part.rows?.push(row);
		} else {
			parts.push({ writes: [write], rows: row && [row], length });
		}
	}

	return parts;
}

/** A write as a row of a request to API v2, or undefined if it cannot be one. */
function toRow(write: RecordWrite): JsonObject | undefined {
	const { id } = write;
	const body = toBulkBody(write);
	if (body === undefined || id === undefined) return body;

	return { id, ...body };
}

async function sendPart(
	{ writes, rows }: Part,
	execution: Execution,
): Promise<ReadonlyMap<RecordWrite, RequestResult>> {
	const [first] = writes;
	const bulk = first?.call.operation.bulk;
	const isWorthwhile = first !== undefined && writes.length >= MIN_ROWS[first.action];
	if (bulk === undefined || rows === undefined || !isWorthwhile) return await sendEachAlone(writes);

	const { action, call } = first;
	const { apiV2 } = execution.client;
	const request: V2Request = {
		method: 'POST',
		path: `${bulk.path}bulk-${action}/`,
		effect: action === 'create' ? 'create' : 'change',
		body: buildBulkBody(action, rows),
	};
	const result = await apiV2.request(call, request);

	if (result === undefined || isRefusal(result)) {
		// The plan or the role does not allow it, and will not in the next request either.
		if (isProblem(result) && LASTING_REFUSALS.includes(result.status ?? 0)) apiV2.giveUp(request);

		// It was refused as a whole, so nothing was written.
		return await sendEachAlone(writes);
	}
	if (isProblem(result)) return new Map(writes.map((write) => [write, result]));

	return await readResults(writes, result, { bulk, execution });
}

/** Rows that cannot be written do not keep the others from being written (row 511). */
function buildBulkBody(action: WriteAction, rows: readonly JsonObject[]): JsonObject {
	const content: JsonObject =
		action === 'delete' ? { ids: rows.map(({ id }) => id ?? null) } : { items: [...rows] };

	return { ...content, all_or_none: false };
}

const isRefusal = (result: RequestResult): boolean =>
	isProblem(result) && result.status !== undefined && result.status >= 400 && result.status < 500;

/** Sends writes to API v1: new records one after the other, so that they keep their order. */
async function sendEachAlone(
	writes: readonly RecordWrite[],
): Promise<ReadonlyMap<RecordWrite, RequestResult>> {
	const results = new Map<RecordWrite, RequestResult>();
	const pending: Promise<unknown>[] = [];

	for (const write of writes) {
		const sending = write.sendAlone().then((result) => results.set(write, result));

		pending.push(sending);
		if (write.action === 'create') await sending;
	}

	await Promise.all(pending);

	return results;
}

interface ReadOptions {
	readonly bulk: BulkWrites;
	readonly execution: Execution;
}

/** The result of each write, from the response to a request for all of them. */
async function readResults(
	writes: readonly RecordWrite[],
	response: HttpResponse,
	{ bulk, execution }: ReadOptions,
): Promise<ReadonlyMap<RecordWrite, RequestResult>> {
	const rowsByIndex = indexRows(response);
	const results = new Map<RecordWrite, RequestResult>();
	const idsToRead = new Map<RecordWrite, string>();

	for (const [index, write] of writes.entries()) {
		const row = rowsByIndex.get(index);
		const id = asText(row?.id) ?? write.id;

		if (row === undefined || (row.result !== 'failed' && id === undefined)) {
			const problem = unexpectedResponse(response, 'does not say what became of this item');

			results.set(write, withUnknownOutcome(problem, write.call));
		} else if (row.result === 'failed') {
			results.set(write, await explainRow(row, write, { response, bulk, execution }));
		} else if (write.action === 'delete') {
			results.set(write, { status: 204, headers: {}, text: '' });
		} else {
			idsToRead.set(write, id ?? '');
		}
	}

	const records = await readWritten(idsToRead, bulk, execution);

	for (const [write, id] of idsToRead) {
		const record = records.get(id);

		results.set(
			write,
			record === undefined
				? writtenButNotRead(id, write.action === 'create')
				: toResponse(record, write),
		);
	}

	return results;
}

/** The rows of a response by the positions of their writes. */
function indexRows({ json }: HttpResponse): ReadonlyMap<unknown, JsonObject> {
	const rows = isJsonObject(json) && Array.isArray(json.results) ? json.results : [];

	return new Map(rows.filter(isJsonObject).map((row) => [row.index, row]));
}

/**
 * Explains why a row was not written as the response of API v1 would be explained. A record that API v2 does not find
 * may be one that only API v1 shows, such as an archived one (row 515).
 */
async function explainRow(
	row: JsonObject,
	write: RecordWrite,
	{ response, bulk, execution }: ReadOptions & { readonly response: HttpResponse },
): Promise<RequestResult> {
	const { mayHaveSucceeded, attempts } = response;
	const mayBeGone = mayHaveSucceeded === true;
	if (row.type === 'not_found' && write.action !== 'create' && !mayBeGone) {
		return await write.sendAlone();
	}

	const json = toReadableProblem(row, (field) => toV1Name(bulk, field));
	const refusal: HttpResponse = {
		status: STATUS_BY_TYPE[asText(row.type) ?? ''] ?? 400,
		headers: { 'content-type': 'application/problem+json' },
		text: JSON.stringify(json),
		json,
		...(attempts !== undefined && { attempts }),
		...(mayHaveSucceeded !== undefined && { mayHaveSucceeded }),
	};

	return execution.client.explain(refusal, write.call);
}

const toResponse = (record: JsonObject, { action }: RecordWrite): HttpResponse => ({
	status: action === 'create' ? 201 : 200,
	headers: { 'content-type': 'application/json' },
	text: JSON.stringify(record),
	json: record,
});
