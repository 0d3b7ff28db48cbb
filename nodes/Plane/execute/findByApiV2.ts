import type { JsonObject } from 'n8n-workflow';

import { isMissing } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import type { Call } from '../../shared/model/call';
import type { ApiV2Filter, ApiV2List } from '../../shared/operations/operation';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import { parseListPage } from '../../shared/pagination/envelope';
import {
	compareBy,
	mergeSorted,
	type RecordComparison,
	type SortedList,
} from '../../shared/pagination/mergeSorted';
import { buildPageQuery } from '../../shared/pagination/pageQuery';
import { findRequestedOrder } from '../../shared/pagination/requestedOrder';
import { matchesClientFilter, passesFilters } from '../../shared/pagination/rowFilter';
import { isProblem } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { buildRecordFromRow } from './buildRecordFromRow';
import type { Execution } from './Execution';
import { listFieldFilters } from './listFieldFilters';
import { isInProjectList, readProjectOf } from './rowPlace';

/** From so many requests on, API v2 is asked: a server that does not have it costs one more. */
const MIN_REQUESTS_TO_SAVE = 4;

/** The largest page of API v2 (row 504). One page shows the list at one moment, so that no row can be missing. */
const API_V2_PAGE_SIZE = 200;

/** A filter with more values than this is not sent: addresses have a limit. */
const MAX_FILTER_VALUES = 50;

/** A list of API v1 whose matching records may be found by API v2. */
export interface ApiV2Search {
	/** The list in each project, with all its filters. */
	readonly parts: readonly Call<'list'>[];
	/** Whether the list of the only project is asked, or that of all projects. */
	readonly scope: 'project' | 'workspace';
	/** The `expand` and `fields` with which whole records are read. */
	readonly recordQuery: Readonly<Record<string, string>>;
	/** Whole records of the list that were read before. */
	readonly knownRecords: readonly JsonObject[];
	/** Whether those come in the order of the list, as the server sorts it. */
	readonly areKnownSorted: boolean;
	/** How many requests API v1 needs for the rest. */
	readonly requestsOfV1: number;
	/** Whether API v1 needs fewer requests if enough records match early. */
	readonly mayEndEarly: boolean;
	/** How many matching records are needed, in the order of the list, or Infinity for all. */
	readonly needed: number;
}

/** A record that was read by itself. */
type ReadRecord =
	| { readonly kind: 'record'; readonly record: JsonObject }
	/** It was deleted after API v2 had found it. */
	| { readonly kind: 'gone' }
	| { readonly kind: 'failed' };

/** A row of API v2 that matches, with the names of API v1, or the record of API v1 that was read for it. */
interface Candidate {
	readonly part: Call<'list'>;
	readonly row: JsonObject;
	/** The record, if the row has all of it that the output shows. */
	readonly record?: JsonObject | undefined;
}

/**
 * Finds the records of a list by the filters of API v2, and reads those by API v1 of which the output shows more than
 * API v2 does, if that takes fewer requests than the list of API v1. The result is the same, or there is none: whatever
 * API v2 does not show with certainty, or shows otherwise than API v1, is read from the list of API v1.
 *
 * @returns the records of each part that match, in its order, as many as are needed; undefined if the list has
 *   to be read
 */
export async function findByApiV2(
	call: Call<'list'>,
	search: ApiV2Search,
	execution: Execution,
): Promise<readonly SortedList[] | undefined> {
	const { apiV2List: list } = call.operation;
	const isUseful = search.requestsOfV1 >= MIN_REQUESTS_TO_SAVE;
	if (list === undefined || !isUseful) return undefined;

	const finder = new ApiV2Finder(call, list, search, execution);
	if (!finder.canFind()) return undefined;

	return await execution.apiV2Searches.run(async () => {
		if (execution.avoidsApiV2Lists.has(call.workspace)) return undefined;

		const records = await finder.find();
		if (records === undefined) execution.avoidsApiV2Lists.add(call.workspace);

		return records;
	});
}

/** The containers that the filters of a list choose. Being in none of all containers is not among them. */
const listChosenContainers = ({ query: { containers = [] } }: Call<'list'>) =>
	containers.filter(({ filter }) => filter.allContainers === undefined);

