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

const initiativeName = name('name', 'Name of the initiative', {
	placeholder: 'e.g. Launch in spring',
});

const sharedFields = [
	html('description_html', 'What the initiative is about', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	record('lead', 'User who leads the initiative', members),
	date('start_date', 'Day on which the initiative starts'),
	date('end_date', 'Day on which the initiative ends', { notBefore: 'start_date' }),
	object('logo_props', 'Icon of the initiative', {
		placeholder: 'e.g. {"in_use": "icon", "icon": {"name": "Rocket"}}',
	}),
	choice('state', ['DRAFT', 'PLANNED', 'ACTIVE', 'COMPLETED', 'CLOSED'], 'State of the initiative'),
];

const projectIds = (description: string) => required(records('project_ids', description, projects));

const labelIds = (description: string) =>
	required(records('label_ids', description, initiativeLabels));

const epicIds = (description: string) =>
	workItemIds(description, 'epic_ids', {
		parameter: 'epicIds',
		displayName: 'Epic IDs',
		source: workItemsAndEpics,
	});

const memberWorkItemIds = (description: string) =>
	workItemIds(description, 'work_item_ids', { source: workItemsAndEpics });

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
	description: 'Create a new initiative in the workspace',
	output: simplified(simplifiers.initiative),
	body: createBody([required(initiativeName), ...sharedFields]),
});

export const getInitiative = operations.get({
	description: 'Retrieve one initiative of the workspace',
});

export const getInitiatives = operations.list({
	description: 'Retrieve a list of the initiatives of the workspace',
	paging: 'optional',
});

export const updateInitiative = operations.update({
	description: 'Change the details of an initiative',
	output: simplified(simplifiers.initiative),
	body: updateBody([notClearable(initiativeName), ...sharedFields]),
});

export const deleteInitiative = operations.delete({
	description: 'Delete an initiative; its projects and work items stay',
});

export const addProjectsToInitiative = add({
	resource: 'initiative',
	description: 'Add one or more projects to an initiative',
	path: 'initiatives/{initiative_id}/projects/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addProjects',
	name: 'Add Projects',
	action: 'Add projects to initiative',
	idsField: projectIds('Projects to add'),
	responseIdField: 'id',
	container: 'workspace',
	targetsPerRecord: 'several',
});

export const getProjectsOfInitiative = list({
	resource: 'initiative',
	description: 'Retrieve a list of the projects of an initiative',
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
	description: 'Remove one or more projects from an initiative',
	path: 'initiatives/{initiative_id}/projects/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeProjects',
	name: 'Remove Projects',
	action: 'Remove projects from initiative',
	idsField: projectIds('Projects to remove'),
});

export const addLabelsToInitiative = add({
	resource: 'initiative',
	description: 'Add one or more labels to an initiative',
	path: 'initiatives/{initiative_id}/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addLabels',
	name: 'Add Labels',
	action: 'Add labels to initiative',
	idsField: labelIds('Labels to add'),
	responseIdField: 'id',
	container: 'workspace',
	targetsPerRecord: 'several',
});

export const getLabelsOfInitiative = list({
	resource: 'initiative',
	description: 'Retrieve a list of the labels of an initiative',
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
	description: 'Remove one or more labels from an initiative',
	path: 'initiatives/{initiative_id}/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeLabels',
	name: 'Remove Labels',
	action: 'Remove labels from initiative',
	idsField: labelIds('Labels to remove'),
});

export const addEpicsToInitiative = add({
	resource: 'initiative',
	description: 'Add one or more epics to an initiative; newer servers have Add Work Items instead',
	path: 'initiatives/{initiative_id}/epics/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'addEpics',
	name: 'Add Epics',
	action: 'Add epics to initiative',
	idsField: epicIds('IDs or keys of the epics to add'),
	responseIdField: 'id',
	container: 'workspace',
	targetsPerRecord: 'several',
});

export const getEpicsOfInitiative = list({
	resource: 'initiative',
	description: 'Retrieve a list of the epics of an initiative',
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
	description: 'Remove one or more epics from an initiative',
	path: 'initiatives/{initiative_id}/epics/',
	plan: 'Pro',
	feature: features.initiatives,
	value: 'removeEpics',
	name: 'Remove Epics',
	action: 'Remove epics from initiative',
	idsField: epicIds('IDs or keys of the epics to remove'),
});

export const addWorkItemsToInitiative = add({
	resource: 'initiative',
	description: 'Add one or more work items of any type to an initiative',
	path: 'initiatives/{initiative_id}/work-items/',
	plan: 'Pro',
	feature: features.initiatives,
	isRecent: true,
	value: 'addWorkItems',
	name: 'Add Work Items',
	action: 'Add work items to initiative',
	idsField: memberWorkItemIds('IDs or keys of the work items to add'),
	responseIdField: 'id',
	container: 'workspace',
	targetsPerRecord: 'several',
});

export const getWorkItemsOfInitiative = list({
	resource: 'initiative',
	description: 'Retrieve a list of the work items of an initiative',
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
	description: 'Remove one or more work items from an initiative',
	path: 'initiatives/{initiative_id}/work-items/',
	plan: 'Pro',
	feature: features.initiatives,
	isRecent: true,
	action: 'Remove work items from initiative',
	idsField: memberWorkItemIds('IDs or keys of the work items to remove'),
});
