import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	JsonObject,
} from 'n8n-workflow';

import { asText } from '../fields/text';
import type { Picker } from '../lists/picker';
import { listError } from '../output/nodeErrors';
import type { ListPage } from '../pagination/envelope';
import { pageQuery } from '../pagination/pageQuery';
import { pageAfter, pageIn, tokenOf } from '../pagination/pageTokens';
import { isProblem, type Result } from '../result/problem';
import { asRow, emptyOf, emptyState } from './emptyState';
import { openList, type OpenList } from './openList';

/**
 * Hits after which a search shows what it has: the editor asks for more only where its list is long
 * enough to be scrolled.
 */
const ENOUGH = 10;

/** The most pages that one search looks through. */
const MOST = 10;

/**
 * Loads one page of a list for the editor, by one request. A search that the server does not know
 * looks at page after page until it has enough to show, which is one request in a list of up to
 * 100 rows.
 *
 * @param filter what the person typed; `''`: nothing
 * @param token what came with the page before; undefined: the first page is wanted
 * @throws NodeApiError with what failed and how to mend it
 */
export async function loadPage(
	context: ILoadOptionsFunctions,
	picker: Picker,
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const list = await openList(context, picker);
	const page = isProblem(list) ? list : await pageOf(list, filter.trim(), token);
	if (!isProblem(page)) return page;
	if (page.tag === 'empty') return asRow(page);
	throw listError(context.getNode(), page);
}

type Page = Result<INodeListSearchResult>;

async function pageOf(list: OpenList, text: string, token: string | undefined): Promise<Page> {
	const { picker, path } = list;
	if (text === '' || picker.search === undefined) return await read(list, text, token);

	const { search } = picker;
	const found = await list.ask(search.query(text, path), search.path);
	if (isProblem(found)) return found;
	return { results: itemsOf(picker, found, '') };
}

/** Reads one page or, where nothing on it has the text, the next ones. */
async function read(
	{ picker, ask }: OpenList,
	text: string,
	token: string | undefined,
): Promise<Page> {
	const results: INodeListSearchItems[] = [];
	let asked = pageIn(token);
	for (let pages = 1; ; pages++) {
		const list = await ask({ ...picker.query, ...pageQuery(asked.size, asked.offset) });
		if (isProblem(list)) return list;
		const next = pageAfter(asked, list);
		if (next === 'again') return { results };

		results.push(...itemsOf(picker, list, text));
		if (next === undefined) {
			const isEmpty = asked.offset === 0 && list.records.length === 0;
			return isEmpty ? emptyState(emptyOf(picker)) : { results };
		}
		if (text === '' || results.length >= ENOUGH || pages >= MOST) {
			return results.length === 0 && text !== ''
				? emptyState(`Not among the first ${String(next.offset)} ${picker.records}: choose By ID`)
				: { results, paginationToken: tokenOf(next) };
		}
		asked = next;
	}
}

/**
 * The rows of a page that have the text, as the list shows them, those that the user of the key may
 * not use last.
 */
function itemsOf(picker: Picker, { records }: ListPage, text: string): INodeListSearchItems[] {
	const isClosed = (row: JsonObject) => picker.isClosed?.(row) === true;
	const items = (rows: readonly JsonObject[]) =>
		rows.flatMap((row) => itemOf(picker, row)).filter((item) => has(item, text));
	return [
		...items(records.filter((row) => !isClosed(row))),
		...items(records.filter(isClosed)).map((item) => ({
			...item,
			name: `${item.name} – no access`,
		})),
	];
}

/** A row as the list shows it; one without an ID cannot be chosen. */
function itemOf({ label }: Picker, row: JsonObject): INodeListSearchItems[] {
	const value = asText(row.id);
	if (value === undefined || value === '') return [];
	const name = label(row);
	return [{ name: name === '' ? value : name, value }];
}

/** Whether an item has every word of the text, in its name or its ID. */
function has({ name, value }: INodeListSearchItems, text: string): boolean {
	const shown = `${name} ${String(value)}`.toLowerCase();
	return text
		.toLowerCase()
		.split(/\s+/)
		.every((word) => shown.includes(word));
}
