import { locator, slug } from '../../fields/kinds';
import * as lists from '../../lists/lists';
import { workItemKey, workItems } from '../../lists/workItems';

/** The values of the paths, each shared by every operation that stands below it. */

export const project = locator('project_id', 'The project to work in', {
	list: lists.projects,
	address: ['projects'],
});

export const workItem = locator(
	'work_item_id',
	'Work item of the project. Its ID can be its key, e.g. LNCH-12.',
	{
		list: workItems,
		address: ['work-items', 'issues', 'browse'],
		example: 'browse/LNCH-12/',
		id: 'LNCH-12',
	},
	{ alternateKey: workItemKey },
);

export const link = locator('link_id', 'Link of the work item', { list: lists.links });

export const label = locator('label_id', 'Label of the project', { list: lists.labels });

export const module = locator('module_id', 'Module of the project', {
	list: lists.modules,
	address: ['modules'],
});

export const cycle = locator('cycle_id', 'Cycle of the project', {
	list: lists.cycles,
	address: ['cycles'],
});

export const customer = locator('customer_id', 'Customer of the workspace', {
	list: lists.customers,
	address: ['customers'],
});

export const property = locator('property_id', 'Property of customers', {
	list: lists.customerProperties,
});

export const initiative = locator('initiative_id', 'Initiative of the workspace', {
	list: lists.initiatives,
	address: ['initiatives'],
});

export const teamspace = locator('teamspace_id', 'Teamspace of the workspace', {
	list: lists.teamspaces,
	address: ['teamspaces'],
});

/** Empty, it is the workspace of the credential. */
export const workspace = slug(
	'workspace_slug',
	"The workspace in Plane's web address, e.g. acme. Leave empty to use the credential's.",
);
