import { duration, longText, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, list, update } from './builders';

const time = duration('duration', 'Minutes (90), or hours and minutes (1h 30m, 1:30)', {
	placeholder: 'e.g. 1h 30m',
});

const description = longText('description', 'What was done', {
	// Older servers require it (row 464).
	initialValue: '',
});

export const createWorklog = create({
	resource: 'worklog',
	description: "Add a worklog of the credential's user to a work item",
	path: 'projects/{project_id}/work-items/{work_item_id}/worklogs/',
	plan: 'Pro',
	feature: features.timeTracking,
	body: createBody([required(time), description]),
});

export const getWorklogs = list({
	resource: 'worklog',
	description: 'List the worklogs of a work item, in minutes',
	path: 'projects/{project_id}/work-items/{work_item_id}/worklogs/',
	plan: 'Pro',
	feature: features.timeTracking,
	records: 'worklogs',
	paging: 'optional',
});

export const getWorklogTotals = list({
	resource: 'worklog',
	description: 'List the total time of the worklogs of each work item, in minutes',
	path: 'projects/{project_id}/total-worklogs/',
	plan: 'Pro',
	feature: features.timeTracking,
	value: 'getTotals',
	name: 'Get Totals',
	action: 'Get totals of worklogs',
	records: 'work items',
	paging: 'optional',
	lacksCreationTime: true,
});

export const updateWorklog = update({
	resource: 'worklog',
	description: 'Change a worklog',
	path: 'projects/{project_id}/work-items/{work_item_id}/worklogs/{worklog_id}/',
	plan: 'Pro',
	feature: features.timeTracking,
	body: updateBody([notClearable(time), description]),
});

export const deleteWorklog = action({
	resource: 'worklog',
	description: 'Delete a worklog',
	path: 'projects/{project_id}/work-items/{work_item_id}/worklogs/{worklog_id}/',
	plan: 'Pro',
	feature: features.timeTracking,
	resultKey: 'deleted',
});
