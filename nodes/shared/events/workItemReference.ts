import type { JsonObject } from 'n8n-workflow';

/** Identifies, for people, the work item that an event is about. */
export interface WorkItemReference {
	/** E.g. `LNCH-12`; null if unknown. */
	readonly key: string | null;
	/** URL of the work item in Plane's web app; null if unknown. */
	readonly url: string | null;
	/**
	 * `{id, name}` of the work item that a comment, link or attachment belongs to, as far as they are
	 * known; null if the event is about the work item itself, or not about a work item.
	 */
	readonly workItem: JsonObject | null;
}

/** For events that are not about a work item, or about an unknown one. */
export const NO_REFERENCE: WorkItemReference = {
	key: null,
	url: null,
	workItem: null,
};

/**
 * Builds the URL of a work item in Plane's web app.
 *
 * @param webRoot URL of the web app without a trailing slash, or undefined if it is unknown
 * @param workspace slug of the workspace
 * @param key e.g. `LNCH-12`
 * @returns null if the URL of the web app is unknown
 */
export const workItemUrl = (
	webRoot: string | undefined,
	workspace: string,
	key: string,
): string | null => (webRoot === undefined ? null : `${webRoot}/${workspace}/browse/${key}/`);
