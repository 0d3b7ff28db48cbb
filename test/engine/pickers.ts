import type {
	ICredentialDataDecryptedObject,
	INodeListSearchResult,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import type { World } from './world';

interface OpenOptions {
	/** The text in the search field. */
	readonly filter?: string;
	/** The pagination token of the previous page. */
	readonly token?: string | undefined;
	/** Default: the credential of the world. */
	readonly credential?: ICredentialDataDecryptedObject;
}

/** Opens a list of the panel, and counts the requests that this takes. */
export async function openList(
	{ service, engine, credential: own }: World,
	method: string,
	parameters: INodeParameters = {},
	{ filter, token, credential = own }: OpenOptions = {},
): Promise<INodeListSearchResult & { readonly requests: number }> {
	const before = service.requests.length;
	const page = await engine.searchList({ method, parameters, filter, token }, credential);

	return { ...page, requests: service.requests.length - before };
}

/** Opens a list and scrolls to its end. @throws if a page takes more or less than one request */
export async function scrollList(world: World, method: string, parameters: INodeParameters) {
	const names: string[] = [];
	let token: string | undefined;
	let pages = 0;

	do {
		const page = await openList(world, method, parameters, { token });
		if (page.requests !== 1) throw new Error(`A page took ${page.requests} requests`);

		names.push(...listNames(page));
		token = page.paginationToken;
		pages++;
	} while (token !== undefined && pages < 50);

	return { names, pages };
}

/** Returns the names that a list shows. */
export const listNames = ({ results }: INodeListSearchResult): string[] =>
	results.map(({ name }) => name);

/** Returns every parameter of a panel, including those in collections. */
export const flattenParameters = (panel: readonly INodeProperties[]): INodeProperties[] =>
	panel.flatMap((parameter) => [
		parameter,
		...(parameter.options ?? []).filter((option) => 'type' in option),
	]);
