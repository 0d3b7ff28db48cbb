import {
	boolean,
	choices,
	count,
	id,
	labeled,
	notClearable,
	longText,
	name,
	object,
	projectIdentifier,
	projectName,
	record,
	required,
	text,
	timezone,
} from '../fields/kinds';
import { members, projectTemplates, states } from '../lists/lists';
import { updateBody, createBody } from './body';
import { action, create, get, update, resource } from './builders';
import { intakeSwitch, projectSwitch } from './shared/projectSwitches';
import type { Refusal } from './shared/refusals';
import { simplified, simplifiedInTools } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { byUnique, external } from './shared/external';
import { featureField } from './shared/featureField';
import { sortBy } from './shared/paging';

const PROJECT_ARCHIVED: Refusal = {
	when: { message: /archived project cannot be updated/i },
	subject: 'record',
	says: 'is archived, and an archived project cannot be changed',
	remedy: 'If the project is to be used again, restore it first with Project → Unarchive.',
};

const description = longText('description', 'What it is about');

const newIdentifier = projectIdentifier(
	'identifier',
	'Prefix of the keys of its work items, up to 12 characters',
	{ placeholder: 'e.g. LNCH' },
);

const projectLead = record('project_lead', 'Who leads the project', members);

/** The fields of a project in addition to its name and its identifier. */
const sharedFields = [
	description,
	projectLead,
	record('default_assignee', 'Who gets work items without an assignee', members),
	projectSwitch('cycle_view', 'cycles', 'Cycles'),
	projectSwitch('module_view', 'modules', 'Modules'),
	projectSwitch('issue_views_view', 'views', 'Views'),
	projectSwitch('page_view', 'pages', 'Pages'),
	intakeSwitch,
	boolean('guest_view_all_features', 'Whether guests see all of it'),
	projectSwitch(
		'is_issue_type_enabled',
		'work item types (commercial editions)',
		'Work Item Types',
	),
	projectSwitch('is_time_tracking_enabled', 'time tracking (commercial editions)', 'Time Tracking'),
	count(
		'archive_in',
		{ from: 0, to: 12, default: 0 },
		'Months after which done work items are archived; 0 for never',
	),
	count(
		'close_in',
		{ from: 0, to: 12, default: 0 },
		'Months without changes after which work items are closed; 0 for never',
	),
	object('icon_prop', 'Icon of the project'),
	name('emoji', 'Character code of the emoji'),
	text('cover_image', 'Address of the cover image', {
		notComparedReason:
			'Servers that store images themselves return another address for the same image.',
	}),
	notClearable(timezone('timezone', 'Time zone')),
	...external,
];

const operations = resource({
	resource: 'project',
	records: 'projects',
	path: 'projects/',
	recordPath: 'projects/{project_id}/',
	output: simplified(simplifiers.project),
});

export const createProject = operations.create({
	description: 'Create a project',
	naturalKey: byUnique('identifier'),
	output: simplifiedInTools(simplifiers.project),
	body: createBody([
		required(projectName('name', 'Its name')),
		required(newIdentifier),
		...sharedFields,
	]),
});

/** One source alone has the path: the vendor's pages. Its template says what the new project has (row 477). */
export const createProjectFromTemplate = create({
	resource: 'project',
	description: 'Create a project from a template of the workspace',
	path: 'projects/templates/use/',
	plan: 'Business',
	value: 'createFromTemplate',
	name: 'Create From Template',
	action: 'Create project from template',
	output: simplifiedInTools(simplifiers.project),
	body: createBody([
		required(
			record('template_id', 'Which template', projectTemplates, { displayName: 'Template' }),
		),
		// Those of the template may be taken: both are unique in the workspace (row 23).
		required(projectName('name', 'Its name')),
		required(newIdentifier),
		description,
		labeled('network', { Public: 2, Secret: 0 }, 'Who can see and join it'),
		projectLead,
	]),
});

export const getProject = operations.get({
	description: 'Get one project',
});

export const getProjectSummary = get({
	resource: 'project',
	description: 'Count what a project has, e.g. its work items and members',
	path: 'projects/{project_id}/summary/',
	value: 'getSummary',
	name: 'Get Summary',
	action: 'Get summary of project',
	options: [
		choices(
			'fields',
			['issues', 'members', 'states', 'labels', 'cycles', 'modules', 'intakes', 'pages'],
			'What to count; without it, everything',
			{ displayName: 'Counts' },
		),
	],
});

export const getProjects = operations.list({
	description: 'List the projects',
	options: [sortBy()],
});

export const getProjectFeatures = get({
	resource: 'project',
	description: 'Get which features are turned on in a project',
	path: 'projects/{project_id}/features/',
	plan: 'any',
	value: 'getFeatures',
	name: 'Get Features',
	action: 'Get features of project',
});

export const updateProjectFeatures = update({
	resource: 'project',
	description: 'Turn features of a project on or off, e.g. epics',
	path: 'projects/{project_id}/features/',
	plan: 'any',
	value: 'updateFeatures',
	name: 'Update Features',
	refusals: [PROJECT_ARCHIVED],
	action: 'Update features of project',
	body: updateBody([
		featureField('cycles'),
		featureField('epics'),
		featureField('intakes', { feature: 'intake' }),
		featureField('modules'),
		featureField('pages'),
		featureField('parallel_cycles', { feature: 'several active cycles at the same time' }),
		featureField('project_updates'),
		featureField('views'),
		featureField('work_item_types', { note: 'They cannot be turned off again.' }),
		featureField('workflows'),
	]),
});

export const updateProject = operations.update({
	description: 'Change a project, e.g. turn its cycles, modules or intake on or off',
	refusals: [
		// The server compares a record with an ID (row 64).
		{
			when: { message: /^please provide valid detail$/i, field: 'default_state' },
			says: 'Plane refused Default State: Please provide valid detail',
			remedy:
				'Version 1.3 of Plane refuses every value, which is a fault of the server. Remove it, and turn on Default of the state with State → Update: new work items then get that state.',
		},
		PROJECT_ARCHIVED,
	],
	output: simplifiedInTools(simplifiers.project),
	body: updateBody([
		notClearable(projectName('name', 'Its name')),
		notClearable(projectIdentifier('identifier', 'Prefix of the keys of its work items')),
		record('default_state', 'State of new work items', states),
		id('estimate', 'ID of its estimate, from Estimate → Get'),
		...sharedFields,
	]),
});

export const deleteProject = operations.delete({
	description: 'Delete a project with everything in it',
});

export const archiveProject = action({
	resource: 'project',
	description: 'Archive a project; it can be restored',
	path: 'projects/{project_id}/archive/',
	resultKey: 'archived',
});

export const unarchiveProject = action({
	resource: 'project',
	description: 'Restore an archived project',
	path: 'projects/{project_id}/archive/',
	resultKey: 'unarchived',
});
