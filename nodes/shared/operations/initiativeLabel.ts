import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { initiativeLabel } from './shared/locators';
import { simplifiers } from './shared/simplifiers';
import { changeableLabelFields, newLabelFields } from './shared/workspaceLabel';

export const createInitiativeLabel = create({
	resource: 'initiativeLabel',
	description: 'Create a new label for initiatives',
	path: 'initiatives/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	body: createBody(newLabelFields),
});

export const getInitiativeLabel = get({
	resource: 'initiativeLabel',
	description: 'Retrieve one label for initiatives',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	feature: features.initiatives,
	locators: { label_id: initiativeLabel },
	simplifier: simplifiers.workspaceLabel,
});

export const getInitiativeLabels = list({
	resource: 'initiativeLabel',
	description: 'Retrieve a list of the labels for initiatives',
	path: 'initiatives/labels/',
	plan: 'Pro',
	feature: features.initiatives,
	records: 'initiative labels',
	simplifier: simplifiers.workspaceLabel,
	paging: 'optional',
});

export const updateInitiativeLabel = update({
	resource: 'initiativeLabel',
	description: 'Change a label for initiatives',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	feature: features.initiatives,
	// Row 481.
	refusals: [
		{
			when: { status: 403 },
			remedy:
				'Some servers do not let API keys change labels of initiatives. In that case, change the label in Plane.',
		},
	],
	locators: { label_id: initiativeLabel },
	body: updateBody(changeableLabelFields),
});

export const deleteInitiativeLabel = action({
	resource: 'initiativeLabel',
	description: 'Delete a label for initiatives',
	path: 'initiatives/labels/{label_id}/',
	plan: 'Pro',
	feature: features.initiatives,
	resultKey: 'deleted',
	locators: { label_id: initiativeLabel },
});
