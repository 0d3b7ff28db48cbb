import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { absent } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/fields/json';
import type { Call } from '../../shared/model/call';
import type { FileDownload } from '../../shared/operations/operation';
import type { Simplifier } from '../../shared/operations/shared/simplifiers';
import type { PageQuery } from '../../shared/pagination/pageQuery';
import { paginate } from '../../shared/pagination/paginate';
import { asRows, asWhole, untilAll } from '../../shared/pagination/wholeList';
import { isProblem, type Result } from '../../shared/result/problem';
import type { HttpResponse } from '../../shared/transport/response';
import { downloadFiles } from './files/downloadFiles';
import { type Execution, type JobResult, toOutputs } from './Execution';
import { lastPathId } from './responseRecords';

/** Reads the records of a list. */
export async function readRecords(call: Call<'list'>, execution: Execution): Promise<JobResult> {
	const { filesInto } = call.query;
	const { fileDownload, stableOrder } = call.operation;
	const collected = await paginate(call.query, {
		...execution.paging,
		steadyOrder: stableOrder,
		fetch: async (page) => await fetchPage(call, execution, page),
	});
	if (isProblem(collected)) return collected;

	const { records, statistics } = collected;
	const nothing = statistics.seen === 0 ? await execution.projects.explainEmpty(call) : undefined;
	if (nothing !== undefined) return nothing;

	const shown = await formatRecords(records, call, execution);
	const result =
		filesInto === undefined || fileDownload === undefined
			? toOutputs(shown)
			: await downloadFiles(
					fileEndpoint(call, fileDownload),
					records,
					shown,
					fileDownload,
					filesInto,
					execution,
				);

	return isProblem(result) ? result : { ...result, statistics };
}

/** Asks for one page, by whatever way the list comes. */
async function fetchPage(
	call: Call<'list'>,
	{ client }: Execution,
	page: PageQuery,
): Promise<Result<HttpResponse>> {
	const { paging, grouped } = call.operation;
	const { search, clientFilters = [], limit, offset } = call.query;
	if (paging === 'limitOnly') {
		const most = limit === undefined || clientFilters.length > 0 ? undefined : offset + limit;

		return await untilAll(
			most,
			async (limit) => await client.request(call, { query: { ...search, limit } }),
		);
	}

	const query = paging === 'none' ? search : { ...search, ...page };
	const response = await client.request(call, { query });
	if (isProblem(response) || paging === undefined) return response;

	return grouped === undefined ? asWhole(response) : asRows(response, grouped);
}

/** Where the files of the records of a list are. */
const fileEndpoint = (call: Call<'list'>, { subPath }: FileDownload) => ({
	call,
	path: call.operation.request.path + subPath,
});

/** Reads one record. */
export async function readRecord(call: Call<'get'>, execution: Execution): Promise<JobResult> {
	const { simplifier, fileDownload } = call.operation;
	const shown = async (record: JsonObject): Promise<readonly JsonObject[]> =>
		call.isSimple && simplifier
			? await simplifyRecords([record], simplifier, call, execution)
			: [record];
	if (fileDownload !== undefined) {
		const record = await findInList(call, execution);
		if (isProblem(record)) return record;

		const { path } = call.operation.request;
		const place = { call, path };
		const records = await shown(record);

		return await downloadFiles(place, [record], records, fileDownload, call.filesInto, execution);
	}

	const response = await execution.client.request(call, { query: call.search });
	if (isProblem(response)) return response;

	const { json } = response;

	return isJsonObject(json)
		? toOutputs(await shown(json))
		: unexpectedResponse(response, 'is not a record');
}

/** The record of a call, where the path of a record gives its file and not what is known of it (row 20). */
async function findInList(call: Call<'get'>, execution: Execution): Promise<Result<JsonObject>> {
	const path = call.operation.request.path.replace(/\{\w+\}\/$/, '');
	const list = await paginate(
		{ search: {}, offset: 0 },
		{
			...execution.paging,
			fetch: async (page) => await execution.client.read(call, path, { ...page }),
		},
	);
	if (isProblem(list)) return list;

	const id = lastPathId(call);
	const found = list.records.find((record) => record.id === id);

	return found ?? absent(call);
}

/** The records as they are wanted; untouched unless it is wanted otherwise: a copy of 100,000 is memory. */
async function formatRecords(
	records: readonly JsonObject[],
	call: Call<'list'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const { fields, isSimple, expandedForFilters = [] } = call.query;
	const { simplifier } = call.operation;
	if (isSimple === true && simplifier !== undefined) {
		return await simplifyRecords(records, simplifier, call, execution);
	}

	const plain =
		expandedForFilters.length === 0
			? records
			: records.map((record) => collapseExpanded(record, expandedForFilters));

	return fields === undefined ? plain : plain.map((record) => pickFields(record, fields));
}

/** The cards of records; who is meant by the ID of a user is looked up once in a run. */
async function simplifyRecords(
	records: readonly JsonObject[],
	{ simplify, people = [] }: Simplifier,
	call: Call<'list' | 'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const { workspace } = call;
	const shown = { web: execution.client.web, workspace };
	const isNamed = records.some((record) => people.some((name) => isText(record[name])));
	const names = isNamed ? await execution.userNames(call) : new Map<JsonValue, string>();

	return records.map((record) => {
		const named = { ...record };

		for (const name of people) {
			const user = names.get(record[name] ?? null);
			if (user !== undefined) named[name] = user;
		}

		return simplify(named, shown);
	});
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string';

/** A record with these fields alone, of those that it has. */
function pickFields(record: JsonObject, fields: readonly string[]): JsonObject {
	const part: JsonObject = {};

	for (const name of fields) {
		const value = record[name];
		if (value !== undefined) part[name] = value;
	}

	return part;
}

/** A record with IDs in the place of the records that nobody asked for. */
function collapseExpanded(record: JsonObject, names: readonly string[]): JsonObject {
	const idOf = (value: JsonValue | undefined): JsonValue =>
		isJsonObject(value) && 'id' in value ? (value.id ?? null) : (value ?? null);
	const copy = { ...record };

	for (const name of names) if (name in record) copy[name] = idOf(record[name]);

	return copy;
}
