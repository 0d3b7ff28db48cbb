import { findById, ok, type Answer } from '../answer';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { V2Call, V2Handlers } from './resource';
import { defineWebhooksV2 } from './webhooks';
import { defineWorkItemsV2 } from './workItems';

/** Creates the handlers of API v2, by group and kind of operation. */
export function createHandlers(host: Host, tables: Tables): Readonly<Record<string, V2Handlers>> {
	const { state } = host;

	/** The user of the key or token (row 501). */
	function showUser({ userId, isToken }: V2Call): Answer {
		const { id, email, display_name: name } = findById(state.users, userId);
		const principal = isToken
			? { principal_kind: 'oauth', scopes: ['read', 'write'] }
			: { principal_kind: 'api_key', scopes: [] };

		return ok({ id, email, display_name: name, ...principal });
	}

	return {
		users: { me: showUser },
		'work-items': defineWorkItemsV2(host, tables),
		webhooks: defineWebhooksV2(host, tables),
	};
}
