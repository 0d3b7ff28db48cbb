import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { isUnsupported } from '../errors/notFound';
import { TRY_AGAIN_LATER } from '../errors/tryAgain';
import type { RecordList } from '../fields/field';
import { normalizeId } from '../values/textForms';
import { asText } from '../values/asText';
import type { RequestTarget } from '../model/call';
import { type Place, placeKey } from '../model/place';
import type { GroupedRows } from '../operations/operation';
import type { Paging } from '../pagination/PageFetcher';
import type { PageQuery } from '../pagination/pageQuery';
import { paginate } from '../pagination/paginate';
import { parseGroups, parsePageOrWholeList, parseWholeList } from '../pagination/unpagedLists';
import { isProblem, problem, type Problem, type Result } from '../result/problem';
import { readRequest } from '../transport/request';

/** Which list is read. */
export interface ListRef {
	readonly place: Place;
	/** Its path, below the workspace. */
	readonly path: string;
	/** What selects its rows, without the page. */
	readonly query?: Readonly<Record<string, string>>;
	/** What errors refer to. */
	readonly about: RequestTarget;
	/** As in `RecordList`. */
	readonly paging?: RecordList['paging'];
	/** Set if one response has the complete list, in several lists. */
	readonly grouped?: GroupedRows;
	/** Set if nothing but the IDs of the rows is needed. A list of 100,000 records would fill the memory. */
	readonly onlyIds?: true;
}

/** A whole list, as it was at some time of the run. */
export interface ListRows {
	/** Always the same objects, until the list is read again. */
	readonly rows: readonly JsonObject[];
	/** The server's time after the last page, in UNIX milliseconds; NaN if it does not say. */
	readonly serverTime: number;
	/** Set if others kept changing the list while it was read, so that rows are missing. */
	readonly incomplete?: Problem;
}

/** Why a list could not be read. */
export interface ListProblem extends Problem {
	/** Set if the server has no such list. */
	readonly isUnsupported?: true;
}

/** The query if only the IDs of a list are needed: `paginate` needs the other fields to read the list to its end. */
const ID_FIELDS = { fields: 'id,created_at,updated_at' };

/**
 * Reads whole lists, each once in a run. All parts of a run that need a whole list share it.
 *
 * A list that kept changing, so that rows are missing, is a Problem for whoever concludes from it what does not exist,
 * and would create that a second time.
 */
export class ListSource {
	private readonly lists = new Map<string, Promise<Result<ListRows, ListProblem>>>();
	/** The keys of lists that have changed since they were read. */
	private readonly outdated = new Set<string>();
	private readonly ids = new WeakMap<ListRows, ReadonlySet<string>>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
	) {}

	/** Reads a list, unless it was read before and has not changed since. @returns a Problem if rows are missing */
	async read(list: ListRef): Promise<Result<ListRows, ListProblem>> {
		return requireAllRows(await this.readAvailable(list));
	}

	/** Reads a list as `read` does, also if rows are missing: for whoever looks for a row, and creates none. */
	async readAvailable(list: ListRef): Promise<Result<ListRows, ListProblem>> {
		const key = listKey(list);
		const earlier = this.outdated.has(key) ? undefined : this.lists.get(key);

		return await (earlier ?? this.reload(list));
	}

	/** Reads a list as it is now. Whoever reads it later gets these rows. @returns a Problem if rows are missing */
	async readAgain(list: ListRef): Promise<Result<ListRows, ListProblem>> {
		return requireAllRows(await this.reload(list));
	}

	private async reload(list: ListRef): Promise<Result<ListRows, ListProblem>> {
		const key = listKey(list);
		const reading = this.load(list);

		this.lists.set(key, reading);
		this.outdated.delete(key);

		const result = await reading;
		const wasNotReached = isProblem(result) && result.status === undefined;
		// The server may be back for the next item.
		if (wasNotReached && this.lists.get(key) === reading) this.lists.delete(key);

		return result;
	}

	/** The rows that were read before, even if the list has changed since; none if it was not read. */
	async readEarlier(list: ListRef): Promise<readonly JsonObject[]> {
		const result = await this.lists.get(listKey(list));

		return result === undefined || isProblem(result) ? [] : result.rows;
	}

	/** The normalized IDs of the rows of a list; none if the server has no such list, e.g. of archived cycles. */
	async readIds(list: ListRef): Promise<Result<ReadonlySet<string>>> {
		const result = await this.read(list);
		if (isProblem(result)) return result.isUnsupported === true ? new Set() : result;

		const ids = this.ids.get(result) ?? new Set(result.rows.map(readRowId));

		this.ids.set(result, ids);

		return ids;
	}

	/** Lets the next one who needs all rows of a list read it again, because it has changed. */
	markOutdated(list: ListRef): void {
		this.outdated.add(listKey(list));
	}

	private async load(list: ListRef): Promise<Result<ListRows, ListProblem>> {
		const { place, path, query, about, onlyIds, grouped, paging } = list;
		/** What the last response says of the server. */
		const server = { lacksList: false, date: '' };

		const fetch = async (page: PageQuery) => {
			const request = readRequest(path, {
				...(onlyIds && ID_FIELDS),
				...query,
				...(paging !== 'none' && grouped === undefined && page),
			});
			const response = await this.client.send(place, request, { about });

			if (isProblem(response)) {
				server.lacksList = isUnsupported(response.response, about);

				return response;
			}

			server.date = response.headers.date ?? '';

			if (grouped !== undefined) return parseGroups(response, grouped);

			return paging === undefined ? parsePageOrWholeList(response, page) : parseWholeList(response);
		};

		const result = await paginate({ queryParameters: {}, offset: 0 }, { ...this.paging, fetch });
		if (isProblem(result)) {
			const failure = withoutResponse<never>(result);

			return server.lacksList ? { ...failure, isUnsupported: true } : failure;
		}

		const rows = onlyIds === true ? result.records.map(({ id = '' }) => ({ id })) : result.records;

		const { received, possiblyIncomplete } = result.statistics;
		// Of a list without a total, nothing better can be known.
		const { total = received } = possiblyIncomplete ?? {};

		return {
			rows,
			serverTime: Date.parse(server.date),
			...(received < total && { incomplete: rowsMissing(received, total) }),
		};
	}
}

const requireAllRows = (list: Result<ListRows, ListProblem>): Result<ListRows, ListProblem> =>
	isProblem(list) ? list : (list.incomplete ?? list);

/** Others changed the list whenever it was read. */
const rowsMissing = (received: number, total: number): Problem =>
	problem({
		cause: 'failed',
		message: `A list kept changing while it was read: ${received} records were received, but Plane counted ${total}`,
		description:
			'What was looked for may be among the others. If this happens each time, ask whoever runs the server to check it: it may not return its records in a stable order.',
		tryAgain: TRY_AGAIN_LATER,
	});

/** The normalized ID of a row, or `''` if it has none. */
export const readRowId = ({ id }: JsonObject): string => normalizeId(asText(id) ?? '');

const listKey = ({ place, path, query = {}, onlyIds }: ListRef): string =>
	[placeKey(place, path), onlyIds === true, ...Object.entries(query).flat()].join('\n');
