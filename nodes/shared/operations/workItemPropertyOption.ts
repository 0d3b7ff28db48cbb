import { boolean, id, longText, name, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
import { projectProperty } from './shared/locators';

const optionName = name('name', 'Its name', {
	identifiesRecord: true,
});

const sharedFields = [
	boolean('is_active', 'Whether it can be chosen', {
		default: true,
		displayName: 'Active',
		initialValue: true,
	}),
	boolean('is_default', 'Whether new work items have it', {
		default: true,
		displayName: 'Default',
	}),
	longText('description', 'What it means'),
	id('parent', 'ID of the option that it depends on'),
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
	description: 'Create an option of a custom property',
	locators: { property_id: projectProperty },
	naturalKey: byUncheckedExternalId('name'),
	body: createBody([required(optionName), ...sharedFields]),
});

export const getWorkItemPropertyOption = operations.get({
	description: 'Get one option of a custom property',
	locators: { property_id: projectProperty },
});

export const getWorkItemPropertyOptions = operations.list({
	description: 'List the options of a custom property',
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
