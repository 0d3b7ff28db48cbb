import { ids, required } from '../../fields/kinds';
import { workItemKey } from '../../lists/workItems';

/** The work items of an addition to a module or a cycle; the service calls them issues. */
export const workItemIds = required(
	ids(
		'issues',
		'IDs or keys of the work items to add, as a list or separated by commas or line breaks',
		{
			...{ parameter: 'workItemIds', displayName: 'Work Item IDs', alternateKey: workItemKey },
			placeholder: 'e.g. LNCH-12, LNCH-14',
		},
	),
);
