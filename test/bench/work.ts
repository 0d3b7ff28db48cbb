import type { Place } from './server/protocol';

/** What an update of the bench changes besides the name. */
export const CHANGE = { status: 'paused', target_date: '2026-12-24' } as const;

/** The name that the update of this module gives it. */
export const nameOf = (index: number): string => `Module ${index + 1}`;

/** Requests at once: the node's own default. */
export const AT_ONCE = 8;

/** Changes each of the first so many modules: name, status and target date. */
export interface Updates {
	readonly kind: 'updates';
	readonly place: Place;
	readonly count: number;
	/** Whether the items that do not fail go on. */
	readonly goesOn?: boolean;
}

/** Adds each of the first so many work items to the first module. */
export interface Additions {
	readonly kind: 'additions';
	readonly place: Place;
	readonly count: number;
}

/** Gets all work items of the project with this number. */
export interface Listing {
	readonly kind: 'listing';
	readonly place: Place;
	readonly project: number;
}

/** The same work for every contender. */
export type Work = Updates | Additions | Listing;

/** The first of these, or the one with this number. @throws Error where there is none. */
export function entry(ids: readonly string[], index = 0): string {
	const id = ids[index];
	if (id === undefined) throw new Error('The server of the bench has no such record.');
	return id;
}

/** Ends in a slash. */
export const projectUrl = ({ url, workspace, projects }: Place, index = 0): string =>
	`${url}/api/v1/workspaces/${workspace}/projects/${entry(projects, index)}/`;
