import type { JsonObject } from 'n8n-workflow';

/** The work item that an event is about, as people find it. */
export interface WorkItemReference {
	/** E.g. `LNCH-12`; null if it cannot be known. */
	readonly key: string | null;
	/** The address of the work item in Plane's web app; null if it cannot be known. */
	readonly url: string | null;
	/**
	 * `{id, name}` of the work item that a comment, link or attachment belongs to, as far as they are
	 * known; null if the event is about the work item itself, or about none.
	 */
	readonly workItem: JsonObject | null;
}

/** What stands in events that are about no work item, or about one of which nothing is known. */
export const NO_REFERENCE: WorkItemReference = {
	key: null,
	url: null,
	workItem: null,
};

/**
 * The address of a work item in Plane's web app.
 *
 * @param web address of the web app, without a slash at its end; undefined if it cannot be known
 * @param workspace slug of the workspace
 * @param key e.g. `LNCH-12`
 * @returns null if it cannot be known
 */
export const workItemUrl = (
	web: string | undefined,
	workspace: string,
	key: string,
): string | null => (web === undefined ? null : [web, workspace, 'browse', key, ''].join('/'));
