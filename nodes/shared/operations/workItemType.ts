import { boolean, count, longText, name, notClearable, object, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
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
	...external('type'),
];

export const createWorkItemType = create({
	resource: 'workItemType',
	description: 'Create a new type of work items in a project',
	path: 'projects/{project_id}/work-item-types/',
	plan: 'Pro',
	feature: features.workItemTypes,
	naturalKey: byUncheckedExternalId('name'),
	simplifier: simplifiers.workItemType,
	body: createBody([required(typeName), ...sharedFields]),
});

export const getWorkItemType = get({
	resource: 'workItemType',
	description: 'Retrieve one type of work items of a project',
	path: 'projects/{project_id}/work-item-types/{type_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	simplifier: simplifiers.workItemType,
});

export const getWorkItemTypes = list({
	resource: 'workItemType',
	description: 'Retrieve a list of the types of work items of a project',
	path: 'projects/{project_id}/work-item-types/',
	plan: 'Pro',
	feature: features.workItemTypes,
	records: 'work item types',
	simplifier: simplifiers.workItemType,
	paging: 'optional',
});

export const updateWorkItemType = update({
	resource: 'workItemType',
	description: 'Change the details of a type of work items',
	path: 'projects/{project_id}/work-item-types/{type_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	simplifier: simplifiers.workItemType,
	body: updateBody([notClearable(typeName), ...sharedFields]),
});

export const deleteWorkItemType = action({
	resource: 'workItemType',
	description: 'Delete a type of work items; the default type of a project cannot be deleted',
	path: 'projects/{project_id}/work-item-types/{type_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	resultKey: 'deleted',
});
