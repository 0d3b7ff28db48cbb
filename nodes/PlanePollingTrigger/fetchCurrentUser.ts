import type { Client } from '../shared/client/client';
import { readCurrentUserId } from '../shared/events/readPeople';
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

	const id = await readCurrentUserId(client, workspace);

	return isProblem(id) ? id : { id, access };
}
