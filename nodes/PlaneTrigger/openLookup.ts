import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isProblem, type Result } from '../shared/result/problem';
import { accessFingerprint } from '../shared/transport/connection';
import { shortHash } from '../shared/text/shortHash';
import { LookupCache, type SavedLookups } from './LookupCache';
import { openWorkspace } from './openWorkspace';
import type { TimeLimit } from '../shared/scheduler/TimeBudget';
import { PlaneLookup } from './PlaneLookup';

/** Looks up records in Plane, with the cache to be saved for the next delivery. */
export interface OpenLookup {
	readonly lookup: PlaneLookup;
	readonly cache: LookupCache;
}

interface LookupRequest {
	/** Slug of the workspace; `''` to use the workspace of the credential. */
	readonly workspace: string;
	/** The cache that n8n saved after earlier deliveries. */
	readonly saved: SavedLookups | undefined;
	readonly limit: TimeLimit;
}

/**
 * Opens a lookup with the credential of the trigger for Plane's API.
 *
 * @returns undefined if no such credential is chosen; a Problem if it cannot be used
 */
export async function openLookup(
	context: IHookFunctions | IWebhookFunctions,
	{ workspace, saved, limit }: LookupRequest,
): Promise<Result<OpenLookup | undefined>> {
	const opened = await openWorkspace(context, workspace);
	if (opened === undefined || isProblem(opened)) return opened;

	const scope = shortHash([accessFingerprint(opened.connection), opened.workspace]);
	const cache = new LookupCache(scope, saved);

	return { lookup: new PlaneLookup(context, opened, { cache, limit }), cache };
}
