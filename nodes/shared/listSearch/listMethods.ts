// Saved as JSON when the package is built (gulpfile.js).

import * as lists from '../lists/lists';
import { listsByMethod } from './listsByMethod';

/** The methods for the lists from which one record is chosen. */
export const searchMethods: readonly string[] = [...listsByMethod.keys()];

/** The methods for the lists from which several records can be chosen. */
export const optionMethods: readonly string[] = [
	lists.members,
	lists.projectMembers,
	lists.projects,
	lists.labels,
	lists.modules,
	lists.cycles,
	lists.states,
	lists.workItemTypes,
	lists.initiativeLabels,
].map(({ method }) => method);

/** The methods of triggers for lists of the workspace. */
export const workspaceMethods: readonly string[] = [lists.projects.method, lists.members.method];

/** The methods for the lists whose names triggers show for all projects that were chosen. */
export const projectMethods: readonly string[] = [lists.states.method, lists.labels.method];
