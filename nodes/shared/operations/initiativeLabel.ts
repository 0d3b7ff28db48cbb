import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
import { initiativeLabel } from './shared/locators';
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';
import { changeableLabelFields, newLabelFields } from './shared/workspaceLabel';

const operations = resource({
	resource: 'initiativeLabel',
	records: 'initiative labels',
	path: 'initiatives/labels/',
	recordPath: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	feature: features.initiatives,
	locators: { label_id: initiativeLabel },
	output: simplified(simplifiers.workspaceLabel),
});

export const createInitiativeLabel = operations.create({
	description: 'Create a label for initiatives',
	body: createBody(newLabelFields),
});

export const getInitiativeLabel = operations.get({
	description: 'Get one label for initiatives',
});

export const getInitiativeLabels = operations.list({
	description: 'List the labels for initiatives',
	paging: 'optional',
});

export const updateInitiativeLabel = operations.update({
	description: 'Change a label for initiatives',
	// Row 481.
	refusals: [
		{
			when: { status: 403 },
			remedy:
				'Some servers do not let API keys change labels of initiatives. In that case, change the label in Plane.',
		},
	],
	body: updateBody(changeableLabelFields),
});

export const deleteInitiativeLabel = operations.delete({
	description: 'Delete a label for initiatives',
});
