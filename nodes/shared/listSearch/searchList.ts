import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	JsonObject,
} from 'n8n-workflow';

import { type AlternateKey, CURRENT } from '../fields/field';
import { asText } from '../values/asText';
import { hasNoAccess } from '../values/hasNoAccess';
import { type Picker, listPlaceholders } from '../lists/picker';
import { listError, optionsError } from '../output/nodeErrors';
import type { ListPage } from '../pagination/envelope';
import { PAGE_SIZE, buildPageQuery } from '../pagination/pageQuery';
import { choosePager, type PagePosition } from '../pagination/pagers';
import { readFirstKey } from '../pagination/rowKey';
import { isProblem } from '../result/problem';
import { hasNoList, type Listed, NothingToList } from './NothingToList';
import { openList, type OpenList } from './openList';

/**
 * A search stops after the page with this many results: the editor requests more only once its list is
 * scrolled.
 */
const MIN_SEARCH_RESULTS = 10;

/** The end of the name of a record that the user of the credential may not use. */
export const NO_ACCESS = ' – no access';

/** The most pages that one call reads. */
const MAX_PAGES = 10;

/**
 * Loads a page of a list for the editor, or searches the list.
 *
 * @param text '' for all rows
 * @param token the `paginationToken` of the previous result, or absent for the first page
 * @throws NodeApiError with what failed and how to fix it
 */
export const searchList = async (
	context: ILoadOptionsFunctions,
	picker: Picker,
	text: string,
	token?: string,
): Promise<INodeListSearchResult> => {
	const list = await loadRows(context, picker, {
		text,
		minResults: text === '' ? 0 : MIN_SEARCH_RESULTS,
		token,
	});
	if (isProblem(list)) throw listError(context.getNode(), list);

	return list instanceof NothingToList ? { results: [messageRow(list.sentence)] } : list;
};

/**
 * Loads all rows of a list, for a parameter that takes several of them. It is empty if there is nothing to choose
 * yet, because no project was chosen, for example: a new node shows such parameters from the beginning, and the
 * editor would mark an error beside them. A sentence in place of the rows could be chosen like a row.
 *
 * @throws NodeOperationError with what failed and how to fix it
 */
export async function loadAllRows(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<INodeListSearchItems[]> {
	const rows = await readAllRows(context, picker);
	if (isProblem(rows)) throw optionsError(context.getNode(), rows);

	return rows instanceof NothingToList ? [] : rows;
}

/** Reads all rows of a list. Of a list that is too long, these are its first pages, and the last row says so. */
async function readAllRows(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<Listed<INodeListSearchItems[]>> {
	const list = await loadRows(context, picker, { text: '', minResults: Infinity });
	if (hasNoList(list)) return list;

	const { results, paginationToken } = list;
	const last = results.at(-1);
	if (paginationToken === undefined || last === undefined) return results;

	const description = `Only the first ${results.length} ${picker.records} are listed: use an expression for others`;

	return [...results.slice(0, -1), { ...last, description }];
}

/** Which rows to load. */
interface RowSearch {
	/** What the name or the ID of a row contains, or '' for all rows. */
	readonly text: string;
	/** No further page is read once there are this many results. */
	readonly minResults: number;
	/** Where to begin, from an earlier result; absent or '' for the first page. */
	readonly token?: string | undefined;
}

async function loadRows(
	context: ILoadOptionsFunctions,
	picker: Picker,
	search: RowSearch,
): Promise<Listed<INodeListSearchResult>> {
	const list = await openList(context, picker);

	return hasNoList(list) ? list : await searchRows(list, picker, search);
}

/**
 * A sentence as a row of the list. The editor shows an error as "Could not load list" with the advice
 * to check the credential, and an empty list as "No results"; neither would be true. The row has no
 * value, so choosing it leaves the parameter empty.
 */
const messageRow = (sentence: string): INodeListSearchItems => ({
	name: sentence,
	value: '',
});

/**
 * Lets the server search for the text or, if it cannot search this list, reads the pages of the list. What has the whole
 * text comes first: `LNCH-12` before `LNCH-120`.
 */
async function searchRows(
	list: OpenList,
	picker: Picker,
	search: RowSearch,
): Promise<Listed<INodeListSearchResult>> {
	const { text } = search;
	const serverSearch = text === '' ? undefined : findServerSearch(picker);
	const found =
		serverSearch === undefined
			? await readPages(list, picker, search)
			: await askServer(list, picker, { text, serverSearch });
	if (hasNoList(found) || text === '') return found;

	const searched = joinWords(text);
	const isExact = ({ name }: INodeListSearchItems) => joinWords(name).includes(searched);

	return {
		...found,
		results: found.results.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))),
	};
}

/** The words of a text in lower case, between blanks: ` lnch 12 `. */
const joinWords = (text: string): string =>
	` ${
		text
			.toLowerCase()
			.match(/[\p{L}\p{M}\p{N}]+/gu)
			?.join(' ') ?? ''
	} `;

async function askServer(
	list: OpenList,
	picker: Picker,
	{ text, serverSearch }: { readonly text: string; readonly serverSearch: AlternateKey['search'] },
): Promise<Listed<INodeListSearchResult>> {
	const found = await list.fetchPage(serverSearch.query(text, list.path), serverSearch.path);

	return hasNoList(found) ? found : { results: matchingRows(picker, found, '') };
}

/** The server's search for a key, if it finds every record of the list, by its name too. */
const findServerSearch = ({ keys = [] }: Picker): AlternateKey['search'] | undefined =>
	keys.find(({ owner }) => owner?.otherLists.length === 0)?.search;

