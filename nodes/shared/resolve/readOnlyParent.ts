import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { isMissing, isUnsupported } from '../errors/notFound';
import { commercialOnly } from '../errors/planErrors';
import { absent } from '../errors/problemFrom';
import { findOnlyParent, type RecordList } from '../fields/field';
import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import type { RequestTarget } from '../model/call';
import { isProblem, type Result } from '../result/problem';

/**
 * Reads the parent of a list that nobody chooses, because a project has one at most, such as its estimate.
 *
 * @returns the path parameter with its ID; none if the list has no such parent; or a Problem if the project has
 *   none, or if the server does not return it
 */
export async function readOnlyParent(
	client: Client,
	target: RequestTarget,
	list: RecordList,
): Promise<Result<Readonly<Record<string, string>>>> {
	const parent = findOnlyParent(list);
	if (parent === undefined) return {};

	const { wire, howToCreate } = parent;
	const [path = ''] = list.path.split(`{${wire}}`);
	const response = await client.read(target, path);
	const json = isProblem(response) ? undefined : response.json;
	const id = isJsonObject(json) ? asText(json.id) : undefined;
	if (id !== undefined) return { [wire]: id };

	if (!isProblem(response) || isMissing(response.response)) {
		return absent(`The project has no ${wire.replace(/_id$/, '')}`, howToCreate);
	}

	return isUnsupported(response.response, target)
		? commercialOnly(list.records)
		: withoutResponse(response);
}
