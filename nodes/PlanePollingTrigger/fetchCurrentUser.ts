import type { Client } from '../shared/client/client';
import { isJsonObject } from '../shared/values/json';
import { asText } from '../shared/values/asText';
import { getCurrentUser } from '../shared/operations';
import { isProblem, type Result } from '../shared/result/problem';
import type { CurrentUser } from './changes/TriggerState';

/**
 * Fetches the user of the credential, once per credential. Has to be called before events are read: if a rate limit
 * refused the request after that, the events that were found would be delayed.
 *
 * @param access the server and the key or account, as `accessFingerprint` returns it
 * @param cached the user that an earlier poll fetched
 */
export async function fetchCurrentUser(
	client: Client,
	{ workspace, access }: { readonly workspace: string; readonly access: string },
	cached: CurrentUser | undefined,
): Promise<Result<CurrentUser>> {
	if (cached?.access === access) return cached;

	const target = { workspace, operation: getCurrentUser, path: {} };
	const response = await client.read(target, getCurrentUser.request.path);
	if (isProblem(response)) return response;

	const id = isJsonObject(response.json) ? asText(response.json.id) : undefined;

	return { id: id ?? '', access };
}
