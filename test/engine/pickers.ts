import type { INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import type { ListRequest } from './engine';
import type { World } from './world';

/** Opens a list, and counts the requests that it takes. */
export async function open(
	world: World,
	request: ListRequest,
): Promise<INodeListSearchResult & { readonly requests: number }> {
	const before = world.service.requests.length;
	const page = await world.engine.search(request, world.credential);
	return { ...page, requests: world.service.requests.length - before };
}

/** Opens a list and scrolls to its end, one request for each page. */
export async function scroll(
	world: World,
	request: ListRequest,
): Promise<{ readonly names: readonly string[]; readonly pages: number }> {
	const names: string[] = [];
	let token: string | undefined;
	let pages = 0;
	do {
		const page = await open(world, token === undefined ? request : { ...request, token });
		if (page.requests !== 1) throw new Error(`A page took ${page.requests} requests`);
		names.push(...namesIn(page));
		token = page.paginationToken;
		pages++;
	} while (token !== undefined && pages < 50);
	return { names, pages };
}

/** The names that a list shows. */
export const namesIn = ({ results }: INodeListSearchResult): string[] =>
	results.map(({ name }) => name);

/** Every parameter of a panel, also those inside collections. */
export const parametersOf = (panel: readonly INodeProperties[]): INodeProperties[] =>
	panel.flatMap((parameter) => [
		parameter,
		...(parameter.options ?? []).filter((option) => 'type' in option),
	]);
