import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { guarded } from '../shared/model/guarded';
import { isProblem, refused, type Result } from '../shared/result/problem';
import { accessOf, connect } from '../shared/transport/connection';
import { digest } from '../shared/transport/digest';
import { LookupCache, type SavedAnswers } from './LookupCache';
import { PlaneLookup } from './PlaneLookup';

/** What looks up in Plane, and the answers that are kept for the next delivery. */
export interface OpenLookup {
	readonly lookup: PlaneLookup;
	readonly cache: LookupCache;
}

/**
 * Opens the way to Plane by the Plane API credential of the trigger.
 *
 * @param workspace the slug in the panel; `''`: that of the credential
 * @param saved what n8n saved of earlier deliveries
 * @returns undefined if no such credential is chosen
 */
export async function openLookup(
	context: IHookFunctions | IWebhookFunctions,
	workspace: string,
	saved: SavedAnswers | undefined,
): Promise<Result<OpenLookup | undefined>> {
	if (context.getNode().credentials?.planeApi === undefined) return undefined;

	const credential = await guarded(async () => await context.getCredentials('planeApi'));
	const connection = isProblem(credential) ? credential : connect(credential);
	if (isProblem(connection)) return connection;

	const slug = workspace || connection.workspaceSlug;
	if (slug === '') {
		return refused(
			'Workspace Slug: there is no value here or in the credential',
			'Enter the slug from the address of the workspace, here or in the credential.',
		);
	}

	const cache = new LookupCache(digest([accessOf(connection), slug]), saved);

	return { lookup: new PlaneLookup(context, connection, slug, cache), cache };
}
