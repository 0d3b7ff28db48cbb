import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { isMissing, isUnsupported } from '../errors/notFound';
import { commercialOnly } from '../errors/planErrors';
import { absent } from '../errors/problemFrom';
import type { RecordList } from '../fields/field';
import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import type { RequestTarget } from '../model/call';
import { isProblem, type Result } from '../result/problem';

/**
 * Reads the one record of a project that a list belongs to, such as its estimate.
 *
 * @returns the path parameter with its ID; none if the list belongs to no such record; or a Problem if the
 *   project has none, or if the server does not return it
 */
export async function findContainer(
	client: Client,
	target: RequestTarget,
	{ container, records }: RecordList,
): Promise<Result<Readonly<Record<string, string>>>> {
	if (container === undefined) return {};

	const { path, wire, name, howToCreate } = container;
	const response = await client.read(target, path);
	const json = isProblem(response) ? undefined : response.json;
	const id = isJsonObject(json) ? asText(json.id) : undefined;
	if (id !== undefined) return { [wire]: id };

	if (!isProblem(response) || isMissing(response.response)) {
		return absent(`The project has no ${name}`, howToCreate);
	}

	return isUnsupported(response.response, target)
		? commercialOnly(records)
		: withoutResponse(response);
}
