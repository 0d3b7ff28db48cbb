/** The list that a value is chosen from in the panel. */
export interface Source {
	/** The method of the node that n8n calls for it. */
	readonly method: string;
	/** The locators whose records the list belongs to, the outermost first, e.g. `projectId`. */
	readonly parents: readonly string[];
}

/**
 * What tells the editor to load a list anew with another parent. Of a locator it takes out what was
 * chosen before: one project's module is none of another one.
 */
export const dependingOn = (parents: Source['parents']): string[] =>
	parents.map((name) => `${name}.value`);
