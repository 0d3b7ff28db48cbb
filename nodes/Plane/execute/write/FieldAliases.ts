import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import type { RequestResult } from '../../../shared/client/requestResult';
import { isProblem } from '../../../shared/result/problem';

/**
 * Retries an update with the server's own field names if they differ from the specification. Such a
 * server responds with success but does not change the field, and its response has the field by the other
 * name only (row 3). The field is then sent again by that name, which the rest of the run uses too.
 */
export class FieldAliases {
	private usesAliases = false;

	/**
	 * Sends a body with the names of the server.
	 *
	 * @param aliases the server's names, by the names in the specification
	 */
	async send(
		body: JsonObject,
		aliases: ReadonlyMap<string, string>,
		send: (body: JsonObject) => Promise<RequestResult>,
	): Promise<RequestResult> {
		const values = Object.entries(body).map(([wire, value]) => ({
			wire,
			value,
			alias: aliases.get(wire) ?? wire,
		}));
		if (this.usesAliases) return await send(bodyByAlias(values));

		const response = await send(body);
		if (isProblem(response) || !isJsonObject(response.json)) return response;

		const { json } = response;
		const renamed = values.filter(({ wire, alias }) => !(wire in json) && alias in json);

		this.usesAliases ||= renamed.length > 0;
		// A renamed field may have had the value before.
		const unchanged = renamed.filter(({ alias, value }) => json[alias] !== value);

		return unchanged.length === 0 ? response : await send(bodyByAlias(unchanged));
	}
}

const bodyByAlias = (
	values: readonly { readonly alias: string; readonly value: JsonValue }[],
): JsonObject => Object.fromEntries(values.map(({ alias, value }) => [alias, value]));
