import { asText } from '../../shared/values/asText';
import { isJsonObject } from '../../shared/values/json';
import type { Call } from '../../shared/model/call';
import type { ListSource } from '../../shared/records/ListSource';
import type { Client } from '../../shared/client/client';
import { readMemberStatus } from '../../shared/resolve/memberStatus';
import { isProblem } from '../../shared/result/problem';

/** What is needed to ask the server about members. */
interface Services {
	readonly client: Client;
	readonly listSource: ListSource;
}

/**
 * Whether the membership that a call would end has already ended, if the server shows that (row 220). The server
 * would accept the call again.
 */
export async function hasAlreadyLeft(
	call: Call<'action'>,
	{ client, listSource }: Services,
): Promise<boolean> {
	const { check, request } = call.operation;
	if (check?.kind !== 'membership') return false;

	const list = await listSource.read({ place: call, path: check.path, about: call });
	if (isProblem(list)) return false;

	const former = list.rows.filter((row) => readMemberStatus(row).isActive === false);
	if (former.length === 0) return false;

	const response = await client.read(call, request.path);
	if (isProblem(response) || !isJsonObject(response.json)) return false;

	const { json } = response;
	const userId = asText(json[check.userField]) ?? asText(json.id) ?? '';

	return former.some(({ id }) => asText(id) === userId);
}
