import type { JsonObject } from 'n8n-workflow';

import {
	type RequestProblem,
	type RequestResult,
	withoutResponse,
} from '../../../shared/client/requestResult';
import { isMissing, suggestIgnoreMissing } from '../../../shared/errors/notFound';
import { failed } from '../../../shared/errors/problemFrom';
import { normalizeId } from '../../../shared/values/textForms';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import type { ReadTarget } from '../../../shared/model/call';
import { isProblem, type Problem, withUnknownOutcome } from '../../../shared/result/problem';
import type { HttpResponse } from '../../../shared/transport/response';
import { type RecordSource, readWritten } from './readWritten';
import type { RequestServices } from '../RequestServices';
import {
	type BulkCall,
	buildBulkRequest,
	type RecordWrite,
	toBulkBody,
	type WriteAction,
} from './recordWrite';

/** The most records that one request writes (row 511). */
export const MAX_ROWS = 50;

/** The most characters of a body: servers refuse bodies of a few megabytes. */
const MAX_CHARACTERS = 1_000_000;

/** The fewest records that are worth it: one request writes them all, and one more reads them. */
const MIN_ROWS: Readonly<Record<WriteAction, number>> = { create: 3, update: 3, delete: 2 };

/** Statuses that refuse a request, so that nothing was written. */
const REFUSALS = [400, 401, 402, 403, 404, 405, 406, 409, 413, 415, 422];

/** Refusals of every request for the same list, whatever it contains. */
const LASTING_REFUSALS = [401, 402, 403, 406, 415];

/** What a row says if its record was written (row 511). */
const RESULTS: Readonly<Record<WriteAction, string>> = {
	create: 'created',
	update: 'updated',
	delete: 'deleted',
};

/** Types of problems of a row that may have been written (row 486). */
const UNCERTAIN_TYPES: readonly string[] = ['server_error', 'service_unavailable'];

/** The results of writes. API v1 has to carry out every write that has no result. */
type Results = ReadonlyMap<RecordWrite, RequestResult>;

const NOTHING_SENT: Results = new Map();

/**
 * Sends writes to API v2, with one request for many records, and reads the records afterwards by API v1.
 *
 * @param writes to the same list, in the order of the items
 * @returns the results that API v1 would have had. A write has no result if API v2 cannot carry it out or has refused
 *   it: API v1 may accept it, and its errors are about the item
 */
export async function sendTogether(
	writes: readonly RecordWrite[],
	services: RequestServices,
): Promise<Results> {
	const results = new Map<RecordWrite, RequestResult>();

	for (const part of splitWrites(writes)) {
		const partResults = await sendPart(part, services);

		for (const [write, result] of partResults) results.set(write, result);
	}

	return results;
}

/** Writes that one request can carry out. */
interface Part {
	readonly writes: RecordWrite[];
	/** As API v2 takes them, in the same order. */
	readonly rows: JsonObject[];
	characterCount: number;
}

/** Splits the writes that API v2 can carry out into parts that do the same, within the limits of a request. */
function splitWrites(writes: readonly RecordWrite[]): readonly Part[] {
	const parts: Part[] = [];
	const openParts = new Map<WriteAction, Part>();

	for (const write of writes) {
		const row = toRow(write);
		if (row === undefined) continue;

		const characterCount = JSON.stringify(row).length;
		const open = openParts.get(write.action);

		if (open !== undefined && hasRoom(open, characterCount)) {
			open.writes.push(write);
			open.rows.push(row);
			open.characterCount += characterCount;
		} else {
			const part = { writes: [write], rows: [row], characterCount };

			parts.push(part);
			openParts.set(write.action, part);
		}
	}

	return parts;
}

const hasRoom = (part: Part, characterCount: number): boolean =>
	part.writes.length < MAX_ROWS && part.characterCount + characterCount <= MAX_CHARACTERS;

/** A write as a row of a request to API v2, or undefined if it cannot be one. */
function toRow(write: RecordWrite): JsonObject | undefined {
	const { id } = write;
	const body = toBulkBody(write);
	if (body === undefined || id === undefined) return body;

	return { id, ...body };
}

async function sendPart({ writes, rows }: Part, services: RequestServices): Promise<Results> {
	const [first] = writes;
	const bulk = first?.call.operation.bulk;
	if (first === undefined || bulk === undefined || writes.length < MIN_ROWS[first.action]) {
		return NOTHING_SENT;
	}

	const { action, call } = first;
	const { apiV2 } = services.client;
	const request = buildBulkRequest(bulk, action, rows);
	const result = await apiV2.request(toListTarget(call), request);
	if (result === undefined) return NOTHING_SENT;
	if (!isProblem(result)) return await readResults(writes, result, { bulk, services });

	const { status = 0 } = result;
	const isUnknown = result.effect === 'maybeDone';

	if (REFUSALS.includes(status) && !isUnknown) {
		if (LASTING_REFUSALS.includes(status)) apiV2.stopUsing(request, call);

		return NOTHING_SENT;
	}

	// One of the records may be the reason, and writing the others again changes nothing.
	if (status === 500 && action !== 'create') {
		return action === 'delete' ? await deleteEachAgain(writes) : NOTHING_SENT;
	}

	const problem = withoutResponse(result);

	return isProblem(problem) ? explainFailure(writes, problem, isUnknown) : NOTHING_SENT;
}

