import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isProblem, type Result } from '../shared/result/problem';
import { accessFingerprint } from '../shared/transport/connection';
import { shortHash } from '../shared/text/shortHash';
import { LookupCache, type SavedLookups } from './LookupCache';
import { openWorkspace } from './openWorkspace';
import { PlaneLookup } from './PlaneLookup';

/** Looks up records in Plane, with the cache to be saved for the next delivery. */
export interface OpenLookup {
	readonly lookup: PlaneLookup;
	readonly cache: LookupCache;
}

/**
 * Opens a lookup with the credential of the trigger for Plane's API.
 *
 * @param workspace slug of the workspace; `''` to use that of the credential
 * @param saved the cache that n8n saved after earlier deliveries
 * @returns undefined if no such credential is chosen; a Problem if it cannot be used
 */
export async function openLookup(
	context: IHookFunctions | IWebhookFunctions,
	workspace: string,
	saved: SavedLookups | undefined,
): Promise<Result<OpenLookup | undefined>> {
	const opened = await openWorkspace(context, workspace);
	if (opened === undefined || isProblem(opened)) return opened;

	const { connection, workspace: slug } = opened;
	const cache = new LookupCache(shortHash([accessFingerprint(connection), slug]), saved);

	return { lookup: new PlaneLookup(context, connection, slug, cache), cache };
}
