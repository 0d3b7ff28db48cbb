import { boolean, count, longText, name, notClearable, object, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const typeName = name('name', 'Its name', {
	identifiesRecord: true,
});

const sharedFields = [
	boolean('is_active', 'Whether it is in use', { default: true, displayName: 'Active' }),
	longText('description', 'What it is for'),
	boolean('is_epic', 'Whether its work items are epics', {
		default: true,
		displayName: 'For Epics',
	}),
	count('level', { from: 0, default: 0 }, 'Level in the hierarchy'),
	object('logo_props', 'Icon of the type'),
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
	description: 'Create a type of work items in a project',
	naturalKey: byUncheckedExternalId('name'),
	output: simplified(simplifiers.workItemType),
	body: createBody([required(typeName), ...sharedFields]),
});

export const getWorkItemType = operations.get({
	description: 'Get one type of work items of a project',
});

export const getWorkItemTypes = operations.list({
	description: 'List the types of work items of a project',
	paging: 'optional',
});

export const updateWorkItemType = operations.update({
	description: 'Change a type of work items',
	output: simplified(simplifiers.workItemType),
	body: updateBody([notClearable(typeName), ...sharedFields]),
});

export const deleteWorkItemType = operations.delete({
	description: 'Delete a type of work items, except for the default type',
});
