import { boolean, id, longText, name, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
import { projectProperty } from './shared/locators';

const optionName = name('name', 'Name of the option', {
	placeholder: 'e.g. Gold',
	identifiesRecord: true,
});

const sharedFields = [
	boolean('is_active', 'Whether the option can be chosen', {
		default: true,
		displayName: 'Active',
		initialValue: true,
	}),
	boolean('is_default', 'Whether new work items have the option', {
		default: true,
		displayName: 'Default',
	}),
	longText('description', 'What the option means'),
	id('parent', 'Option that it depends on, by its ID'),
	...external,
];

const operations = resource({
	resource: 'workItemPropertyOption',
	records: 'work item property options',
	path: 'projects/{project_id}/work-item-properties/{property_id}/options/',
	recordPath: 'projects/{project_id}/work-item-properties/{property_id}/options/{option_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
});

export const createWorkItemPropertyOption = operations.create({
	description: 'Create a new option of a custom property',
	locators: { property_id: projectProperty },
	naturalKey: byUncheckedExternalId('name'),
	body: createBody([required(optionName), ...sharedFields]),
});

export const getWorkItemPropertyOption = operations.get({
	description: 'Retrieve one option of a custom property',
	locators: { property_id: projectProperty },
});

export const getWorkItemPropertyOptions = operations.list({
	description: 'Retrieve a list of the options of a custom property',
	locators: { property_id: projectProperty },
	paging: 'optional',
});

export const updateWorkItemPropertyOption = operations.update({
	description: 'Change an option of a custom property',
	locators: { property_id: projectProperty },
	body: updateBody([notClearable(optionName), ...sharedFields]),
});

export const deleteWorkItemPropertyOption = operations.delete({
	description: 'Delete an option of a custom property',
	locators: { property_id: projectProperty },
});
