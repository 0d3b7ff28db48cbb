import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { recordNotFound } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/fields/json';
import type { Call } from '../../shared/model/call';
import { listPathOf } from '../../shared/model/place';
import type { FileDownload } from '../../shared/operations/operation';
import type { RecordReference, Simplifier } from '../../shared/operations/shared/simplifiers';
import { passesOwnFilters } from '../../shared/pagination/rowFilter';
import type { PageQuery } from '../../shared/pagination/pageQuery';
import { paginate } from '../../shared/pagination/paginate';
import type { CollectedList } from '../../shared/pagination/RowCollector';
import {
	asSinglePage,
	asSinglePageIfShort,
	fetchByLimit,
	flattenGroups,
} from '../../shared/pagination/unpagedLists';
import { isProblem, type Result } from '../../shared/result/problem';
import type { ServiceRequest } from '../../shared/transport/request';
import type { HttpResponse } from '../../shared/transport/response';
import { addCustomProperties } from './customProperties';
import { applyContainers, selectFromContainer } from './containers';
import { downloadFiles } from './files/downloadFiles';
import type { Execution } from './Execution';
import { type JobResult, toRows } from './results';
import { addUserNames, buildRecordContext } from './recordContext';
import { buildSearchBody } from './buildSearchBody';
import { pickFields, withOtherFields } from './pickFields';
import { getLastPathId, readOnlyGroup } from './responseRecords';

/** Reads the records of a list. */
export async function readRecords(call: Call<'list'>, execution: Execution): Promise<JobResult> {
	const { binaryField } = call.query;
	const { fileDownload } = call.operation;
	const collected = await collectRecords(call, execution);
	if (isProblem(collected)) return collected;

	const { records } = collected;
	const statistics = [collected.statistics];
	const formatted = await formatRecords(records, call, execution);
	const withProperties = await withCustomProperties(records, formatted, call, execution);
	if (isProblem(withProperties)) return withProperties;

	if (binaryField === undefined || fileDownload === undefined) {
		const rows = withProperties.filter((row) => row !== undefined);

		return { kind: 'rows', rows, statistics };
	}

	const result = await downloadFiles({
		call,
		path: call.operation.request.path + fileDownload.subPath,
		records,
		formatted,
		fileDownload,
		outputField: binaryField,
		execution,
	});

	return isProblem(result) ? result : { ...result, statistics };
}

/** Reads the rows that a list selects, as the server returns them. */
export async function collectRecords(
	call: Call<'list'>,
	execution: Execution,
): Promise<Result<CollectedList>> {
	const reading = await applyContainers(call, execution);
	if (isProblem(reading)) return reading;

	const collected = await paginate(reading.query, {
		...execution.paging,
		stableOrder: call.operation.stableOrder,
		fetch: async (page) => await fetchPage(reading, execution, page),
	});
	if (isProblem(collected)) return collected;
	if (collected.statistics.received > 0) return selectFromContainer(call, collected);

	return (await execution.projects.explainEmptyList(call)) ?? collected;
}

/** Fetches one page, or the whole list if it is not paged. */
async function fetchPage(
	call: Call<'list'>,
	{ client }: Execution,
	page: PageQuery,
): Promise<Result<HttpResponse>> {
	const { paging, grouped } = call.operation;
	const { queryParameters, limit, offset } = call.query;
	if (paging === 'limitOnly') {
		const needed = {
			limit: limit === undefined ? undefined : offset + limit,
			matches: (row: JsonObject) => passesOwnFilters(row, call.query),
		};

		return await fetchByLimit(
			needed,
			async (rows) => await client.request(call, buildLimitedRequest(call, rows)),
		);
	}

	const query = paging === 'none' ? queryParameters : { ...queryParameters, ...page };
	const response = await client.request(call, { query });
	if (isProblem(response)) return response;
	if (paging === undefined) return asSinglePageIfShort(response, page);

	return grouped === undefined ? asSinglePage(response) : flattenGroups(response, grouped);
}

/** The parts of a request for so many rows of a list that is not paged: a search has all of it in its body. */
const buildLimitedRequest = (call: Call<'list'>, limit: number): Partial<ServiceRequest> =>
	call.operation.search === undefined
		? { query: { ...call.query.queryParameters, limit } }
		: { body: buildSearchBody(call, limit) };

/** Reads one record. */
export async function readRecord(call: Call<'get'>, execution: Execution): Promise<JobResult> {
	const { fileDownload, grouped } = call.operation;
	if (fileDownload !== undefined) return await readRecordWithFile(call, fileDownload, execution);

	const response = await execution.client.request(call, { query: call.queryParameters });
	if (isProblem(response)) return response;

	const { json: list } = response;
	if (call.operation.mayBeList === true && Array.isArray(list) && list.every(isJsonObject)) {
		return toRows(list);
	}

	const json = grouped === undefined ? response.json : readOnlyGroup(response, grouped, call);

	if (!isJsonObject(json)) return unexpectedResponse(response, 'is not a record');

	const formatted = await formatRecord(json, call, execution);

	const withProperties = await withCustomProperties([json], formatted, call, execution);

	return isProblem(withProperties)
		? withProperties
		: toRows(withProperties.filter((record) => record !== undefined));
}

