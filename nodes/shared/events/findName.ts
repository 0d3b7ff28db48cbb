import type { ReadTarget, RequestTarget } from '../model/call';
import { getWorkItems } from '../operations';
import type { NameResolver } from '../resolve/NameResolver';
import type { NameInPlaces } from '../resolve/resolveInAny';
import { isWithinProject, type NameFilter } from './eventParameters';
import { nameFields } from './filters';

/** A name in a filter of a trigger, and where it is looked up. */
export interface NameQuery {
	readonly filter: NameFilter;
	readonly name: string;
	/** The slug. */
	readonly workspace: string;
	/** IDs, for states, labels and work items. The records of other filters are looked up in the workspace. */
	readonly projectIds?: readonly string[];
}

/** Looks for the record that a name in a filter stands for: in projects, or in the workspace. */
export async function findName(
	resolver: NameResolver,
	{ filter, name, workspace, projectIds = [] }: NameQuery,
): Promise<NameInPlaces<RequestTarget>> {
	// In the filters of work items, all these names can be resolved.
	const createTarget = (path: ReadTarget['path']): ReadTarget => ({
		kind: 'read',
		workspace,
		operation: getWorkItems,
		path,
	});
	const targets = isWithinProject(filter)
		? projectIds.map((project_id) => createTarget({ project_id }))
		: [createTarget({})];

	return await resolver.resolveInAny(targets, { field: nameFields[filter], text: name });
}
