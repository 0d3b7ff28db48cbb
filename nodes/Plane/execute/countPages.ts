import type { Client } from '../../shared/client/client';
import type { RequestTarget } from '../../shared/model/call';
import { parseListPage } from '../../shared/pagination/envelope';
import { buildPageQuery, PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem } from '../../shared/result/problem';

/**
 * Counts the pages of a list, with one request.
 *
 * @param path of the list, below the workspace of the target
 * @returns Infinity if the server does not say
 */
export async function countPages(
	target: RequestTarget,
	path: string,
	client: Client,
): Promise<number> {
	const response = await client.read(target, path, { ...buildPageQuery(1, 0) });
	const page = isProblem(response) ? response : parseListPage(response);
	if (isProblem(page) || page.total === undefined) return Infinity;

	return Math.ceil(page.total / PAGE_SIZE);
}
