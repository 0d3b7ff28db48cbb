import { ids, required } from '../../fields/kinds';
import { workItems } from '../../lists/workItems';

/** Work items to add to or remove from a module or a cycle; the API calls them issues. */
export const workItemIds = (description: string) =>
	required(
		ids('issues', description, {
			parameter: 'workItemIds',
			displayName: 'Work Item IDs',
			source: workItems,
			placeholder: 'e.g. LNCH-12, LNCH-14',
		}),
	);