/** Whether two neighbours are equal by an order, which then does not say which of them comes first. */
const hasTies = (rows: readonly JsonObject[], compare: RecordComparison): boolean =>
	rows.some((row, index) => {
		const previous = rows[index - 1];

		return previous !== undefined && compare(previous, row) === 0;
	});

const readId = ({ id }: JsonObject): string => asText(id) ?? '';

class ApiV2Finder {
	/** The order in which the list is requested, in each project. */
	private readonly order: string;
	/** The query of the list in API v2, without paging. */
	private readonly filters: ReadonlyMap<string, string>;
	private readonly knownById: ReadonlyMap<string, JsonObject>;
	/** A row of the list: its fields are those that a record read by itself must have. */
	private modelRow: JsonObject | undefined;

	constructor(
		private readonly call: Call<'list'>,
		private readonly list: ApiV2List,
		private readonly search: ApiV2Search,
		private readonly execution: Execution,
	) {
		this.order = findRequestedOrder(call.query).order;
		this.filters = this.buildFilters();
		this.knownById = new Map(search.knownRecords.map((record) => [readId(record), record]));
		this.modelRow = search.knownRecords[0];
	}

	/** Whether API v2 has a filter of the list, and the node can sort what it finds as the server does. */
	canFind(): boolean {
		const { knownRecords, areKnownSorted, needed } = this.search;
		const known = this.collectKnown();
		const compare = this.createComparison();
		const isSorted = knownRecords.every((record, index) => {
			const previous = knownRecords[index - 1];

			return previous === undefined || compare(previous, record) <= 0;
		});
		// If each record matches, the server itself filters the list of API v1.
		const hasOthers = knownRecords.length === 0 || known.length < knownRecords.length;

		return (
			this.filters.size > 0 &&
			this.list.sortFields.includes(this.orderField) &&
			(isSorted || !areKnownSorted) &&
			hasOthers &&
			known.length < needed
		);
	}

	async find(): Promise<readonly SortedList[] | undefined> {
		const candidates = await this.readCandidates();
		if (candidates === undefined || !this.includesKnown(candidates)) return undefined;

		const selected = this.selectNeeded(candidates);
		if (selected === undefined || !this.savesRequests(selected, candidates.length))
			return undefined;

		if (!(await this.loadModelRow(selected))) return undefined;

		const records = await this.readWhole(selected);
		// The next ones would be needed in place of those that do not match any more.
		const lacksSome = records !== undefined && records.length < selected.length;
		if (records === undefined || (lacksSome && selected.length < candidates.length)) {
			return undefined;
		}

		const lists = this.sortByPart(records);

		return lists?.map(({ order, records: entries }) => ({
			order,
			records: entries.map(({ row }) => row),
		}));
	}

	private get orderField(): string {
		return this.order.replace(/^-/, '');
	}

	private createComparison(): RecordComparison {
		return compareBy(this.order, this.call.operation.valueOrders);
	}

	private buildFilters(): ReadonlyMap<string, string> {
		const { list, search } = this;
		const filters = new Map<string, string>();

		for (const filter of list.filters) {
			const value = this.readFilterValue(filter);
			if (value !== undefined) filters.set(filter.name, value);
		}

		for (const [placeholder, { name }] of Object.entries(list.containerFilters)) {
			const ids = search.parts.map((part) =>
				listChosenContainers(part)
					.filter(({ filter }) => filter.placeholder === placeholder)
					.flatMap(({ values }) => values),
			);
			const value = joinValues(ids);
			if (value !== undefined) filters.set(name, value);
		}

		return filters;
	}

	/** The value of a filter for all parts together, or undefined if one of them does not have the filter. */
	private readFilterValue({ rowPath, test, onlyValue }: ApiV2Filter): string | undefined {
		const valuesByPart = this.search.parts.map(
			(part) =>
				listFieldFilters(part).find((filter) => filter.rowPath === rowPath && filter.test === test)
					?.values ?? [],
		);
		if (test === 'is') return joinValues(valuesByPart);

		const [first] = valuesByPart;
		const isShared = valuesByPart.every((values) => values[0] === first?.[0]);
		const isOffered = onlyValue === undefined || first?.[0] === onlyValue;

		return isShared && isOffered ? first?.[0] : undefined;
	}

	/** The known records that are in the list of their part, and match. */
	private collectKnown(): readonly JsonObject[] {
		return this.search.knownRecords.filter((record) => {
			const part = this.findPart(readProjectOf(record));

			return part !== undefined && isInProjectList(record) && passesFilters(record, part.query);
		});
	}

