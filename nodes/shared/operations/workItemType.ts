import { boolean, count, longText, name, notClearable, object, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const typeName = name('name', 'Name of the type', {
	placeholder: 'e.g. Bug',
	identifiesRecord: true,
});

const sharedFields = [
	boolean('is_active', 'Whether the type is in use', { default: true, displayName: 'Active' }),
	longText('description', 'What the type is for'),
	boolean('is_epic', 'Whether work items of the type are epics', {
		default: true,
		displayName: 'For Epics',
	}),
	count('level', { from: 0, default: 0 }, 'Level in the hierarchy of types'),
	object('logo_props', 'Icon of the type', {
		placeholder: 'e.g. {"in_use": "icon", "icon": {"name": "Bug"}}',
	}),
	...external,
];

const operations = resource({
	resource: 'workItemType',
	records: 'work item types',
	path: 'projects/{project_id}/work-item-types/',
	recordPath: 'projects/{project_id}/work-item-types/{type_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	output: simplified(simplifiers.workItemType),
});

export const createWorkItemType = operations.create({
	description: 'Create a new type of work items in a project',
	naturalKey: byUncheckedExternalId('name'),
	output: simplified(simplifiers.workItemType),
	body: createBody([required(typeName), ...sharedFields]),
});

export const getWorkItemType = operations.get({
	description: 'Retrieve one type of work items of a project',
});

export const getWorkItemTypes = operations.list({
	description: 'Retrieve a list of the types of work items of a project',
	paging: 'optional',
});

export const updateWorkItemType = operations.update({
	description: 'Change the details of a type of work items',
	output: simplified(simplifiers.workItemType),
	body: updateBody([notClearable(typeName), ...sharedFields]),
});

export const deleteWorkItemType = operations.delete({
	description: 'Delete a type of work items; the default type of a project cannot be deleted',
});
