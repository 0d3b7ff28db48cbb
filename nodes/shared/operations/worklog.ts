import { duration, longText, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { list, resource } from './builders';

const time = duration('duration', 'Minutes (90), or hours and minutes (1h 30m, 1:30)');

const description = longText('description', 'What was done', {
	// Older servers require it (row 464).
	initialValue: '',
});

const operations = resource({
	resource: 'worklog',
	records: 'worklogs',
	path: 'projects/{project_id}/work-items/{work_item_id}/worklogs/',
	recordPath: 'projects/{project_id}/work-items/{work_item_id}/worklogs/{worklog_id}/',
	plan: 'Pro',
	feature: features.timeTracking,
});

export const createWorklog = operations.create({
	description: "Add a worklog of the credential's user to a work item",
	body: createBody([required(time), description]),
});

export const getWorklogs = operations.list({
	description: 'List the worklogs of a work item, in minutes',
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

export const updateWorklog = operations.update({
	description: 'Change a worklog',
	body: updateBody([notClearable(time), description]),
});

export const deleteWorklog = operations.delete({
	description: 'Delete a worklog',
});
