import { type Field, locator, slug } from '../../fields/kinds';
import * as lists from '../../lists/lists';
import { placeholdersIn } from '../../lists/picker';
import { workItemKey, workItems } from '../../lists/workItems';

/** The records that paths go through, each shared by every operation below it. */
const locators = [
	locator('project_id', 'The project to work in', { list: lists.projects, address: ['projects'] }),
	locator(
		'work_item_id',
		'Work item of the project. Its ID can be its key, e.g. LNCH-12.',
		{
			list: workItems,
			address: ['work-items', 'issues', 'browse'],
			example: 'browse/LNCH-12/',
			id: 'LNCH-12',
		},
		{ alternateKey: workItemKey },
	),
	locator('link_id', 'Link of the work item', { list: lists.links }),
	locator('label_id', 'Label of the project', { list: lists.labels }),
	locator('module_id', 'Module of the project', { list: lists.modules, address: ['modules'] }),
	locator('cycle_id', 'Cycle of the project', { list: lists.cycles, address: ['cycles'] }),
	locator('customer_id', 'Customer of the workspace', {
		list: lists.customers,
		address: ['customers'],
	}),
	locator('property_id', 'Property of customers', { list: lists.customerProperties }),
	locator('initiative_id', 'Initiative of the workspace', {
		list: lists.initiatives,
		address: ['initiatives'],
	}),
	locator('teamspace_id', 'Teamspace of the workspace', {
		list: lists.teamspaces,
		address: ['teamspaces'],
	}),
] as const;

/** A placeholder that paths have. */
export type LocatorName = (typeof locators)[number]['wire'];

/** The locators for the placeholders of a path, in their order. */
export const locatorsIn = (path: string): readonly Field[] =>
	placeholdersIn(path).flatMap((name) => locators.filter(({ wire }) => wire === name));

/** Empty, it is the workspace of the credential. */
export const workspace = slug(
	'workspace_slug',
	"The workspace in Plane's web address, e.g. acme. Leave empty to use the credential's.",
);
