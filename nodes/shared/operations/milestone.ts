import { date, name, notClearable, required } from '../fields/kinds';
import { createBody, updateBody } from './body';
import { add, list, remove, resource } from './builders';
import { bulkWrites } from './shared/bulkWrites';
import { byUncheckedExternalId, external } from './shared/external';
import { workItemIds } from './shared/workItemIds';

const title = name('title', 'Title of the milestone', { placeholder: 'e.g. First release' });

const sharedFields = [
	date('target_date', 'Day on which the milestone is due', { displayName: 'Due Date' }),
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
	description: 'Create a new milestone in a project',
	naturalKey: byUncheckedExternalId(),
	body: createBody([required(title), ...sharedFields]),
});

export const getMilestone = operations.get({
	description: 'Retrieve one milestone of a project',
});

export const getMilestones = operations.list({
	description: 'Retrieve a list of the milestones of a project',
	paging: 'optional',
});

export const updateMilestone = operations.update({
	description: 'Change the title or the due date of a milestone',
	body: updateBody([notClearable(title), ...sharedFields]),
});

export const deleteMilestone = operations.delete({
	description: 'Delete a milestone; its work items stay',
});

export const addWorkItemsToMilestone = add({
	resource: 'milestone',
	description: 'Add one or more work items of the project to a milestone',
	path: 'projects/{project_id}/milestones/{milestone_id}/work-items/',
	plan: 'Pro',
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to milestone',
	idsField: workItemIds('IDs or keys of the work items to add'),
	responseIdField: 'issue',
	container: 'project',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfMilestone = list({
	resource: 'milestone',
	description:
		'Retrieve the links of a milestone to its work items, each with the ID of the work item',
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
	description: 'Remove one or more work items from a milestone',
	path: 'projects/{project_id}/milestones/{milestone_id}/work-items/',
	plan: 'Pro',
	action: 'Remove work items from milestone',
	idsField: workItemIds('IDs or keys of the work items to remove'),
});
