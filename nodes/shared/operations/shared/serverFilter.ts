import { id, record } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import type { Picker } from '../../lists/picker';
import type { ServerFilter } from '../operation';

/**
 * Declares a server filter that only repeats what the path says. Its label is sorted last in the collection,
 * so that users do not mistake it for the locator.
 *
 * @param parameter the parameter that makes it redundant, e.g. `project above`
 */
export function redundantFilter(wire: string, parameter: string, list?: Picker): ServerFilter {
	const description = `A filter that the server offers; the ${parameter} is enough`;
	const filter = list ? record(wire, description, list) : id(wire, description);

	return { ...filter, displayName: `Within ${filter.displayName} (Server Filter)` };
}

export const withinProject = redundantFilter('project', 'project above', projects);
export const withinWorkspace = redundantFilter('workspace', 'workspace of the node');
