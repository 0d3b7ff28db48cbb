import { findById, ok, type Answer } from '../answer';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import { defineProjectRecords } from './projectRecords';
import { defineProjectsV2 } from './projects';
import { forbiddenProblem } from './problems';
import type { V2Call, V2Handlers } from './resource';
import { defineWebhooksV2 } from './webhooks';
import { defineWorkItemsV2 } from './workItems';

/** Creates the handlers of API v2, by group and kind of operation. */
export function createHandlers(host: Host, tables: Tables): Readonly<Record<string, V2Handlers>> {
	const { state } = host;

	/** The user of the key or token (row 501). */
	function showUser({ userId, isToken }: V2Call): Answer {
		if (isToken && host.hasDifference('hidesUserFromTokens')) return forbiddenProblem;

		const { id, email, display_name: name } = findById(state.users, userId);
		const principal = isToken
			? { principal_kind: 'oauth', scopes: ['read', 'write'] }
			: { principal_kind: 'api_key', scopes: [] };

		return ok({ id, email, display_name: name, ...principal });
	}

	function showWorkspace(): Answer {
		const { id, name, slug, created_at, updated_at } = state.workspace;

		return ok({
			id,
			name,
			slug,
			logo_url: null,
			organization_size: null,
			owner_id: state.users[0]?.id ?? null,
			timezone: 'UTC',
			created_at,
			updated_at,
		});
	}

	return {
		...defineProjectRecords(host, tables),
		users: { me: showUser },
		projects: defineProjectsV2(host, tables),
		workspaces: { retrieve: showWorkspace },
		'work-items': defineWorkItemsV2(host, tables),
		webhooks: defineWebhooksV2(host, tables),
	};
}