	/** The part of a project. The list of a project has one part. */
	private findPart(project: string | undefined): Call<'list'> | undefined {
		const { parts, scope } = this.search;

		return scope === 'project' ? parts[0] : parts.find(({ path }) => path[PROJECT] === project);
	}

	/** Reads the rows that match, as far as they show it. @returns undefined if they are not certain */
	private async readCandidates(): Promise<readonly Candidate[] | undefined> {
		const { call, execution, list, search } = this;
		const response = await execution.client.apiV2.requestList(call, {
			method: 'GET',
			path: search.scope === 'project' ? list.path : list.workspacePath,
			effect: 'read',
			isOptional: true,
			query: {
				...Object.fromEntries(this.filters),
				expand: list.expand,
				per_page: API_V2_PAGE_SIZE,
			},
		});
		if (response === undefined || isProblem(response)) return undefined;

		const page = parseListPage(response);
		if (isProblem(page) || page.total !== page.records.length) return undefined;

		const candidates: Candidate[] = [];

		for (const row of page.records.filter(isInProjectList)) {
			const part = this.findPart(asText(row.project_id));
			if (part === undefined && row.project_id !== undefined) continue;
			if (part === undefined || this.list.isUncertain(row)) return undefined;

			const renamed = this.renameFields(row);
			if (this.ignoresFilters(part, { row, renamed })) return undefined;
			if (!mayMatch(renamed, part)) continue;

			const record = buildRecordFromRow(part, list, { original: row, renamed });

			candidates.push({ part, row: renamed, record });
		}

		return candidates;
	}

	private renameFields(row: JsonObject): JsonObject {
		const renamed: JsonObject = {};

		for (const [field, names] of Object.entries(this.list.fields)) {
			const value = names.map((name) => row[name]).find((entry) => entry !== undefined);
			if (value !== undefined) renamed[field] = value;
		}

		return renamed;
	}

	/** Whether a row shows that the server ignored a filter, as it does with those that it does not know (row 507). */
	private ignoresFilters(
		part: Call<'list'>,
		{ row, renamed }: { readonly row: JsonObject; readonly renamed: JsonObject },
	): boolean {
		const { list, filters } = this;
		const sentFilters = list.filters.filter(({ name }) => filters.has(name));
		const isFieldIgnored = listFieldFilters(part)
			.filter(({ rowPath, test }) =>
				sentFilters.some((sent) => sent.rowPath === rowPath && sent.test === test),
			)
			// API v2 includes the last moment.
			.map((filter) => (filter.test === 'before' ? { ...filter, test: 'to' as const } : filter))
			.some((filter) => matchesClientFilter(renamed, filter) === false);

		return (
			isFieldIgnored ||
			listChosenContainers(part).some(({ filter, values }) => {
				const { rowField = '' } = list.containerFilters[filter.placeholder] ?? {};

				return ![row[rowField]].flat().some((id) => values.includes(asText(id) ?? ''));
			})
		);
	}

	/** Whether API v2 shows each record that API v1 has shown before. */
	private includesKnown(candidates: readonly Candidate[]): boolean {
		const ids = new Set(candidates.map(({ row }) => readId(row)));

		return this.collectKnown().every((record) => ids.has(readId(record)));
	}

	/** The first rows in the order of the list, or all, if they do not show it; undefined if it is not certain. */
	private selectNeeded(candidates: readonly Candidate[]): readonly Candidate[] | undefined {
		const showsOrder = candidates.every(({ row }) => row[this.orderField] !== undefined);
		// Then the records themselves are needed.
		if (!showsOrder) return candidates.map(({ part, row }) => ({ part, row }));

		const lists = this.sortByPart(candidates);
		if (lists === undefined) return undefined;

		const { records } = mergeSorted(lists, {
			readRecord: ({ row }) => row,
			valueOrders: this.call.operation.valueOrders,
		});

		return records.slice(0, this.search.needed);
	}

	/** The entries of each part in its order, or undefined if the order does not say which of two comes first. */
	private sortByPart(entries: readonly Candidate[]): readonly SortedList<Candidate>[] | undefined {
		const compare = this.createComparison();
		const sorted = this.search.parts.map((part) => ({
			order: this.order,
			records: entries
				.filter((entry) => entry.part === part)
				.toSorted((left, right) => compare(left.row, right.row)),
		}));
		const areCertain = sorted.every(({ records }) => {
			const rows = records.map(({ row }) => row);

			return !hasTies(rows, compare);
		});

		return areCertain ? sorted : undefined;
	}

