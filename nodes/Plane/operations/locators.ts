import { id, locator } from '../fields';

/** The values of the paths, each shared by every operation that stands below it. */

export const project = locator('project_id', 'Project of the workspace', ['projects']);

export const workItem = locator('work_item_id', 'Work item of the project', [
	'work-items',
	'issues',
]);

export const link = locator('link_id', 'Link of the work item');

export const module = locator('module_id', 'Module of the project', ['modules']);

export const cycle = locator('cycle_id', 'Cycle of the project', ['cycles']);

export const customer = locator('customer_id', 'Customer of the workspace', ['customers']);

export const property = locator('property_id', 'Property that customers of the workspace have');

export const initiative = locator('initiative_id', 'Initiative of the workspace', ['initiatives']);

export const teamspace = locator('teamspace_id', 'Teamspace of the workspace', ['teamspaces']);

/** Empty, it is the workspace of the credential. */
export const workspace = id(
	'workspace_slug',
	'Workspace as its address names it. Empty for the workspace of the credential.',
	{ placeholder: 'e.g. acme' },
);
