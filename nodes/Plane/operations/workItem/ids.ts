import { ids, required } from '../../fields';

/** The work items of an addition to a module or a cycle; the service calls them issues. */
export const workItemIds = required(
	ids(
		'issues',
		'IDs of the work items to add: a list, or text separated by commas or line breaks',
		{ parameter: 'workItemIds', displayName: 'Work Item IDs' },
	),
);
