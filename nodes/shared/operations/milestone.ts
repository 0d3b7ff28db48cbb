import { date, name, notClearable, required } from '../fields/kinds';
import { createBody, updateBody } from './body';
import { add, list, remove, resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { byUncheckedExternalId, external } from './shared/external';
import { workItemIds } from './shared/workItemIds';

const title = name('title', 'Title of the milestone');

const sharedFields = [
	date('target_date', 'When it is due', { displayName: 'Due Date' }),
	...external,
];

const operations = resource({
	resource: 'milestone',
	records: 'milestones',
	path: 'projects/{project_id}/milestones/',
	recordPath: 'projects/{project_id}/milestones/{milestone_id}/',
	plan: 'Pro',
	bulk: bulkWrites.milestone,
});

export const createMilestone = operations.create({
	description: 'Create a milestone in a project',
	naturalKey: byUncheckedExternalId(),
	body: createBody([required(title), ...sharedFields]),
});

export const getMilestone = operations.get({
	description: 'Get one milestone of a project',
});

export const getMilestones = operations.list({
	description: 'List the milestones of a project',
	paging: 'optional',
});

export const updateMilestone = operations.update({
	description: 'Change a milestone',
	body: updateBody([notClearable(title), ...sharedFields]),
});

export const deleteMilestone = operations.delete({
	description: 'Delete a milestone; its work items stay',
});

export const addWorkItemsToMilestone = add({
	resource: 'milestone',
	description: 'Add work items of the project to a milestone',
	path: 'projects/{project_id}/milestones/{milestone_id}/work-items/',
	plan: 'Pro',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to milestone',
	idsField: workItemIds(),
	responseIdField: 'issue',
	scope: 'project',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfMilestone = list({
	resource: 'milestone',
	description: 'List the links of a milestone to its work items, by their IDs',
	path: 'projects/{project_id}/milestones/{milestone_id}/work-items/',
	plan: 'Pro',
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of milestone',
	records: 'work items',
	paging: 'optional',
	lacksCreationTime: true,
});

export const removeWorkItemsFromMilestone = remove({
	resource: 'milestone',
	description: 'Remove work items from a milestone',
	path: 'projects/{project_id}/milestones/{milestone_id}/work-items/',
	plan: 'Pro',
	action: 'Remove work items from milestone',
	idsField: workItemIds(),
});
