import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { CURRENT } from '../fields/field';
import { asText } from '../fields/text';
import { type Picker, placeholdersIn } from '../lists/picker';
import { listError } from '../output/nodeErrors';
import type { ListPage } from '../pagination/envelope';
import { PAGE, pageQuery } from '../pagination/pageQuery';
import { identity } from '../pagination/RowCollector';
import { isProblem, type Result } from '../result/problem';
import { emptyState, openList, type OpenList } from './openList';

/** Hits after which a search stops: the editor asks for more only where its list is scrolled. */
const ENOUGH = 10;

/**
 * A page of a list, or the rows of it that have a text.
 *
 * @throws NodeApiError with what failed and how to mend it
 */
export const searchIn = async (
	context: ILoadOptionsFunctions,
	picker: Picker,
	text: string,
	token?: string,
): Promise<INodeListSearchResult> =>
	await loadRows(context, picker, text, text === '' ? 0 : ENOUGH, token);

/** The rows of a list, those of its beginning at least. @throws NodeApiError with how to mend it */
export async function optionsOf(
	context: ILoadOptionsFunctions,
	picker: Picker,
): Promise<INodeListSearchItems[]> {
	const { results, paginationToken } = await loadRows(context, picker, '', Infinity);
	if (paginationToken === undefined) return results;

	const first = `${results.length} ${picker.records}`;

	return [...results, asRow(`Only the first ${first}: use an expression for others`)];
}

/** The most pages that are read at once. */
const MOST = 10;

/**
 * Loads rows of a list for the editor: one page by one request or, where more is wanted than is on
 * it, the next ones too. So does a search that the server does not know, which is one request in a
 * list of up to 100 rows.
 *
 * @param text what the rows have; `''`: any row will do
 * @param enough rows after which no further page is read
 * @throws NodeApiError with what failed and how to mend it
 */
async function loadRows(
	context: ILoadOptionsFunctions,
	picker: Picker,
	text: string,
	enough: number,
	token?: string,
): Promise<INodeListSearchResult> {
	const list = await openList(context, picker);
	const rows = isProblem(list) ? list : await read(list, picker, text, enough, token);
	if (!isProblem(rows)) return rows;
	if (rows.tag === 'empty') return { results: [asRow(rows.message)] };

	throw listError(context.getNode(), rows);
}

/**
 * A sentence as a row of the list. The editor shows an error as "Could not load list" with the advice
 * to check the credential, and an empty list as "No results"; neither would be true. A row without a
 * value cannot be sent: chosen, it leaves the parameter empty.
 */
export const asRow = (sentence: string): INodeListSearchItems => ({ name: sentence, value: '' });

/** Lets the server search for the text or, if it cannot search this list, reads the pages of the list. */
async function read(
	list: OpenList,
	picker: Picker,
	text: string,
	enough: number,
	token = '',
): Promise<Result<INodeListSearchResult>> {
	const { search } = picker;
	if (text === '' || search === undefined) {
		return await readPages(list, picker, { text, enough, token });
	}

	const found = await list.ask(search.query(text, list.path), search.path);

	return isProblem(found) ? found : { results: itemsOf(picker, found, '') };
}

/**
 * Reads pages until enough rows match the text.
 *
 * @param token where to begin, from an earlier result, or ''
 */
async function readPages(
	{ ask }: OpenList,
	picker: Picker,
	{
		text,
		enough,
		token,
	}: { readonly text: string; readonly enough: number; readonly token: string },
): Promise<Result<INodeListSearchResult>> {
	const results: INodeListSearchItems[] = [];
	let page = pageIn(token);

	for (let pages = 1; ; pages++) {
		const list = await ask({ ...picker.query, ...pageQuery(page.size, page.offset) });
		if (isProblem(list)) return list;

		const next = pageAfter(page, list);
		if (next === 'again') return { results };

		if (page.offset === 0) results.push(...currentOf(picker, text));

		for (const item of itemsOf(picker, list, text)) results.push(item);

		const isEmpty = page.offset === 0 && list.records.length === 0;
		if (next === undefined) return isEmpty ? emptyState(emptyOf(picker)) : { results };
		if (results.length >= enough || pages >= MOST) return partOf(results, picker, { text, next });

		page = next;
	}
}

/** The results of the pages so far, with where to continue. */
function partOf(
	results: INodeListSearchItems[],
	{ records }: Picker,
	{ text, next }: { readonly text: string; readonly next: ReturnType<typeof pageIn> },
): Result<INodeListSearchResult> {
	return results.length === 0 && text !== ''
		? emptyState(`Not among the first ${next.offset} ${records}: choose By ID`)
		: { results, paginationToken: `${next.size}:${next.offset}:${next.before}` };
}

/**
 * Reads the token that came with the page before: the rows of a page, those before it and, so as to
 * know it again, the first row of the page before. Anything else means the first page.
 */
function pageIn(token: string) {
	const [, size = PAGE, offset = 0, before = ''] = /^([1-9]\d*):(\d+):(.*)$/s.exec(token) ?? [];

	return { size: Number(size), offset: Number(offset), before };
}

/**
 * The page that follows on one, on servers that page by cursor and on those that page by offset
 * (rows 4 to 7).
 *
 * @returns undefined where there is none; `'again'` where the server gave the page before once more,
 *   because it does not page at all
 */
function pageAfter(asked: ReturnType<typeof pageIn>, list: ListPage) {
	const { records, cursor, hasMore, total } = list;
	const [first] = records;
	if (first === undefined) return undefined;

	const before = identity(first);
	if (before === asked.before) return 'again';
	if (hasMore === false) return undefined;

	if (cursor !== undefined) {
		// A server with smaller pages says so in its cursor, which holds with that size only.
		const { size, page } = cursor;

		return { size, offset: (page + 1) * size, before };
	}

	const offset = asked.offset + records.length;
	const isLast = total === undefined ? records.length < asked.size : offset >= total;

	return isLast || records.length > asked.size ? undefined : { size: asked.size, offset, before };
}

/** `This work item has no links`; of a workspace, the user of the key may see a part only. */
function emptyOf({ path, records }: Picker): string {
	const owner = placeholdersIn(path).at(-1)?.replace(/_id$/, '').replaceAll('_', ' ');

	return owner === undefined
		? `The user of the API key sees no ${records} in this workspace`
		: `This ${owner} has no ${records}`;
}

/** The row that stands for the record of today, whatever it will be then. */
const currentOf = ({ currentQuery }: Picker, text: string): INodeListSearchItems[] =>
	currentQuery !== undefined && CURRENT.includes(text.toLowerCase())
		? [{ name: `Current (the active cycle each time the workflow runs)`, value: CURRENT }]
		: [];

/** The rows of a page that have the text, those that the user of the key may not use last. */
function itemsOf(
	{ label, idField = 'id', isClosed = () => false }: Picker,
	{ records }: ListPage,
	text: string,
) {
	const words = text.toLowerCase().split(/\s+/);
	const openFirst = records.toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b)));

	return openFirst.flatMap((row) => {
		const value = asText(row[idField]) ?? '';
		const name = label(row) || value;
		const shown = `${name} ${value}`.toLowerCase();
		// A row without an ID cannot be chosen.
		if (value === '' || !words.every((word) => shown.includes(word))) return [];

		return [{ name: isClosed(row) ? `${name} – no access` : name, value }];
	});
}
