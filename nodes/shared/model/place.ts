/** A place in Plane that paths lead to. */
export interface Place {
	/** The slug of the workspace. */
	readonly workspace: string;
	/** The values of the placeholders of paths, by their wire names, not percent-encoded. */
	readonly path: Readonly<Record<string, string>>;
}

/** Returns a place inside another one: a record of a project, for example. */
export const placeWithin = ({ workspace, path }: Place, values: Place['path']): Place => ({
	workspace,
	path: { ...path, ...values },
});

/** Returns a target as if it were at another place: errors then refer to what is there. */
export const withPlace = <Target extends Place>(
	target: Target,
	{ workspace, path }: Place,
): Target => ({ ...target, workspace, path });

/**
 * Fills in the placeholders of a path, percent-encoded. A placeholder without a value is left empty.
 *
 * @param template e.g. `projects/{project_id}/labels/`
 */
export const fillPath = (template: string, { path }: Pick<Place, 'path'>): string =>
	template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

/** Identifies what a path leads to at a place: a record or a list. Equal for all paths with the same address. */
export const placeKey = (place: Place, template: string): string =>
	[place.workspace, fillPath(template, place)].join('\n');

/** The path of the list that contains a record, or the path itself if it does not end in a record. */
export const toListPath = (template: string): string => template.replace(/\{\w+\}\/$/, '');

/** What has an operation at a place: a call, for example. */
interface Located extends Place {
	readonly operation: { readonly request: { readonly path: string } };
}

/** Identifies the record, or the list, that the path of a call leads to. */
export const locationKey = (call: Located): string => placeKey(call, call.operation.request.path);
