import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { projectLabel } from './shared/locators';
import { sortBy } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { changeableLabelFields, newLabelFields } from './shared/workspaceLabel';

export const createProjectLabel = create({
	resource: 'projectLabel',
	description: 'Create a label for projects',
	path: 'project-labels/',
	plan: 'Business',
	body: createBody(newLabelFields),
});

export const getProjectLabel = get({
	resource: 'projectLabel',
	description: 'Get one label for projects',
	path: 'project-labels/{label_id}/',
	plan: 'Business',
	locators: { label_id: projectLabel },
	output: simplified(simplifiers.workspaceLabel),
});

export const getProjectLabels = list({
	resource: 'projectLabel',
	description: 'List the labels for projects',
	path: 'project-labels/',
	plan: 'Business',
	records: 'project labels',
	output: simplified(simplifiers.workspaceLabel),
	paging: 'optional',
	options: [sortBy()],
});

export const updateProjectLabel = update({
	resource: 'projectLabel',
	description: 'Change a label for projects',
	path: 'project-labels/{label_id}/',
	plan: 'Business',
	locators: { label_id: projectLabel },
	body: updateBody(changeableLabelFields),
});

export const deleteProjectLabel = action({
	resource: 'projectLabel',
	description: 'Delete a label for projects',
	path: 'project-labels/{label_id}/',
	plan: 'Business',
	resultKey: 'deleted',
	locators: { label_id: projectLabel },
});
