import {
	choice,
	date,
	html,
	name,
	notClearable,
	object,
	record,
	records,
	required,
} from '../fields/kinds';
import { features } from '../fields/features';
import { initiativeLabels, members, projects } from '../lists/lists';
import { workItemsAndEpics } from '../lists/workItems';
import { createBody, updateBody } from './body';
import { add, list, remove, resource } from './builders';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { workItemIds } from './shared/workItemIds';

const initiativeName = name('name', 'Its name');

const sharedFields = [
	html('description_html', 'What it is about', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	record('lead', 'Who leads it', members),
	date('start_date', 'Its first day'),
	date('end_date', 'Its last day', { notBefore: 'start_date' }),
	object('logo_props', 'Icon of the initiative'),
	choice('state', ['DRAFT', 'PLANNED', 'ACTIVE', 'COMPLETED', 'CLOSED'], 'Which state'),
];

const projectIds = required(records('project_ids', 'Which projects', projects));

const labelIds = required(records('label_ids', 'Which labels', initiativeLabels));

const epicIds = workItemIds('epic_ids', {
	parameter: 'epicIds',
	displayName: 'Epic IDs',
	source: workItemsAndEpics,
});

const memberWorkItemIds = workItemIds('work_item_ids', { source: workItemsAndEpics });

const operations = resource({
	resource: 'initiative',
	records: 'initiatives',
	path: 'initiatives/',
	recordPath: 'initiatives/{initiative_id}/',
	plan: 'Pro',
	feature: features.initiatives,
	output: simplified(simplifiers.initiative),
});

export const createInitiative = operations.create({
	description: 'Create an initiative',
	output: simplified(simplifiers.initiative),
	body: createBody([required(initiativeName), ...sharedFields]),
});

export const getInitiative = operations.get({
	description: 'Get one initiative',
});

export const getInitiatives = operations.list({
	description: 'List the initiatives',
	paging: 'optional',
});

export const updateInitiative = operations.update({
	description: 'Change an initiative',
	output: simplified(simplifiers.initiative),
	body: updateBody([notClearable(initiativeName), ...sharedFields]),
});

export const deleteInitiative = operations.delete({
	description: 'Delete an initiative; its projects and work items stay',
});

export const addProjectsToInitiative = add({
	resource: 'initiative',
	description: 'Add projects to an initiative',
	path: 'initiatives/{initiative_id}/projects/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addProjects',
	name: 'Add Projects',
	action: 'Add projects to initiative',
	idsField: projectIds,
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getProjectsOfInitiative = list({
	resource: 'initiative',
	description: 'List the projects of an initiative',
	path: 'initiatives/{initiative_id}/projects/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'getProjects',
	name: 'Get Projects',
	action: 'Get projects of initiative',
	records: 'projects',
	output: simplified(simplifiers.project),
	paging: 'optional',
});

export const removeProjectsFromInitiative = remove({
	resource: 'initiative',
	description: 'Remove projects from an initiative',
	path: 'initiatives/{initiative_id}/projects/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeProjects',
	name: 'Remove Projects',
	action: 'Remove projects from initiative',
	idsField: projectIds,
});

export const addLabelsToInitiative = add({
	resource: 'initiative',
	description: 'Add labels to an initiative',
	path: 'initiatives/{initiative_id}/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addLabels',
	name: 'Add Labels',
	action: 'Add labels to initiative',
	idsField: labelIds,
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getLabelsOfInitiative = list({
	resource: 'initiative',
	description: 'List the labels of an initiative',
	path: 'initiatives/{initiative_id}/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'getLabels',
	name: 'Get Labels',
	action: 'Get labels of initiative',
	records: 'labels',
	output: simplified(simplifiers.workspaceLabel),
	paging: 'optional',
});

export const removeLabelsFromInitiative = remove({
	resource: 'initiative',
	description: 'Remove labels from an initiative',
	path: 'initiatives/{initiative_id}/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeLabels',
	name: 'Remove Labels',
	action: 'Remove labels from initiative',
	idsField: labelIds,
});

export const addEpicsToInitiative = add({
	resource: 'initiative',
	description: 'Add epics to an initiative; newer servers have Add Work Items',
	path: 'initiatives/{initiative_id}/epics/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addEpics',
	name: 'Add Epics',
	action: 'Add epics to initiative',
	idsField: epicIds,
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getEpicsOfInitiative = list({
	resource: 'initiative',
	description: 'List the epics of an initiative',
	path: 'initiatives/{initiative_id}/epics/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'getEpics',
	name: 'Get Epics',
	action: 'Get epics of initiative',
	records: 'epics',
	output: simplified(simplifiers.epic),
	paging: 'optional',
});

export const removeEpicsFromInitiative = remove({
	resource: 'initiative',
	description: 'Remove epics from an initiative',
	path: 'initiatives/{initiative_id}/epics/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeEpics',
	name: 'Remove Epics',
	action: 'Remove epics from initiative',
	idsField: epicIds,
});

export const addWorkItemsToInitiative = add({
	resource: 'initiative',
	description: 'Add work items of any type to an initiative',
	path: 'initiatives/{initiative_id}/work-items/',
	plan: 'Pro',
	feature: features.initiatives,
	isRecent: true,
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to initiative',
	idsField: memberWorkItemIds,
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfInitiative = list({
	resource: 'initiative',
	description: 'List the work items of an initiative',
	path: 'initiatives/{initiative_id}/work-items/',
	plan: 'Pro',
	feature: features.initiatives,
	isRecent: true,
	value: 'getWorkItems',
	name: 'Get Work Items',
	action: 'Get work items of initiative',
	records: 'work items',
	output: simplified(simplifiers.workItem),
	paging: 'optional',
});

export const removeWorkItemsFromInitiative = remove({
	resource: 'initiative',
	description: 'Remove work items from an initiative',
	path: 'initiatives/{initiative_id}/work-items/',
	plan: 'Pro',
	feature: features.initiatives,
	isRecent: true,
	action: 'Remove work items from initiative',
	idsField: memberWorkItemIds,
});
