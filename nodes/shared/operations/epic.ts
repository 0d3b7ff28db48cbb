import { date, html, notClearable, record, records, required } from '../fields/kinds';
import { features } from '../fields/features';
import { labels, projectMembers, states } from '../lists/lists';
import { workItems } from '../lists/workItems';
import { createBody, updateBody } from './body';
import { add, list, resource } from './builders';
import { byUncheckedExternalId, external } from './shared/external';
import { estimatePoint } from './shared/estimateValue';
import { sortBy } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { title } from './shared/title';
import { workItemIds } from './shared/workItemIds';
import { expandFields } from './shared/workItemList';
import { priority } from './shared/priority';

/** Bodies and responses have different names for these fields (row 460). */
const sharedFields = [
	records('assignee_ids', 'Who works on it', projectMembers, {
		parameter: 'assignees',
		responsePath: 'assignees',
		mustBeListed: true,
		activeMembersOnly: true,
	}),
	records('label_ids', 'Which labels', labels, {
		parameter: 'labels',
		responsePath: 'labels',
		mustBeListed: true,
		canCreateMissing: true,
	}),
	html('description_html', 'What it is about', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	estimatePoint,
	record('parent_id', 'Parent in the same project', workItems, {
		parameter: 'parent',
		displayName: 'Parent',
		responsePath: 'parent',
	}),
	priority,
	date('start_date', 'When it starts'),
	notClearable(
		record('state_id', 'Which state', states, {
			parameter: 'state',
			displayName: 'State',
			responsePath: 'state',
		}),
	),
	date('target_date', 'When it is due', {
		displayName: 'Due Date',
		notBefore: 'start_date',
	}),
	...external,
];

const operations = resource({
	resource: 'epic',
	records: 'epics',
	path: 'projects/{project_id}/epics/',
	recordPath: 'projects/{project_id}/epics/{epic_id}/',
	plan: 'Pro',
	feature: features.epics,
	output: simplified(simplifiers.epic),
});

export const createEpic = operations.create({
	description: 'Create an epic in a project',
	naturalKey: byUncheckedExternalId(),
	output: simplified(simplifiers.epic),
	body: createBody([required(title), ...sharedFields]),
});

export const getEpic = operations.get({
	description: 'Get one epic of a project',
	options: [expandFields],
});

export const getEpics = operations.list({
	description: 'List the epics of a project',
	options: [sortBy(), expandFields],
});

export const updateEpic = operations.update({
	description: 'Change an epic',
	output: simplified(simplifiers.epic),
	body: updateBody([notClearable(title), ...sharedFields]),
});

export const deleteEpic = operations.delete({
	description: 'Delete an epic; its work items stay and lose their parent',
});

export const addWorkItemsToEpic = add({
	resource: 'epic',
	description: 'Put work items of the project under an epic',
	path: 'projects/{project_id}/epics/{epic_id}/issues/',
	plan: 'Pro',
	feature: features.epics,
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to epic',
	idsField: workItemIds('work_item_ids'),
	responseIdField: 'id',
	scope: 'project',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfEpic = list({
	resource: 'epic',
	description: 'List the work items under an epic',
	path: 'projects/{project_id}/epics/{epic_id}/issues/',
	plan: 'Pro',
	feature: features.epics,
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of epic',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	options: [sortBy(), expandFields],
});
