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
	/** Default: the credential of the world. */
	readonly credential?: ICredentialDataDecryptedObject;
}

/** Opens a list of the panel, and counts the requests that this takes. */
export async function openList(
	{ service, engine, credential: own }: World,
	method: string,
	parameters: INodeParameters = {},
	{ filter, credential = own }: OpenOptions = {},
): Promise<INodeListSearchResult & { readonly requests: number }> {
	const before = service.requests.length;
	const page = await engine.searchList({ method, parameters, filter }, credential);

	return { ...page, requests: service.requests.length - before };
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