/** The list of a record: errors about all rows of a request are not about one of the items. */
const toListTarget = ({ workspace, path, operation }: BulkCall): ReadTarget => ({
	kind: 'read',
	workspace,
	path,
	operation,
});

/** @param isUnknown whether the server may have carried out the writes */
const explainFailure = (
	writes: readonly RecordWrite[],
	problem: Problem,
	isUnknown: boolean,
): Results =>
	new Map(writes.map((write) => [write, isUnknown ? unknownOutcome(problem, write) : problem]));

/** The result of each write that was carried out, from the response to a request for all of them. */
async function readResults(
	writes: readonly RecordWrite[],
	response: HttpResponse,
	source: RecordSource,
): Promise<Results> {
	const rowsByIndex = indexRows(response);
	const results = new Map<RecordWrite, RequestResult>();
	const idsToRead = new Map<RecordWrite, string>();

	for (const [index, write] of writes.entries()) {
		const outcome = readOutcome(write, rowsByIndex.get(index) ?? {});

		switch (outcome.kind) {
			case 'deleted':
				results.set(write, { kind: 'response', status: 204, headers: {}, text: '' });
				break;
			case 'written':
				idsToRead.set(write, outcome.id);
				break;
			case 'unknown':
				results.set(write, unknownOutcome(UNREPORTED_OUTCOME, write));
				break;
			case 'refused':
				// The first attempt may have deleted it.
				if (write.action === 'delete' && response.mayHaveSucceeded === true) {
					results.set(write, await deleteAgain(write));
				}
		}
	}

	const records = await readWritten(idsToRead, response, source);

	for (const [write, id] of idsToRead) {
		const record = records.get(id);

		results.set(
			write,
			record === undefined ? writtenButNotRead(write.call, id) : toResponse(record, write),
		);
	}

	return results;
}

/** What a response says of one of several writes. API v1 has to carry out a write that was refused. */
type RowOutcome =
	| { readonly kind: 'written'; readonly id: string }
	| { readonly kind: 'deleted' | 'refused' | 'unknown' };

/** @param row of the response for a write; empty if there is none */
function readOutcome({ action, id: ownId }: RecordWrite, row: JsonObject): RowOutcome {
	const id = asText(row.id) ?? ownId;

	if (row.result === RESULTS[action] && id !== undefined) {
		return action === 'delete' ? { kind: 'deleted' } : { kind: 'written', id: normalizeId(id) };
	}

	const isRefused = row.result === 'failed' && !UNCERTAIN_TYPES.includes(asText(row.type) ?? '');

	return { kind: isRefused ? 'refused' : 'unknown' };
}

const UNREPORTED_OUTCOME = failed(
	'The response of Plane does not say what became of this item',
	'It was sent together with others.',
);

/** API v2 refuses no second record that is the same, unlike API v1 (row 514), so a create must not be repeated. */
const unknownOutcome = (problem: Problem, write: RecordWrite): RequestProblem => ({
	...withUnknownOutcome(problem),
	...(write.action === 'create' && { mayNotBeRepeated: true }),
});

/** A record was written together with others, but cannot be read for the output. */
function writtenButNotRead(call: BulkCall, id: string): RequestProblem {
	const hasTargets = call.kind !== 'action' && Object.keys(call.targets ?? {}).length > 0;
	const notAdded = hasTargets ? ', and was not added to anything' : '';

	return {
		...failed(`It was saved (ID ${id}), but Plane did not return it afterwards${notAdded}`, ''),
		effect: 'partlyDone',
		wasCarriedOut: true,
	};
}

/**
 * Deletes a record that an earlier attempt may have deleted, or that only API v1 finds, such as an archived one. If it
 * is not there, it may never have existed: the lost response would have said for each record whether it did.
 */
async function deleteAgain(write: RecordWrite): Promise<RequestResult> {
	const result = await write.sendAlone();
	if (!isProblem(result)) return result;

	const { response } = result;
	if (response === undefined || !isMissing(response)) return result;

	const { call } = write;
	const acceptsMissing = call.kind === 'action' && call.ignoreMissing;

	return acceptsMissing
		? { ...result, response: { ...response, mayHaveSucceeded: true } }
		: suggestIgnoreMissing(maybeDeleted());
}

/** Deletes records one by one after a request for all of them, which may have deleted some. */
const deleteEachAgain = async (writes: readonly RecordWrite[]): Promise<Results> =>
	new Map(
		await Promise.all(writes.map(async (write) => [write, await deleteAgain(write)] as const)),
	);

/** A record that was to be deleted together with others, and is not there after a response was lost. */
const maybeDeleted = (): Problem =>
	withUnknownOutcome(
		failed(
			'Plane does not find it, and it is not known whether this item deleted it',
			'It was sent together with others, without an answer that says what became of it. Either it was deleted then, or there was no such record: check the ID and the project.',
		),
	);

/** The rows of a response by the positions of their writes. */
function indexRows({ json }: HttpResponse): ReadonlyMap<unknown, JsonObject> {
	const rows = isJsonObject(json) && Array.isArray(json.results) ? json.results : [];

	return new Map(rows.filter(isJsonObject).map((row) => [row.index, row]));
}

const toResponse = (record: JsonObject, { action }: RecordWrite): HttpResponse => ({
	kind: 'response',
	status: action === 'create' ? 201 : 200,
	headers: { 'content-type': 'application/json' },
	text: JSON.stringify(record),
	json: record,
});
