/** What a page comes in; the specification leaves it open. */
export type Envelope = 'results' | 'array' | 'data' | 'items' | 'nested';

export interface PagingOptions {
	/** ignored: limit and offset do nothing, all rows come back. */
	paging: 'honoured' | 'ignored';
	/** The largest page, in rows, whatever limit asks; also the page without a limit. */
	largestPage: number;
	/** Whether the envelope carries `total_count` and `count`. */
	total: boolean;
}

/** The rows that limit and offset ask for, out of all that passed the filters. */
export function pageOf<Entry>(
	rows: readonly Entry[],
	query: Record<string, string>,
	options: PagingOptions,
): Entry[] {
	if (options.paging === 'ignored') return [...rows];
	const limit = Math.min(Number(query.limit ?? options.largestPage), options.largestPage);
	const offset = Number(query.offset ?? 0);
	return rows.slice(offset, offset + limit);
}

/** Puts a page into the envelope; `all` is the number of rows that passed the filters. */
export function enclose(
	page: readonly unknown[],
	all: number,
	envelope: Envelope,
	total: boolean,
): unknown {
	const counts = total ? { total_count: all, count: page.length } : {};
	switch (envelope) {
		case 'array':
			return page;
		case 'nested':
			return { data: { items: page, ...counts } };
		default:
			return { [envelope]: page, ...counts };
	}
}
