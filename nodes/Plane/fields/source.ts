/** The list that a value is chosen from in the panel. */
export interface Source {
	/** The method of the node that n8n calls for it. */
	readonly method: string;
	/** The parameters whose records the list belongs to, the outermost first, e.g. `projectId`. */
	readonly parents: readonly string[];
}

/**
 * What tells the editor to load a list anew with another parent. It takes out a record that was
 * chosen before: one project's module is none of another one.
 */
export const dependingOn = (parents: Source['parents']) =>
	parents.length === 0 ? {} : { loadOptionsDependsOn: parents.map((name) => `${name}.value`) };
