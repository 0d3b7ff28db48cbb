import { id, record } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import type { Picker } from '../../lists/picker';
import type { ServerFilter } from '../operation';

/**
 * A server filter that is redundant with the path. Its label sorts last in the collection, so that it is
 * not mistaken for the locator.
 *
 * @param where the parameter that makes it redundant, e.g. `project above`
 */
export function redundantFilter(wire: string, where: string, list?: Picker): ServerFilter {
	const description = `A filter that the server offers; the ${where} is enough`;
	const filter = list ? record(wire, description, list) : id(wire, description);

	return { ...filter, displayName: `Within ${filter.displayName} (Server Filter)` };
}

export const withinProject = redundantFilter('project', 'project above', projects);
export const withinWorkspace = redundantFilter('workspace', 'workspace of the node');
