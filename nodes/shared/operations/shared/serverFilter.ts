import { id, record } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import type { Picker } from '../../lists/picker';
import type { ServerFilter } from '../operation';

/**
 * A filter of the server's for what the path says already. Its name comes last in the alphabet, which
 * is the order of a collection, and nobody takes it for the field of the path.
 *
 * @param given what the path has it as, e.g. `project above`
 */
export function redundantFilter(wire: string, given: string, list?: Picker): ServerFilter {
	const description = `The server's own filter; the ${given} is enough`;
	const filter = list ? record(wire, description, list) : id(wire, description);

	return { ...filter, displayName: `Within ${filter.displayName} (Server Filter)` };
}

export const withinProject = redundantFilter('project', 'project above', projects);
export const withinWorkspace = redundantFilter('workspace', 'workspace of the node');
