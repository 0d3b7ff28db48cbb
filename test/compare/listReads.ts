import type { PlainAnswer } from '../service/faulty/replacement';
import type { OutgoingRequest } from '../node/inProcessHttp';

/** The parameters that choose a page of a list, by API v1 and v2. */
const PAGING = ['cursor', 'per_page', 'limit', 'offset', 'page'];

/** A list that was read as a whole more than once in a run. */
export interface RepeatedRead {
	/** Its path, with `{id}` for each ID. */
	readonly list: string;
	/** Whether one of its records was written since it was read before. */
	readonly afterWrite: boolean;
}

/** What has happened to a list since its last page was read. */
interface KnownList {
	readonly path: string;
	isWritten: boolean;
	/** Whether its first page was read again. A server may offer a further page after the last one. */
	isBegunAgain: boolean;
}

/** Finds the whole lists that a run reads more than once. */
export class ListReads {
	/** The lists whose last page was read, by path and query. */
	private readonly known = new Map<string, KnownList>();
	readonly repeated: RepeatedRead[] = [];

	/** Looks at a request that the service has answered. */
	note({ method, url }: OutgoingRequest, { status, body }: PlainAnswer): void {
		if (status >= 300) return;

		const { pathname: path, searchParams: query } = new URL(url, 'http://plane.test');
		if (method !== 'GET') {
			this.noteWrite(path);

			return;
		}

		const key = `${path}?${listFilters(query)}`;
		const before = this.known.get(key);

		if (before !== undefined) before.isBegunAgain ||= Number(query.get('offset') ?? 0) === 0;
		if (!isLastPage(JSON.parse(body.toString()) as unknown, query)) return;

		if (before?.isBegunAgain === true) {
			this.repeated.push({ list: toTemplate(path), afterWrite: before.isWritten });
		}

		this.known.set(key, { path, isWritten: false, isBegunAgain: false });
	}

	private noteWrite(path: string): void {
		for (const list of this.known.values()) {
			if (path.startsWith(list.path)) list.isWritten = true;
		}
	}
}

/** The query of a list without its page, in one order. */
function listFilters(query: URLSearchParams): string {
	const filters = new URLSearchParams([...query].filter(([name]) => !PAGING.includes(name)));

	filters.sort();

	return filters.toString();
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** Whether a response is the end of a list, in each of the forms that the service has. */
function isLastPage(body: unknown, query: URLSearchParams): boolean {
	const limit = Number(query.get('limit') ?? Infinity);
	if (Array.isArray(body)) return body.length < limit;
	if (!isRecord(body)) return false;

	const { results, data, total_count: total, has_more: hasMore, next_page_results: hasNext } = body;
	const rows = results ?? data;
	if (!Array.isArray(rows)) return false;
	if (typeof hasNext === 'boolean') return !hasNext;
	if (typeof hasMore === 'boolean') return !hasMore;
	if ('next' in body) return body.next === null;

	return Number(query.get('offset') ?? 0) + rows.length >= Number(total ?? Infinity);
}

const toTemplate = (path: string): string =>
	path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/^.*?\/workspaces\/[^/]+\//, '');
