import { html, name, notClearable, object, record, records, required } from '../fields/kinds';
import { features } from '../fields/features';
import { members, projects } from '../lists/lists';
import { createBody, updateBody } from './body';
import { add, list, remove, resource } from './builders';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const teamspaceName = name('name', 'Its name');

const sharedFields = [
	html('description_html', 'What it is about', {
		notComparedReason: 'Servers sanitize HTML before they store it.',
	}),
	record('lead', 'Who leads it', members),
	object('logo_props', 'Icon of the teamspace'),
];

const projectIds = required(records('project_ids', 'Which projects', projects));

const operations = resource({
	resource: 'teamspace',
	records: 'teamspaces',
	path: 'teamspaces/',
	recordPath: 'teamspaces/{teamspace_id}/',
	plan: 'Pro',
	feature: features.teams,
	output: simplified(simplifiers.teamspace),
});

export const createTeamspace = operations.create({
	description: 'Create a teamspace',
	output: simplified(simplifiers.teamspace),
	body: createBody([required(teamspaceName), ...sharedFields]),
});

export const getTeamspace = operations.get({
	description: 'Get one teamspace',
});

export const getTeamspaces = operations.list({
	description: 'List the teamspaces',
	paging: 'optional',
});

export const updateTeamspace = operations.update({
	description: 'Change a teamspace',
	output: simplified(simplifiers.teamspace),
	body: updateBody([notClearable(teamspaceName), ...sharedFields]),
});

export const deleteTeamspace = operations.delete({
	description: 'Delete a teamspace; its projects and members stay',
});

export const addProjectsToTeamspace = add({
	resource: 'teamspace',
	description: 'Add projects to a teamspace',
	path: 'teamspaces/{teamspace_id}/projects/',
	plan: 'Pro',
	feature: features.teams,
	value: 'addProjects',
	name: 'Add Projects',
	action: 'Add projects to teamspace',
	idsField: projectIds,
	responseIdField: 'id',
	scope: 'workspace',
	targetsPerRecord: 'several',
});

export const getProjectsOfTeamspace = list({
	resource: 'teamspace',
	description: 'List the projects of a teamspace',
	path: 'teamspaces/{teamspace_id}/projects/',
	plan: 'Pro',
	feature: features.teams,
	value: 'getProjects',
	name: 'Get Projects',
	action: 'Get projects of teamspace',
	records: 'projects',
	output: simplified(simplifiers.project),
	paging: 'optional',
});

export const removeProjectsFromTeamspace = remove({
	resource: 'teamspace',
	description: 'Remove projects from a teamspace',
	path: 'teamspaces/{teamspace_id}/projects/',
	plan: 'Pro',
	feature: features.teams,
	value: 'removeProjects',
	name: 'Remove Projects',
	action: 'Remove projects from teamspace',
	idsField: projectIds,
});
