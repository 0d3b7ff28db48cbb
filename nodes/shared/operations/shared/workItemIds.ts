import { ids, required } from '../../fields/kinds';
import { workItems } from '../../lists/workItems';
import type { Overrides } from '../../fields/field';

/** Work items to add to another record or to remove from it; the API calls them issues. */
export const workItemIds = (wire = 'issues', overrides: Overrides = {}) =>
	required(
		ids(wire, 'Their IDs or keys', {
			parameter: 'workItemIds',
			displayName: 'Work Item IDs',
			source: workItems,
			placeholder: 'e.g. LNCH-12, LNCH-14',
			...overrides,
		}),
	);