/** Adds the values of custom properties, if the user wants them, as `addCustomProperties` does. */
export const withCustomProperties = async (
	records: readonly JsonObject[],
	formatted: readonly JsonObject[],
	call: Call<'get' | 'list'>,
	execution: Execution,
): Promise<Result<readonly (JsonObject | undefined)[]>> =>
	call.includesCustomProperties === true
		? await addCustomProperties(records, formatted, call, execution)
		: formatted;

async function readRecordWithFile(
	call: Call<'get'>,
	fileDownload: FileDownload,
	execution: Execution,
): Promise<JobResult> {
	const record = await findInList(call, execution);
	if (isProblem(record)) return record;

	return await downloadFiles({
		call,
		path: call.operation.request.path,
		records: [record],
		formatted: await formatRecord(record, call, execution),
		fileDownload,
		outputField: call.binaryField,
		execution,
	});
}

/** Applies Simplify to one record. */
async function formatRecord(
	record: JsonObject,
	call: Call<'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const { simplifier } = call.operation;
	if (simplifier === undefined) return [record];

	if (call.simplify !== true) {
		return await addReferences([record], simplifier.reference, call, execution);
	}

	const cards = await buildDetailedCards([record], simplifier, call, execution);

	return call.selectedFields === undefined ? cards : addOtherFields(cards, [record]);
}

/** Finds the record of a call in its list, because its own path returns the file (row 20). */
async function findInList(call: Call<'get'>, execution: Execution): Promise<Result<JsonObject>> {
	const path = listPathOf(call.operation.request.path);
	const list = await execution.listSource.read({ place: call, path, about: call });
	if (isProblem(list)) return list;

	const id = getLastPathId(call);
	const found = list.rows.find((record) => record.id === id);

	return found ?? recordNotFound(call);
}

/**
 * Applies Simplify and Fields, and adds keys and addresses. Returns the same array if there is nothing to do:
 * copies of 100,000 records need much memory.
 */
export async function formatRecords(
	records: readonly JsonObject[],
	call: Call<'list'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const { fields, simplify, expandedForFilters = [] } = call.query;
	const { simplifier, reference = simplifier?.reference } = call.operation;
	if (simplify === true && simplifier !== undefined) {
		if (call.selectedFields === undefined) {
			return await simplifyRecords(records, simplifier, call, execution);
		}

		return addOtherFields(await buildDetailedCards(records, simplifier, call, execution), records);
	}

	const collapsed =
		expandedForFilters.length === 0
			? records
			: records.map((record) => collapseExpanded(record, expandedForFilters));
	const showsReference =
		fields === undefined || fields.some((name) => reference?.names.includes(name));
	const plain = showsReference
		? await addReferences(collapsed, reference, call, execution)
		: collapsed;

	return fields === undefined ? plain : plain.map((record) => pickFields(record, fields));
}

/** Simplifies records, with the names of users, which are loaded once in an execution. */
async function simplifyRecords(
	records: readonly JsonObject[],
	{ simplify, people = [], texts = [], needsProject }: Simplifier,
	call: Call<'list' | 'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const context = await buildRecordContext(records, texts, call, execution);
	const withProject = needsProject === true ? await addProject(records, call, execution) : records;
	const withNames = await addUserNames(withProject, people, call, execution);

	return withNames.map((record) => simplify(record, context));
}

/** Replaces the ID of the project by its record, which is read once in an execution. */
async function addProject(
	records: readonly JsonObject[],
	call: Call<'list' | 'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const project = records.length === 0 ? undefined : await execution.projects.find(call);

	return project === undefined ? records : records.map((record) => ({ ...record, project }));
}

/** Simplifies records with all details, which lists leave out otherwise. */
async function buildDetailedCards(
	records: readonly JsonObject[],
	simplifier: Simplifier,
	call: Call<'list' | 'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const { details, relatedLists = {} } = simplifier;
	const expanded: JsonObject[] = [];

	// Servers do not expand every related record.
	for (const record of records) {
		expanded.push(await execution.related.expand(record, relatedLists, call));
	}

	const cards = await simplifyRecords(expanded, simplifier, call, execution);
	const context = await buildRecordContext(records, details?.texts ?? [], call, execution);

	return cards.map((card, index) => ({
		...card,
		...details?.build(expanded[index] ?? {}, context),
	}));
}

const addOtherFields = (
	cards: readonly JsonObject[],
	records: readonly JsonObject[],
): readonly JsonObject[] => cards.map((card, index) => withOtherFields(card, records[index] ?? {}));

/** Adds the fields by which people refer to a record, which servers leave out. */
async function addReferences(
	records: readonly JsonObject[],
	reference: RecordReference | undefined,
	call: Call<'list' | 'get'>,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	if (reference === undefined) return records;

	const context = await buildRecordContext(records, [], call, execution);
	const needsProject = records.some(reference.needsProject);
	const project = needsProject ? await execution.projects.find(call) : undefined;

	return records.map((record) => {
		const withProject = project === undefined ? record : { ...record, project };

		return { ...record, ...reference.build(withProject, context) };
	});
}

/** Replaces related records by their IDs. They were expanded only because filters needed them. */
function collapseExpanded(record: JsonObject, names: readonly string[]): JsonObject {
	const toId = (value: JsonValue | undefined): JsonValue =>
		isJsonObject(value) && 'id' in value ? (value.id ?? null) : (value ?? null);
	const copy = { ...record };

	for (const name of names) {
		if (name in record) copy[name] = toId(record[name]);
	}

	return copy;
}