/** Asks for the record whose name is a part of the keys that the rows show. It costs no request of its own. */
function expandOwner({ keys = [] }: Picker): Readonly<Record<string, string>> {
	const owner = keys.map((key) => key.owner).find((candidate) => candidate !== undefined);

	return owner === undefined ? {} : { expand: owner.pathParam.replace(/_id$/, '') };
}

/** Reads pages until there are enough results, the list ends, or the maximum of pages is reached. */
async function readPages(
	{ fetchPage }: OpenList,
	picker: Picker,
	{ text, minResults, token = '' }: RowSearch,
): Promise<Listed<INodeListSearchResult>> {
	const results: INodeListSearchItems[] = [];
	let { position, previousFirstKey } = parsePageToken(token);

	for (let pagesRead = 1; ; pagesRead++) {
		const page = await fetchPage({
			...expandOwner(picker),
			...picker.rowQuery,
			...buildPageQuery(position.size, position.offset),
		});
		if (hasNoList(page)) return page;

		const firstKey = readFirstKey(page);
		// The server returned the previous page again, because it does not page this list at all.
		if (firstKey !== undefined && firstKey === previousFirstKey) return { results };

		if (position.offset === 0) results.push(...currentCycleRow(picker, text));

		// Not `push(...rows)`: a server that does not page may return more rows than a call takes arguments.
		for (const row of matchingRows(picker, page, text)) {
			results.push(row);
		}

		const next = findNextPosition(page, position);

		if (next === undefined || firstKey === undefined) {
			const isEmptyList = position.offset === 0 && firstKey === undefined;

			return isEmptyList ? new NothingToList(describeEmptyList(picker)) : { results };
		}

		if (results.length >= minResults || pagesRead >= MAX_PAGES) {
			return partialResult(results, picker, {
				text,
				next: { position: next, previousFirstKey: firstKey },
			});
		}

		position = next;
		previousFirstKey = firstKey;
	}
}

/** The results of the pages read so far, with the token of the next page. */
function partialResult(
	results: INodeListSearchItems[],
	{ records }: Picker,
	{ text, next }: { readonly text: string; readonly next: PageToken },
): INodeListSearchResult | NothingToList {
	if (results.length === 0 && text !== '') {
		return new NothingToList(
			`Not among the first ${next.position.offset} ${records}: choose By ID`,
		);
	}

	return { results, paginationToken: formatPageToken(next) };
}

/** What a pagination token says of a page. */
interface PageToken {
	readonly position: PagePosition;
	/** The key of the first row of the previous page, or '' for the first page. */
	readonly previousFirstKey: string;
}

const formatPageToken = ({ position, previousFirstKey }: PageToken): string =>
	`${position.size}:${position.offset}:${previousFirstKey}`;

/** Reads a pagination token; anything else means the first page. */
function parsePageToken(token: string): PageToken {
	const [, size = PAGE_SIZE, offset = 0, previousFirstKey = ''] =
		/^([1-9]\d*):(\d+):(.*)$/s.exec(token) ?? [];

	return { position: { size: Number(size), offset: Number(offset) }, previousFirstKey };
}

/** Finds the page after another one, without a request that most likely returns no rows: somebody is waiting. */
function findNextPosition(page: ListPage, position: PagePosition): PagePosition | undefined {
	const { cursor, records, total } = page;
	const isShort = total === undefined && records.length < position.size;
	// A server that returns more rows than requested does not page.
	const isWhole = isShort || records.length > position.size;

	return cursor === undefined && isWhole ? undefined : choosePager(page).findNext(page, position);
}

/** `This work item has no links`; of a workspace, the user of the credential may see only a part. */
function describeEmptyList({ path, records }: Picker): string {
	const owner = listPlaceholders(path).at(-1)?.replace(/_id$/, '').replaceAll('_', ' ');

	return owner === undefined
		? `The user of the credential sees no ${records} in this workspace`
		: `This ${owner} has no ${records}`;
}

/** The row for the cycle that is active whenever the workflow runs. */
export const ACTIVE_CYCLE = 'Current (the active cycle each time the workflow runs)';

/** The row for the active cycle, if the list has one and the text is a beginning of "current". */
const currentCycleRow = ({ currentQuery }: Picker, text: string): INodeListSearchItems[] =>
	currentQuery !== undefined && CURRENT.includes(text.toLowerCase())
		? [{ name: ACTIVE_CYCLE, value: CURRENT }]
		: [];

/** The rows of a page that contain every word of the text, in the order in which people look for them. */
function matchingRows(picker: Picker, { records }: ListPage, text: string): INodeListSearchItems[] {
	const { label, idField } = picker;
	const words = text.toLowerCase().split(/\s+/);

	return sortRows(records, picker)
		.map((row) => {
			const value = asText(row[idField]) ?? '';

			return { row, value, name: label(row) || value };
		})
		.filter(({ name, value }) => {
			const searchableText = `${name} ${value}`.toLowerCase();

			// A row without an ID cannot be chosen.
			return value !== '' && words.every((word) => searchableText.includes(word));
		})
		.map(({ row, name, value }) => ({
			name: hasNoAccess(row) ? `${name}${NO_ACCESS}` : name,
			value,
		}));
}

/** Sorts the rows of a page as the list declares it; those that the user may not use come last. */
function sortRows(records: readonly JsonObject[], { order }: Picker): JsonObject[] {
	const sorted = order === undefined ? [...records] : records.toSorted(order);

	return sorted.sort((a, b) => Number(hasNoAccess(a)) - Number(hasNoAccess(b)));
}
