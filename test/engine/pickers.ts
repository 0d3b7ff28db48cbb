import type { INodeListSearchResult, INodeParameters, INodeProperties } from 'n8n-workflow';

import type { ListRequest } from './engine';
import type { World } from './world';

/** A record as a locator holds it that was chosen by its ID. */
export const byId = (value: unknown): INodeParameters => ({
	__rl: true,
	mode: 'id',
	value: String(value),
});

/** A record as a locator holds it that was chosen by its address. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** The names that a list shows. */
export const namesIn = ({ results }: INodeListSearchResult): string[] =>
	results.map(({ name }) => name);

/** Opens a list, and counts the requests that it takes. */
export async function open(
	world: World,
	request: ListRequest,
): Promise<INodeListSearchResult & { readonly requests: number }> {
	const before = world.service.requests.length;
	const page = await world.engine.search(request, world.credential);
	return { ...page, requests: world.service.requests.length - before };
}

/** Every parameter of a panel, also those inside collections. */
export const parametersOf = (panel: readonly INodeProperties[]): INodeProperties[] =>
	panel.flatMap((parameter) => [
		parameter,
		...(parameter.options ?? []).filter((option) => 'type' in option),
	]);