	/** Whether reading these records one by one takes fewer requests than API v1 would. */
	private savesRequests(selected: readonly Candidate[], matching: number): boolean {
		const { mayEndEarly, needed, requestsOfV1 } = this.search;
		const unread = selected.filter(
			({ row, record }) => record === undefined && !this.knownById.has(readId(row)),
		);
		const known = this.collectKnown().length;
		// The matching records are probably spread over the pages.
		const share = matching > needed ? (needed - known) / (matching - known) : 1;

		return unread.length < (mayEndEarly ? requestsOfV1 * share : requestsOfV1);
	}

	/** Reads the records of rows, and leaves out those that do not match or are gone. */
	private async readWhole(
		candidates: readonly Candidate[],
	): Promise<readonly Candidate[] | undefined> {
		const records = await mapConcurrently<Candidate, ReadRecord>(
			candidates,
			{
				concurrency: this.execution.paging.concurrency,
				// It shows whether a record by itself has the form that it has in the list.
				firstAlone: true,
				shouldStop: ({ kind }) => kind === 'failed',
			},
			async (candidate) => await this.readOne(candidate),
		);
		const matching: Candidate[] = [];

		for (const [index, { part }] of candidates.entries()) {
			const result = records[index];
			if (result === undefined || result.kind === 'failed') return undefined;

			const isInList = result.kind === 'record' && isInProjectList(result.record);
			if (isInList && passesFilters(result.record, part.query)) {
				matching.push({ part, row: result.record });
			}
		}

		return matching;
	}

	private async readOne({ part, row, record }: Candidate): Promise<ReadRecord> {
		const id = readId(row);
		const known = this.knownById.get(id) ?? record;
		if (known !== undefined) return { kind: 'record', record: known };

		const { recordPath, recordPlaceholder } = this.list;
		const response = await this.execution.client.read(
			{ ...part, path: { ...part.path, [recordPlaceholder]: id } },
			recordPath,
			this.search.recordQuery,
		);
		if (isProblem(response)) return { kind: isMissing(response.response) ? 'gone' : 'failed' };

		const { json } = response;
		const isSame = isJsonObject(json) && readId(json) === id && this.hasFormOfList(json);

		return isSame ? { kind: 'record', record: json } : { kind: 'failed' };
	}

	/**
	 * Reads a row of the list if none is known, and the output shows all that a record has.
	 *
	 * @returns whether the form of the records is certain
	 */
	private async loadModelRow([first]: readonly Candidate[]): Promise<boolean> {
		const { simplify, fields } = this.call.query;
		const isFormFixed = simplify === true || fields !== undefined;
		if (first === undefined || this.modelRow !== undefined || isFormFixed) return true;

		const response = await this.execution.client.read(
			first.part,
			first.part.operation.request.path,
			{ ...this.search.recordQuery, ...buildPageQuery(1, 0) },
		);
		const page = isProblem(response) ? response : parseListPage(response);

		this.modelRow = isProblem(page) ? undefined : page.records[0];

		return this.modelRow !== undefined;
	}

	/** Whether a record has the fields that the rows of the list have. */
	private hasFormOfList(record: JsonObject): boolean {
		if (this.modelRow === undefined) return true;

		const names = Object.keys(this.modelRow);

		return (
			names.length === Object.keys(record).length &&
			names.every((name) => Object.hasOwn(record, name))
		);
	}
}

/** The values of all parts, each once, or undefined if a part has none, or if there are too many. */
function joinValues(valuesByPart: readonly (readonly string[])[]): string | undefined {
	if (valuesByPart.some((values) => values.length === 0)) return undefined;

	const values = [...new Set(valuesByPart.flat())];

	return values.length > MAX_FILTER_VALUES ? undefined : values.join(',');
}

/** Whether a row may match, although it may still show people and labels that were removed (row 516). */
function mayMatch(row: JsonObject, { query }: Call<'list'>): boolean {
	const clientFilters = (query.clientFilters ?? []).filter(
		({ test, values }) => test !== 'isEmpty' || values[0] !== 'true',
	);

	return passesFilters(row, { ...query, clientFilters });
}
