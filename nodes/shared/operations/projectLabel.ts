import { createBody, updateBody } from './body';
import { resource } from './builders';
import { projectLabel } from './shared/locators';
import { sortBy } from './shared/paging';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { changeableLabelFields, newLabelFields } from './shared/workspaceLabel';

const operations = resource({
	resource: 'projectLabel',
	records: 'project labels',
	path: 'project-labels/',
	recordPath: 'project-labels/{label_id}/',
	plan: 'Business',
	locators: { label_id: projectLabel },
	output: simplified(simplifiers.workspaceLabel),
});

export const createProjectLabel = operations.create({
	description: 'Create a label for projects',
	body: createBody(newLabelFields),
});

export const getProjectLabel = operations.get({
	description: 'Get one label for projects',
});

export const getProjectLabels = operations.list({
	description: 'List the labels for projects',
	paging: 'optional',
	options: [sortBy()],
});

export const updateProjectLabel = operations.update({
	description: 'Change a label for projects',
	body: updateBody(changeableLabelFields),
});

export const deleteProjectLabel = operations.delete({
	description: 'Delete a label for projects',
});
